//! Default classes: prototypes from which elements start.

use crate::element::{
    Actuator, Camera, Equality, Geom, Joint, Light, Material, Mesh, Pair, Site, Tendon, Texture,
};

/// A default class: one prototype of every kind of element. A nested class starts as a copy of its parent.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Class {
    /// Name; the outermost class is `main`.
    pub name: String,
    /// Position of the parent in [`Spec::classes`](crate::Spec::classes); none for the outermost.
    pub parent: Option<usize>,
    /// Prototype of joints.
    pub joint: Joint,
    /// Prototype of geoms.
    pub geom: Geom,
    /// Prototype of sites.
    pub site: Site,
    /// Prototype of cameras.
    pub camera: Camera,
    /// Prototype of lights.
    pub light: Light,
    /// Prototype of meshes.
    pub mesh: Mesh,
    /// Prototype of textures.
    pub texture: Texture,
    /// Prototype of materials.
    pub material: Material,
    /// Prototype of contact pairs.
    pub pair: Pair,
    /// Prototype of equality constraints.
    pub equality: Equality,
    /// Prototype of tendons.
    pub tendon: Tendon,
    /// Prototype of actuators.
    pub actuator: Actuator,
}
