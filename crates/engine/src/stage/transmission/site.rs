//! Transmissions to sites: wrenches, relative poses, slider-cranks.

use ligament_math::Vec3;
use ligament_model::Model;

use crate::data::Pose;
use crate::jacobian;

/// A slider moved by a rod of length r from the crank site: with v from slider to crank and a the axis of the slider,
/// length = a·v - sqrt((a·v)² + r² - v·v). A rod that is too short leaves length = a·v.
pub(super) fn slider_crank(
    m: &Model,
    pose: &Pose,
    [crank, slider]: [usize; 2],
    rod: f64,
    gear: f64,
    row: &mut [f64],
) -> f64 {
    let axis = pose.site_xmat[slider].col(2);
    let (from, to) = (pose.site_xpos[slider], pose.site_xpos[crank]);
    let v = to - from;
    let along = v.dot(axis);
    let det = along * along + rod * rod - v.dot(v);
    let (length, by_v, by_axis) = if det > 0.0 {
        let root = det.sqrt();
        let slope = 1.0 - along / root;
        (along - root, axis * slope + v * (1.0 / root), v * slope)
    } else {
        (along, axis, v)
    };
    // the axis turns with the body of the slider: w x a
    let slider_body = m.site.bodyid[slider].index();
    for dof in m.dof_chain(slider_body) {
        row[dof] += gear * by_axis.dot(pose.cdof[dof].angular().cross(axis));
    }
    let crank_body = m.site.bodyid[crank].index();
    jacobian::add_force(m, pose, crank_body, to, by_v, gear, row);
    jacobian::add_force(m, pose, slider_body, from, by_v, -gear, row);
    length * gear
}

/// A wrench in the frame of a site; there is no length.
pub(super) fn wrench_at_site(
    m: &Model,
    pose: &Pose,
    site: usize,
    gear: [f64; 6],
    row: &mut [f64],
) -> f64 {
    let body = m.site.bodyid[site].index();
    let mat = &pose.site_xmat[site];
    let force = mat.mul_vec(Vec3([gear[0], gear[1], gear[2]]));
    let torque = mat.mul_vec(Vec3([gear[3], gear[4], gear[5]]));
    let offset = jacobian::offset(m, pose, body, pose.site_xpos[site]);
    for dof in m.dof_chain(body) {
        row[dof] =
            jacobian::column(pose, dof, offset).dot(force) + pose.cdof[dof].angular().dot(torque);
    }
    0.0
}

/// Relative position and rotation of two sites, along gear axes in the frame of the reference site.
pub(super) fn relative_site(
    m: &Model,
    pose: &Pose,
    site: usize,
    reference: usize,
    gear: [f64; 6],
    row: &mut [f64],
) -> f64 {
    let mat = &pose.site_xmat[reference];
    let (linear, angular) = (
        Vec3([gear[0], gear[1], gear[2]]),
        Vec3([gear[3], gear[4], gear[5]]),
    );
    let mut length = 0.0;
    let bodies = [site, reference].map(|s| m.site.bodyid[s].index());
    if linear != Vec3::ZERO {
        let gap = pose.site_xpos[site] - pose.site_xpos[reference];
        length += mat.tr_mul_vec(gap).dot(linear);
        let force = mat.mul_vec(linear);
        for (s, body, sign) in [(site, bodies[0], 1.0), (reference, bodies[1], -1.0)] {
            jacobian::add_force(m, pose, body, pose.site_xpos[s], force, sign, row);
        }
    }
    if angular != Vec3::ZERO {
        length += relative_rotation(pose, site, reference).dot(angular);
        add_torque(m, pose, bodies, mat.mul_vec(angular), row);
    }
    clear_common(m, bodies, row);
    length
}

/// Component `k` of the rotation vector between two sites; its torque acts about axis `k` of the first site.
pub(super) fn site_component(
    m: &Model,
    pose: &Pose,
    site: usize,
    reference: usize,
    k: usize,
    row: &mut [f64],
) -> f64 {
    let bodies = [site, reference].map(|s| m.site.bodyid[s].index());
    add_torque(m, pose, bodies, pose.site_xmat[site].col(k), row);
    clear_common(m, bodies, row);
    relative_rotation(pose, site, reference)[k]
}

/// The rotation vector from the reference site to a site, in the frame of the reference.
fn relative_rotation(pose: &Pose, site: usize, reference: usize) -> Vec3 {
    pose.site_xquat[site].sub(pose.site_xquat[reference])
}

/// Adds the generalized force of a torque on the first body and its reaction on the second.
fn add_torque(m: &Model, pose: &Pose, bodies: [usize; 2], torque: Vec3, row: &mut [f64]) {
    for (body, sign) in bodies.into_iter().zip([1.0, -1.0]) {
        for dof in m.dof_chain(body) {
            row[dof] += sign * pose.cdof[dof].angular().dot(torque);
        }
    }
}

/// Clears the degrees of freedom that move both bodies alike.
fn clear_common(m: &Model, bodies: [usize; 2], row: &mut [f64]) {
    for dof in m.dof_ancestors(m.common_dof(bodies[0], bodies[1])) {
        row[dof] = 0.0;
    }
}
