//! What is drawn, one file per kind of thing.

pub(crate) mod actuator;
mod arc;
pub(crate) mod body_label;
pub(crate) mod bvh;
pub(crate) mod camera;
mod catenary;
pub(crate) mod com;
pub(crate) mod connect;
pub(crate) mod constraint;
pub(crate) mod contact;
pub(crate) mod force;
pub(crate) mod frame;
pub(crate) mod geom;
pub(crate) mod inertia;
pub(crate) mod joint;
pub(crate) mod light;
pub(crate) mod perturb;
pub(crate) mod rangefinder;
pub(crate) mod site;
pub(crate) mod skin;
pub(crate) mod slidercrank;
pub(crate) mod tendon;
