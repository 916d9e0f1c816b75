//! Forward kinematics: poses of bodies, their inertial frames, joints, geoms and sites.
//!
//! A body is placed relative to its parent, then moved by its joints in order. Frames fixed to a body follow by
//! composition, or by copying where the model says that they coincide with the frame of the body or of its inertia.

use ligament_math::simd::{self, Arith, Kernel};
use ligament_math::{MINVAL, Mat3, Quat, Vec3};
use ligament_model::Model;
use ligament_model::enums::{JointType, Keyword, SameFrame};

use crate::awake::Awake;
use crate::awake::SleepState;
use crate::data::{Input, Pose, Sleep, State};
use crate::joint::{self, Frame};

/// Poses of bodies and joints.
///
/// Reads `qpos` and mocap poses. Writes `xpos`, `xquat`, `xmat`, `xanchor`, `xaxis`. Given who sleeps, bodies that never
/// move are left alone, and the trees of sleeping bodies that have been moved are marked in `tree_awake`.
pub fn place_bodies(
    m: &Model,
    state: &State,
    input: &Input,
    sleep: Option<&mut Sleep>,
    pose: &mut Pose,
) {
    simd::run(Bodies {
        m,
        state,
        input,
        sleep,
        pose,
    });
}

struct Bodies<'a> {
    m: &'a Model,
    state: &'a State,
    input: &'a Input,
    sleep: Option<&'a mut Sleep>,
    pose: &'a mut Pose,
}

impl Kernel for Bodies<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arith>(self) {
        each_body(self.m, self.state, self.input, self.sleep, self.pose);
    }
}

/// Places one body after the other.
#[inline(always)]
fn each_body(
    m: &Model,
    state: &State,
    input: &Input,
    mut sleep: Option<&mut Sleep>,
    pose: &mut Pose,
) {
    if let Some(world) = pose.xpos.first_mut() {
        *world = Vec3::ZERO;
        (pose.xquat[0], pose.xmat[0]) = (Quat::IDENTITY, Mat3::IDENTITY);
        (pose.xipos[0], pose.xiquat[0]) = (Vec3::ZERO, Quat::IDENTITY);
        pose.ximat[0] = Mat3::IDENTITY;
    }
    for body in 1..m.size.nbody {
        let state_of = |sleep: &Sleep| SleepState::from_number(sleep.body_awake[body]);
        let rest = sleep.as_deref().map_or(SleepState::Awake, state_of);
        if rest == SleepState::Static {
            continue;
        }
        if rest == SleepState::Asleep && is_in_place(m, state, pose, body) {
            continue;
        }
        let joints = m.body_joints(body);
        let jointed = !joints.is_empty();
        let frame = place(m, state, input, pose, body, joints);
        let quat = frame.quat.normalized();
        if let Some(sleep) = sleep.as_deref_mut() {
            if rest == SleepState::Asleep && jointed {
                if frame.pos == pose.xpos[body] && quat == pose.xquat[body] {
                    continue;
                }
                sleep.tree_awake[m.body.treeid[body].index()] = 1;
            }
        }
        pose.xpos[body] = frame.pos;
        pose.xquat[body] = quat;
        pose.xmat[body] = quat.to_mat3();
    }
}

/// Whether a body that moves freely is where its coordinates say: then nothing about it has changed.
#[inline(always)]
fn is_in_place(m: &Model, state: &State, pose: &Pose, body: usize) -> bool {
    let joints = m.body_joints(body);
    if joints.len() != 1 || !m.jnt.kind[joints.start].is(JointType::Free) {
        return false;
    }
    let start = m.jnt.qposadr[joints.start] as usize;
    let Some(&[x, y, z, a, b, c, d]) = state.qpos[start..].first_chunk::<7>() else {
        return false;
    };
    let (Vec3(pos), Quat(quat)) = (pose.xpos[body], pose.xquat[body]);
    let turn = Quat([a, b, c, d]);
    // mostly its length is one, and the division is saved
    let Quat(turn) = match (turn.norm() - 1.0).abs() <= MINVAL {
        true => turn,
        false => turn.normalized(),
    };
    let in_place = (pos[0] == x) & (pos[1] == y) & (pos[2] == z);
    let upright = (quat[0] == turn[0]) & (quat[1] == turn[1]);
    in_place & upright & (quat[2] == turn[2]) & (quat[3] == turn[3])
}

