//! Frames, velocities and accelerations of anything with a frame: bodies (inertial frame, or their own), geoms, sites and
//! cameras.

use ligament_math::{Mat3, Motion, Quat, Vec3};
use ligament_model::Model;
use ligament_model::enums::{DisableFlags, ObjectType};

use crate::data::{Acceleration, Pose, Velocity};

/// Where an object is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ObjectFrame {
    /// The body that it moves with.
    pub body: usize,
    /// Position in the world.
    pub pos: Vec3,
    /// Orientation in the world.
    pub mat: Mat3,
}

/// Where an object is; none if there is no such object or it has no frame.
pub fn object_frame(m: &Model, pose: &Pose, kind: ObjectType, id: usize) -> Option<ObjectFrame> {
    let (body, pos, mat) = match kind {
        ObjectType::Body => (id, &pose.xipos, &pose.ximat),
        ObjectType::XBody => (id, &pose.xpos, &pose.xmat),
        ObjectType::Geom => (
            m.geom.bodyid.get(id)?.index(),
            &pose.geom_xpos,
            &pose.geom_xmat,
        ),
        ObjectType::Site => (
            m.site.bodyid.get(id)?.index(),
            &pose.site_xpos,
            &pose.site_xmat,
        ),
        ObjectType::Camera => (
            m.cam.bodyid.get(id)?.index(),
            &pose.cam_xpos,
            &pose.cam_xmat,
        ),
        _ => return None,
    };
    Some(ObjectFrame {
        body,
        pos: *pos.get(id)?,
        mat: *mat.get(id)?,
    })
}

/// The orientation of an object as a quaternion; a camera counts as fixed to its body.
pub fn object_quat(m: &Model, pose: &Pose, kind: ObjectType, id: usize) -> Option<Quat> {
    let on_body = |body: usize, local: Quat| Some(pose.xquat.get(body)?.mul(local));
    match kind {
        ObjectType::Body => on_body(id, *m.body.iquat.get(id)?),
        ObjectType::XBody => pose.xquat.get(id).copied(),
        ObjectType::Geom => on_body(m.geom.bodyid.get(id)?.index(), m.geom.quat[id]),
        ObjectType::Site => on_body(m.site.bodyid.get(id)?.index(), m.site.quat[id]),
        ObjectType::Camera => on_body(m.cam.bodyid.get(id)?.index(), m.cam.quat[id]),
        _ => None,
    }
}

/// True if a body and what it is welded to have no degrees of freedom.
fn is_fixed(m: &Model, body: usize) -> bool {
    m.body.dofnum[m.body.weldid[body].index()] == 0
}

/// Velocity of an object at its origin, along the axes of the world or its own.
///
/// Reads `cvel`. Zero for bodies without degrees of freedom.
pub fn object_velocity(
    m: &Model,
    pose: &Pose,
    vel: &Velocity,
    frame: &ObjectFrame,
    local: bool,
) -> Motion {
    if is_fixed(m, frame.body) {
        return Motion::ZERO;
    }
    let velocity = at_origin(m, pose, frame, vel.cvel[frame.body]);
    if local {
        velocity.in_frame(&frame.mat)
    } else {
        velocity
    }
}

/// A com-based motion about the origin of an object.
fn at_origin(m: &Model, pose: &Pose, frame: &ObjectFrame, motion: Motion) -> Motion {
    motion.about(frame.pos - pose.subtree_com[m.body.rootid[frame.body].index()])
}

/// Acceleration of an object at its origin, along the axes of the world or its own; at rest it is the opposite of
/// gravity.
///
/// Reads `cvel`, `cacc`. The acceleration of a point is a + w x v, with (w, v) the velocity at the point and a the linear
/// part of the spatial acceleration.
pub fn object_acceleration(
    m: &Model,
    pose: &Pose,
    vel: &Velocity,
    acc: &Acceleration,
    frame: &ObjectFrame,
    local: bool,
) -> Motion {
    let acceleration = if is_fixed(m, frame.body) {
        rest_acceleration(m)
    } else {
        let spatial = at_origin(m, pose, frame, acc.cacc[frame.body]);
        let velocity = at_origin(m, pose, frame, vel.cvel[frame.body]);
        let turning = velocity.angular().cross(velocity.linear());
        spatial + Motion::from_parts(Vec3::ZERO, turning)
    };
    if local {
        acceleration.in_frame(&frame.mat)
    } else {
        acceleration
    }
}

/// What a body at rest feels: the acceleration that keeps it from falling.
pub(crate) fn rest_acceleration(m: &Model) -> Motion {
    if m.opt.disables(DisableFlags::GRAVITY) {
        Motion::ZERO
    } else {
        Motion::from_parts(Vec3::ZERO, -m.opt.gravity)
    }
}
