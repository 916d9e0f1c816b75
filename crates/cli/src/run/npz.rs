//! Recordings as NumPy archives: a zip file with one `.npy` file per array.

use std::fs::File;
use std::io::{BufWriter, Result, Write};
use std::path::{Path, PathBuf};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::record::Table;

/// Writes the recording; returns the file.
pub fn write<'a>(path: &Path, tables: impl Iterator<Item = &'a Table>) -> Result<Vec<PathBuf>> {
    let mut archive = ZipWriter::new(BufWriter::new(File::create(path)?));
    let options = SimpleFileOptions::default().large_file(true);
    for table in tables {
        archive.start_file(format!("{}.npy", table.name), options)?;
        archive.write_all(&header(table))?;
        for chunk in table.values.chunks(8192) {
            let bytes: Vec<u8> = chunk.iter().flat_map(|x| x.to_le_bytes()).collect();
            archive.write_all(&bytes)?;
        }
    }
    archive.finish()?.flush()?;
    Ok(vec![path.to_owned()])
}

/// The header of an array file, format version 1.0: padded to a multiple of 64 bytes.
fn header(table: &Table) -> Vec<u8> {
    let shape = if table.name == "time" {
        format!("({},)", table.rows())
    } else {
        format!("({}, {})", table.rows(), table.columns.len())
    };
    let mut text = format!("{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}");
    let unpadded = 10 + text.len() + 1;
    text += &" ".repeat(unpadded.next_multiple_of(64) - unpadded);
    text.push('\n');
    let length = u16::try_from(text.len()).unwrap_or(u16::MAX);
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend(length.to_le_bytes());
    bytes.extend(text.bytes());
    bytes
}
