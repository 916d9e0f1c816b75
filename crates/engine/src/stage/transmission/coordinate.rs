//! Transmissions to joints and tendons.

use ligament_math::Vec3;
use ligament_model::Model;

use super::row::MomentRow;
use crate::data::State;
use crate::joint;

/// A joint: its coordinate, or the component of its rotation vector along the gear axis. The gear is given in the frame
/// of the child, or in the frame of the parent.
pub(super) fn joint(
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
    let turn = joint::orientation(kind, q).unwrap_or_default();
    let turned = |axis: Vec3| match in_parent {
        true => turn.rotate_inverse(axis),
        false => axis,
    };
    let linear = Vec3([gear[0], gear[1], gear[2]]);
    let angular = Vec3([gear[3], gear[4], gear[5]]);
    if joint::is_free(kind) {
        let axis = turned(angular);
        return row.fill(0.0, (start..).zip(linear.0.into_iter().chain(axis.0)));
    }
    let axis = turned(linear);
    let length = turn.to_rotation_vector().dot(axis);
    row.fill(length, (start..).zip(axis.0))
}

/// Component `k` of the rotation vector of a ball joint.
pub(super) fn ball_component(
    m: &Model,
    state: &State,
    joint: usize,
    k: usize,
    row: MomentRow,
) -> usize {
    let kind = joint::kind(m, joint);
    let turn = joint::orientation(kind, &state.qpos[joint::positions(m, joint)]);
    let vector = turn.unwrap_or_default().to_rotation_vector();
    let dof = joint::dofs(m, joint).start + k;
    row.fill(vector[k], std::iter::once((dof, 1.0)))
}

/// A tendon: its length and Jacobian, scaled.
pub(super) fn tendon(m: &Model, tendon: usize, gear: f64, row: MomentRow) -> usize {
    let MomentRow {
        adr: start,
        output,
        path,
    } = row;
    let entries = m.tendon_entries(tendon);
    let length = path.ten_length[tendon] * gear;
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
