//! The mouse: moving cameras, the model in the room and what is pulled at; selecting.

mod move_camera;
mod move_model;
mod perturb;
mod select;

use ligament_math::Vec3;

use crate::MouseAction;
use crate::shape::SceneError;

pub use move_camera::move_camera;
pub use move_model::move_model;
pub use perturb::{apply_perturb_force, apply_perturb_pose, init_perturb, move_perturb};
pub use select::{Selection, select};

/// A motion of the mouse: what it does, and how far it went, in heights of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drag {
    /// The action, a number of [`MouseAction`].
    pub action: i32,
    /// To the right.
    pub dx: f64,
    /// Downwards.
    pub dy: f64,
}

impl Drag {
    /// The motion in space: right, forward, up, or the axis of a rotation. `relative` motions are along the axes of what is moved.
    fn vector(&self, relative: bool) -> Result<Vec3, SceneError> {
        let (dx, dy) = (self.dx, self.dy);
        Ok(match MouseAction::from_number(self.action) {
            Some(MouseAction::RotateV) => Vec3::new(dy, 0.0, dx),
            Some(MouseAction::RotateH) => Vec3::new(dy, dx, 0.0),
            Some(MouseAction::MoveVRel) if relative => Vec3::new(0.0, dx, dy),
            Some(MouseAction::MoveHRel) if relative => Vec3::new(dy, dx, 0.0),
            Some(MouseAction::MoveV | MouseAction::MoveVRel) => Vec3::new(dx, 0.0, -dy),
            Some(MouseAction::MoveH | MouseAction::MoveHRel) => Vec3::new(dx, -dy, 0.0),
            Some(MouseAction::Zoom) => Vec3::ZERO,
            _ => return Err(SceneError::Mouse(self.action)),
        })
    }
}
