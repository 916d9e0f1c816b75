//! `ligament check`: everything that is wrong or doubtful in a list of models.

use std::path::PathBuf;

use ligament::mjcf::ReadOptions;
use ligament::{Problem, Problems, load_with};

use crate::style;

/// Checks models one after the other.
pub fn run(models: &[PathBuf], options: &ReadOptions, strict: bool) -> Result<(), Problems> {
    let mut failed = 0;
    for path in models {
        let (bad, problems) = match load_with(path, options) {
            Ok(loaded) => (strict && !loaded.warnings.is_empty(), loaded.warnings),
            Err(problems) => (true, problems.0),
        };
        for problem in &problems {
            eprintln!("{}", style::problem(problem));
        }
        let verdict = match (bad, problems.len()) {
            (true, _) => "FAILED".to_owned(),
            (false, 0) => "ok".to_owned(),
            (false, 1) => "ok, 1 warning".to_owned(),
            (false, count) => format!("ok, {count} warnings"),
        };
        style::print(&format!("{}: {verdict}\n", path.display()));
        failed += usize::from(bad);
    }
    if failed == 0 {
        return Ok(());
    }
    let message = format!("{failed} of {} models failed", models.len());
    Err(Problem::model(message).into())
}
