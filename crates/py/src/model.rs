//! The native model class, which `MjModel` extends in Python.

use std::sync::Arc;

use ligament::model::{Model, enums};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::storage::Shared;
use crate::view::View;

/// A model in memory that NumPy arrays may look into.
#[pyclass(subclass, frozen, name = "Model")]
pub struct NativeModel {
    /// The memory.
    pub shared: Arc<Shared>,
}

/// The kind of object with this number.
fn object_type(kind: i32) -> Option<enums::ObjectType> {
    enums::Keyword::from_number(kind)
}

#[pymethods]
impl NativeModel {
    /// Takes the memory of another model; with none, an empty model.
    #[new]
    #[pyo3(signature = (other = None))]
    fn new(other: Option<&Bound<'_, Self>>) -> Self {
        let shared = match other {
            Some(other) => Arc::clone(&other.get().shared),
            None => Shared::new(Model::default()),
        };
        Self { shared }
    }

    /// A copy with memory of its own.
    fn duplicate(&self, py: Python<'_>) -> Self {
        let copy = self.shared.with(py, Model::clone);
        Self {
            shared: Shared::new(copy),
        }
    }

    /// A live view of an array, or of a single value if its group is named.
    #[pyo3(signature = (name, group = ""))]
    fn view(&self, _py: Python<'_>, name: &str, group: &str) -> Option<View> {
        let mut places = self.shared.places().iter();
        let place = places.find(|place| place.field.name == name && place.group == group)?;
        Some(View::new(self.shared.clone(), place))
    }

    /// All sizes: name and value; a size that was left open is -1.
    fn size_values(&self, py: Python<'_>) -> Vec<(&'static str, i64)> {
        let mut rows = Vec::new();
        self.shared.with(py, |model| {
            let signed = |value| i64::try_from(value).unwrap_or(-1);
            model
                .size
                .visit(&mut |name, _, value| rows.push((name, signed(value))));
        });
        rows
    }

    /// The id of the object that goes by a name, or -1.
    fn name2id(&self, py: Python<'_>, kind: i32, name: &str) -> i32 {
        let found = self
            .shared
            .with(py, |model| model.find(object_type(kind)?, name));
        found.and_then(|id| i32::try_from(id).ok()).unwrap_or(-1)
    }

    /// The name of an object; none if there is no such object or it has no name.
    fn id2name(&self, py: Python<'_>, kind: i32, id: i32) -> Option<String> {
        let id = usize::try_from(id).ok()?;
        let name = self.shared.with(py, |model| {
            Some(model.name_of(object_type(kind)?, id)?.to_owned())
        });
        name.filter(|name| !name.is_empty())
    }

    /// All names of a kind, empty where an object has none.
    fn names_of(&self, py: Python<'_>, kind: i32) -> Vec<String> {
        self.shared.with(py, |model| {
            let Some(kind) = object_type(kind) else {
                return Vec::new();
            };
            let count = model.name_addresses(kind).map_or(0, <[i32]>::len);
            (0..count)
                .map(|i| model.name_of(kind, i).unwrap_or_default().to_owned())
                .collect()
        })
    }

    /// The name of the model.
    fn model_name(&self, py: Python<'_>) -> String {
        self.shared.with(py, |model| model.model_name().to_owned())
    }

    /// A number that two models share only if their arrays have the same lengths.
    fn layout(&self) -> u64 {
        self.shared.layout()
    }

    /// The binary form.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let bytes = self.shared.with(py, Model::to_bytes);
        PyBytes::new(py, &bytes)
    }

    /// The model of a binary form.
    #[staticmethod]
    fn from_bytes(bytes: &[u8]) -> PyResult<Self> {
        let model = Model::from_bytes(bytes).map_err(|e| PyValueError::new_err(e.to_string()))?;
        Ok(Self {
            shared: Shared::new(model),
        })
    }
}
