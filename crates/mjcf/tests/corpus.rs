//! Every model of the shared corpus, where that is present, must be read without error.

use std::path::PathBuf;

use ligament_mjcf::{ReadOptions, read_path};

fn corpus() -> Option<PathBuf> {
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let root = std::env::var_os("LIGAMENT_CORPUS").map_or(beside, PathBuf::from);
    root.join("models.txt").is_file().then_some(root)
}

#[test]
fn all_corpus_models_are_read() {
    let Some(root) = corpus() else { return };
    let list = std::fs::read_to_string(root.join("models.txt")).expect("list of models");
    let mut failed = Vec::new();
    for name in list.lines().filter(|l| !l.trim().is_empty()) {
        if let Err(problems) = read_path(root.join(name), &ReadOptions::default()) {
            failed.push(format!("{name}\n{problems}"));
        }
    }
    assert!(
        failed.is_empty(),
        "{} models failed:\n{}",
        failed.len(),
        failed.join("\n")
    );
}
