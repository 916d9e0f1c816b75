//! Abstract scenes: what there is to draw, and how the mouse moves cameras and bodies.
//!
//! A model, its data and visualisation options give a [`Scene`]: a list of geoms with their poses, colours and labels,
//! lights and two cameras. Nothing here knows of pixels; renderers take a scene and the assets of the model. Names, numbers
//! and meaning of all fields are those of MuJoCo's `mjv_*`.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod builder;
mod camera;
mod decor;
mod light;
mod material;
mod mouse;
pub mod plain;
mod room;
mod shape;
mod skin;
mod types;
mod update;

pub use camera::{
    CameraFrame, Frustum, average_camera, camera_frame, camera_frustum, default_free_camera,
    gl_camera, update_camera,
};
pub use light::make_lights;
pub use mouse::{
    Drag, Selection, apply_perturb_force, apply_perturb_pose, init_perturb, move_camera,
    move_model, move_perturb, select,
};
pub use room::{
    Head, align_to_camera, camera_in_model, camera_in_room, frustum_height, model_to_room,
    room_to_model,
};
pub use shape::SceneError;
pub use skin::update_skin;
pub use update::{View, add_geoms, update_scene};

pub use types::camera::{Camera, GlCamera};
pub use types::enums::{
    CameraType, Category, FrameType, LabelType, MouseAction, RenderFlag, Stereo, VisFlag,
};
pub use types::figure::{Figure, MAX_LINE, MAX_LINE_POINTS};
pub use types::geom::{Label, SceneGeom};
pub use types::light::Light;
pub use types::option::{GROUPS, VisOption};
pub use types::perturb::{PERT_ROTATE, PERT_TRANSLATE, Perturb};
pub use types::scene::{MAX_LIGHT, Scene, SceneFlexes, SceneHead, SceneSkins};