/// The frame of a body, moved by its joints; notes their anchors and axes.
#[inline(always)]
fn place(
    m: &Model,
    state: &State,
    input: &Input,
    pose: &mut Pose,
    body: usize,
    joints: std::ops::Range<usize>,
) -> Frame {
    let alone = joints.len() == 1 && m.jnt.kind[joints.start].is(JointType::Free);
    let mut frame = match alone {
        // a free joint forgets where its body was
        true => Frame {
            pos: Vec3::ZERO,
            quat: Quat::IDENTITY,
        },
        false => at_parent(m, input, pose, body),
    };
    for j in joints {
        let start = m.jnt.qposadr[j] as usize;
        (pose.xanchor[j], pose.xaxis[j]) = joint::transform(
            joint::kind(m, j),
            &mut frame,
            m.jnt.pos[j],
            m.jnt.axis[j],
            m.jnt.pos[j] == Vec3::ZERO,
            &state.qpos[start..],
            &m.qpos.reference[start..],
        );
    }
    frame
}

/// The frame of a body before its joints move it.
#[inline(always)]
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

/// Poses of the frames fixed to bodies.
///
/// Reads poses of bodies. Writes `xipos`, `xiquat`, `ximat`, and the poses of geoms and sites.
pub fn place_frames(m: &Model, awake: Awake<'_>, pose: &mut Pose) {
    simd::run(Frames { m, awake, pose });
}

struct Frames<'a> {
    m: &'a Model,
    awake: Awake<'a>,
    pose: &'a mut Pose,
}

impl Kernel for Frames<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arith>(self) {
        each_frame(self.m, self.awake, self.pose);
    }
}

/// Places one frame after the other.
#[inline(always)]
fn each_frame(m: &Model, awake: Awake<'_>, pose: &mut Pose) {
    for &body in awake.bodies.iter().skip(1) {
        let body = body as usize;
        let (pos, quat) = (m.body.ipos[body], m.body.iquat[body]);
        let same = m.body.sameframe[body];
        let frame = attached(pose, body, pos, quat, same);
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
            let (pos, quat, same) = (m.site.pos[i], m.site.quat[i], m.site.sameframe[i]);
            let frame = attached(pose, body, pos, quat, same);
            (pose.site_xpos[i], pose.site_xquat[i], pose.site_xmat[i]) = frame;
        }
    }
}

/// Places a geom of a body.
#[inline(always)]
fn place_geom(m: &Model, pose: &mut Pose, body: usize, i: usize) {
    let (pos, quat, same) = (m.geom.pos[i], m.geom.quat[i], m.geom.sameframe[i]);
    let frame = attached(pose, body, pos, quat, same);
    (pose.geom_xpos[i], pose.geom_xquat[i], pose.geom_xmat[i]) = frame;
}

/// Pose in the world of a frame fixed to a body; `sameframe` tells which known frame it coincides with.
#[inline(always)]
fn attached(pose: &Pose, body: usize, pos: Vec3, quat: Quat, sameframe: u8) -> (Vec3, Quat, Mat3) {
    let same = SameFrame::from_number(i32::from(sameframe)).unwrap_or(SameFrame::None);
    match same {
        SameFrame::None => {
            let xquat = pose.xquat[body].mul(quat);
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
pub fn to_global(pose: &Pose, body: usize, point: Vec3) -> Vec3 {
    pose.xmat[body].mul_vec(point) + pose.xpos[body]
}
