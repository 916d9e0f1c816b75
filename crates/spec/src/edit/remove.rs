//! Removing elements, with everything that refers to them.

use ligament_model::enums::ObjectType;

use crate::element::Node;
use crate::tree::Spec;

use super::references::{Names, Refers, for_each_referring_list, names_in};

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
    /// Removes the element of a kind that goes by `name`, what it contains, and the elements outside the tree that
    /// refer to any of it. Returns false if there is none.
    pub fn remove(&mut self, kind: ObjectType, name: &str) -> bool {
        if name.is_empty() {
            return false;
        }
        let mut gone = Names::new();
        if let Some(node) = take_node(&mut self.world.content, kind, name) {
            gone = names_in(&mut [node]);
        } else {
            macro_rules! take {
                ($($list:ident: $kind:ident),*) => {$(
                    if kind == ObjectType::$kind {
                        let before = self.$list.len();
                        self.$list.retain(|x| x.name != name);
                        if self.$list.len() < before {
                            gone.insert((kind, name.to_owned()));
                        }
                    }
                )*};
            }
            take!(
                meshes: Mesh, hfields: HeightField, textures: Texture, materials: Material, skins: Skin, pairs: Pair,
                excludes: Exclude, equalities: Equality, tendons: Tendon, actuators: Actuator, sensors: Sensor,
                numerics: Numeric, texts: Text, tuples: Tuple, keys: Key
            );
        }
        let found = !gone.is_empty();
        self.remove_referring(&gone);
        found
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

/// Takes the first element of a kind and name out of the tree.
fn take_node(nodes: &mut Vec<Node>, kind: ObjectType, name: &str) -> Option<Node> {
    let is_it = |node: &Node| match node {
        Node::Body(x) => kind == ObjectType::Body && x.name == name,
        Node::Frame(x) => kind == ObjectType::Frame && x.name == name,
        Node::Joint(x) => kind == ObjectType::Joint && x.name == name,
        Node::Geom(x) => kind == ObjectType::Geom && x.name == name,
        Node::Site(x) => kind == ObjectType::Site && x.name == name,
        Node::Camera(x) => kind == ObjectType::Camera && x.name == name,
        Node::Light(x) => kind == ObjectType::Light && x.name == name,
    };
    if let Some(i) = nodes.iter().position(is_it) {
        return Some(nodes.remove(i));
    }
    nodes.iter_mut().find_map(|node| match node {
        Node::Body(body) => take_node(&mut body.content, kind, name),
        Node::Frame(frame) => take_node(&mut frame.content, kind, name),
        _ => None,
    })
}
