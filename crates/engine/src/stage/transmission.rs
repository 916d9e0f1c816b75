//! Actuator lengths and moments: how each force output measures and drives the mechanism.
//!
//! A moment row is the gradient of the length, or, where there is no length, the generalized force of a unit output.
//! Rows are sparse and packed one after the other.

use std::ops::Range;

use ligament_math::{Quat, Vec3};
use ligament_model::Model;
use ligament_model::enums::{JointType, TransmissionType};

use crate::awake::Awake;
use crate::data::{Contact, Path, Pose, State};
use crate::{jacobian, joint};

/// Contacts that are excluded for other reasons than being in the gap carry no adhesion.
const IN_GAP: i32 = 1;

/// Lengths and moments of all actuators.
///
/// Reads `qpos`, `cdof`, `subtree_com`, site poses, tendons and contacts. Writes `actuator_length` and the moment arrays.
/// Rows of actuators whose targets sleep are empty. `row` is working memory, one number per degree of freedom, all zero.
pub fn transmission(
    m: &Model,
    awake: Awake<'_>,
    state: &State,
    pose: &Pose,
    contacts: &[Contact],
    path: &mut Path,
    row: &mut [f64],
) {
    let sight = Transmitting {
        m,
        state,
        pose,
        contacts,
    };
    let mut used = 0;
    for i in 0..m.size.nactuator {
        let outputs = m.actuator_outputs(i);
        let asleep = !awake.actuator(m, i);
        for output in outputs.clone() {
            if asleep {
                path.moment_rowadr[output] = used as i32;
                path.moment_rownnz[output] = 0;
                continue;
            }
            let rows = MomentRow {
                adr: used,
                output,
                path: &mut *path,
            };
            used = moment_row(sight, row, i, output - outputs.start, rows);
        }
    }
}

/// What transmissions depend on.
#[derive(Clone, Copy)]
struct Transmitting<'a> {
    m: &'a Model,
    state: &'a State,
    pose: &'a Pose,
    contacts: &'a [Contact],
}

/// A moment row under construction at the end of the packed rows.
struct MomentRow<'a> {
    adr: usize,
    output: usize,
    path: &'a mut Path,
}

impl MomentRow<'_> {
    /// Writes the length and the entries; returns the end of the row.
    #[inline]
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

    /// Writes the length and the only entry; returns the end of the row.
    #[inline]
    fn single(self, dof: usize, length: f64, value: f64) -> usize {
        let path = self.path;
        path.actuator_length[self.output] = length;
        path.moment_rowadr[self.output] = self.adr as i32;
        path.moment_rownnz[self.output] = 1;
        path.moment_colind[self.adr] = dof as i32;
        path.actuator_moment[self.adr] = value;
        self.adr + 1
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

    /// As [`MomentRow::compress`], for a row that has entries on the chains of two bodies only.
    fn compress_chains(
        self,
        m: &Model,
        bodies: [usize; 2],
        length: f64,
        dense: &mut [f64],
    ) -> usize {
        let [mut a, mut b] = bodies.map(|body| m.last_dof(body));
        let (start, output, path) = (self.adr, self.output, self.path);
        // from the leaves, then turned around
        let mut end = start;
        while a >= 0 || b >= 0 {
            let dof = a.max(b);
            let value = std::mem::take(&mut dense[dof as usize]);
            if value != 0.0 && end < path.actuator_moment.len() {
                path.moment_colind[end] = dof;
                path.actuator_moment[end] = value;
                end += 1;
            }
            let up = m.parent_dof(dof);
            (a, b) = (if a == dof { up } else { a }, if b == dof { up } else { b });
        }
        path.moment_colind[start..end].reverse();
        path.actuator_moment[start..end].reverse();
        path.actuator_length[output] = length;
        path.moment_rowadr[output] = start as i32;
        path.moment_rownnz[output] = (end - start) as i32;
        end
    }
}

