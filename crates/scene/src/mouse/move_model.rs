//! Moving the model in the room.

use std::f64::consts::PI;

use ligament_math::{Quat, Vec3, func};
use ligament_model::Model;

use super::Drag;
use crate::room::camera_in_room;
use crate::shape::{SceneError, double, single};
use crate::{MouseAction, Scene};

/// Smallest and largest scale of the model.
const SCALES: [f64; 2] = [0.01, 100.0];

/// Moves, turns or scales the model in the room (`mjv_moveModel`); `up` is the vertical of the room, a unit vector. Nothing happens while
/// the model is not transformed.
pub fn move_model(m: &Model, drag: Drag, up: Vec3, scene: &mut Scene) -> Result<(), SceneError> {
    if scene.enabletransform == 0 {
        return Ok(());
    }
    let v = drag.vector(false)?;
    if drag.action == MouseAction::Zoom as i32 {
        let scale = f64::from(scene.scale);
        let scale = scale + func::ln(1.0 + scale / 3.0) * drag.dy * 3.0;
        scene.scale = scale.clamp(SCALES[0], SCALES[1]) as f32;
        return Ok(());
    }
    let head = camera_in_room(scene)?;
    let (forward, _) = (head.forward - up * up.dot(head.forward)).normalize_or_x();
    let (right, _) = head.forward.cross(up).normalize_or_x();
    let v = right * v[0] + forward * v[1] + up * v[2];
    let rotates =
        drag.action == MouseAction::RotateV as i32 || drag.action == MouseAction::RotateH as i32;
    if rotates {
        let (axis, angle) = v.normalize_or_x();
        let turn = Quat::from_axis_angle(axis, angle * PI);
        let rotate = turn.mul(Quat(scene.rotate.map(f64::from))).normalized();
        scene.rotate = rotate.0.map(|x| x as f32);
    } else {
        scene.translate = single(double(scene.translate) + v * m.stat.extent);
    }
    Ok(())
}
