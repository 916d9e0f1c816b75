//! Edits: adding, deleting, moving, attaching; default classes.

use ligament::model::enums::ObjectType;
use ligament::spec::edit::{Affix, Part};
use ligament::spec::element::{Body, Camera, Frame, Geom, Joint, Light, Site};
use ligament::spec::{AnyId, Class, Id, Problem};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::place::{SpecPlace, Where, gone, hold, object_type};
use super::{NativeSpec, element};

/// The error for an edit that cannot be made.
fn refused(problem: Problem) -> PyErr {
    PyValueError::new_err(format!("Error: {}", problem.message))
}

/// An attached part and, for each of its elements, where it was and where it is.
type AttachedPlaces = (SpecPlace, Vec<(SpecPlace, SpecPlace)>);

impl NativeSpec {
    /// Adds an empty element to the tree.
    fn add_empty(&mut self, inside: &SpecPlace, kind: ObjectType) -> PyResult<AnyId> {
        let inside = inside.inside()?;
        macro_rules! add {
            ($($kind:ident),*) => {
                match kind {
                    $(ObjectType::$kind => {
                        let added = self.spec.add(inside, $kind::default());
                        added.map(AnyId::$kind).map_err(refused)
                    })*
                    _ => Err(PyValueError::new_err("this kind of element is not in the tree")),
                }
            };
        }
        add!(Body, Frame, Joint, Geom, Site, Camera, Light)
    }
}

#[pymethods]
impl NativeSpec {
    /// Adds an element that starts from a default class: into a body or frame, or outside the tree.
    #[pyo3(signature = (kind, inside = None, class = None))]
    fn add(
        &mut self,
        kind: i32,
        inside: Option<&SpecPlace>,
        class: Option<&SpecPlace>,
    ) -> PyResult<SpecPlace> {
        let kind = object_type(kind)?;
        let id = match inside {
            Some(inside) => self.add_empty(inside, kind)?,
            None => {
                let class = class.map(SpecPlace::class).transpose()?;
                let class = class.filter(|class| *class != self.spec.main_class());
                let id = self.spec.push_any(kind, class);
                id.ok_or_else(|| PyValueError::new_err("this kind of element is in the tree"))?
            }
        };
        if let (Some(class), true) = (class, inside.is_some()) {
            self.set_class(&element(id), class)?;
        }
        hold(&mut self.spec, id);
        Ok(element(id))
    }

    /// Deletes an element or default class with what it contains. What refers to the contents of a body or frame goes too;
    /// what refers to a joint, geom, site, camera or light stays, as in MuJoCo.
    fn delete(&mut self, place: &SpecPlace) -> PyResult<()> {
        use AnyId::{Camera, Geom, Joint, Light, Site};
        match place.0 {
            Where::Class(id) => self.spec.delete_class(id).map_err(refused),
            Where::Element(id @ (Joint(_) | Geom(_) | Site(_) | Camera(_) | Light(_))) => {
                self.spec.take_node(id).map(|_| ()).ok_or_else(gone)
            }
            _ => self.spec.delete(place.element()?).map_err(refused),
        }
    }

    /// Moves an element into a body or frame.
    fn move_to(&mut self, place: &SpecPlace, inside: &SpecPlace) -> PyResult<()> {
        let moved = self.spec.move_to(place.element()?, inside.inside()?);
        moved.map_err(refused)
    }

    /// Puts an element into a frame of its body, or into none.
    #[pyo3(signature = (place, frame = None))]
    fn set_frame(&mut self, place: &SpecPlace, frame: Option<&SpecPlace>) -> PyResult<()> {
        let frame = match frame.map(SpecPlace::element).transpose()? {
            None => None,
            Some(AnyId::Frame(id)) => Some(id),
            Some(_) => return Err(PyValueError::new_err("expected a frame")),
        };
        self.spec
            .set_frame(place.element()?, frame)
            .map_err(refused)
    }

    /// Attaches a copy of a body or frame of another model, or of all that is in its world.
    #[pyo3(signature = (inside, child, part, prefix, suffix))]
    fn attach(
        &mut self,
        inside: &SpecPlace,
        child: &Self,
        part: Option<&SpecPlace>,
        prefix: &str,
        suffix: &str,
    ) -> PyResult<AttachedPlaces> {
        let (inside, part) = (inside.inside()?, part_of(part)?);
        let affix = Affix { prefix, suffix };
        let attached = self.spec.attach(inside, &child.spec, part, affix);
        Ok(places(attached.map_err(refused)?))
    }

    /// Attaches a copy of a body or frame of this model.
    fn attach_own(
        &mut self,
        inside: &SpecPlace,
        part: &SpecPlace,
        prefix: &str,
        suffix: &str,
    ) -> PyResult<AttachedPlaces> {
        let (inside, part) = (inside.inside()?, part_of(Some(part))?);
        let affix = Affix { prefix, suffix };
        let attached = self.spec.attach_own(inside, part, affix);
        Ok(places(attached.map_err(refused)?))
    }

    /// Changes the name of a default class.
    fn set_class_name(&mut self, class: &SpecPlace, name: String) -> PyResult<()> {
        let mut class = self.spec.edit_class(class.class()?).ok_or_else(gone)?;
        class.name = name;
        Ok(())
    }

    /// The outermost default class.
    fn main_class(&self) -> SpecPlace {
        SpecPlace(Where::Class(self.spec.main_class()))
    }

    /// The default class of this name.
    fn find_class(&self, name: &str) -> Option<SpecPlace> {
        let found = self.spec.find_class(name)?;
        Some(SpecPlace(Where::Class(found)))
    }

    /// Adds a default class; none if there is one of that name.
    #[pyo3(signature = (name, parent = None))]
    fn add_class(&mut self, name: &str, parent: Option<&SpecPlace>) -> PyResult<Option<SpecPlace>> {
        let parent: Option<Id<Class>> = parent.map(SpecPlace::class).transpose()?;
        let added = self.spec.add_class(name, parent);
        Ok(added.map(|id| SpecPlace(Where::Class(id))))
    }
}

fn part_of(part: Option<&SpecPlace>) -> PyResult<Part> {
    match part.map(SpecPlace::element).transpose()? {
        None => Ok(Part::World),
        Some(AnyId::Body(id)) => Ok(Part::Body(id)),
        Some(AnyId::Frame(id)) => Ok(Part::Frame(id)),
        Some(_) => Err(PyValueError::new_err("only bodies and frames are attached")),
    }
}

fn places(attached: ligament::spec::edit::Attached) -> AttachedPlaces {
    let pairs = attached.renumbered.into_iter();
    let pairs = pairs.map(|(before, after)| (element(before), element(after)));
    (element(attached.id), pairs.collect())
}
