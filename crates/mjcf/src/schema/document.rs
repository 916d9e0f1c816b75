//! The document as a whole, and default classes.

use ligament_spec::Class;

use super::actuator::{
    ACTUATOR, ADHESION_P, CYLINDER_P, DAMPER_P, DCMOTOR_P, GENERAL_P, INTVELOCITY_P, MOTOR_P,
    MUSCLE_P, ORIENTATION_P, PID_P, POSITION_P, VELOCITY_P,
};
use super::asset::{ASSET, LAYER, MATERIAL_ROWS, MESH_ROWS, TEXTURE_ROWS};
use super::body::{
    CAMERA, CAMERA_ROWS, GEOM, GEOM_ROWS, JOINT_ROWS, LIGHT, LIGHT_ROWS, SITE, SITE_ROWS, WORLDBODY,
};
use super::codec::Text;
use super::custom::{CUSTOM, KEYFRAME};
use super::flex::{DEFORMABLE, EXTENSION};
use super::relation::{
    CONTACT, EQUALITY, EQUALITY_ROWS, PAIR_ROWS, TENDON_LOOK_ROWS, TENDON_ROWS, TENDON_SECTION,
};
use super::sensor::SENSOR;
use super::settings::{COMPILER, OPTION, SIZE, STATISTIC};
use super::visual::VISUAL;
use super::{Node, many, once, rows};

/// What the outermost element states.
#[derive(Clone, Debug, Default)]
pub struct Header {
    /// Name of the model.
    pub model: String,
}

rows! {
    /// Attributes of the document.
    pub static HEADER_ROWS: Header {
        "model" => model: Text, "Name of the model.";
    }
}

rows! {
    /// Attributes of default classes.
    pub static DEFAULT_ROWS: Class {
        "class" => name: Text, "Name of the class; the outermost may only be called main.";
    }
}

macro_rules! prototypes {
    ($($node:ident $tag:literal $doc:literal [$($table:ident),*] [$($rules:expr)?] [$($child:expr),*];)*) => {
        $(static $node: Node = Node {
            tag: $tag,
            doc: $doc,
            tables: &[$(&$table),*],
            children: &[$($child),*],
            prototype: true,
            rules: prototypes!(@ $($rules)?),
            ..Node::EMPTY
        };)*
    };
    (@) => { &[] };
    (@ $rules:expr) => { $rules };
}

prototypes! {
    MESH_P "mesh" "Prototype of meshes." [MESH_ROWS] [] [];
    TEXTURE_P "texture" "Prototype of textures." [TEXTURE_ROWS] [] [];
    MATERIAL_P "material" "Prototype of materials." [MATERIAL_ROWS] [] [many(&LAYER)];
    JOINT_P "joint" "Prototype of joints." [JOINT_ROWS] [] [];
    GEOM_P "geom" "Prototype of geoms." [GEOM_ROWS] [GEOM.rules] [];
    SITE_P "site" "Prototype of sites." [SITE_ROWS] [SITE.rules] [];
    CAMERA_P "camera" "Prototype of cameras." [CAMERA_ROWS] [CAMERA.rules] [];
    LIGHT_P "light" "Prototype of lights." [LIGHT_ROWS] [LIGHT.rules] [];
    PAIR_P "pair" "Prototype of contact pairs." [PAIR_ROWS] [] [];
    EQUALITY_P "equality" "Prototype of equality constraints." [EQUALITY_ROWS] [] [];
    TENDON_P "tendon" "Prototype of tendons." [TENDON_ROWS, TENDON_LOOK_ROWS] [] [];
}

/// Default classes.
pub static DEFAULT: Node = Node {
    tag: "default",
    doc: "A default class: prototypes from which elements start. Classes inside start as copies of the outer one.",
    tables: &[&DEFAULT_ROWS],
    children: &[
        many(&DEFAULT),
        once(&MESH_P),
        once(&TEXTURE_P),
        once(&MATERIAL_P),
        once(&JOINT_P),
        once(&GEOM_P),
        once(&SITE_P),
        once(&CAMERA_P),
        once(&LIGHT_P),
        once(&PAIR_P),
        once(&EQUALITY_P),
        once(&TENDON_P),
        once(&GENERAL_P),
        once(&MOTOR_P),
        once(&POSITION_P),
        once(&VELOCITY_P),
        once(&INTVELOCITY_P),
        once(&ORIENTATION_P),
        once(&PID_P),
        once(&DAMPER_P),
        once(&CYLINDER_P),
        once(&MUSCLE_P),
        once(&ADHESION_P),
        once(&DCMOTOR_P),
    ],
    ..Node::EMPTY
};

/// The document.
pub static MUJOCO: Node = Node {
    tag: "mujoco",
    doc: "A model.",
    tables: &[&HEADER_ROWS],
    children: &[
        many(&COMPILER),
        many(&OPTION),
        many(&SIZE),
        many(&VISUAL),
        many(&STATISTIC),
        many(&DEFAULT),
        many(&EXTENSION),
        many(&CUSTOM),
        many(&ASSET),
        many(&WORLDBODY),
        many(&DEFORMABLE),
        many(&CONTACT),
        many(&EQUALITY),
        many(&TENDON_SECTION),
        many(&ACTUATOR),
        many(&SENSOR),
        many(&KEYFRAME),
    ],
    ignored: &["body", "frame", "replicate"],
    ..Node::EMPTY
};

/// What a URDF document may state in the terms of this format.
pub static URDF_EXTENSION: Node = Node {
    tag: "mujoco",
    doc: "Settings of a URDF model.",
    children: &[once(&COMPILER), once(&OPTION), once(&SIZE)],
    ..Node::EMPTY
};
