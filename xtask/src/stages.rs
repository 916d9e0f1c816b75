//! The lint of the engine's house rule: a stage takes the rooms it needs, only drivers see the whole `Data`.

use std::path::{Path, PathBuf};

use crate::step::Outcome;

/// Modules of the engine that may name `Data`.
const DRIVERS: &[&str] = &[
    "lib",
    "data",
    "forward",
    "hooks",
    "inverse",
    "integrate",
    "derivative",
    "setconst",
];

/// Checks all sources of the engine.
pub fn check(root: &Path) -> Outcome {
    let source = root.join("crates/engine/src");
    let mut files = Vec::new();
    collect(&source, &mut files).map_err(|e| format!("cannot read {}: {e}", source.display()))?;
    files.sort();
    let mut found = Vec::new();
    let mut checked = 0;
    for file in &files {
        let path = file.strip_prefix(&source).unwrap_or(file);
        if is_driver(path) {
            continue;
        }
        checked += 1;
        let text = std::fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
        for line in lines_naming_data(&text) {
            found.push(format!(
                "crates/engine/src/{}:{line}: a stage names `Data`; pass the rooms it reads and writes",
                path.display()
            ));
        }
    }
    if found.is_empty() {
        Ok(format!("{checked} files of stages, none names Data"))
    } else {
        Err(found.join("\n"))
    }
}

/// All Rust files below a directory.
fn collect(directory: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

/// Whether a file belongs to a driver or is a test.
fn is_driver(path: &Path) -> bool {
    let stem = |part: &std::ffi::OsStr| {
        Path::new(part)
            .file_stem()
            .map(|s| s.to_string_lossy().into_owned())
    };
    let parts: Vec<String> = path.iter().filter_map(stem).collect();
    parts
        .first()
        .is_some_and(|first| DRIVERS.contains(&first.as_str()))
        || parts.iter().any(|p| p == "tests")
}

/// Numbers of the lines, before the file's tests and outside comments, that have the word `Data`.
fn lines_naming_data(text: &str) -> Vec<usize> {
    let code = text
        .lines()
        .take_while(|line| !line.trim_start().starts_with("#[cfg(test)]"));
    let named = code
        .enumerate()
        .filter(|(_, line)| has_word(line.split("//").next().unwrap_or(line), "Data"));
    named.map(|(index, _)| index + 1).collect()
}

/// Whether `word` stands in `line` by itself.
fn has_word(line: &str, word: &str) -> bool {
    line.split(|c: char| !c.is_alphanumeric() && c != '_')
        .any(|token| token == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_word_and_nothing_else() {
        let text = "use crate::Data;\n// Data is fine here\nlet DataType = 1;\nfn f(d: &mut Data) {}\n#[cfg(test)]\nuse Data;";
        assert_eq!(lines_naming_data(text), [1, 4]);
    }

    #[test]
    fn knows_drivers() {
        assert!(is_driver(Path::new("forward.rs")));
        assert!(is_driver(Path::new("data/state.rs")));
        assert!(is_driver(Path::new("stage/tests.rs")));
        assert!(!is_driver(Path::new("stage/kinematics.rs")));
    }
}
