//! Poses of cameras and lights in all tracking modes.

use ligament_math::{Mat3, Vec3};
use ligament_model::Model;
use ligament_model::enums::{CamLightMode, EnableFlags};

use super::kinematics::to_global;
use crate::awake::Awake;
use crate::data::Pose;

/// Poses of cameras and lights.
///
/// Reads body poses and `subtree_com`. Writes `cam_xpos`, `cam_xmat`, `light_xpos`, `light_xdir`. With the flag `sleep`,
/// those on bodies that never move are left alone, even if they track what moves.
pub fn camlight(m: &Model, awake: Awake<'_>, pose: &mut Pose) {
    let everything = !m.opt.enables(EnableFlags::SLEEP);
    let awake = |body: usize| everything || awake.body_state.get(body).is_none_or(|&s| s > 0);
    let moves = |body: usize, target: i32| awake(body) || usize::try_from(target).is_ok_and(&awake);
    for i in 0..m.size.ncam {
        if !moves(m.cam.bodyid[i].index(), m.cam.targetbodyid[i].0) {
            continue;
        }
        let (fixed_pos, fixed_mat) = fixed_camera(m, pose, i);
        let body = m.cam.bodyid[i].index();
        let mode = m.cam.mode[i].get().unwrap_or(CamLightMode::Fixed);
        (pose.cam_xpos[i], pose.cam_xmat[i]) = match mode {
            CamLightMode::Fixed => (fixed_pos, fixed_mat),
            CamLightMode::Track => (pose.xpos[body] + m.cam.pos0[i], Mat3(m.cam.mat0[i])),
            CamLightMode::Trackcom => (
                pose.subtree_com[body] + m.cam.poscom0[i],
                Mat3(m.cam.mat0[i]),
            ),
            CamLightMode::Targetbody | CamLightMode::Targetbodycom => {
                let target = m.cam.targetbodyid[i].0;
                match target_point(pose, mode, target) {
                    Some(at) => (fixed_pos, look_at(fixed_pos, at)),
                    None => (fixed_pos, fixed_mat),
                }
            }
        };
    }
    for i in 0..m.size.nlight {
        if !moves(m.light.bodyid[i].index(), m.light.targetbodyid[i].0) {
            continue;
        }
        let (fixed_pos, fixed_dir) = fixed_light(m, pose, i);
        let body = m.light.bodyid[i].index();
        let mode = m.light.mode[i].get().unwrap_or(CamLightMode::Fixed);
        let (pos, dir) = match mode {
            CamLightMode::Fixed => (fixed_pos, fixed_dir),
            CamLightMode::Track => (pose.xpos[body] + m.light.pos0[i], m.light.dir0[i]),
            CamLightMode::Trackcom => {
                (pose.subtree_com[body] + m.light.poscom0[i], m.light.dir0[i])
            }
            CamLightMode::Targetbody | CamLightMode::Targetbodycom => {
                let at = target_point(pose, mode, m.light.targetbodyid[i].0);
                (fixed_pos, at.map_or(fixed_dir, |at| at - fixed_pos))
            }
        };
        (pose.light_xpos[i], pose.light_xdir[i]) = (pos, dir.normalize_or_x().0);
    }
}

/// Pose of a camera fixed to its body, whatever its mode.
pub fn fixed_camera(m: &Model, pose: &Pose, camera: usize) -> (Vec3, Mat3) {
    let body = m.cam.bodyid[camera].index();
    let quat = pose.xquat[body].mul(m.cam.quat[camera]);
    (to_global(pose, body, m.cam.pos[camera]), quat.to_mat3())
}

/// Position and direction of a light fixed to its body, whatever its mode.
pub fn fixed_light(m: &Model, pose: &Pose, light: usize) -> (Vec3, Vec3) {
    let body = m.light.bodyid[light].index();
    let dir = pose.xquat[body].rotate(m.light.dir[light]);
    (
        to_global(pose, body, m.light.pos[light]),
        dir.normalize_or_x().0,
    )
}

/// The point a targeting camera or light looks at; none without a target.
fn target_point(pose: &Pose, mode: CamLightMode, target: i32) -> Option<Vec3> {
    let target = usize::try_from(target).ok()?;
    match mode {
        CamLightMode::Targetbodycom => pose.subtree_com.get(target).copied(),
        _ => pose.xpos.get(target).copied(),
    }
}

/// The orientation of a camera that looks from one point to another along its -z axis, upright with respect to world z.
fn look_at(from: Vec3, to: Vec3) -> Mat3 {
    let (z, _) = (from - to).normalize_or_x();
    let (x, _) = Vec3::Z.cross(z).normalize_or_x();
    let (y, _) = z.cross(x).normalize_or_x();
    Mat3::from_cols(x, y, z)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_targeting_camera_faces_its_target_upright() {
        let (from, to) = (Vec3([1.0, -2.0, 3.0]), Vec3([0.5, 0.25, -0.5]));
        let mat = look_at(from, to);
        let (gaze, _) = (to - from).normalize_or_x();
        assert!((mat.col(2) + gaze).norm() < 1e-15);
        assert!(mat.col(0)[2].abs() < 1e-15 && mat.col(1)[2] > 0.0);
        assert!((mat.determinant() - 1.0).abs() < 1e-14);
    }

    #[test]
    fn straight_down_has_a_fixed_orientation() {
        let mat = look_at(Vec3([0.0, 0.0, 2.0]), Vec3::ZERO);
        assert_eq!(mat, Mat3::IDENTITY);
    }
}
