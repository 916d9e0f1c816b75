//! The native model class, which `MjModel` extends in Python, and that of its records.

use std::sync::Arc;

use ligament::model::io::is_mjb;
use ligament::model::{Model, enums};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::elements::{Elements, Kind, element};
use crate::model_cell::ModelCell;

/// A model.
#[pyclass(subclass, frozen, name = "Model")]
pub struct NativeModel {
    /// Where it is kept.
    pub cell: Arc<ModelCell>,
    elements: Elements,
}

/// A group of single values of a model: options, visual options or statistics. It outlives the model.
#[pyclass(subclass, frozen, name = "Record")]
pub struct NativeRecord {
    /// Where the model is kept.
    pub cell: Arc<ModelCell>,
}

#[pymethods]
impl NativeRecord {
    /// The values of a model; with none, those of an empty one.
    #[new]
    #[pyo3(signature = (owner = None))]
    fn new(owner: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let cell = match owner {
            None => ModelCell::new(Model::default()),
            Some(owner) => match owner.cast::<NativeModel>() {
                Ok(model) => Arc::clone(&model.get().cell),
                Err(_) => Arc::clone(&owner.cast::<Self>()?.get().cell),
            },
        };
        Ok(Self { cell })
    }
}

/// The kind of object with this number.
fn object_type(kind: i32) -> Option<enums::ObjectType> {
    enums::Keyword::from_number(kind)
}

impl NativeModel {
    /// Takes a model in.
    pub fn of(model: Model) -> Self {
        Self::over(ModelCell::new(model))
    }

    /// Another object for the same model.
    pub fn over(cell: Arc<ModelCell>) -> Self {
        let elements = Elements::default();
        Self { cell, elements }
    }
}

#[pymethods]
impl NativeModel {
    /// Another object for the same model.
    #[new]
    fn new(other: &Bound<'_, Self>) -> Self {
        Self::over(Arc::clone(&other.get().cell))
    }

    /// The element with a name or an index.
    fn _element(
        slf: &Bound<'_, Self>,
        kind: &Bound<'_, Kind>,
        key: &Bound<'_, PyAny>,
    ) -> PyResult<Py<PyAny>> {
        let own = slf.get();
        element(slf.as_any(), &own.cell, &own.elements, key, kind.get())
    }

    /// A copy.
    fn duplicate(&self, py: Python<'_>) -> Self {
        Self::of(Model::clone(&self.cell.current(py)))
    }

    /// The id of the object that goes by a name, or -1.
    fn name2id(&self, py: Python<'_>, kind: i32, name: &str) -> i32 {
        if name.is_empty() {
            return -1;
        }
        let found = object_type(kind).and_then(|kind| self.cell.find(py, kind, name));
        found.and_then(|id| i32::try_from(id).ok()).unwrap_or(-1)
    }

    /// The name of an object; none if there is no such object or it has no name.
    fn id2name(&self, py: Python<'_>, kind: i32, id: i32) -> Option<String> {
        let id = usize::try_from(id).ok()?;
        let model = self.cell.current(py);
        let name = model.name_of(object_type(kind)?, id)?.to_owned();
        (!name.is_empty()).then_some(name)
    }

    /// The name of the model.
    fn model_name(&self, py: Python<'_>) -> String {
        self.cell.current(py).model_name().to_owned()
    }

    /// A number that two models share only if their arrays have the same lengths.
    fn layout(&self) -> u64 {
        self.cell.layout()
    }

    /// The binary form.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.cell.current(py).to_bytes())
    }

    /// MuJoCo's binary form.
    fn to_mjb<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.cell.current(py).to_mjb())
    }

    /// The model of a binary form, ours or MuJoCo's.
    #[staticmethod]
    fn from_bytes(bytes: &[u8]) -> PyResult<Self> {
        let model = if is_mjb(bytes) {
            Model::from_mjb(bytes)
        } else {
            Model::from_bytes(bytes)
        };
        let model = model.map_err(|e| PyValueError::new_err(e.to_string()))?;
        Ok(Self::of(model))
    }
}
