//! The types of a scene, one file per subject.

pub(crate) mod camera;
pub(crate) mod enums;
pub(crate) mod figure;
pub(crate) mod geom;
pub(crate) mod light;
pub(crate) mod option;
pub(crate) mod perturb;
pub(crate) mod scene;
