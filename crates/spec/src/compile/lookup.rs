//! Finding objects by kind and name.

use std::collections::HashMap;

use ligament_model::enums::{Keyword, ObjectType};
use ligament_model::spelling::nearest;

use crate::arena::Handle;
use crate::origin::Origin;
use crate::problem::Problem;
use crate::spec::AnyId;

/// The names of all objects of the model being compiled, in final order.
#[derive(Clone, Debug, Default)]
pub struct Lookup {
    maps: HashMap<ObjectType, HashMap<String, usize>>,
    names: HashMap<ObjectType, Vec<String>>,
    handles: HashMap<ObjectType, Vec<Handle>>,
}

/// Which element of a [`Spec`](crate::Spec) each object of the compiled model comes from.
#[derive(Clone, Debug, Default)]
pub struct Provenance(HashMap<ObjectType, Vec<Handle>>);

impl Provenance {
    /// The elements of a kind in the order of the compiled model. What no element stands for (a spare keyframe) has no handle.
    pub fn handles(&self, kind: ObjectType) -> &[Handle] {
        self.0.get(&kind).map_or(&[], Vec::as_slice)
    }

    /// The position of an element in the compiled model; none if the model does not have it.
    pub fn index(&self, id: impl Into<AnyId>) -> Option<usize> {
        let id = id.into();
        let mut handles = self.handles(id.kind()).iter();
        handles.position(|handle| *handle == id.handle())
    }
}

impl Lookup {
    /// Registers the objects of one kind, in order. A name that is used twice is an error.
    pub fn register<'a>(
        &mut self,
        kind: ObjectType,
        objects: impl IntoIterator<Item = (&'a str, &'a Origin)>,
    ) -> Result<(), Problem> {
        let map = self.maps.entry(kind).or_default();
        let names = self.names.entry(kind).or_default();
        let handles = self.handles.entry(kind).or_default();
        for (name, at) in objects {
            let index = names.len();
            names.push(name.to_owned());
            handles.push(at.id);
            if !name.is_empty() && map.insert(name.to_owned(), index).is_some() {
                let message = format!("the name '{name}' is used by two elements of this kind");
                return Err(Problem::error(at, kind.keyword(), name, message)
                    .help("names must be unique within a kind"));
            }
        }
        Ok(())
    }

    /// Which elements the objects come from.
    pub(super) fn into_provenance(self) -> Provenance {
        Provenance(self.handles)
    }

    /// All names of a kind, in order; empty strings for objects without one.
    pub fn names(&self, kind: ObjectType) -> &[String] {
        self.names.get(&kind).map_or(&[], Vec::as_slice)
    }

    /// The position of an object.
    pub fn get(&self, kind: ObjectType, name: &str) -> Option<usize> {
        let kind = if kind == ObjectType::XBody {
            ObjectType::Body
        } else {
            kind
        };
        self.maps.get(&kind)?.get(name).copied()
    }

    /// The position of an object that `element` refers to; an unknown name is an error that suggests the nearest one.
    pub fn find(
        &self,
        kind: ObjectType,
        name: &str,
        at: &Origin,
        element: &str,
        owner: &str,
    ) -> Result<usize, Problem> {
        self.get(kind, name).ok_or_else(|| {
            let message = format!("there is no {} named '{name}'", kind.keyword());
            let problem = Problem::error(at, element, owner, message);
            match nearest(name, self.names(kind).iter().map(String::as_str)) {
                Some(word) => problem.help(format!("did you mean '{word}'?")),
                None => problem,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeated_name_is_refused() {
        let at = Origin::default();
        let mut lookup = Lookup::default();
        assert!(
            lookup
                .register(ObjectType::Body, [("a", &at), ("", &at), ("", &at)])
                .is_ok()
        );
        assert_eq!(lookup.get(ObjectType::XBody, "a"), Some(0));
        assert!(lookup.register(ObjectType::Body, [("a", &at)]).is_err());
    }
}