/// Computes output number `k` of an actuator. `dense` is zero, and is left zero.
fn moment_row(
    sight: Transmitting,
    dense: &mut [f64],
    actuator: usize,
    k: usize,
    row: MomentRow,
) -> usize {
    let Transmitting { m, state, pose, .. } = sight;
    let gear = m.actuator.gear[row.output];
    let [id, other] = m.actuator.trnid[actuator];
    let Ok(target) = usize::try_from(id) else {
        return row.fill(0.0, std::iter::empty());
    };
    let second = usize::try_from(other).ok();
    let site_body = |site: usize| m.site.bodyid[site].index();
    match m.actuator.trntype[actuator].get() {
        Some(TransmissionType::Joint) => joint_row(m, state, target, gear, false, row),
        Some(TransmissionType::JointInParent) => joint_row(m, state, target, gear, true, row),
        Some(TransmissionType::SliderCrank) => {
            let rod = m.actuator.cranklength[actuator];
            let slider = second.unwrap_or(target);
            let length = slider_crank(m, pose, target, slider, rod, gear[0], dense);
            row.compress_chains(m, [target, slider].map(site_body), length, dense)
        }
        Some(TransmissionType::Tendon) => {
            let entries = m.tendon_entries(target);
            let length = row.path.ten_length[target] * gear[0];
            tendon_row(m, entries, length, gear[0], row)
        }
        Some(TransmissionType::Site) => {
            let reference = second.unwrap_or(target);
            let length = match second {
                None => wrench_at_site(m, pose, target, gear, dense),
                Some(reference) => relative_site(m, pose, target, reference, gear, dense),
            };
            row.compress_chains(m, [target, reference].map(site_body), length, dense)
        }
        Some(TransmissionType::So3) => match second {
            None => ball_component(m, state, target, k, row),
            Some(reference) => {
                let length = site_component(m, pose, target, reference, k, dense);
                row.compress_chains(m, [target, reference].map(site_body), length, dense)
            }
        },
        Some(TransmissionType::Body) => {
            adhesion(m, pose, sight.contacts, target, dense);
            row.compress(0.0, dense)
        }
        Some(TransmissionType::Undefined) | None => row.fill(0.0, std::iter::empty()),
    }
}

/// Adhesion of a body: minus the mean of the gradients of the distances in its contacts.
fn adhesion(m: &Model, pose: &Pose, contacts: &[Contact], body: usize, row: &mut [f64]) {
    let touching = |contact: &&Contact| {
        let bodies = contact.geoms().map(|g| g.map(|g| m.geom.bodyid[g].index()));
        bodies.filter(|b| b.contains(&body) && contact.exclude <= IN_GAP)
    };
    let count = contacts.iter().filter_map(|c| touching(&c)).count();
    for contact in contacts {
        if let Some(bodies) = touching(&contact) {
            let [x, y, z, ..] = contact.frame;
            let force = Vec3([x, y, z]) * (-1.0 / count as f64);
            jacobian::add_line_force(m, pose, bodies, contact.pos, force, row);
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
    row: MomentRow,
) -> usize {
    let start = joint::dofs(m, joint).start;
    let kind = joint::kind(m, joint);
    let q = &state.qpos[joint::positions(m, joint)];
    if joint::nv(kind) == 1 {
        return row.single(start, q[0] * gear[0], gear[0]);
    }
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
fn tendon_row(m: &Model, entries: Range<usize>, length: f64, gear: f64, row: MomentRow) -> usize {
    let MomentRow {
        adr: start,
        output,
        path,
    } = row;
    let count = entries.len().min(path.actuator_moment.len() - start);
    let end = start + count;
    let entries = entries.start..entries.start + count;
    path.moment_colind[start..end].copy_from_slice(&m.tendon.J_colind[entries.clone()]);
    let moments = &mut path.actuator_moment[start..end];
    for (moment, j) in moments.iter_mut().zip(&path.ten_J[entries]) {
        *moment = j * gear;
    }
    path.actuator_length[output] = length;
    path.moment_rowadr[output] = start as i32;
    path.moment_rownnz[output] = count as i32;
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
        row[dof] += gear * by_axis.dot(pose.cdof[dof].angular().cross(axis));
    }
    let crank_body = m.site.bodyid[crank].index();
    jacobian::add_force(m, pose, crank_body, to, by_v, gear, row);
    jacobian::add_force(m, pose, slider_body, from, by_v, -gear, row);
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
fn ball_component(m: &Model, state: &State, joint: usize, k: usize, row: MomentRow) -> usize {
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
