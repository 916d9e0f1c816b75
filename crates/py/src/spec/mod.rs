//! Editable models: the native half of `MjSpec`. Everything that has a name in MuJoCo is built in Python from the tables of
//! `ligament-spec`; here are ids, fields by name, and the edits.

mod build;
mod canonical;
mod edit;
mod facts;
mod place;
mod value;

use std::collections::HashMap;
use std::time::Duration;

use ligament::spec::element::{Fields, Named};
use ligament::spec::{AnyId, Spec};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

pub use facts::resolve_orientation;
pub use place::{SpecPlace, spec_rows};
use place::{Where, gone, object_type};

/// An editable model.
#[pyclass(name = "Spec")]
pub struct NativeSpec {
    pub(crate) spec: Spec,
    /// Where elements were in the model that was compiled last.
    index: HashMap<AnyId, usize>,
    /// How long the last compilation took for all assets, and for textures.
    asset_time: [Duration; 2],
}

impl NativeSpec {
    fn of(mut spec: Spec) -> Self {
        // MuJoCo has these on unless the model says otherwise
        let compiler = &mut spec.scopes[0];
        compiler.savecompiled |= !compiler.is_written("savecompiled");
        compiler.savecanonical |= !compiler.is_written("savecanonical");
        Self {
            spec,
            index: HashMap::new(),
            asset_time: [Duration::ZERO; 2],
        }
    }

    fn header(&self, place: &SpecPlace) -> PyResult<&dyn Named> {
        self.spec.header(place.element()?).ok_or_else(gone)
    }
}

fn element(id: impl Into<AnyId>) -> SpecPlace {
    SpecPlace(Where::Element(id.into()))
}

#[pymethods]
impl NativeSpec {
    #[new]
    fn new() -> Self {
        Self::of(Spec::new())
    }

    /// A copy, in which all places stay valid.
    fn copy(&self) -> Self {
        Self::of(self.spec.clone())
    }

    /// Name of the model.
    #[getter]
    fn model_name(&self) -> &str {
        &self.spec.name
    }

    #[setter]
    fn set_model_name(&mut self, name: String) {
        self.spec.name = name;
    }

    /// True unless the place is gone.
    fn has(&self, place: &SpecPlace) -> bool {
        match place.0 {
            Where::Class(id) => self.spec.class(id).is_some(),
            _ => place.fields(&self.spec).is_ok(),
        }
    }

    /// The value of a field.
    fn get<'py>(
        &self,
        py: Python<'py>,
        place: &SpecPlace,
        name: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let value = place.fields(&self.spec)?.value(name);
        let value = value.ok_or_else(|| PyValueError::new_err(format!("no field '{name}'")))?;
        value::to_python(py, &value)
    }

    /// Writes a field.
    fn set(&mut self, place: &SpecPlace, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let rows = place.fields(&self.spec)?.rows();
        let row = rows.iter().find(|row| row.name == name);
        let row = row.ok_or_else(|| PyValueError::new_err(format!("no field '{name}'")))?;
        let value = value::from_python(value, &row.ty)?;
        place.change(&mut self.spec, |fields| fields.set_value(name, &value))
    }

    /// The numbers of the fields that were written, as bits.
    fn written(&self, place: &SpecPlace) -> PyResult<u64> {
        let meta = place.fields(&self.spec)?.meta();
        let bits = (0..64).filter(|row| meta.written.has(*row));
        Ok(bits.fold(0, |bits, row| bits | 1 << row))
    }

    /// Names of the physics and visual options that were written.
    fn authored(&self) -> Vec<String> {
        self.spec.authored.iter().cloned().collect()
    }

    /// Notes that an option was written.
    fn author(&mut self, name: String) {
        self.spec.authored.insert(name);
    }

    /// The name of an element or default class.
    fn name(&self, place: &SpecPlace) -> PyResult<String> {
        if let Where::Class(id) = place.0 {
            return Ok(self.spec.class(id).ok_or_else(gone)?.name.clone());
        }
        Ok(self.header(place)?.name().to_owned())
    }

    /// Changes the name of an element.
    fn set_name(&mut self, place: &SpecPlace, name: String) -> PyResult<()> {
        let id = place.element()?;
        *self.spec.header_mut(id).ok_or_else(gone)?.name_mut() = name;
        Ok(())
    }

    /// The default class that rules an element.
    fn class_of(&self, place: &SpecPlace) -> PyResult<SpecPlace> {
        self.header(place)?;
        Ok(SpecPlace(Where::Class(
            self.spec.ruling_class(place.element()?),
        )))
    }

    /// Changes the default class of an element; its values stay.
    fn set_class(&mut self, place: &SpecPlace, class: &SpecPlace) -> PyResult<()> {
        let (id, class) = (place.element()?, class.class()?);
        let name = self.spec.class(class).ok_or_else(gone)?.name.clone();
        self.spec
            .header_mut(id)
            .ok_or_else(gone)?
            .class_mut()
            .clear();
        if self.spec.ruling_class(id) != class {
            *self.spec.header_mut(id).ok_or_else(gone)?.class_mut() = name;
        }
        Ok(())
    }

    /// File, line and column where an element was written, and the scope of compiler settings that rules it.
    fn origin(&self, place: &SpecPlace) -> PyResult<(String, u32, u32, usize)> {
        let at = self.header(place)?.origin();
        Ok((at.file.to_string(), at.line, at.column, at.scope))
    }

    /// The world.
    fn world(&self) -> SpecPlace {
        element(self.spec.world())
    }

    /// All elements of a kind, in the order of the compiled model.
    fn list(&self, kind: i32) -> PyResult<Vec<SpecPlace>> {
        let ids = self.spec.any_ids(object_type(kind)?);
        Ok(ids.into_iter().map(element).collect())
    }

    /// The element of a kind that goes by a name.
    fn find(&self, kind: i32, name: &str) -> PyResult<Option<SpecPlace>> {
        Ok(self.spec.find_any(object_type(kind)?, name).map(element))
    }

    /// What belongs to a body, in document order.
    fn children(&self, body: &SpecPlace) -> PyResult<Vec<SpecPlace>> {
        let AnyId::Body(id) = body.element()? else {
            return Ok(Vec::new());
        };
        Ok(self
            .spec
            .children(id)
            .iter()
            .copied()
            .map(element)
            .collect())
    }

    /// A body and everything below it.
    fn walk(&self, body: &SpecPlace) -> PyResult<Vec<SpecPlace>> {
        let AnyId::Body(id) = body.element()? else {
            return Ok(Vec::new());
        };
        Ok(self.spec.walk(id).map(element).collect())
    }

    /// The body that an element belongs to.
    fn body_of(&self, place: &SpecPlace) -> PyResult<Option<SpecPlace>> {
        Ok(self.spec.body_of(place.element()?).map(element))
    }

    /// The frame that an element is in.
    fn frame_of(&self, place: &SpecPlace) -> PyResult<Option<SpecPlace>> {
        Ok(self.spec.frame_of(place.element()?).map(element))
    }

    /// Where an element was in the model that was compiled last; none if it was not there.
    fn index_of(&self, place: &SpecPlace) -> PyResult<Option<usize>> {
        Ok(self.index.get(&place.element()?).copied())
    }
}
