//! Accelerations without constraints.

use ligament_math::{Real, Vec3, sparse};
use ligament_model::Model;

use crate::awake::Awake;
use crate::data::{Acceleration, Forces, Inertia, Input, Pose};
use crate::jacobian;

/// Net force and acceleration without constraints: M qacc_smooth = qfrc_smooth = passive - bias + applied + actuator + Jᵀ
/// times the forces applied to bodies.
///
/// Writes `qfrc_smooth`, `qacc_smooth`.
pub fn acceleration<T: Real>(
    m: &Model,
    awake: Awake<'_>,
    input: &Input<T>,
    pose: &Pose<T>,
    inertia: &Inertia<T>,
    force: &mut Forces<T>,
    acc: &mut Acceleration<T>,
) {
    let smooth = &mut force.qfrc_smooth[..];
    for &i in awake.dofs {
        let i = i as usize;
        smooth[i] = force.qfrc_passive[i] - force.qfrc_bias[i]
            + input.qfrc_applied[i]
            + force.qfrc_actuator[i];
    }
    applied_wrenches(m, input, pose, smooth);
    let x = &mut acc.qacc_smooth[..];
    for rows in awake.runs_of_dofs() {
        x[rows.clone()].copy_from_slice(&smooth[rows.clone()]);
        let pattern = m.inertia_pattern();
        sparse::solve_trees(pattern, &inertia.qLD, &inertia.qLDiagInv, x, rows);
    }
}

/// Adds the generalized forces of `xfrc_applied`, which act at the centres of mass of bodies. Where nothing is applied
/// nothing is added, not even zero, in any lane.
pub fn applied_wrenches<T: Real>(m: &Model, input: &Input<T>, pose: &Pose<T>, out: &mut [T]) {
    for (body, wrench) in input.xfrc_applied.iter().enumerate().skip(1) {
        // what is no number is not zero
        if *wrench == [T::ZERO; 6] {
            continue;
        }
        let [fx, fy, fz, tx, ty, tz] = *wrench;
        let size = (fx.abs() + fy.abs() + fz.abs()) + (tx.abs() + ty.abs() + tz.abs());
        let idle = size.lt(T::from_f64(f64::from_bits(1)));
        let (force, torque) = (Vec3([fx, fy, fz]), Vec3([tx, ty, tz]));
        let total = jacobian::wrench_at(m, pose, body, pose.xipos[body], force, torque);
        for dof in m.dof_chain(body) {
            let sum = out[dof] + pose.cdof[dof].dot(total);
            out[dof] = T::select(idle, out[dof], sum);
        }
    }
}
