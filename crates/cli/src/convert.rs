//! `ligament compile`: from one form of a model to another.

use std::path::Path;

use ligament::mjcf::{Read, ReadOptions, WriteOptions, read_path, write_string};
use ligament::model::io::source_text;
use ligament::{BINARY_EXTENSION, MUJOCO_BINARY_EXTENSION, Problem, Problems};

use crate::style;

/// Converts a model by the ending of the output.
///
/// A binary model carries the MJCF it was compiled from, so that it can become MJCF again.
pub fn run(input: &Path, output: &Path, options: &ReadOptions) -> Result<(), Problems> {
    let ends_in = |path: &Path, ending: &str| {
        path.extension()
            .is_some_and(|e| e.eq_ignore_ascii_case(ending))
    };
    let to_binary = ends_in(output, BINARY_EXTENSION);
    if ends_in(output, MUJOCO_BINARY_EXTENSION) {
        let loaded = ligament::load_with(input, options)?;
        warn(&loaded.warnings);
        return write(output, &loaded.model.to_mjb());
    }
    if !to_binary && !ends_in(output, "xml") {
        let message = format!(
            "'{}' ends neither in .xml nor in .{BINARY_EXTENSION} nor in .{MUJOCO_BINARY_EXTENSION}",
            output.display()
        );
        return Err(Problem::model(message).into());
    }
    if to_binary && ends_in(input, MUJOCO_BINARY_EXTENSION) {
        return write(output, &ligament::load_binary(input)?.to_bytes());
    }
    let from_binary = ends_in(input, BINARY_EXTENSION);
    if from_binary && to_binary {
        ligament::load_binary(input)?;
        return write(output, &bytes_of(input)?);
    }
    let read = if from_binary {
        read_binary(input, options)?
    } else {
        read_path(input, options)?
    };
    warn(&read.warnings);
    let compiled = read.spec.compile()?;
    warn(&compiled.warnings);
    let placed = WriteOptions {
        directory: new_directory(input, output),
    };
    let text = write_string(&read.spec, &placed)?;
    if to_binary {
        write(output, &compiled.model.to_bytes_with_source(&text))
    } else {
        write(output, text.as_bytes())
    }
}

/// Reads the MJCF in a binary model, as if it lay in the same directory.
fn read_binary(path: &Path, options: &ReadOptions) -> Result<Read, Problems> {
    let text = source_text(&bytes_of(path)?).map_err(|e| trouble(path, &e.to_string()))?;
    let text = text.ok_or_else(|| {
        let why = "the binary model was written without the MJCF it was compiled from";
        trouble(path, why)
    })?;
    let beside = path.with_extension("xml");
    let mut options = options.clone();
    let name = beside.to_string_lossy().into_owned();
    options.assets.insert(name, text.into_bytes());
    read_path(&beside, &options)
}

/// The contents of a file.
fn bytes_of(path: &Path) -> Result<Vec<u8>, Problems> {
    std::fs::read(path).map_err(|e| trouble(path, &format!("cannot read the file: {e}")))
}

/// A problem with a file as a whole.
fn trouble(path: &Path, why: &str) -> Problems {
    Problem::model(format!("'{}': {why}", path.display())).into()
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
