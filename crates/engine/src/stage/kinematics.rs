//! Forward kinematics: poses of bodies, their inertial frames, joints, geoms and sites.
//!
//! A body is placed relative to its parent, then moved by its joints in order. Frames fixed to a body follow by
//! composition, or by copying where the model says that they coincide with the frame of the body or of its inertia.

use ligament_math::{Mat3, Quat, Real, Vec3, kernel};
use ligament_model::Model;
use ligament_model::enums::{Keyword, SameFrame};

use crate::awake::Awake;
use crate::data::{Input, Pose, State};
use crate::joint::{self, Frame};

kernel! {
    /// Poses of bodies and joints.
    ///
    /// Reads `qpos` and mocap poses. Writes `xpos`, `xquat`, `xmat`, `xanchor`, `xaxis`. Bodies that sleep are left alone, and
    /// with `moving_only` those that never move.
    pub fn place_bodies<'a, T: Real>(
        m: &'a Model,
        state: &'a State<T>,
        input: &'a Input<T>,
        awake: Awake<'a>,
        moving_only: bool,
        pose: &'a mut Pose<T>,
    ) = each_body;

    /// Poses of the frames fixed to bodies.
    ///
    /// Reads poses of bodies. Writes `xipos`, `xiquat`, `ximat`, and the poses of geoms and sites.
    pub fn place_frames<'a, T: Real>(m: &'a Model, awake: Awake<'a>, pose: &'a mut Pose<T>) = each_frame;
}

#[inline(always)]
fn each_body<T: Real>(
    m: &Model,
    state: &State<T>,
    input: &Input<T>,
    awake: Awake<'_>,
    moving_only: bool,
    pose: &mut Pose<T>,
) {
    if let Some(world) = pose.xpos.first_mut() {
        *world = Vec3::ZERO;
        (pose.xquat[0], pose.xmat[0]) = (Quat::IDENTITY, Mat3::IDENTITY);
        (pose.xipos[0], pose.xiquat[0]) = (Vec3::ZERO, Quat::IDENTITY);
        pose.ximat[0] = Mat3::IDENTITY;
    }
    for &body in awake.bodies.iter().skip(1) {
        let body = body as usize;
        if moving_only && awake.is_static(body) {
            continue;
        }
        let frame = place(m, state, input, pose, body);
        let quat = frame.quat.normalized();
        pose.xpos[body] = frame.pos;
        pose.xquat[body] = quat;
        pose.xmat[body] = quat.to_mat3();
    }
}

/// The frame of a body, moved by its joints; notes their anchors and axes.
#[inline(always)]
fn place<T: Real>(
    m: &Model,
    state: &State<T>,
    input: &Input<T>,
    pose: &mut Pose<T>,
    body: usize,
) -> Frame<T> {
    let joints = m.body_joints(body);
    let mut frame = before_joints(m, input, pose, body);
    for j in joints {
        (pose.xanchor[j], pose.xaxis[j]) = move_by_joint(m, state, j, &mut frame);
    }
    frame
}

/// Moves a frame by a joint; returns the anchor and the axis of the joint in the world.
#[inline(always)]
fn move_by_joint<T: Real>(
    m: &Model,
    state: &State<T>,
    j: usize,
    frame: &mut Frame<T>,
) -> (Vec3<T>, Vec3<T>) {
    let start = m.jnt.qposadr[j] as usize;
    let mount = [m.jnt.pos[j], m.jnt.axis[j]];
    let (q, q0) = (&state.qpos[start..], &m.qpos.reference[start..]);
    joint::transform(joint::kind(m, j), frame, mount, q, q0)
}

