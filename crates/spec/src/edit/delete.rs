//! Deleting elements, with everything that refers to them.

use std::collections::HashSet;

use ligament_model::enums::ObjectType;

use crate::arena::Id;
use crate::class::Class;
use crate::element::Node;
use crate::problem::Problem;
use crate::spec::{AnyId, Spec};

use super::references::{Names, Refers, for_each_referring_list};

/// True for the kinds that a part of a tree brings along; false for assets and custom fields.
pub(super) fn is_in_tree_or_list(kind: ObjectType) -> bool {
    use ObjectType as O;
    matches!(
        kind,
        O::Body
            | O::XBody
            | O::Joint
            | O::Geom
            | O::Site
            | O::Camera
            | O::Light
            | O::Frame
            | O::Tendon
            | O::Actuator
            | O::Sensor
            | O::Equality
            | O::Pair
            | O::Exclude
    )
}

impl Spec {
    /// Deletes an element, what it contains, and the elements outside the tree that refer to any of it by name. The world cannot be
    /// deleted; what is gone already is an error.
    pub fn delete(&mut self, id: impl Into<AnyId>) -> Result<(), Problem> {
        let id = id.into();
        if id == AnyId::Body(self.world) {
            return Err(Problem::model("the world cannot be deleted"));
        }
        let gone = match self.header(id) {
            Some(_) => self.take_out(id),
            None => return Err(Problem::model("the element to delete is gone already")),
        };
        self.remove_referring(&gone);
        Ok(())
    }

    /// Takes a part out of the tree; what refers to it stays. None if it is gone or not in the tree.
    pub fn take_node(&mut self, id: AnyId) -> Option<Node> {
        let node = self.node(id).filter(|_| id != AnyId::Body(self.world))?;
        self.take_out(id);
        Some(node)
    }

    /// Removes an element and what it contains; returns their names.
    fn take_out(&mut self, id: AnyId) -> Names {
        let mut all = Vec::new();
        match id {
            AnyId::Body(body) => all.extend(self.walk(body)),
            AnyId::Frame(frame) => {
                all.push(id);
                for inner in self.inside_frame(frame) {
                    match inner {
                        AnyId::Body(body) => all.extend(self.walk(body)),
                        other => all.push(other),
                    }
                }
            }
            other => all.push(other),
        }
        if let Some(body) = self.body_of(id)
            && let Some(children) = self.children.get_mut(body.handle().slot())
        {
            let gone: HashSet<AnyId> = all.iter().copied().collect();
            children.retain(|child| !gone.contains(child));
        }
        let mut names = Names::new();
        for id in all {
            let name = self.header(id).map_or("", |h| h.name()).to_owned();
            if !name.is_empty() {
                names.insert((id.kind(), name));
            }
            if let AnyId::Body(body) = id {
                self.children[body.handle().slot()].clear();
            }
            self.forget(id);
        }
        names
    }

    /// Deletes a default class with the classes inside. Elements that name it follow the class that rules their place.
    pub fn delete_class(&mut self, id: Id<Class>) -> Result<(), Problem> {
        if id == self.main || !self.classes.contains(id) {
            return Err(Problem::model("there is no such default class to delete"));
        }
        let mut gone = vec![id];
        let mut next = 0;
        while let Some(outer) = gone.get(next).copied() {
            gone.extend(self.class_children(outer).collect::<Vec<_>>());
            next += 1;
        }
        for id in gone {
            self.classes.remove(id);
        }
        self.revision += 1;
        Ok(())
    }

    /// Removes the elements outside the tree that refer to `gone`, and those that refer to them.
    pub(super) fn remove_referring(&mut self, gone: &Names) {
        let mut gone = gone.clone();
        macro_rules! remove {
            ($list:ident: $kind:ident) => {
                self.$list.retain_mut(|element| {
                    let mut hit = false;
                    element
                        .references(&mut |kind, name| hit |= gone.contains(&(kind, name.clone())));
                    if hit && !element.name.is_empty() {
                        gone.insert((ObjectType::$kind, element.name.clone()));
                    }
                    !hit
                });
            };
        }
        for_each_referring_list!(remove);
    }
}
