//! `ligament compile`: from one form of a model to another.

use std::path::Path;

use ligament::mjcf::{ReadOptions, WriteOptions, read_path, write_string};
use ligament::{BINARY_EXTENSION, Problem, Problems};

use crate::style;

/// Converts a model by the ending of the output.
pub fn run(input: &Path, output: &Path, options: &ReadOptions) -> Result<(), Problems> {
    let ends_in = |path: &Path, ending: &str| {
        path.extension()
            .is_some_and(|e| e.eq_ignore_ascii_case(ending))
    };
    if ends_in(output, BINARY_EXTENSION) {
        let loaded = ligament::load_with(input, options)?;
        warn(&loaded.warnings);
        return write(output, &loaded.model.to_bytes());
    }
    if !ends_in(output, "xml") {
        let message = format!(
            "'{}' ends neither in .xml nor in .{BINARY_EXTENSION}",
            output.display()
        );
        return Err(Problem::model(message).into());
    }
    if ends_in(input, BINARY_EXTENSION) {
        let message = "a binary model no longer knows the elements it was written with, so that it cannot become MJCF";
        return Err(Problem::model(message)
            .help("start from the original file")
            .into());
    }
    let read = read_path(input, options)?;
    warn(&read.warnings);
    // A model that does not compile is not worth writing.
    warn(&read.spec.compile()?.warnings);
    let options = WriteOptions {
        directory: new_directory(input, output),
    };
    let text = write_string(&read.spec, &options)?;
    write(output, text.as_bytes())
}

/// The directory of the output, if it is not that of the input.
fn new_directory(input: &Path, output: &Path) -> Option<String> {
    let parent = |path: &Path| path.parent().map(Path::to_path_buf).unwrap_or_default();
    let (from, to) = (parent(input), parent(output));
    (from != to).then(|| to.to_string_lossy().into_owned())
}

fn warn(warnings: &[Problem]) {
    for warning in warnings {
        eprintln!("{}", style::problem(warning));
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Problems> {
    std::fs::write(path, bytes)
        .map_err(|e| Problem::model(format!("cannot write '{}': {e}", path.display())).into())
}