/// The frame of a body before its joints move it.
#[inline(always)]
fn before_joints<T: Real>(m: &Model, input: &Input<T>, pose: &Pose<T>, body: usize) -> Frame<T> {
    if joint::moves_freely(m, body) {
        // a free joint forgets where its body was
        return Frame {
            pos: Vec3::ZERO,
            quat: Quat::IDENTITY,
        };
    }
    let (pos, quat) = match usize::try_from(m.body.mocapid[body]) {
        Ok(mocap) => (input.mocap_pos[mocap], input.mocap_quat[mocap].normalized()),
        Err(_) => (
            Vec3::from_f64(m.body.pos[body]),
            Quat::from_f64(m.body.quat[body]),
        ),
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

/// The pose that a body has by its coordinates and the poses above it.
#[inline(always)]
pub(super) fn pose_by_coordinates(
    m: &Model,
    state: &State,
    input: &Input,
    pose: &Pose,
    body: usize,
) -> (Vec3, Quat) {
    let mut frame = before_joints(m, input, pose, body);
    for j in m.body_joints(body) {
        move_by_joint(m, state, j, &mut frame);
    }
    (frame.pos, frame.quat.normalized())
}

#[inline(always)]
fn each_frame<T: Real>(m: &Model, awake: Awake<'_>, pose: &mut Pose<T>) {
    for &body in awake.bodies.iter().skip(1) {
        let body = body as usize;
        let local = (m.body.ipos[body], m.body.iquat[body]);
        let frame = attached(pose, body, local, m.body.sameframe[body]);
        (pose.xipos[body], pose.xiquat[body], pose.ximat[body]) = frame;
    }
    if awake.all {
        for i in 0..m.size.ngeom {
            place_geom(m, pose, m.geom.bodyid[i].index(), i);
        }
    } else {
        for &body in awake.bodies {
            let body = body as usize;
            if awake.moves(body) {
                m.body_geoms(body)
                    .for_each(|i| place_geom(m, pose, body, i));
            }
        }
    }
    for i in 0..m.size.nsite {
        let body = m.site.bodyid[i].index();
        if awake.moves(body) {
            let local = (m.site.pos[i], m.site.quat[i]);
            let frame = attached(pose, body, local, m.site.sameframe[i]);
            (pose.site_xpos[i], pose.site_xquat[i], pose.site_xmat[i]) = frame;
        }
    }
}

/// Places a geom of a body.
#[inline(always)]
fn place_geom<T: Real>(m: &Model, pose: &mut Pose<T>, body: usize, i: usize) {
    let local = (m.geom.pos[i], m.geom.quat[i]);
    let frame = attached(pose, body, local, m.geom.sameframe[i]);
    (pose.geom_xpos[i], pose.geom_xquat[i], pose.geom_xmat[i]) = frame;
}

/// Pose in the world of a frame fixed to a body; `sameframe` tells which known frame it coincides with.
#[inline(always)]
fn attached<T: Real>(
    pose: &Pose<T>,
    body: usize,
    (pos, quat): (Vec3, Quat),
    sameframe: u8,
) -> (Vec3<T>, Quat<T>, Mat3<T>) {
    let same = SameFrame::from_number(i32::from(sameframe)).unwrap_or(SameFrame::None);
    match same {
        SameFrame::None => {
            let xquat = pose.xquat[body].mul(Quat::from_f64(quat));
            (to_global(pose, body, pos), xquat, xquat.to_mat3())
        }
        SameFrame::Body => (pose.xpos[body], pose.xquat[body], pose.xmat[body]),
        SameFrame::Inertia => (pose.xipos[body], pose.xiquat[body], pose.ximat[body]),
        SameFrame::BodyRot => (
            to_global(pose, body, pos),
            pose.xquat[body],
            pose.xmat[body],
        ),
        SameFrame::InertiaRot => (
            to_global(pose, body, pos),
            pose.xiquat[body],
            pose.ximat[body],
        ),
    }
}

/// A point of a body in the world.
#[inline(always)]
pub fn to_global<T: Real>(pose: &Pose<T>, body: usize, point: Vec3) -> Vec3<T> {
    pose.xmat[body].mul_vec(Vec3::from_f64(point)) + pose.xpos[body]
}
