//! Finding elements by name, and adding to what is found.

use crate::element::{
    Actuator, Body, Camera, Equality, Exclude, Frame, Geom, HeightField, Joint, Key, Light,
    Material, Mesh, Node, Numeric, Pair, Sensor, Site, Skin, Tendon, Text, Texture, Tuple,
};
use crate::tree::Spec;

macro_rules! find_in_tree {
    ($($(#[$meta:meta])* $find:ident, $find_mut:ident: $element:ident;)*) => {
        impl Spec {
            $(
                $(#[$meta])*
                pub fn $find(&self, name: &str) -> Option<&$element> {
                    fn search<'a>(nodes: &'a [Node], name: &str) -> Option<&'a $element> {
                        nodes.iter().find_map(|node| match node {
                            Node::$element(x) if x.name == name => Some(x),
                            Node::Body(Body { content, .. }) | Node::Frame(Frame { content, .. }) => search(content, name),
                            _ => None,
                        })
                    }
                    search(&self.world.content, name)
                }

                /// The same, to change.
                pub fn $find_mut(&mut self, name: &str) -> Option<&mut $element> {
                    fn search<'a>(nodes: &'a mut [Node], name: &str) -> Option<&'a mut $element> {
                        nodes.iter_mut().find_map(|node| {
                            if matches!(node, Node::$element(x) if x.name == name) {
                                if let Node::$element(x) = node { Some(x) } else { None }
                            } else if let Node::Body(Body { content, .. }) | Node::Frame(Frame { content, .. }) = node {
                                search(content, name)
                            } else {
                                None
                            }
                        })
                    }
                    search(&mut self.world.content, name)
                }
            )*
        }

        $(impl From<$element> for Node {
            fn from(element: $element) -> Self {
                Self::$element(element)
            }
        })*
    };
}

find_in_tree! {
    /// The body of this name below the world.
    body, body_mut: Body;
    /// The frame of this name.
    frame, frame_mut: Frame;
    /// The joint of this name.
    joint, joint_mut: Joint;
    /// The geom of this name.
    geom, geom_mut: Geom;
    /// The site of this name.
    site, site_mut: Site;
    /// The camera of this name.
    camera, camera_mut: Camera;
    /// The light of this name.
    light, light_mut: Light;
}

macro_rules! find_in_lists {
    ($($find:ident, $find_mut:ident: $list:ident, $element:ident, $what:literal;)*) => {
        impl Spec {
            $(
                #[doc = concat!("The ", $what, " of this name.")]
                pub fn $find(&self, name: &str) -> Option<&$element> {
                    self.$list.iter().find(|x| x.name == name)
                }

                /// The same, to change.
                pub fn $find_mut(&mut self, name: &str) -> Option<&mut $element> {
                    self.$list.iter_mut().find(|x| x.name == name)
                }
            )*
        }
    };
}

find_in_lists! {
    mesh, mesh_mut: meshes, Mesh, "mesh";
    hfield, hfield_mut: hfields, HeightField, "height field";
    texture, texture_mut: textures, Texture, "texture";
    material, material_mut: materials, Material, "material";
    skin, skin_mut: skins, Skin, "skin";
    pair, pair_mut: pairs, Pair, "contact pair";
    exclude, exclude_mut: excludes, Exclude, "contact exclusion";
    equality, equality_mut: equalities, Equality, "equality constraint";
    tendon, tendon_mut: tendons, Tendon, "tendon";
    actuator, actuator_mut: actuators, Actuator, "actuator";
    sensor, sensor_mut: sensors, Sensor, "sensor";
    numeric, numeric_mut: numerics, Numeric, "custom numeric field";
    text, text_mut: texts, Text, "custom text";
    tuple, tuple_mut: tuples, Tuple, "tuple";
    key, key_mut: keys, Key, "keyframe";
}

impl Body {
    /// Adds an element or frame and gives the body back, so that calls can be chained.
    pub fn with(mut self, node: impl Into<Node>) -> Self {
        self.content.push(node.into());
        self
    }
}

impl Frame {
    /// Adds an element or frame and gives the frame back, so that calls can be chained.
    pub fn with(mut self, node: impl Into<Node>) -> Self {
        self.content.push(node.into());
        self
    }
}
