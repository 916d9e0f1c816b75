//! Two spaces: that of the model, and the room in which the model is placed, turned and scaled.

use ligament_math::{MINVAL, Quat, Vec3};

use crate::Scene;
use crate::camera::average_camera;
use crate::shape::{SceneError, double};

/// How far things move with the mouse in views without perspective, per height of the view and distance.
pub(crate) const FLAT_HEIGHT: f64 = 0.15;

/// A head: position, direction of view and direction up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Head {
    /// Position.
    pub pos: Vec3,
    /// Direction of view.
    pub forward: Vec3,
    /// Direction up.
    pub up: Vec3,
}

/// The transformation from the model to the room.
struct Placement {
    pos: Vec3,
    turn: Quat,
    scale: f64,
}

fn placement(scene: &Scene) -> Result<Placement, SceneError> {
    let scale = f64::from(scene.scale);
    if scale.is_nan() || scale < MINVAL {
        return Err(SceneError::Scale);
    }
    Ok(Placement {
        pos: double(scene.translate),
        turn: Quat(scene.rotate.map(f64::from)).normalized(),
        scale,
    })
}

/// A pose in the room, seen from the model (`mjv_room2model`).
pub fn room_to_model(scene: &Scene, pos: Vec3, quat: Quat) -> Result<(Vec3, Quat), SceneError> {
    if scene.enabletransform == 0 {
        return Ok((pos, quat));
    }
    let place = placement(scene)?;
    let back = place.turn.conj();
    Ok((
        back.rotate(pos - place.pos) * (1.0 / place.scale),
        back.mul(quat).normalized(),
    ))
}

/// A pose in the model, seen from the room (`mjv_model2room`).
pub fn model_to_room(scene: &Scene, pos: Vec3, quat: Quat) -> Result<(Vec3, Quat), SceneError> {
    if scene.enabletransform == 0 {
        return Ok((pos, quat));
    }
    let place = placement(scene)?;
    Ok((
        place.turn.rotate(pos) * place.scale + place.pos,
        place.turn.mul(quat).normalized(),
    ))
}

/// The middle of both cameras, in the room (`mjv_cameraInRoom`).
pub fn camera_in_room(scene: &Scene) -> Result<Head, SceneError> {
    let [left, right] = &scene.camera;
    if [left, right]
        .iter()
        .any(|eye| f64::from(eye.frustum_near).is_nan() || f64::from(eye.frustum_near) < MINVAL)
    {
        return Err(SceneError::Frustum);
    }
    let mean = |a: [f32; 3], b: [f32; 3]| (double(a) + double(b)) * 0.5;
    Ok(Head {
        pos: mean(left.pos, right.pos),
        forward: mean(left.forward, right.forward).normalize_or_x().0,
        up: mean(left.up, right.up).normalize_or_x().0,
    })
}

/// The middle of both cameras, in the model (`mjv_cameraInModel`).
pub fn camera_in_model(scene: &Scene) -> Result<Head, SceneError> {
    let head = camera_in_room(scene)?;
    if scene.enabletransform == 0 {
        return Ok(head);
    }
    let (pos, back) = room_to_model(scene, head.pos, Quat::IDENTITY)?;
    Ok(Head {
        pos,
        forward: back.rotate(head.forward).normalize_or_x().0,
        up: back.rotate(head.up).normalize_or_x().0,
    })
}

/// Height of what is seen at unit distance (`mjv_frustumHeight`); at any distance without perspective.
pub fn frustum_height(scene: &Scene) -> Result<f64, SceneError> {
    camera_in_room(scene)?;
    let [left, right] = &scene.camera;
    let eye = average_camera(left, right);
    let height = f64::from(eye.frustum_top) - f64::from(eye.frustum_bottom);
    let flat = eye.orthographic != 0;
    Ok(if flat {
        height
    } else {
        height / f64::from(eye.frustum_near)
    })
}

/// Turns a vector in the horizontal plane so that its second axis looks the way `forward` does (`mjv_alignToCamera`).
pub fn align_to_camera(v: Vec3, forward: Vec3) -> Vec3 {
    let (flat, _) = Vec3::new(forward[0], forward[1], 0.0).normalize_or_x();
    let [x, y, z] = v.0;
    Vec3::new(x * flat[1] + y * flat[0], y * flat[1] - x * flat[0], z)
}
