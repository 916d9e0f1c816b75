//! Semi-implicit Euler, with joint damping taken at the end of the step.
//!
//! With B the diagonal of slopes of joint damping, (M + h B) a = qfrc_smooth + qfrc_constraint.

use ligament_math::sparse;
use ligament_model::Model;
use ligament_model::enums::DisableFlags;

use super::advance::{Rates, advance};
use crate::awake::Awake;
use crate::data::{Data, Forces, Implicit, Inertia};
use crate::hooks::Hooks;
use crate::passive::damping;
use crate::workspace::Workspace;

/// Advances the state. With `keep_factor`, `qH` is taken to be current.
pub(super) fn euler(
    m: &Model,
    d: &mut Data,
    w: &mut Workspace,
    hooks: &mut Hooks,
    keep_factor: bool,
) {
    let awake = Awake::new(&d.sleep, &d.stats);
    let implicit = !m.opt.disables(DisableFlags::EULERDAMP)
        && !m.opt.disables(DisableFlags::DAMPER)
        && awake
            .dofs
            .iter()
            .any(|&dof| damping::may_damp(m, dof as usize));
    let qacc = &mut w.integrate.qacc;
    if implicit {
        if !keep_factor {
            factor(m, awake, &d.state.qvel, &d.inertia, &mut d.implicit);
        }
        net_force(awake, &d.force, qacc);
        solve_h(m, awake, &d.implicit, qacc);
    } else if awake.all {
        qacc.copy_from_slice(&d.acc.qacc);
    } else {
        for run in awake.runs_of_dofs() {
            qacc[run.clone()].copy_from_slice(&d.acc.qacc[run]);
        }
    }
    advance(m, d, w, hooks, Rates::Single);
}

/// Factors M + h B.
///
/// Reads `M`. Writes `qH`, `qHDiagInv`.
fn factor(m: &Model, awake: Awake<'_>, qvel: &[f64], inertia: &Inertia, implicit: &mut Implicit) {
    implicit.qH.copy_from_slice(&inertia.M);
    let pattern = m.inertia_pattern();
    for &dof in awake.dofs {
        let dof = dof as usize;
        let slope = damping::of_dof(m, dof).slope(qvel[dof]);
        implicit.qH[pattern.row_range(dof).end - 1] += m.opt.timestep * slope;
    }
    factor_h(m, awake, implicit);
}

/// Factors the matrix in `qH`. Returns the largest degree of freedom whose pivot had to be raised, if any.
pub(super) fn factor_h(m: &Model, awake: Awake<'_>, implicit: &mut Implicit) -> Option<usize> {
    let Implicit { qH, qHDiagInv, .. } = implicit;
    let raised = awake.runs_of_dofs().fold(-1.0, |raised: f64, rows| {
        raised.max(sparse::factor_trees(
            m.inertia_pattern(),
            qH,
            qHDiagInv,
            rows,
        ))
    });
    (raised >= 0.0).then_some(raised as usize)
}

/// Solves with the factor in `qH`.
pub(super) fn solve_h(m: &Model, awake: Awake<'_>, implicit: &Implicit, x: &mut [f64]) {
    let Implicit { qH, qHDiagInv, .. } = implicit;
    for rows in awake.runs_of_dofs() {
        sparse::solve_trees(m.inertia_pattern(), qH, qHDiagInv, x, rows);
    }
}

/// All forces on awake degrees of freedom.
pub(super) fn net_force(awake: Awake<'_>, force: &Forces, out: &mut [f64]) {
    let (smooth, constraint) = (&force.qfrc_smooth, &force.qfrc_constraint);
    if awake.all {
        for ((x, a), b) in out.iter_mut().zip(smooth).zip(constraint) {
            *x = a + b;
        }
        return;
    }
    for &dof in awake.dofs {
        let dof = dof as usize;
        out[dof] = smooth[dof] + constraint[dof];
    }
}
