//! Names and the references between elements: which names an element mentions, and how to change them.

use std::collections::HashSet;

use ligament_model::enums::ObjectType;

use crate::element::{
    Actuator, Camera, Equality, Exclude, Geom, HeightField, Joint, Light, Material, Mesh, Node,
    Pair, PathItem, Sensor, Site, Skin, Tendon, Texture, Tuple,
};
use crate::origin::Origin;

/// What is put around every name of an attached or repeated part.
#[derive(Clone, Copy, Debug, Default)]
pub struct Affix<'a> {
    /// Put before.
    pub prefix: &'a str,
    /// Put after.
    pub suffix: &'a str,
}

impl Affix<'_> {
    /// The name with prefix and suffix.
    pub fn of(&self, name: &str) -> String {
        format!("{}{name}{}", self.prefix, self.suffix)
    }

    /// Puts prefix and suffix around a name, unless it is empty.
    pub fn apply(&self, name: &mut String) {
        if !name.is_empty() {
            *name = self.of(name);
        }
    }
}

/// An element that mentions others by name.
pub trait Refers {
    /// Calls `f` with the kind and the name of everything the element mentions; empty names are left out.
    fn references(&mut self, f: &mut dyn FnMut(ObjectType, &mut String));
}

/// Implements [`Refers`] for elements whose references are plain fields of one kind each.
macro_rules! refers {
    ($($element:ty { $($field:ident: $kind:ident),* })*) => {$(
        impl Refers for $element {
            fn references(&mut self, f: &mut dyn FnMut(ObjectType, &mut String)) {
                $(if !self.$field.is_empty() {
                    f(ObjectType::$kind, &mut self.$field);
                })*
                let _ = f;
            }
        }
    )*};
}

refers! {
    Joint {}
    Geom { material: Material, mesh: Mesh, hfield: HeightField }
    Site { material: Material, mesh: Mesh }
    Camera { target: Body }
    Light { target: Body, texture: Texture }
    Mesh { material: Material }
    HeightField {}
    Texture {}
    Pair { geom1: Geom, geom2: Geom }
    Exclude { body1: Body, body2: Body }
}

impl Refers for Material {
    fn references(&mut self, f: &mut dyn FnMut(ObjectType, &mut String)) {
        self.textures
            .iter_mut()
            .filter(|t| !t.is_empty())
            .for_each(|t| f(ObjectType::Texture, t));
    }
}

impl Refers for Skin {
    fn references(&mut self, f: &mut dyn FnMut(ObjectType, &mut String)) {
        if !self.material.is_empty() {
            f(ObjectType::Material, &mut self.material);
        }
        self.bones
            .iter_mut()
            .for_each(|bone| f(ObjectType::Body, &mut bone.body));
    }
}

impl Refers for Equality {
    fn references(&mut self, f: &mut dyn FnMut(ObjectType, &mut String)) {
        for name in [&mut self.name1, &mut self.name2] {
            if !name.is_empty() {
                f(self.objtype, name);
            }
        }
    }
}

impl Refers for Tendon {
    fn references(&mut self, f: &mut dyn FnMut(ObjectType, &mut String)) {
        for item in &mut self.path {
            match item {
                PathItem::Joint(joint, _) => f(ObjectType::Joint, joint),
                PathItem::Site(site) => f(ObjectType::Site, site),
                PathItem::Geom(geom, side) => {
                    f(ObjectType::Geom, geom);
                    if !side.is_empty() {
                        f(ObjectType::Site, side);
                    }
                }
                PathItem::Pulley(_) => {}
            }
        }
        if !self.material.is_empty() {
            f(ObjectType::Material, &mut self.material);
        }
    }
}

impl Refers for Actuator {
    fn references(&mut self, f: &mut dyn FnMut(ObjectType, &mut String)) {
        let target = self.target_kind();
        let site = ObjectType::Site;
        for (kind, name) in [
            (target, &mut self.target),
            (site, &mut self.refsite),
            (site, &mut self.slidersite),
        ] {
            if !name.is_empty() {
                f(kind, name);
            }
        }
    }
}

