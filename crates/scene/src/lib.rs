//! Abstract scenes: what there is to draw, and how the mouse moves cameras and bodies.
//!
//! A model, its data and visualisation options give a [`Scene`]: a list of geoms with their poses, colours and labels,
//! lights and two cameras. Nothing here knows of pixels; renderers take a scene and the assets of the model. Names, numbers
//! and meaning of all fields are those of MuJoCo's `mjv_*`.

#![forbid(unsafe_code)]

pub mod plain;
mod types;

pub use types::camera::{Camera, GlCamera};
pub use types::enums::{
    CameraType, Category, FrameType, LabelType, MouseAction, RenderFlag, Stereo, VisFlag,
};
pub use types::figure::{Figure, MAX_LINE, MAX_LINE_POINTS};
pub use types::geom::{Label, SceneGeom};
pub use types::light::Light;
pub use types::option::{GROUPS, VisOption};
pub use types::perturb::{PERT_ROTATE, PERT_TRANSLATE, Perturb};
pub use types::scene::{MAX_LIGHT, Scene, SceneFlexes, SceneSkins};
