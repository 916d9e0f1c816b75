//! A stage of the engine takes the rooms it reads and writes; only drivers see the whole `Data`.

use std::path::Path;

use super::source::{self, Source};
use crate::step::Outcome;

/// Modules of the engine that may name `Data`.
const DRIVERS: &[&str] = &[
    "lib",
    "data",
    "derivative",
    "difference",
    "forward",
    "hooks",
    "integrate",
    "inverse",
    "reset",
    "setconst",
    "step",
];

/// Checks all sources of the engine.
pub fn check(root: &Path) -> Outcome {
    let sources = source::below(root, &root.join("crates/engine/src"))?;
    let stages: Vec<_> = sources
        .iter()
        .filter(|source| !is_driver(&source.path))
        .collect();
    let found: Vec<String> = stages
        .iter()
        .flat_map(|source| naming_data(source))
        .collect();
    if found.is_empty() {
        let drivers = sources.len() - stages.len();
        Ok(format!(
            "{} files of stages, none names Data; {drivers} files of {} drivers may",
            stages.len(),
            DRIVERS.len() - 1
        ))
    } else {
        Err(found.join("\n"))
    }
}

/// Whether a file belongs to a driver.
fn is_driver(path: &str) -> bool {
    let inside = path.trim_start_matches("crates/engine/src/");
    let module = inside.split(['/', '.']).next().unwrap_or(inside);
    DRIVERS.contains(&module)
}

/// A line about every place where a file has the word `Data`.
fn naming_data(source: &Source) -> Vec<String> {
    let places = source.words().filter(|(_, word)| *word == "Data");
    let lines = places.map(|(at, _)| {
        let (path, line) = (&source.path, source.line(at));
        format!("{path}:{line}: a stage names `Data`; pass the rooms it reads and writes")
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_word_and_nothing_else() {
        let text = "use crate::Data;\n// Data is fine here\nlet DataType = 1;\nfn f(d: &mut Data) {}\n#[cfg(test)]\nuse Data;";
        let found = naming_data(&Source::new("x.rs", text));
        let lines: Vec<_> = found.iter().map(|line| &line[..5]).collect();
        assert_eq!(lines, ["x.rs:", "x.rs:"]);
        assert!(found[0].starts_with("x.rs:1:") && found[1].starts_with("x.rs:4:"));
    }

    #[test]
    fn knows_drivers() {
        assert!(is_driver("crates/engine/src/forward.rs"));
        assert!(is_driver("crates/engine/src/data/state.rs"));
        assert!(!is_driver("crates/engine/src/stage/kinematics.rs"));
    }
}
