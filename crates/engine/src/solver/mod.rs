//! Constraint solvers.
//!
//! [`solve`] finds accelerations and constraint forces. It makes a [`Problem`] of the data, or one for each island, and
//! hands it to the solver that the model chooses: [`newton`], [`cg`] or [`pgs`], with [`noslip`] behind it.

mod coupled;
mod delassus;
mod dual;
mod gather;
mod hessian;
mod islands;
mod line;
mod memory;
mod noslip;
mod pgs;
mod primal;
mod problem;
mod product;
mod qcqp;
mod random;
mod run;
#[cfg(test)]
mod tests;
mod update;

use ligament_model::Model;
use ligament_model::enums::DisableFlags;

pub use delassus::Delassus;
pub use noslip::{NoslipScratch, noslip};
pub use pgs::{DualScratch, DualSettings, pgs};
pub use primal::{PrimalScratch, Report, Settings, cg, newton};
pub use problem::{Classes, Cone, Problem, Solution};
pub use product::Jacobian;
pub use run::{Choice, SolverWork, finish, residual, run, start};
pub use update::{Summary, constraint_update, update};

use crate::awake::Awake;
use crate::budget::Budget;
use crate::data::{
    Acceleration, Contact, ContactMemory, Couplings, Efc, Forces, Inertia, Islands, Stats,
};
use gather::rests;
use islands::{PartsIn, PartsScratch, solve_parts};
use ligament_math::sparse::grouped::LONGEST_GROUP;

/// An effective inertia that takes the place of the inertia matrix.
#[derive(Clone, Copy, Debug)]
#[allow(
    non_snake_case,
    reason = "matrices keep the letters they have in formulas and in MuJoCo"
)]
pub struct Metric<'a> {
    /// The matrix, in the pattern of the inertia matrix, without couplings.
    pub M: &'a [f64],
    /// A factor of it, which may have more on its diagonal where there are couplings.
    pub qLD: &'a [f64],
    /// Inverse pivots of the factor.
    pub qLDiagInv: &'a [f64],
    /// `M` times the acceleration without constraints.
    pub force: &'a [f64],
    /// Rank-one terms of the inertia.
    pub couplings: &'a Couplings,
}

/// What solvers look at.
#[derive(Clone, Copy, Debug)]
pub struct SolveIn<'a> {
    /// The model.
    pub m: &'a Model,
    /// Whether a degree of freedom continues the chain of the one before it.
    pub joined: &'a [bool],
    /// Who is awake, to leave out what sleeps.
    pub awake: Awake<'a>,
    /// The inertia matrix.
    pub inertia: &'a Inertia,
    /// What takes the place of the inertia matrix.
    pub metric: Option<Metric<'a>>,
    /// Sets of trees that constraints couple.
    pub islands: &'a Islands,
    /// The acceleration of the step before.
    pub warmstart: &'a [f64],
    /// Memory that matrices may take.
    pub budget: Budget,
}

/// What solvers fill.
#[derive(Debug)]
pub struct SolveOut<'a> {
    /// Contacts: Hessians of their cones.
    pub contacts: &'a mut [Contact],
    /// Rows: `efc_force`, `efc_state`, `efc_b`.
    pub efc: &'a mut Efc,
    /// `qfrc_constraint`.
    pub force: &'a mut Forces,
    /// `qacc`.
    pub acc: &'a mut Acceleration,
    /// Statistics.
    pub stats: &'a mut Stats,
    /// Contact forces of the step before, where they are remembered.
    pub memory: &'a mut ContactMemory,
}

