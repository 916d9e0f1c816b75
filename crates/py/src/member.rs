//! Attributes of models, records and simulations, as descriptors of their Python classes.

use ligament::model::{Column, Scalar};
use pyo3::exceptions::{PyAttributeError, PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyEllipsis};
use pyo3::{IntoPyObjectExt, PyTypeInfo};

use crate::counters;
use crate::counts::COUNTS;
use crate::data::{NativeData, data_columns};
use crate::data_cell::COLUMNS;
use crate::model::{NativeModel, NativeRecord};
use crate::model_cell::{ARRAYS, ModelCell};
use crate::storage::copy_bytes;
use crate::tables;

/// What an attribute stands for.
enum What {
    /// An array of a model.
    ModelArray(usize),
    /// A text of a model.
    ModelText(usize),
    /// A size of a model.
    ModelSize(usize),
    /// A single number of a model or a record.
    Value(usize, Scalar),
    /// A short array of a record.
    RecordArray(usize),
    /// An array of a simulation.
    DataArray(usize),
    /// A whole number of a simulation.
    DataCount(usize),
}

/// An attribute.
#[pyclass(frozen)]
pub struct Member {
    name: String,
    doc: String,
    what: What,
}

fn absent(name: &str) -> PyErr {
    PyKeyError::new_err(format!("there is no attribute {name}"))
}

#[pymethods]
impl Member {
    /// The array of a model with a name.
    #[staticmethod]
    fn model_array(name: String, doc: String) -> PyResult<Self> {
        let index = tables::array_index(&name).ok_or_else(|| absent(&name))?;
        let what = What::ModelArray(index);
        Ok(Self { name, doc, what })
    }

    /// The text of a model with a name.
    #[staticmethod]
    fn model_text(name: String, doc: String) -> PyResult<Self> {
        let index = tables::array_index(&name).ok_or_else(|| absent(&name))?;
        let what = What::ModelText(index);
        Ok(Self { name, doc, what })
    }

    /// The size of a model with a name.
    #[staticmethod]
    fn model_size(name: String, doc: String) -> PyResult<Self> {
        let index = tables::sizes().iter().position(|row| row.0 == name);
        let what = What::ModelSize(index.ok_or_else(|| absent(&name))?);
        Ok(Self { name, doc, what })
    }

    /// The value with a name of a group.
    #[staticmethod]
    fn value(group: &str, name: String, doc: String) -> PyResult<Self> {
        let found = tables::record_index(group, &name);
        let (index, field, scalar) = found.ok_or_else(|| absent(&name))?;
        let what = if field.flat {
            What::Value(*ARRAYS + index, scalar)
        } else {
            What::RecordArray(*ARRAYS + index)
        };
        Ok(Self { name, doc, what })
    }

    /// The array or the counter of a simulation with a name.
    #[staticmethod]
    fn data_array(name: String, doc: String) -> PyResult<Self> {
        let column = data_columns().position(|column| column == name);
        let counter = || Some(*COLUMNS + counters::find(&name)?);
        let what = What::DataArray(column.or_else(counter).ok_or_else(|| absent(&name))?);
        Ok(Self { name, doc, what })
    }

    /// The whole number of a simulation with a name.
    #[staticmethod]
    fn data_count(name: String, doc: String) -> PyResult<Self> {
        let index = COUNTS.iter().position(|row| row.0 == name);
        let what = What::DataCount(index.ok_or_else(|| absent(&name))?);
        Ok(Self { name, doc, what })
    }

    #[getter]
    fn __doc__(&self) -> &str {
        &self.doc
    }

    #[getter]
    fn __name__(&self) -> &str {
        &self.name
    }

    fn __get__(
        slf: &Bound<'_, Self>,
        owner: &Bound<'_, PyAny>,
        _class: &Bound<'_, PyAny>,
    ) -> PyResult<Py<PyAny>> {
        if owner.is_none() {
            return Ok(slf.clone().into_any().unbind());
        }
        slf.get().read(owner)
    }

    fn __set__(&self, owner: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = owner.py();
        match self.what {
            What::ModelArray(_) | What::RecordArray(_) | What::DataArray(_) => {
                let array = self.read(owner)?;
                array.bind(py).set_item(PyEllipsis::get(py), value)
            }
            What::Value(index, scalar) => set_value(value_cell(owner)?, index, scalar, value),
            What::DataCount(_) if self.give_count(owner, value)? => Ok(()),
            What::ModelText(_) | What::ModelSize(_) | What::DataCount(_) => {
                let name = &self.name;
                let why = format!("attribute '{name}' cannot be set");
                Err(PyAttributeError::new_err(why))
            }
        }
    }
}

