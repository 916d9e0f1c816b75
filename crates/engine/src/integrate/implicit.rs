//! Integrators that take forces at the velocity of the end of the step, to first order.
//!
//! With D the derivative of smooth forces by velocity, (M − h D) a = qfrc_smooth + qfrc_constraint.
//!
//! - `implicit`: all of D
//! - `implicitfast`: D without bias forces, symmetric; bodies that move freely and alone keep the whole

use ligament_math::dense;
use ligament_model::Model;
use ligament_model::enums::Integrator;

use super::advance::{Rates, advance};
use super::euler::{factor_h, net_force, solve_h};
use super::lu;
use crate::awake::Awake;
use crate::data::{Data, Warning};
use crate::derivative::{self, free};
use crate::hooks::Hooks;
use crate::joint;
use crate::workspace::{IntegrateScratch, Workspace};

/// Advances the state.
pub(super) fn implicit(m: &Model, d: &mut Data, w: &mut Workspace, hooks: &mut Hooks) {
    let fast = m.opt.integrator.is(Integrator::ImplicitFast);
    derivative::smooth_vel(m, d, &w.prepared.upper, &mut w.derivative, !fast);
    let raised = if fast {
        factor_symmetric(m, d)
    } else {
        factor_full(m, d, &w.prepared.upper)
    };
    if let Some(dof) = raised {
        d.stats.warn(Warning::Inertia, dof);
    }
    let awake = Awake::new(&d.sleep, &d.stats);
    let qacc = &mut w.integrate.qacc;
    net_force(awake, &d.force, qacc);
    if fast {
        w.integrate.qfrc.copy_from_slice(qacc);
        solve_h(m, awake, &d.implicit, qacc);
        free_bodies(m, d, &mut w.integrate);
    } else {
        lu::solve(m, awake.dofs, &d.implicit.qLU, qacc);
    }
    advance(m, d, w, hooks, Rates::Single);
}

/// An entry of the inertia matrix, or zero where it has none.
pub(crate) fn mass_entry(values: &[f64], entry: i32) -> f64 {
    usize::try_from(entry).map_or(0.0, |entry| values[entry])
}

/// qLU = factor of M − h D.
fn factor_full(m: &Model, d: &mut Data, upper: &[i32]) -> Option<usize> {
    let h = m.opt.timestep;
    let implicit = &mut d.implicit;
    let entries = implicit.qLU.iter_mut().zip(&implicit.qDeriv);
    for ((a, derivative), &from) in entries.zip(&m.sparse.mapM2D) {
        *a = mass_entry(&d.inertia.M, from) - h * derivative;
    }
    let awake = Awake::new(&d.sleep, &d.stats);
    lu::factor(m, upper, awake.dofs, &mut implicit.qLU)
}

/// qH = factor of M − h D, and of M alone where a body moves freely and alone.
fn factor_symmetric(m: &Model, d: &mut Data) -> Option<usize> {
    let h = m.opt.timestep;
    let implicit = &mut d.implicit;
    for ((a, mass), &from) in implicit
        .qH
        .iter_mut()
        .zip(&d.inertia.M)
        .zip(&m.sparse.mapD2M)
    {
        *a = mass - h * implicit.qDeriv[from as usize];
    }
    let pattern = m.inertia_pattern();
    for body in (1..m.size.nbody).filter(|&body| free::moves_alone(m, body)) {
        // rows follow each other
        let dofs = m.body_dofs(body);
        let rows = pattern.row_range(dofs.start).start..pattern.row_range(dofs.end - 1).end;
        implicit.qH[rows.clone()].copy_from_slice(&d.inertia.M[rows]);
    }
    factor_h(m, Awake::new(&d.sleep, &d.stats), implicit)
}

/// Solves for bodies that move freely and alone, with the derivative of their bias forces.
fn free_bodies(m: &Model, d: &Data, scratch: &mut IntegrateScratch) {
    for i in 0..Awake::new(&d.sleep, &d.stats).bodies.len() {
        let body = d.sleep.body_awake_ind[i] as usize;
        if !free::moves_alone(m, body) {
            continue;
        }
        let first = joint::dofs(m, m.body_joints(body).start).start;
        let mut a = free_matrix(m, d, body, first);
        let mut pivots = [0; 6];
        if !dense::lu_factor(a.as_flattened_mut(), 6, &mut pivots) {
            continue;
        }
        let x = &mut scratch.qacc[first..first + 6];
        x.copy_from_slice(&scratch.qfrc[first..first + 6]);
        dense::lu_solve(a.as_flattened(), 6, &pivots, x);
    }
}

/// The rows of M − h D of a free joint, with bias forces.
pub(crate) fn free_matrix(m: &Model, d: &Data, body: usize, first: usize) -> [[f64; 6]; 6] {
    let (h, sparse) = (m.opt.timestep, &m.sparse);
    let mut a = free::bias_by_velocity(m, &d.state, &d.pose, &d.vel, body);
    for (r, row) in a.iter_mut().enumerate() {
        let start = sparse.D_rowadr[first + r] as usize;
        for x in row.iter_mut() {
            *x *= h;
        }
        for entry in start..start + sparse.D_rownnz[first + r] as usize {
            let column = sparse.D_colind[entry] as usize - first;
            let mass = mass_entry(&d.inertia.M, sparse.mapM2D[entry]);
            row[column] += mass - h * d.implicit.qDeriv[entry];
        }
    }
    a
}
