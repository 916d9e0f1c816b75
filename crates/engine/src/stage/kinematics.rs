//! Forward kinematics: poses of bodies, their inertial frames, joints, geoms and sites.
//!
//! A body is placed relative to its parent, then moved by its joints in order. Frames fixed to a body follow by
//! composition, or by copying where the model says that they coincide with the frame of the body or of its inertia.

use ligament_math::{Mat3, Quat, Vec3};
use ligament_model::Model;
use ligament_model::enums::{Keyword, SameFrame};

use crate::data::{Input, Pose, State};
use crate::joint::{self, Frame};

/// Poses of everything rigid.
///
/// Reads `qpos` and mocap poses. Writes `xpos` … `ximat`, `xanchor`, `xaxis`, and the poses of geoms and sites.
pub fn kinematics(m: &Model, state: &State, input: &Input, pose: &mut Pose) {
    place_bodies(m, state, input, pose);
    for body in 1..m.size.nbody {
        let (pos, quat, mat) = attached(
            pose,
            body,
            m.body.ipos[body],
            m.body.iquat[body],
            m.body.sameframe[body],
        );
        (pose.xipos[body], pose.xiquat[body], pose.ximat[body]) = (pos, quat, mat);
    }
    for i in 0..m.size.ngeom {
        let body = m.geom.bodyid[i].index();
        let (pos, quat, mat) = attached(
            pose,
            body,
            m.geom.pos[i],
            m.geom.quat[i],
            m.geom.sameframe[i],
        );
        (pose.geom_xpos[i], pose.geom_xquat[i], pose.geom_xmat[i]) = (pos, quat, mat);
    }
    for i in 0..m.size.nsite {
        let body = m.site.bodyid[i].index();
        let (pos, quat, mat) = attached(
            pose,
            body,
            m.site.pos[i],
            m.site.quat[i],
            m.site.sameframe[i],
        );
        (pose.site_xpos[i], pose.site_xquat[i], pose.site_xmat[i]) = (pos, quat, mat);
    }
}

/// Places every body, and the anchors and axes of its joints.
fn place_bodies(m: &Model, state: &State, input: &Input, pose: &mut Pose) {
    if let Some(world) = pose.xpos.first_mut() {
        *world = Vec3::ZERO;
        (pose.xquat[0], pose.xmat[0]) = (Quat::IDENTITY, Mat3::IDENTITY);
        (pose.xipos[0], pose.xiquat[0]) = (Vec3::ZERO, Quat::IDENTITY);
        pose.ximat[0] = Mat3::IDENTITY;
    }
    for body in 1..m.size.nbody {
        let mut frame = at_parent(m, input, pose, body);
        for j in m.body_joints(body) {
            let q = joint::positions(m, j);
            let (anchor, axis) = joint::transform(
                joint::kind(m, j),
                &mut frame,
                m.jnt.pos[j],
                m.jnt.axis[j],
                &state.qpos[q.clone()],
                &m.qpos.reference[q],
            );
            (pose.xanchor[j], pose.xaxis[j]) = (anchor, axis);
        }
        let quat = frame.quat.normalized();
        (pose.xpos[body], pose.xquat[body]) = (frame.pos, quat);
        pose.xmat[body] = quat.to_mat3();
    }
}

/// The frame of a body before its joints move it.
fn at_parent(m: &Model, input: &Input, pose: &Pose, body: usize) -> Frame {
    let (pos, quat) = match usize::try_from(m.body.mocapid[body]) {
        Ok(mocap) => (input.mocap_pos[mocap], input.mocap_quat[mocap].normalized()),
        Err(_) => (m.body.pos[body], m.body.quat[body]),
    };
    let parent = m.body.parentid[body].index();
    if parent == 0 {
        return Frame { pos, quat };
    }
    Frame {
        pos: pose.xmat[parent].mul_vec(pos) + pose.xpos[parent],
        quat: pose.xquat[parent].mul(quat),
    }
}

/// Pose in the world of a frame fixed to a body; `sameframe` tells which known frame it coincides with.
fn attached(pose: &Pose, body: usize, pos: Vec3, quat: Quat, sameframe: u8) -> (Vec3, Quat, Mat3) {
    let same = SameFrame::from_number(i32::from(sameframe)).unwrap_or(SameFrame::None);
    let xpos = match same {
        SameFrame::Body => pose.xpos[body],
        SameFrame::Inertia => pose.xipos[body],
        SameFrame::None | SameFrame::BodyRot | SameFrame::InertiaRot => to_global(pose, body, pos),
    };
    match same {
        SameFrame::Body | SameFrame::BodyRot => (xpos, pose.xquat[body], pose.xmat[body]),
        SameFrame::Inertia | SameFrame::InertiaRot => (xpos, pose.xiquat[body], pose.ximat[body]),
        SameFrame::None => {
            let xquat = pose.xquat[body].mul(quat);
            (xpos, xquat, xquat.to_mat3())
        }
    }
}

/// A point of a body in the world.
pub fn to_global(pose: &Pose, body: usize, point: Vec3) -> Vec3 {
    pose.xmat[body].mul_vec(point) + pose.xpos[body]
}
