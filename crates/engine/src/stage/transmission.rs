//! Actuator lengths and moments: how each force output measures and drives the mechanism.
//!
//! A moment row is the gradient of the length, or, where there is no length, the generalized force of a unit output.
//! Rows are sparse and packed one after the other.

use ligament_math::{Quat, Vec3};
use ligament_model::Model;
use ligament_model::enums::{JointType, TransmissionType};

use crate::data::{Path, Pose, Scratch, State};
use crate::{jacobian, joint};

/// Lengths and moments of all actuators.
///
/// Reads `qpos`, `cdof`, `subtree_com`, site poses and tendons. Writes `actuator_length` and the moment arrays.
pub fn transmission(m: &Model, state: &State, pose: &Pose, path: &mut Path, scratch: &mut Scratch) {
    let mut used = 0;
    for i in 0..m.size.nactuator {
        let outputs = m.actuator_outputs(i);
        for output in outputs.clone() {
            let rows = Row {
                adr: used,
                output,
                path: &mut *path,
            };
            used = row(m, state, pose, scratch, i, output - outputs.start, rows);
        }
    }
}

/// A moment row under construction at the end of the packed rows.
struct Row<'a> {
    adr: usize,
    output: usize,
    path: &'a mut Path,
}

impl Row<'_> {
    /// Writes the length and the entries; returns the end of the row.
    fn fill(self, length: f64, entries: impl Iterator<Item = (usize, f64)>) -> usize {
        let mut end = self.adr;
        for (dof, value) in entries {
            let slots = (
                self.path.moment_colind.get_mut(end),
                self.path.actuator_moment.get_mut(end),
            );
            if let (Some(column), Some(moment)) = slots {
                (*column, *moment) = (dof as i32, value);
                end += 1;
            }
        }
        self.path.actuator_length[self.output] = length;
        self.path.moment_rowadr[self.output] = self.adr as i32;
        self.path.moment_rownnz[self.output] = (end - self.adr) as i32;
        end
    }

    /// Takes the entries that are not zero out of a dense row.
    fn compress(self, length: f64, dense: &mut [f64]) -> usize {
        let entries = dense
            .iter_mut()
            .map(std::mem::take)
            .enumerate()
            .filter(|(_, value)| *value != 0.0);
        self.fill(length, entries)
    }
}

/// Computes output number `k` of an actuator.
fn row(
    m: &Model,
    state: &State,
    pose: &Pose,
    scratch: &mut Scratch,
    actuator: usize,
    k: usize,
    row: Row,
) -> usize {
    let gear = m.actuator.gear[row.output];
    let [id, other] = m.actuator.trnid[actuator];
    let Ok(target) = usize::try_from(id) else {
        return row.fill(0.0, std::iter::empty());
    };
    let second = usize::try_from(other).ok();
    match m.actuator.trntype[actuator].get() {
        Some(TransmissionType::Joint) => joint_row(m, state, target, gear, false, row),
        Some(TransmissionType::JointInParent) => joint_row(m, state, target, gear, true, row),
        Some(TransmissionType::SliderCrank) => {
            let rod = m.actuator.cranklength[actuator];
            let slider = second.unwrap_or(target);
            let length = slider_crank(m, pose, target, slider, rod, gear[0], &mut scratch.row);
            row.compress(length, &mut scratch.row)
        }
        Some(TransmissionType::Tendon) => {
            let entries = m.tendon_entries(target);
            let length = row.path.ten_length[target] * gear[0];
            let adr = entries.start;
            let count = entries.len();
            tendon_row(m, adr, count, length, gear[0], row)
        }
        Some(TransmissionType::Site) => {
            let length = match second {
                None => wrench_at_site(m, pose, target, gear, &mut scratch.row),
                Some(reference) => {
                    relative_site(m, pose, target, reference, gear, &mut scratch.row)
                }
            };
            row.compress(length, &mut scratch.row)
        }
        Some(TransmissionType::So3) => match second {
            None => ball_component(m, state, target, k, row),
            Some(reference) => {
                let length = site_component(m, pose, target, reference, k, &mut scratch.row);
                row.compress(length, &mut scratch.row)
            }
        },
        // adhesion acts through contacts only
        Some(TransmissionType::Body | TransmissionType::Undefined) | None => {
            row.fill(0.0, std::iter::empty())
        }
    }
}

