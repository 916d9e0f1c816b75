//! Velocities: of tendons and actuators, and com-based velocities of bodies.
//!
//! v_b = v_parent + Σ s_i q̇_i over the degrees of freedom i of body b, and ṡ_i = v × s_i with the velocity v of the frame
//! that carries the axis.

use ligament_math::{Motion, Real, kernel};
use ligament_model::Model;
use ligament_model::enums::DisableFlags;

use crate::awake::Awake;
use crate::data::{Path, Pose, State, Velocity};
use crate::joint;

/// Velocities of tendons and actuators.
///
/// Reads `ten_J`, the moment arrays, `qvel`. Writes `ten_velocity`, `actuator_velocity`.
pub fn path_velocity(m: &Model, state: &State, path: &Path, vel: &mut Velocity) {
    let qvel = &state.qvel[..];
    for (i, velocity) in vel.ten_velocity.iter_mut().enumerate() {
        let entries = m.tendon_entries(i);
        let columns = &m.tendon.J_colind[entries.clone()];
        *velocity = sparse_dot(columns, &path.ten_J[entries], qvel);
    }
    if m.opt.disables(DisableFlags::ACTUATION) {
        vel.actuator_velocity.fill(0.0);
        return;
    }
    for (i, velocity) in vel.actuator_velocity.iter_mut().enumerate() {
        let row = path.moment_row(i);
        let columns = &path.moment_colind[row.clone()];
        *velocity = sparse_dot(columns, &path.actuator_moment[row], qvel);
    }
}

/// Scalar product of a sparse row with a dense vector.
#[inline]
fn sparse_dot(columns: &[i32], values: &[f64], x: &[f64]) -> f64 {
    let terms = columns.iter().zip(values);
    terms.map(|(&j, &value)| value * x[j as usize]).sum()
}

kernel! {
    /// Com-based velocities of bodies and rates of change of motion axes.
    ///
    /// Reads `cdof`, `qvel`. Writes `cvel`, `cdof_dot`.
    pub fn com_vel<'a, T: Real>(
        m: &'a Model,
        awake: Awake<'a>,
        state: &'a State<T>,
        pose: &'a Pose<T>,
        vel: &'a mut Velocity<T>,
    ) = carry_bodies;
}

#[inline(always)]
fn carry_bodies<T: Real>(
    m: &Model,
    awake: Awake<'_>,
    state: &State<T>,
    pose: &Pose<T>,
    vel: &mut Velocity<T>,
) {
    let (cvel, cdof_dot) = (&mut vel.cvel[..], &mut vel.cdof_dot[..]);
    if let Some(world) = cvel.first_mut() {
        *world = Motion::ZERO;
    }
    for &body in awake.bodies.iter().skip(1) {
        let body = body as usize;
        let mut v = cvel[m.body.parentid[body].index()];
        for j in m.body_joints(body) {
            let kind = joint::kind(m, j);
            let dofs = joint::dofs(m, j);
            let (axes, rates) = (&pose.cdof[dofs.clone()], &mut cdof_dot[dofs.clone()]);
            joint::carry(kind, axes, &state.qvel[dofs], &mut v, rates);
        }
        cvel[body] = v;
    }
}
