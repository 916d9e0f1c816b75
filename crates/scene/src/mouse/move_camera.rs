//! Moving the camera.

use ligament_math::{Vec3, func};
use ligament_model::Model;

use super::Drag;
use crate::camera::orbit;
use crate::room::{FLAT_HEIGHT, align_to_camera};
use crate::shape::SceneError;
use crate::{Camera, CameraType, MouseAction};

/// Half a turn per height of the picture.
const TURN: f64 = 180.0;
/// Steepest slope, in degrees.
const STEEPEST: f64 = 89.0;

/// Moves a camera with the mouse (`mjv_moveCamera`). A tracking camera keeps looking at its body, a fixed one stays.
pub fn move_camera(m: &Model, drag: Drag, camera: &mut Camera) -> Result<(), SceneError> {
    let kind = CameraType::from_number(camera.type_);
    if kind == Some(CameraType::Fixed) {
        return Ok(());
    }
    let Some(action) = MouseAction::from_number(drag.action).filter(|&a| a != MouseAction::None)
    else {
        return Err(SceneError::Mouse(drag.action));
    };
    let Drag { dx, dy, .. } = drag;
    match action {
        MouseAction::RotateV | MouseAction::RotateH => rotate(camera, dx, dy),
        MouseAction::Zoom => zoom(m, camera, dy),
        _ if kind == Some(CameraType::Tracking) => return Ok(()),
        _ if kind != Some(CameraType::Free) => return Err(SceneError::CameraType(camera.type_)),
        MouseAction::MoveV => shift(m, camera, Vec3::new(-dx, 0.0, dy)),
        MouseAction::MoveH => shift(m, camera, Vec3::new(-dx, dy, 0.0)),
        MouseAction::MoveVRel | MouseAction::MoveHRel => {
            let frame = orbit(camera);
            let along = if action == MouseAction::MoveVRel {
                frame.up
            } else {
                frame.forward
            };
            camera.lookat = (Vec3(camera.lookat) + frame.right * dx + along * dy).0;
        }
        MouseAction::TurnV => turn(camera, 0.0, dy),
        MouseAction::TurnH => turn(camera, dx, 0.0),
        MouseAction::None => {}
    }
    clamp(m, camera);
    Ok(())
}

fn rotate(camera: &mut Camera, dx: f64, dy: f64) {
    camera.azimuth -= dx * TURN;
    camera.elevation -= dy * TURN;
}

/// Towards the point or away from it, slower when near.
fn zoom(m: &Model, camera: &mut Camera, dy: f64) {
    let extent = m.stat.extent;
    camera.distance -= func::ln(1.0 + camera.distance / extent / 3.0) * dy * 9.0 * extent;
}

/// Moves the point looked at, so that it follows the mouse.
fn shift(m: &Model, camera: &mut Camera, v: Vec3) {
    let fovy = f64::from(m.vis.global.fovy);
    let height = if camera.orthographic != 0 {
        FLAT_HEIGHT * fovy
    } else {
        2.0 * func::tan((0.5 * fovy).to_radians())
    };
    let frame = orbit(camera);
    let step = align_to_camera(v, frame.forward) * (height * camera.distance);
    camera.lookat = (Vec3(camera.lookat) + step).0;
}

/// Turns the camera where it stands.
fn turn(camera: &mut Camera, dx: f64, dy: f64) {
    let pos = orbit(camera).pos;
    rotate(camera, dx, dy);
    camera.elevation = camera.elevation.clamp(-STEEPEST, STEEPEST);
    camera.lookat = (pos + orbit(camera).forward * camera.distance).0;
}

fn clamp(m: &Model, camera: &mut Camera) {
    if camera.azimuth > 180.0 {
        camera.azimuth -= 360.0;
    }
    if camera.azimuth < -180.0 {
        camera.azimuth += 360.0;
    }
    camera.elevation = camera.elevation.clamp(-STEEPEST, STEEPEST);
    let extent = m.stat.extent;
    camera.distance = camera.distance.max(0.01 * extent).min(100.0 * extent);
}
