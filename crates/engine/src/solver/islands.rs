//! Parts of a problem: it is solved as a whole, or by islands, sets of trees that constraints couple.
//!
//! An island is solved in an [`IslandWork`], which holds all that it needs and nothing of other islands, so that islands could
//! be solved side by side. One after the other they use the same one.

use ligament_model::Model;

use super::gather::{self, Gathered, SortedBlocks, gather, scatter};
use super::problem::{Problem, Solution};
use super::run::{Choice, SolverWork, run};
use crate::awake::Awake;
use crate::constraint::jacobian_is_sparse;
use crate::data::{Islands, STAT_ISLANDS, STAT_ITERATIONS, SolverStat, Stats, Warning};

/// Working memory of one island.
#[derive(Clone, Debug, Default)]
struct IslandWork {
    gathered: Gathered,
    work: SolverWork,
    b: Vec<f64>,
    qacc: Vec<f64>,
    qfrc_constraint: Vec<f64>,
    force: Vec<f64>,
    state: Vec<i32>,
}

/// Working memory of the whole and of islands.
#[derive(Clone, Debug, Default)]
pub(super) struct PartsScratch {
    /// Of the whole.
    pub work: SolverWork,
    blocks: SortedBlocks,
    island: IslandWork,
}

/// How the parts of a problem are solved.
#[derive(Clone, Copy)]
pub(super) struct PartsIn<'a> {
    pub m: &'a Model,
    pub choice: Choice,
    /// Who is awake, to leave out what sleeps.
    pub only: Option<Awake<'a>>,
    pub islands: &'a Islands,
}

/// Solves by islands where there are several parts, else as a whole.
pub(super) fn solve_parts(
    how: PartsIn<'_>,
    whole: &Problem,
    b: &[f64],
    x: &mut Solution,
    stats: &mut Stats,
    scratch: &mut PartsScratch,
) {
    let islands = how.islands;
    if islands.nisland > 1 || (islands.nisland == 1 && islands.nidof < whole.nv()) {
        solve_islands(how, whole, b, x, stats, scratch);
    } else {
        run_noted(how.m, &how.choice, whole, b, x, 0, stats, &mut scratch.work);
    }
}

/// Solves island by island. Degrees of freedom outside of islands get the acceleration without constraints; given who is
/// awake, those that sleep have it.
fn solve_islands(
    how: PartsIn<'_>,
    whole: &Problem,
    b: &[f64],
    x: &mut Solution,
    stats: &mut Stats,
    scratch: &mut PartsScratch,
) {
    let PartsIn { only, islands, .. } = how;
    let unconstrained = islands.map_idof2dof.get(islands.nidof..);
    for &dof in only.map_or(unconstrained.unwrap_or_default(), |awake| awake.dofs) {
        let dof = dof as usize;
        if only.is_none() || islands.dof_island[dof] < 0 {
            x.qacc[dof] = whole.qacc_smooth[dof];
        }
    }
    scratch.blocks.sort(whole.blocks, islands);
    let start = WholeStart {
        b,
        jar: &scratch.work.primal.jar,
        ma: &scratch.work.primal.ma,
        blocks: &scratch.blocks,
    };
    for index in 0..islands.nisland {
        solve_island(how, whole, start, index, x, stats, &mut scratch.island);
    }
}

/// Residuals and products at the starting point of the whole, and its blocks by island: islands take their share.
#[derive(Clone, Copy)]
struct WholeStart<'a> {
    b: &'a [f64],
    jar: &'a [f64],
    ma: &'a [f64],
    blocks: &'a SortedBlocks,
}

/// Solves one island, in memory of its own.
fn solve_island(
    how: PartsIn<'_>,
    whole: &Problem,
    start: WholeStart<'_>,
    index: usize,
    x: &mut Solution,
    stats: &mut Stats,
    island: &mut IslandWork,
) {
    let islands = how.islands;
    let (dofs, rows) = (gather::dofs(islands, index), gather::rows(islands, index));
    let blocks = start.blocks.of(index);
    let part = island
        .gathered
        .island(whole, x.contacts, islands, index, blocks);
    gather(&mut island.work.primal.jar, start.jar, rows);
    gather(&mut island.work.primal.ma, start.ma, dofs);
    gather(&mut island.b, start.b, rows);
    gather(&mut island.qacc, x.qacc, dofs);
    gather(&mut island.qfrc_constraint, x.qfrc_constraint, dofs);
    gather(&mut island.force, x.force, rows);
    gather(&mut island.state, x.state, rows);
    let mut solution = Solution {
        qacc: &mut island.qacc,
        qfrc_constraint: &mut island.qfrc_constraint,
        force: &mut island.force,
        state: &mut island.state,
        contacts: x.contacts,
    };
    let (b, work) = (&island.b, &mut island.work);
    run_noted(
        how.m,
        &how.choice,
        &part,
        b,
        &mut solution,
        index,
        stats,
        work,
    );
    scatter(x.qacc, &island.qacc, dofs);
    scatter(x.qfrc_constraint, &island.qfrc_constraint, dofs);
    scatter(x.force, &island.force, rows);
    scatter(x.state, &island.state, rows);
}

/// Runs the solver on the whole or on one island, and notes what it did.
fn run_noted(
    m: &Model,
    choice: &Choice,
    p: &Problem,
    b: &[f64],
    x: &mut Solution,
    island: usize,
    stats: &mut Stats,
    work: &mut SolverWork,
) {
    let count = stats.solver_niter.get(island).map_or(0, |n| *n as usize);
    let before = if choice.iterate { 0 } else { count };
    let mut list = std::mem::take(&mut work.iterations);
    list.resize(STAT_ITERATIONS, SolverStat::default());
    let noted = if island < STAT_ISLANDS {
        STAT_ITERATIONS
    } else {
        0
    };
    let report = run(p, b, choice, x, &mut list[..noted], work);
    if report.short {
        stats.warn(Warning::ConstraintFull, p.nefc());
    }
    if island < STAT_ISLANDS {
        let count = report.iterations.min(STAT_ITERATIONS);
        stats.note(island, before, &list[..count]);
        stats.solver_niter[island] = (before + report.iterations) as i32;
    }
    work.iterations = list;
    if island < STAT_ISLANDS && choice.iterate {
        let jacobian = || p.blocks.iter().map(|b| b.rows * b.cols).sum();
        let (nv, nefc) = (p.nv(), p.nefc());
        let facts = choice.solver.facts();
        let nnz = match jacobian_is_sparse(m) {
            false if facts.has_hessian && report.nnz > 0 => nv * nv,
            false if facts.is_dual => nefc * nefc,
            false => nefc * nv,
            true if report.nnz == 0 => jacobian(),
            true => report.nnz,
        };
        stats.solver_nnz[island] = nnz as i32;
    }
}
