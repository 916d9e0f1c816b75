//! An extension: Euler with springs and dampers of joints at the end of the step.
//!
//! With diagonal damping D and stiffness K of joints, (M + h D + h² K) v⁺ = M v + h f − h K (q − q₀), where f are all
//! other forces. In terms of all forces that is (M + h D + h² K) a = qfrc_smooth + qfrc_constraint − h K v. Stiff joint
//! springs are stable with any step; constraints are solved as for Euler.

use ligament_model::Model;

use super::advance::{Rates, advance};
use super::euler::{factor_h, net_force, solve_h};
use crate::awake::Awake;
use crate::data::{Data, Warning};
use crate::derivative::metric;
use crate::hooks::Hooks;
use crate::workspace::Workspace;

/// Advances the state.
pub(super) fn spring_damper(m: &Model, d: &mut Data, w: &mut Workspace, hooks: &mut Hooks) {
    let awake = Awake::new(&d.sleep, &d.stats);
    let scratch = &mut w.integrate;
    let (diagonal, stiffness) = (&mut scratch.diagonal, &mut scratch.stiffness);
    metric::joint_terms(m, awake, &d.state, diagonal, stiffness);
    d.implicit.qH.copy_from_slice(&d.inertia.M);
    let pattern = m.inertia_pattern();
    for (dof, x) in diagonal.iter().enumerate() {
        d.implicit.qH[pattern.row_range(dof).end - 1] += x;
    }
    let raised = factor_h(m, awake, &mut d.implicit);
    net_force(awake, &d.force, &mut scratch.qacc);
    for (dof, x) in scratch.qacc.iter_mut().enumerate() {
        *x -= stiffness[dof] * d.state.qvel[dof];
    }
    solve_h(m, awake, &d.implicit, &mut scratch.qacc);
    if let Some(dof) = raised {
        d.stats.warn(Warning::Inertia, dof);
    }
    advance(m, d, w, hooks, Rates::Single);
}
