//! Poses in `qpos0` that equality constraints, cameras and lights remember.

use ligament_model::Model;

use crate::constraint;
use crate::data::Pose;
use crate::stage::camlight::{fixed_camera, fixed_light};

/// What equality constraints keep of the poses.
pub(super) fn equality(m: &mut Model, pose: &Pose) {
    for eq in 0..m.size.neq {
        if let Some(settle) = constraint::equality_kind(m, eq).and_then(|kind| kind.settle) {
            settle(m, pose, eq);
        }
    }
}

/// Offsets from bodies and subtree centres of mass, and directions, of cameras and lights fixed to their bodies.
pub(super) fn cameras_and_lights(m: &mut Model, pose: &Pose) {
    for i in 0..m.size.ncam {
        let (pos, mat) = fixed_camera(m, pose, i);
        let body = m.cam.bodyid[i].index();
        let target = m.cam.targetbodyid[i].0;
        m.cam.pos0[i] = pos - pose.xpos[body];
        m.cam.poscom0[i] = pos - pose.subtree_com[usize::try_from(target).unwrap_or(body)];
        m.cam.mat0[i] = mat.0;
    }
    for i in 0..m.size.nlight {
        let (pos, dir) = fixed_light(m, pose, i);
        let body = m.light.bodyid[i].index();
        let target = m.light.targetbodyid[i].0;
        m.light.pos0[i] = pos - pose.xpos[body];
        m.light.poscom0[i] = pos - pose.subtree_com[usize::try_from(target).unwrap_or(body)];
        m.light.dir0[i] = dir;
    }
}