/// A joint: its coordinate, or the component of its rotation vector along the gear axis. The gear is given in the frame
/// of the child, or in the frame of the parent.
fn joint_row(
    m: &Model,
    state: &State,
    joint: usize,
    gear: [f64; 6],
    in_parent: bool,
    row: Row,
) -> usize {
    let q = &state.qpos[joint::positions(m, joint)];
    let start = joint::dofs(m, joint).start;
    let kind = joint::kind(m, joint);
    let turned = |axis: Vec3, turn: Quat| {
        if in_parent {
            turn.rotate_inverse(axis)
        } else {
            axis
        }
    };
    let linear = Vec3([gear[0], gear[1], gear[2]]);
    let angular = Vec3([gear[3], gear[4], gear[5]]);
    match (kind, joint::orientation(kind, q)) {
        (JointType::Ball, Some(turn)) => {
            let axis = turned(linear, turn);
            let length = turn.to_rotation_vector().dot(axis);
            row.fill(length, (start..).zip(axis.0))
        }
        (JointType::Free, Some(turn)) => {
            let axis = turned(angular, turn);
            row.fill(0.0, (start..).zip(linear.0.into_iter().chain(axis.0)))
        }
        _ => row.fill(q[0] * gear[0], std::iter::once((start, gear[0]))),
    }
}

/// A tendon: its length and Jacobian, scaled.
fn tendon_row(m: &Model, adr: usize, count: usize, length: f64, gear: f64, row: Row) -> usize {
    let Row {
        adr: start,
        output,
        path,
    } = row;
    let end = (start + count).min(path.actuator_moment.len());
    for k in 0..end - start {
        path.moment_colind[start + k] = m.tendon.J_colind[adr + k];
        path.actuator_moment[start + k] = path.ten_J[adr + k] * gear;
    }
    path.actuator_length[output] = length;
    path.moment_rowadr[output] = start as i32;
    path.moment_rownnz[output] = (end - start) as i32;
    end
}

/// A slider moved by a rod of length r from the crank site: with v from slider to crank and a the axis of the slider,
/// length = a·v - sqrt((a·v)² + r² - v·v). A rod that is too short leaves length = a·v.
fn slider_crank(
    m: &Model,
    pose: &Pose,
    crank: usize,
    slider: usize,
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
        row[dof] += by_axis.dot(pose.cdof[dof].angular().cross(axis));
    }
    let crank_body = m.site.bodyid[crank].index();
    jacobian::add_force(m, pose, crank_body, to, by_v, 1.0, row);
    jacobian::add_force(m, pose, slider_body, from, by_v, -1.0, row);
    row.iter_mut().for_each(|x| *x *= gear);
    length * gear
}

/// A wrench in the frame of a site; there is no length.
fn wrench_at_site(m: &Model, pose: &Pose, site: usize, gear: [f64; 6], row: &mut [f64]) -> f64 {
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
fn relative_site(
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

/// Component `k` of the rotation vector of a ball joint.
fn ball_component(m: &Model, state: &State, joint: usize, k: usize, row: Row) -> usize {
    let kind = joint::kind(m, joint);
    let turn = joint::orientation(kind, &state.qpos[joint::positions(m, joint)]);
    let vector = turn.unwrap_or_default().to_rotation_vector();
    let dof = joint::dofs(m, joint).start + k;
    row.fill(vector[k], std::iter::once((dof, 1.0)))
}

/// Component `k` of the rotation vector between two sites; its torque acts about axis `k` of the first site.
fn site_component(
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
