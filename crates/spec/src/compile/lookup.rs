//! Finding objects by kind and name.

use std::collections::HashMap;

use ligament_model::enums::{Keyword, ObjectType};

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

/// The candidate closest in spelling, if one is close.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = 1 + word.chars().count() / 3;
    candidates
        .into_iter()
        .filter(|c| !c.is_empty())
        .map(|c| (edit_distance(word, c, limit), c))
        .filter(|(d, _)| *d <= limit)
        .min_by_key(|(d, _)| *d)
        .map(|(_, c)| c)
}

/// Levenshtein distance, or something above `limit` if it is larger.
fn edit_distance(a: &str, b: &str, limit: usize) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > limit || a.len().max(b.len()) > 256 {
        return limit + 1;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_name_is_suggested() {
        assert_eq!(nearest("tosro", ["head", "torso"]), Some("torso"));
        assert_eq!(nearest("wheel", ["head", "torso"]), None);
    }

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
