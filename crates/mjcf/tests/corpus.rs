//! Every model of the shared corpus, where that is present, must be read without error, and must read back as the same
//! model after it was written.

use std::path::PathBuf;

use ligament_mjcf::{ReadOptions, WriteOptions, read_path, read_str, write_string};
use ligament_spec::resolve::Resolved;

fn corpus() -> Option<PathBuf> {
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let root = std::env::var_os("LIGAMENT_CORPUS").map_or(beside, PathBuf::from);
    root.join("models.txt").is_file().then_some(root)
}

fn models(root: &std::path::Path) -> Vec<String> {
    let list = std::fs::read_to_string(root.join("models.txt")).unwrap_or_default();
    list.lines()
        .filter(|l| !l.trim().is_empty())
        .map(str::to_owned)
        .collect()
}

/// Fails with all complaints, if there are any.
fn none(failed: &[String]) {
    assert!(
        failed.is_empty(),
        "{} models failed:\n{}",
        failed.len(),
        failed.join("\n")
    );
}

#[test]
fn all_corpus_models_are_read() {
    let Some(root) = corpus() else { return };
    let mut failed = Vec::new();
    for name in models(&root) {
        if let Err(problems) = read_path(root.join(&name), &ReadOptions::default()) {
            failed.push(format!("{name}\n{problems}"));
        }
    }
    none(&failed);
}

/// The first part in which two models differ.
fn difference(a: &Resolved, b: &Resolved) -> Option<String> {
    macro_rules! compare {
        ($($field:ident),*) => {$(
            if a.$field != b.$field {
                return Some(format!("{}\n  {:?}\n  {:?}", stringify!($field), a.$field, b.$field));
            }
        )*};
    }
    compare!(
        name, option, visual, statistic, size, classes, world, meshes, hfields, textures, materials
    );
    compare!(
        skins, pairs, excludes, equalities, tendons, actuators, sensors, numerics, texts, tuples,
        keys
    );
    None
}

#[test]
fn written_models_read_back_the_same() {
    let Some(root) = corpus() else { return };
    let mut failed = Vec::new();
    for name in models(&root) {
        let Ok(read) = read_path(root.join(&name), &ReadOptions::default()) else {
            continue;
        };
        if !read.spec.unsupported.is_empty() {
            continue;
        }
        let written = match write_string(&read.spec, &WriteOptions::default()) {
            Ok(written) => written,
            Err(problem) => {
                failed.push(format!("{name}: {problem}"));
                continue;
            }
        };
        let again = match read_str(&written, &ReadOptions::default()) {
            Ok(again) => again.spec,
            Err(problems) => {
                failed.push(format!("{name}: {problems}"));
                continue;
            }
        };
        // Attached models are converted to the settings of the model; those are compared after compiling only.
        // A value that is not a number differs from itself.
        if read.spec.scopes.len() == 1
            && read
                .warnings
                .iter()
                .all(|w| !w.message.contains("not a number"))
            && let Some(difference) = difference(&read.spec.resolve(), &again.resolve())
        {
            let short: String = difference.chars().take(600).collect();
            failed.push(format!("{name}: {short}"));
        }
    }
    none(&failed);
}

/// Models that MuJoCo refuses while it parses them must be refused by the reader too.
#[test]
fn documents_that_break_the_grammar_are_refused() {
    let Some(root) = corpus() else { return };
    let errors =
        std::fs::read_to_string(root.join("negative/expected_errors.json")).unwrap_or_default();
    let mut failed = Vec::new();
    let mut path = "";
    for line in errors.lines() {
        let value = |key: &str| {
            let rest = line
                .trim()
                .strip_prefix(key)?
                .trim_start_matches([':', ' ', '"']);
            Some(rest.trim_end_matches([',', '"']))
        };
        if let Some(found) = value("\"path\"") {
            path = found;
        } else if value("\"error\"").is_some_and(|e| e.contains("Schema violation"))
            && read_path(root.join("negative").join(path), &ReadOptions::default()).is_ok()
        {
            failed.push(path.to_owned());
        }
    }
    none(&failed);
}
