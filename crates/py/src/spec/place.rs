//! Places in an editable model whose fields Python reads and writes: elements, prototypes of default classes, settings.

use ligament::model::enums::{Keyword, ObjectType};
use ligament::spec::element::{self, FieldInfo, Fields};
use ligament::spec::{AnyId, Class, Id, Inside, Spec};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// What a place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Where {
    /// An element.
    Element(AnyId),
    /// A default class.
    Class(Id<Class>),
    /// The prototype of a kind of element in a default class.
    Prototype(Id<Class>, i32),
    /// Compiler settings, by scope.
    Compiler(usize),
    /// Sizes.
    Size,
    /// Statistics.
    Statistic,
}

/// A place in a model. It may be gone.
#[pyclass(frozen, eq, hash, name = "Place")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SpecPlace(pub Where);

#[pymethods]
impl SpecPlace {
    /// The number of the kind of element in `mjtObj`; -1 for settings and classes.
    #[getter]
    fn kind(&self) -> i32 {
        match self.0 {
            Where::Element(id) => id.kind().number(),
            Where::Prototype(_, kind) => kind,
            _ => -1,
        }
    }

    /// True for prototypes.
    #[getter]
    fn is_prototype(&self) -> bool {
        matches!(self.0, Where::Prototype(..))
    }

    /// The prototype of a kind of element in this default class.
    fn prototype(&self, kind: i32) -> PyResult<Self> {
        Ok(Self(Where::Prototype(self.class()?, kind)))
    }

    /// The default class that a prototype belongs to.
    fn owner(&self) -> PyResult<Self> {
        match self.0 {
            Where::Prototype(class, _) => Ok(Self(Where::Class(class))),
            _ => Err(PyTypeError::new_err("expected a prototype")),
        }
    }

    /// The compiler settings of a scope.
    #[staticmethod]
    fn compiler(scope: usize) -> Self {
        Self(Where::Compiler(scope))
    }

    /// The sizes.
    #[staticmethod]
    fn size() -> Self {
        Self(Where::Size)
    }

    /// The statistics.
    #[staticmethod]
    fn statistic() -> Self {
        Self(Where::Statistic)
    }
}

impl SpecPlace {
    /// The element.
    pub fn element(&self) -> PyResult<AnyId> {
        match self.0 {
            Where::Element(id) => Ok(id),
            _ => Err(PyTypeError::new_err("expected an element of a model")),
        }
    }

    /// The default class.
    pub fn class(&self) -> PyResult<Id<Class>> {
        match self.0 {
            Where::Class(id) => Ok(id),
            _ => Err(PyTypeError::new_err("expected a default class")),
        }
    }

    /// The body or frame to put something into.
    pub fn inside(&self) -> PyResult<Inside> {
        match self.0 {
            Where::Element(AnyId::Body(id)) => Ok(id.into()),
            Where::Element(AnyId::Frame(id)) => Ok(id.into()),
            _ => Err(PyTypeError::new_err("expected a body or a frame")),
        }
    }

    /// The fields of the place; an error if it is gone.
    pub fn fields<'a>(&self, spec: &'a Spec) -> PyResult<&'a dyn Fields> {
        let found = match self.0 {
            Where::Element(id) => spec.fields(id),
            Where::Prototype(class, kind) => spec.class(class).and_then(|c| prototype(c, kind)),
            Where::Compiler(scope) => spec.scopes.get(scope).map(|x| x as &dyn Fields),
            Where::Size => Some(&spec.size as &dyn Fields),
            Where::Statistic => Some(&spec.statistic as &dyn Fields),
            Where::Class(_) => None,
        };
        found.ok_or_else(gone)
    }

    /// Calls `f` with the fields of the place, to change.
    pub fn change(
        &self,
        spec: &mut Spec,
        f: impl FnOnce(&mut dyn Fields) -> Result<(), String>,
    ) -> PyResult<()> {
        let outcome = match self.0 {
            Where::Element(id) => spec.fields_mut(id).map(f),
            Where::Prototype(class, kind) => {
                let guard = spec.edit_class(class);
                guard.and_then(|mut guard| prototype_mut(&mut guard, kind).map(f))
            }
            Where::Compiler(scope) => spec.scopes.get_mut(scope).map(|x| f(x)),
            Where::Size => Some(f(&mut spec.size)),
            Where::Statistic => Some(f(&mut spec.statistic)),
            Where::Class(_) => None,
        };
        outcome.ok_or_else(gone)?.map_err(PyValueError::new_err)
    }
}

/// The error for what was deleted.
pub fn gone() -> PyErr {
    PyValueError::new_err("Error: element is not in this model")
}

/// The kind of object with this number.
pub fn object_type(kind: i32) -> PyResult<ObjectType> {
    ObjectType::from_number(kind)
        .ok_or_else(|| PyValueError::new_err(format!("there is no kind of object {kind}")))
}

macro_rules! prototypes {
    ($($kind:ident $field:ident),*) => {
        /// The prototype of a kind of element.
        fn prototype(class: &Class, kind: i32) -> Option<&dyn Fields> {
            match ObjectType::from_number(kind)? {
                $(ObjectType::$kind => Some(&class.$field),)*
                _ => None,
            }
        }

        fn prototype_mut(class: &mut Class, kind: i32) -> Option<&mut dyn Fields> {
            match ObjectType::from_number(kind)? {
                $(ObjectType::$kind => Some(&mut class.$field),)*
                _ => None,
            }
        }

        /// Takes over what the class of a new element gives.
        pub fn hold(spec: &mut Spec, id: AnyId) {
            match id {
                $(AnyId::$kind(id) => spec.hold(id),)*
                _ => {}
            }
        }
    };
}
prototypes!(
    Joint joint, Geom geom, Site site, Camera camera, Light light, Mesh mesh, Texture texture, Material material,
    Pair pair, Equality equality, Tendon tendon, Actuator actuator
);

macro_rules! tables {
    ($($kind:ident),*) => {
        /// The fields of a kind of element.
        fn rows_of(kind: ObjectType) -> Option<&'static [FieldInfo]> {
            match kind {
                $(ObjectType::$kind => Some(element::$kind::default().rows()),)*
                _ => None,
            }
        }
    };
}
tables!(
    Body,
    Frame,
    Joint,
    Geom,
    Site,
    Camera,
    Light,
    Mesh,
    HeightField,
    Texture,
    Material,
    Skin,
    Pair,
    Exclude,
    Equality,
    Tendon,
    Actuator,
    Sensor,
    Numeric,
    Text,
    Tuple,
    Key
);

/// Name, meaning and type of every field of a kind of element (a number of `mjtObj`) or of settings.
#[pyfunction]
pub fn spec_rows(what: &Bound<'_, PyAny>) -> PyResult<Vec<(&'static str, &'static str, String)>> {
    let spec;
    let rows = if let Ok(kind) = what.extract::<i32>() {
        rows_of(object_type(kind)?).ok_or_else(gone)?
    } else {
        spec = Spec::new();
        what.cast::<SpecPlace>()?.get().fields(&spec)?.rows()
    };
    let describe = |row: &FieldInfo| (row.name, row.doc, super::value::describe(&row.ty));
    Ok(rows.iter().map(describe).collect())
}
