//! Poses in `qpos0` that equality constraints, cameras and lights remember.

use ligament_math::{Quat, Vec3};
use ligament_model::Model;
use ligament_model::enums::{EqualityType, ObjectType};

use crate::constraint;
use crate::data::Pose;
use crate::stage::camlight::{fixed_camera, fixed_light};
use crate::stage::kinematics::to_global;

/// Where a weld or a distance marks that it keeps what it is in `qpos0`.
const AUTOMATIC: usize = 11;

/// Anchors of connects, relative poses of welds, distances.
pub(super) fn equality(m: &mut Model, pose: &Pose) {
    for i in 0..m.size.neq {
        if m.eq.kind[i].is(EqualityType::Distance) {
            distance(m, pose, i);
            continue;
        }
        let eq = &mut *m.eq;
        let data = &mut eq.data[i];
        let bodies = eq.objtype[i].is(ObjectType::Body);
        let ids = [eq.obj1id[i], eq.obj2id[i]].map(usize::try_from);
        let [Ok(body1), Ok(body2)] = ids else {
            continue;
        };
        if eq.kind[i].is(EqualityType::Connect) {
            if bodies {
                let anchor = move_point(pose, body1, body2, &data[..3]);
                data[3..6].copy_from_slice(&anchor.0);
            } else {
                data.fill(0.0);
            }
        } else if eq.kind[i].is(EqualityType::Weld) && bodies {
            weld(pose, body1, body2, data);
        }
    }
}

/// The distance of two geoms in `qpos0`, where it is not given.
fn distance(m: &mut Model, pose: &Pose, eq: usize) {
    let (_, length) = constraint::distance_line(m, pose, eq);
    let data = &mut m.eq.data[eq];
    if data[0] < 0.0 {
        data[AUTOMATIC] = 1.0;
    }
    if data[AUTOMATIC] != 0.0 {
        data[0] = length;
    }
}

/// Relative pose of a weld: the pose in `qpos0` if it is automatic, or the given one with a unit quaternion.
fn weld(pose: &Pose, body1: usize, body2: usize, data: &mut [f64; 12]) {
    if data[6..10].iter().all(|&x| x == 0.0) {
        data[AUTOMATIC] = 1.0;
    }
    if data[AUTOMATIC] == 0.0 {
        let quat = Quat([data[6], data[7], data[8], data[9]]).normalized();
        data[6..10].copy_from_slice(&quat.0);
        return;
    }
    let anchor = move_point(pose, body2, body1, &data[..3]);
    data[3..6].copy_from_slice(&anchor.0);
    let relative = pose.xquat[body1].conj().mul(pose.xquat[body2]);
    data[6..10].copy_from_slice(&relative.0);
}

/// A point given in the frame of one body, in the frame of another.
fn move_point(pose: &Pose, from: usize, to: usize, point: &[f64]) -> Vec3 {
    let at = to_global(pose, from, Vec3([point[0], point[1], point[2]]));
    pose.xmat[to].tr_mul_vec(at - pose.xpos[to])
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
