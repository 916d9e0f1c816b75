//! Recordings as tables of text: one file of steps, one of contacts beside it.

use std::fs::File;
use std::io::{BufWriter, Result, Write};
use std::path::{Path, PathBuf};

use super::record::Table;

/// Writes the recording; returns the files.
pub fn write(path: &Path, steps: &[Table], contacts: &Table) -> Result<Vec<PathBuf>> {
    let beside = path.with_extension("contacts.csv");
    table(path, steps)?;
    table(&beside, std::slice::from_ref(contacts))?;
    Ok(vec![path.to_owned(), beside])
}

/// Writes tables of equally many rows side by side.
fn table(path: &Path, tables: &[Table]) -> Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    let names: Vec<String> = tables
        .iter()
        .flat_map(|t| t.columns.iter())
        .map(|name| quoted(name))
        .collect();
    writeln!(out, "{}", names.join(","))?;
    let rows = tables.first().map_or(0, Table::rows);
    for row in 0..rows {
        let mut separator = "";
        for table in tables {
            let width = table.columns.len();
            for value in &table.values[row * width..(row + 1) * width] {
                // the shortest text that reads back as the same number
                write!(out, "{separator}{value}")?;
                separator = ",";
            }
        }
        writeln!(out)?;
    }
    out.flush()
}

/// A field of a table, in quotes where it needs them.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
