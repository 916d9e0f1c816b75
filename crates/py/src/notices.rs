//! Warnings of the pipeline as warnings of Python: the first of each kind, with what is known about its cause.

use ligament::engine::Data;
use ligament::engine::data::WARNINGS;
use ligament::model::Model;
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;

use crate::data_cell::DataCell;
use crate::warnings;

/// The texts of warnings that were raised for the first time since this data was made or reset by the user.
fn fresh(cell: &DataCell, m: &Model, d: &Data) -> Vec<String> {
    let raised = |i: &usize| d.stats.warning[*i].number > 0;
    let bits = (0..WARNINGS)
        .filter(raised)
        .fold(0, |bits, i| bits | 1 << i);
    let new = cell.note_warnings(bits);
    let mut texts = Vec::new();
    for i in (0..WARNINGS).filter(|i| new >> i & 1 != 0) {
        texts.push(d.stats.describe(m, i));
    }
    texts
}

/// What the user is to be told after a call: by the function that was set for that, or else by warnings of Python.
pub struct Told {
    handler: Vec<String>,
    python: Vec<String>,
}

impl Told {
    /// Collects what happened; `before` are counts of warnings, if there is a function that wants to know.
    pub fn new(cell: &DataCell, m: &Model, d: &Data, before: Option<Vec<i32>>) -> Self {
        let python = match before {
            None => fresh(cell, m, d),
            Some(_) => Vec::new(),
        };
        let handler = warnings::fresh(d, before);
        Self { handler, python }
    }

    /// Warns the user. The data must not be in use, since warnings may run code of the user.
    pub fn tell(self, py: Python<'_>) -> PyResult<()> {
        warnings::tell(py, self.handler)?;
        for text in self.python {
            let text = std::ffi::CString::new(text).unwrap_or_default();
            PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 1)?;
        }
        Ok(())
    }
}