/// Finds accelerations and constraint forces.
pub fn solve(input: SolveIn<'_>, out: SolveOut<'_>, scratch: &mut SolverScratch) {
    let SolveIn {
        m,
        joined,
        awake,
        inertia,
        metric,
        islands,
        warmstart,
        budget,
    } = input;
    let SolveOut {
        contacts,
        efc,
        force,
        acc,
        stats,
        memory,
    } = out;
    force.qfrc_constraint.fill(0.0);
    stats.solver_niter.fill(0);
    let nefc = efc.efc_type.len();
    if nefc == 0 {
        acc.qacc.copy_from_slice(&acc.qacc_smooth);
        return;
    }
    for numbers in [&mut efc.efc_b, &mut efc.efc_force] {
        numbers.clear();
        numbers.resize(nefc, 0.0);
    }
    efc.efc_state.clear();
    efc.efc_state.resize(nefc, 0);
    let SolverScratch {
        classes,
        parts,
        coupled,
        recall,
    } = scratch;
    classes.fill(
        efc.ne + efc.nf,
        &efc.blocks,
        &efc.efc_type,
        &efc.efc_id,
        contacts,
    );
    let whole = Problem {
        pattern: m.inertia_pattern(),
        M: &inertia.M,
        mass: &inertia.M,
        qLD: &inertia.qLD,
        qLDiagInv: &inertia.qLDiagInv,
        joined,
        qfrc_smooth: &force.qfrc_smooth,
        qacc_smooth: &acc.qacc_smooth,
        ne: efc.ne,
        nf: efc.nf,
        blocks: &efc.blocks,
        cols: &efc.efc_cols,
        J: &efc.efc_J,
        D: &efc.efc_D,
        R: &efc.efc_R,
        aref: &efc.efc_aref,
        frictionloss: &efc.efc_frictionloss,
        kind: &efc.efc_type,
        id: &efc.efc_id,
        classes,
    };
    let whole = match &metric {
        Some(metric) => Problem {
            M: metric.M,
            qLD: metric.qLD,
            qLDiagInv: metric.qLDiagInv,
            qfrc_smooth: metric.force,
            ..whole
        },
        None => whole,
    };
    let buffer = &mut parts.work.buffer;
    buffer.resize(2 * whole.nv(), 0.0);
    residual(&whole, whole.qacc_smooth, &mut efc.efc_b, buffer);
    let mut x = Solution {
        qacc: &mut acc.qacc,
        qfrc_constraint: &mut force.qfrc_constraint,
        force: &mut efc.efc_force,
        state: &mut efc.efc_state,
        contacts,
    };
    let warm = (!m.opt.disables(DisableFlags::WARMSTART)).then_some(warmstart);
    let b = &efc.efc_b;
    let choice = Choice::new(m, budget);
    let couplings = metric.map(|metric| metric.couplings);
    if let Some(couplings) = couplings.filter(|c| !c.is_empty()) {
        // no-slip knows no couplings: it follows on the rows of constraints alone
        let primal = Choice {
            noslip: None,
            ..choice
        };
        let how = PartsIn {
            m,
            choice: primal,
            only: None,
            islands,
        };
        coupled.solve(how, &whole, couplings, warm, &mut x, stats, parts);
        if choice.noslip.is_some() {
            let rest = Choice {
                iterate: false,
                ..choice
            };
            let how = PartsIn {
                choice: rest,
                ..how
            };
            solve_parts(how, &whole, b, &mut x, stats, parts);
            finish(&whole, &mut x, &mut parts.work);
        }
        return;
    }
    let rest = rests(awake, islands, warm, whole.qacc_smooth);
    let only = rest.then_some(awake);
    let work = &mut parts.work;
    start(&whole, only, warm, b, choice.solver, &mut x, work);
    let remember = choice.solver.facts().is_dual && m.opt.contactmemory != 0;
    if remember {
        memory::recall(memory, &whole, x.contacts, b, x.force, recall, work);
    }
    let how = PartsIn {
        m,
        choice,
        only,
        islands,
    };
    solve_parts(how, &whole, b, &mut x, stats, parts);
    if remember {
        memory::store(memory, &whole, x.contacts, x.force);
    }
    if choice.is_dual() {
        finish(&whole, &mut x, &mut parts.work);
    }
}

/// Working memory of this module.
#[derive(Clone, Debug, Default)]
pub struct SolverScratch {
    /// Rows of the whole, sorted.
    pub classes: Classes,
    parts: PartsScratch,
    /// Of problems with couplings.
    coupled: coupled::Coupled,
    /// Of recalling contact forces.
    recall: memory::RecallScratch,
}

/// Finds chains of degrees of freedom without branches, and bodies that move alone, as [`Grouped`](ligament_math::sparse::grouped::Grouped) needs them.
pub fn chains(m: &Model) -> Vec<bool> {
    let pattern = m.inertia_pattern();
    let parent = |i: usize| match pattern.row_columns(i) {
        [.., parent, _] => *parent,
        _ => -1,
    };
    let mut children = vec![0; m.size.nv];
    for i in 0..m.size.nv {
        if let Ok(up) = usize::try_from(parent(i)) {
            children[up] += 1;
        }
    }
    let alone = |i: usize| pattern.row_len(i) == 1 && children[i] == 0;
    let mut length = 0;
    (0..m.size.nv)
        .map(|i| {
            let joined = i > 0 && length < LONGEST_GROUP && {
                let chain = usize::try_from(parent(i)) == Ok(i - 1) && children[i - 1] == 1;
                // a body with a diagonal inertia matrix: contacts couple all it has
                let body = m.dof.bodyid[i] == m.dof.bodyid[i - 1] && alone(i) && alone(i - 1);
                chain || body
            };
            length = if joined { length + 1 } else { 1 };
            joined
        })
        .collect()
}