/// The owner as the native class it must be of.
#[inline]
fn native<'a, 'py, T: PyTypeInfo>(owner: &'a Bound<'py, PyAny>) -> PyResult<&'a Bound<'py, T>> {
    owner
        .cast::<T>()
        .map_err(|_| PyTypeError::new_err("this attribute belongs to another class"))
}

/// The model of a record, or a model itself.
fn value_cell<'a>(owner: &'a Bound<'_, PyAny>) -> PyResult<&'a ModelCell> {
    if let Ok(record) = owner.cast::<NativeRecord>() {
        return Ok(&record.get().cell);
    }
    Ok(&native::<NativeModel>(owner)?.get().cell)
}

impl Member {
    /// Sets a count of constraint rows that the user fills; also true if it has this value already.
    fn give_count(&self, owner: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<bool> {
        let py = owner.py();
        let whole = value.call_method0(pyo3::intern!(py, "__int__"))?;
        if self.read(owner)?.bind(py).eq(&whole)? {
            return Ok(true);
        }
        let count = whole.extract::<usize>()?;
        let cell = &native::<NativeData>(owner)?.get().cell;
        Ok(cell.give_count(&self.name, count))
    }

    fn read(&self, owner: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = owner.py();
        match self.what {
            What::DataArray(column) => native::<NativeData>(owner)?.get().cell.array(py, column),
            What::ModelArray(column) => native::<NativeModel>(owner)?.get().cell.array(py, column),
            What::RecordArray(column) => {
                native::<NativeRecord>(owner)?.get().cell.array(py, column)
            }
            What::ModelSize(index) => {
                let model = native::<NativeModel>(owner)?;
                model.get().cell.count(index).into_py_any(py)
            }
            What::Value(index, scalar) => get_value(py, value_cell(owner)?, index, scalar),
            What::DataCount(index) => {
                let (name, _, truth, get) = COUNTS[index];
                let cell = &native::<NativeData>(owner)?.get().cell;
                let count = match cell.given_count(name) {
                    Some(given) => given,
                    None => get(&cell.model.current(py), &*cell.look(py)?),
                };
                if truth {
                    (count != 0).into_py_any(py)
                } else {
                    count.into_py_any(py)
                }
            }
            What::ModelText(column) => {
                let mut bytes = Vec::new();
                let cell = &native::<NativeModel>(owner)?.get().cell;
                cell.with_column(column, &mut |_, column| column.put(&mut bytes));
                PyBytes::new(py, &bytes).into_py_any(py)
            }
        }
    }
}

fn get_value(
    py: Python<'_>,
    cell: &ModelCell,
    index: usize,
    scalar: Scalar,
) -> PyResult<Py<PyAny>> {
    let mut bytes = [0; 8];
    cell.with_column(index, &mut |_, column| copy_bytes(column, &mut bytes));
    let [a, b, c, d, ..] = bytes;
    match scalar {
        Scalar::F64 => f64::from_le_bytes(bytes).into_py_any(py),
        Scalar::F32 => f64::from(f32::from_le_bytes([a, b, c, d])).into_py_any(py),
        Scalar::I32 => i32::from_le_bytes([a, b, c, d]).into_py_any(py),
        Scalar::I64 => i64::from_le_bytes(bytes).into_py_any(py),
        Scalar::U8 => a.into_py_any(py),
        Scalar::Bool => (a != 0).into_py_any(py),
    }
}

fn set_value(
    cell: &ModelCell,
    index: usize,
    scalar: Scalar,
    value: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let bytes: Vec<u8> = match scalar {
        Scalar::F64 => number(value)?.to_le_bytes().into(),
        #[allow(
            clippy::cast_possible_truncation,
            reason = "the field has fewer digits"
        )]
        Scalar::F32 => (number(value)? as f32).to_le_bytes().into(),
        Scalar::I32 => whole::<i32>(value)?.to_le_bytes().into(),
        Scalar::I64 => whole::<i64>(value)?.to_le_bytes().into(),
        Scalar::U8 => whole::<u8>(value)?.to_le_bytes().into(),
        Scalar::Bool => vec![u8::from(value.is_truthy()?)],
    };
    cell.with_value_mut(index, &mut |_, column: &mut dyn Column| {
        column.take(&bytes);
    });
    Ok(())
}

/// What `float` makes of a value.
fn number(value: &Bound<'_, PyAny>) -> PyResult<f64> {
    if let Ok(number) = value.extract() {
        return Ok(number);
    }
    value
        .py()
        .get_type::<pyo3::types::PyFloat>()
        .call1((value,))?
        .extract()
}

/// What `operator.index` makes of a value.
fn whole<'py, T: for<'a> FromPyObject<'a, 'py, Error = PyErr>>(
    value: &Bound<'py, PyAny>,
) -> PyResult<T> {
    value.extract()
}
