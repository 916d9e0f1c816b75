//! Addresses of columns in the form NumPy understands.

use std::sync::Arc;

use ligament::model::Scalar;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::storage::{Place, Shared};

/// A column as NumPy sees it: `numpy.asarray(view)` is a live array that keeps the model's memory alive.
#[pyclass(frozen)]
pub struct View {
    /// Keeps the memory alive.
    _owner: Arc<Shared>,
    address: usize,
    shape: Vec<usize>,
    kind: &'static str,
}

impl View {
    /// The view of a value of `owner`.
    pub fn new(owner: &Arc<Shared>, place: &Place) -> Self {
        let field = &place.field;
        let rows = (field.size != "1").then_some(field.rows);
        let columns = (!field.flat).then_some(field.columns);
        Self {
            _owner: Arc::clone(owner),
            address: place.address,
            shape: rows.into_iter().chain(columns).collect(),
            kind: kind(place.scalar),
        }
    }
}

/// NumPy's name of a number type.
pub fn kind(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::F64 => "<f8",
        Scalar::F32 => "<f4",
        Scalar::I32 => "<i4",
        Scalar::I64 => "<i8",
        Scalar::U8 => "|u1",
        Scalar::Bool => "|b1",
    }
}

#[pymethods]
impl View {
    /// What NumPy asks for.
    #[getter(__array_interface__)]
    fn array_interface<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let interface = PyDict::new(py);
        interface.set_item("version", 3)?;
        interface.set_item("typestr", self.kind)?;
        interface.set_item("shape", PyTuple::new(py, &self.shape)?)?;
        interface.set_item("data", (self.address, false))?;
        Ok(interface)
    }
}