impl Refers for Sensor {
    fn references(&mut self, f: &mut dyn FnMut(ObjectType, &mut String)) {
        for (kind, name) in [
            (self.objtype, &mut self.objname),
            (self.reftype, &mut self.refname),
        ] {
            if !name.is_empty() {
                f(
                    if kind == ObjectType::XBody {
                        ObjectType::Body
                    } else {
                        kind
                    },
                    name,
                );
            }
        }
    }
}

impl Refers for Tuple {
    fn references(&mut self, f: &mut dyn FnMut(ObjectType, &mut String)) {
        let custom = [
            ObjectType::Numeric,
            ObjectType::Text,
            ObjectType::Tuple,
            ObjectType::Key,
        ];
        for item in self
            .items
            .iter_mut()
            .filter(|item| !custom.contains(&item.objtype))
        {
            f(item.objtype, &mut item.objname);
        }
    }
}

/// The kinds and names of elements, to answer what exists.
pub(super) type Names = HashSet<(ObjectType, String)>;

/// What editing needs of one element of the tree.
pub(super) struct Item<'a> {
    pub kind: ObjectType,
    pub name: &'a mut String,
    pub class: &'a mut String,
    pub childclass: Option<&'a mut String>,
    pub at: &'a mut Origin,
}

macro_rules! item {
    ($kind:ident, $element:ident) => {
        Item {
            kind: ObjectType::$kind,
            name: &mut $element.name,
            class: &mut $element.class,
            childclass: None,
            at: &mut $element.at,
        }
    };
}

/// Calls `f` with every element in `nodes`, at any depth, parents first.
pub(super) fn walk(nodes: &mut [Node], f: &mut dyn FnMut(Item<'_>)) {
    for node in nodes {
        match node {
            Node::Body(body) => {
                f(Item {
                    childclass: Some(&mut body.childclass),
                    ..item!(Body, body)
                });
                walk(&mut body.content, f);
            }
            Node::Frame(frame) => {
                f(Item {
                    childclass: Some(&mut frame.childclass),
                    ..item!(Frame, frame)
                });
                walk(&mut frame.content, f);
            }
            Node::Joint(joint) => f(item!(Joint, joint)),
            Node::Geom(geom) => f(item!(Geom, geom)),
            Node::Site(site) => f(item!(Site, site)),
            Node::Camera(camera) => f(item!(Camera, camera)),
            Node::Light(light) => f(item!(Light, light)),
        }
    }
}

/// Calls `f` with every name that elements in `nodes` mention, at any depth.
pub(super) fn walk_references(nodes: &mut [Node], f: &mut dyn FnMut(ObjectType, &mut String)) {
    for node in nodes {
        match node {
            Node::Body(body) => walk_references(&mut body.content, f),
            Node::Frame(frame) => walk_references(&mut frame.content, f),
            Node::Joint(joint) => joint.references(f),
            Node::Geom(geom) => geom.references(f),
            Node::Site(site) => site.references(f),
            Node::Camera(camera) => camera.references(f),
            Node::Light(light) => light.references(f),
        }
    }
}

/// The names of all elements in `nodes`.
pub(super) fn names_in(nodes: &mut [Node]) -> Names {
    let mut names = Names::new();
    walk(nodes, &mut |item| {
        if !item.name.is_empty() {
            names.insert((item.kind, item.name.clone()));
        }
    });
    names
}

/// The lists of elements that live outside the tree and mention elements of it, in the order in which they may mention
/// each other.
macro_rules! for_each_referring_list {
    ($apply:ident) => {
        $apply!(pairs: Pair);
        $apply!(excludes: Exclude);
        $apply!(tendons: Tendon);
        $apply!(equalities: Equality);
        $apply!(actuators: Actuator);
        $apply!(sensors: Sensor);
        $apply!(tuples: Tuple);
    };
}
pub(super) use for_each_referring_list;
