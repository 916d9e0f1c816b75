//! Accelerations without constraints.

use ligament_math::{Vec3, sparse};
use ligament_model::Model;

use crate::awake::Awake;
use crate::data::{Acceleration, Forces, Inertia, Input, Pose};
use crate::jacobian;

/// Net force and acceleration without constraints: M qacc_smooth = qfrc_smooth = passive - bias + applied + actuator + Jᵀ
/// times the forces applied to bodies.
///
/// Writes `qfrc_smooth`, `qacc_smooth`.
pub fn acceleration(
    m: &Model,
    awake: Awake<'_>,
    input: &Input,
    pose: &Pose,
    inertia: &Inertia,
    force: &mut Forces,
    acc: &mut Acceleration,
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

/// Adds the generalized forces of `xfrc_applied`, which act at the centres of mass of bodies.
pub fn applied_wrenches(m: &Model, input: &Input, pose: &Pose, out: &mut [f64]) {
    for (body, wrench) in input.xfrc_applied.iter().enumerate().skip(1) {
        // the sign is shifted out
        if wrench.iter().fold(0, |any, x| any | x.to_bits() << 1) == 0 {
            continue;
        }
        let [fx, fy, fz, tx, ty, tz] = *wrench;
        let (force, torque) = (Vec3([fx, fy, fz]), Vec3([tx, ty, tz]));
        jacobian::add_wrench(m, pose, body, pose.xipos[body], force, torque, out);
    }
}
