//! What `python/ligament/_watched.py` needs.

use numpy::PyUntypedArray;
use pyo3::prelude::*;

use crate::storage;

/// An ordinary array over the memory of an array that cannot be written to, through which it can.
#[pyfunction]
pub fn unlocked<'py>(array: &Bound<'py, PyUntypedArray>) -> PyResult<Bound<'py, PyAny>> {
    storage::unlocked(array)
}
