//! Jacobians of points fixed to bodies.
//!
//! The column of a degree of freedom with com-based motion (w, v) is v + w x (p - c) for the point p, where c is the
//! centre of mass of the whole tree, and w for the rotation. Only the degrees of freedom on the chain of the body have
//! columns that are not zero.

use ligament_math::{Force, Real, Vec3};
use ligament_model::Model;

use crate::awake::Awake;
use crate::data::Pose;

/// The offset from the reference point of com-based motions to a point, for a given body.
#[inline(always)]
pub fn offset<T: Real>(m: &Model, pose: &Pose<T>, body: usize, point: Vec3<T>) -> Vec3<T> {
    point - pose.subtree_com[m.body.rootid[body].index()]
}

/// Velocity of the point at `offset` per unit velocity of a degree of freedom.
pub fn column(pose: &Pose, dof: usize, offset: Vec3) -> Vec3 {
    let motion = pose.cdof[dof];
    motion.linear() + motion.angular().cross(offset)
}

/// Writes the columns of a point of a body into `jacp` (translation) and `jacr` (rotation), one vector per degree of
/// freedom. Columns off the chain of the body are left alone.
pub fn point(m: &Model, pose: &Pose, body: usize, at: Vec3, jacp: &mut [Vec3], jacr: &mut [Vec3]) {
    let offset = offset(m, pose, body, at);
    for dof in m.dof_chain(body) {
        jacp[dof] = column(pose, dof, offset);
        jacr[dof] = pose.cdof[dof].angular();
    }
}

/// Adds `scale` times the generalized force of `force`, acting at a point of a body, to `row`.
pub fn add_force(
    m: &Model,
    pose: &Pose,
    body: usize,
    at: Vec3,
    force: Vec3,
    scale: f64,
    row: &mut [f64],
) {
    let offset = offset(m, pose, body, at);
    for dof in m.dof_chain(body) {
        row[dof] += scale * column(pose, dof, offset).dot(force);
    }
}

/// Adds the generalized force of `force` at a point, which acts on the second body and in the opposite direction, along
/// the same line, on the first. Degrees of freedom that move both bodies feel nothing.
#[inline]
pub fn add_line_force(
    m: &Model,
    pose: &Pose,
    bodies: [usize; 2],
    at: Vec3,
    force: Vec3,
    row: &mut [f64],
) {
    let [minus, plus] = bodies.map(|body| wrench_at(m, pose, body, at, force, Vec3::ZERO));
    let [mut a, mut b] = bodies.map(|body| m.last_dof(body));
    // walk up from the nearest degrees of freedom until the chains meet
    while a != b {
        if a > b {
            let dof = a as usize;
            row[dof] -= pose.cdof[dof].dot(minus);
            a = m.parent_dof(a);
        } else {
            let dof = b as usize;
            row[dof] += pose.cdof[dof].dot(plus);
            b = m.parent_dof(b);
        }
    }
}

/// Adds the generalized force of a force at a point of a body, and of a torque, to `row`.
pub fn add_wrench(
    m: &Model,
    pose: &Pose,
    body: usize,
    at: Vec3,
    force: Vec3,
    torque: Vec3,
    row: &mut [f64],
) {
    let wrench = wrench_at(m, pose, body, at, force, torque);
    for dof in m.dof_chain(body) {
        row[dof] += pose.cdof[dof].dot(wrench);
    }
}

/// A force at a point of a body, with a torque, as a com-based force.
#[inline(always)]
pub fn wrench_at<T: Real>(
    m: &Model,
    pose: &Pose<T>,
    body: usize,
    at: Vec3<T>,
    force: Vec3<T>,
    torque: Vec3<T>,
) -> Force<T> {
    let offset = offset(m, pose, body, at);
    Force::from_parts(torque + offset.cross(force), force)
}

/// Adds the generalized forces of com-based forces on all awake bodies to `out`. Each body's force is replaced by that
/// on its subtree.
pub fn project_wrenches(
    m: &Model,
    awake: Awake<'_>,
    pose: &Pose,
    wrench: &mut [Force],
    out: &mut [f64],
) {
    for &body in awake.bodies.iter().skip(1).rev() {
        let body = body as usize;
        let total = wrench[body];
        let dofs = m.body_dofs(body);
        for (value, &axis) in out[dofs.clone()].iter_mut().zip(&pose.cdof[dofs]) {
            *value += axis.dot(total);
        }
        wrench[m.body.parentid[body].index()] += total;
    }
}
