//! Dense Jacobians of points and their rates of change.
//!
//! `jacp` and `jacr` are 3 by nv: the velocity of a point and the angular velocity of its body, per unit velocity of every
//! degree of freedom. Either may be left out.

use ligament_math::{Mat3, Vec3};
use ligament_model::Model;

use crate::data::{Pose, Velocity};
use crate::jacobian::{column, offset};
use crate::joint;

/// Writes a vector into a column of a matrix with three rows.
#[inline(always)]
fn set(matrix: &mut [f64], nv: usize, dof: usize, value: Vec3) {
    for k in 0..3 {
        matrix[k * nv + dof] = value[k];
    }
}

/// Adds a vector to a column of a matrix with three rows.
#[inline(always)]
fn add(matrix: &mut [f64], nv: usize, dof: usize, value: Vec3) {
    for k in 0..3 {
        matrix[k * nv + dof] += value[k];
    }
}

/// Zeroes a matrix, if there is one.
fn clear(matrix: &mut Option<&mut [f64]>) {
    if let Some(matrix) = matrix {
        matrix.fill(0.0);
    }
}

/// Jacobian of a point in the world that moves with a body.
pub fn jac(
    m: &Model,
    pose: &Pose,
    mut jacp: Option<&mut [f64]>,
    mut jacr: Option<&mut [f64]>,
    point: Vec3,
    body: usize,
) {
    let nv = m.size.nv;
    clear(&mut jacp);
    clear(&mut jacr);
    let offset = offset(m, pose, body, point);
    for dof in m.dof_chain(body) {
        if let Some(jacp) = jacp.as_deref_mut() {
            set(jacp, nv, dof, column(pose, dof, offset));
        }
        if let Some(jacr) = jacr.as_deref_mut() {
            set(jacr, nv, dof, pose.cdof[dof].angular());
        }
    }
}

/// Jacobian of the origin of a body.
pub fn jac_body(
    m: &Model,
    pose: &Pose,
    jacp: Option<&mut [f64]>,
    jacr: Option<&mut [f64]>,
    body: usize,
) {
    jac(m, pose, jacp, jacr, pose.xpos[body], body);
}

/// Jacobian of the centre of mass of a body.
pub fn jac_body_com(
    m: &Model,
    pose: &Pose,
    jacp: Option<&mut [f64]>,
    jacr: Option<&mut [f64]>,
    body: usize,
) {
    jac(m, pose, jacp, jacr, pose.xipos[body], body);
}

/// Jacobian of a geom.
pub fn jac_geom(
    m: &Model,
    pose: &Pose,
    jacp: Option<&mut [f64]>,
    jacr: Option<&mut [f64]>,
    geom: usize,
) {
    let body = m.geom.bodyid[geom].index();
    jac(m, pose, jacp, jacr, pose.geom_xpos[geom], body);
}

/// Jacobian of a site.
pub fn jac_site(
    m: &Model,
    pose: &Pose,
    jacp: Option<&mut [f64]>,
    jacr: Option<&mut [f64]>,
    site: usize,
) {
    let body = m.site.bodyid[site].index();
    jac(m, pose, jacp, jacr, pose.site_xpos[site], body);
}

/// The bodies of a subtree, its root first.
fn subtree(m: &Model, root: usize) -> impl Iterator<Item = usize> {
    (root..m.size.nbody).take_while(move |&b| b == root || m.body.parentid[b].index() >= root)
}

/// Jacobian of the centre of mass of a subtree.
pub fn jac_subtree_com(m: &Model, pose: &Pose, jacp: &mut [f64], body: usize) {
    let nv = m.size.nv;
    jacp.fill(0.0);
    for b in subtree(m, body) {
        let offset = offset(m, pose, b, pose.xipos[b]);
        for dof in m.dof_chain(b) {
            add(jacp, nv, dof, column(pose, dof, offset) * m.body.mass[b]);
        }
    }
    let scale = 1.0 / m.body.subtreemass[body];
    jacp.iter_mut().for_each(|x| *x *= scale);
}

/// Jacobian of a point, and of an axis that turns with the body.
pub fn jac_point_axis(
    m: &Model,
    pose: &Pose,
    jac_point: Option<&mut [f64]>,
    jac_axis: Option<&mut [f64]>,
    point: Vec3,
    axis: Vec3,
    body: usize,
) {
    let nv = m.size.nv;
    jac(m, pose, jac_point, None, point, body);
    if let Some(out) = jac_axis {
        out.fill(0.0);
        for dof in m.dof_chain(body) {
            set(out, nv, dof, pose.cdof[dof].angular().cross(axis));
        }
    }
}

/// Rate of change of the Jacobian of a point.
///
/// With the motion axis (w, v), its rate (w', v') and the velocity u of the point, the column is v' + w' x r + w x u. The
/// axes of ball joints turn with their own body.
pub fn jac_dot(
    m: &Model,
    pose: &Pose,
    vel: &Velocity,
    mut jacp: Option<&mut [f64]>,
    mut jacr: Option<&mut [f64]>,
    point: Vec3,
    body: usize,
) {
    let nv = m.size.nv;
    clear(&mut jacp);
    clear(&mut jacr);
    let offset = offset(m, pose, body, point);
    let velocity = vel.cvel[body].about(offset).linear();
    for dof in m.dof_chain(body) {
        let joint = m.dof.jntid[dof].index();
        let first = joint::dofs(m, joint).start;
        let axis = pose.cdof[dof];
        let rate = if joint::turns_with_body(joint::kind(m, joint), dof - first) {
            vel.cvel[m.dof.bodyid[dof].index()].cross_motion(axis)
        } else {
            vel.cdof_dot[dof]
        };
        if let Some(jacr) = jacr.as_deref_mut() {
            set(jacr, nv, dof, rate.angular());
        }
        if let Some(jacp) = jacp.as_deref_mut() {
            let value =
                rate.linear() + rate.angular().cross(offset) + axis.angular().cross(velocity);
            set(jacp, nv, dof, value);
        }
    }
}

/// The 3 by nv matrix that takes velocities to the angular momentum of a subtree about its centre of mass.
pub fn angmom_mat(m: &Model, pose: &Pose, out: &mut [f64], body: usize) {
    let nv = m.size.nv;
    out.fill(0.0);
    let com = pose.subtree_com[body];
    for b in subtree(m, body) {
        let axes = &pose.ximat[b];
        let inertia = axes
            .mul_mat(&Mat3::from_diag(m.body.inertia[b]))
            .mul_mat_tr(axes);
        let arm = pose.xipos[b] - com;
        let offset = offset(m, pose, b, pose.xipos[b]);
        for dof in m.dof_chain(b) {
            let spin = inertia.mul_vec(pose.cdof[dof].angular());
            let orbit = arm.cross(column(pose, dof, offset)) * m.body.mass[b];
            add(out, nv, dof, spin + orbit);
        }
    }
}

/// Adds to `qfrc` the generalized force of a force at a point of a body and of a torque on it.
pub fn apply_ft(
    m: &Model,
    pose: &Pose,
    force: Vec3,
    torque: Vec3,
    point: Vec3,
    body: usize,
    qfrc: &mut [f64],
) {
    let offset = offset(m, pose, body, point);
    for dof in m.dof_chain(body) {
        qfrc[dof] += column(pose, dof, offset).dot(force) + pose.cdof[dof].angular().dot(torque);
    }
}
