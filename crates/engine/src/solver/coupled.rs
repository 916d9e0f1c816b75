//! Problems whose inertia has rank-one terms Σ s jᵀ j.
//!
//! With the acceleration a₀ without constraints, each term adds ½ s (j a − j a₀)² to the cost. That is the cost of an
//! equality row with mass s and reference j a₀, so that the terms become rows before all others.

use super::islands::{PartsIn, PartsScratch, solve_parts};
use super::problem::{Classes, Problem, Solution};
use super::run::{residual, start};
use crate::data::{Block, Contact, Couplings, Islands, RowKind, Stats};

/// All rows, those of couplings first.
#[derive(Clone, Debug, Default)]
#[allow(
    non_snake_case,
    reason = "matrices keep the letters they have in formulas"
)]
pub(super) struct Coupled {
    blocks: Vec<Block>,
    cols: Vec<i32>,
    J: Vec<f64>,
    D: Vec<f64>,
    R: Vec<f64>,
    aref: Vec<f64>,
    frictionloss: Vec<f64>,
    kind: Vec<i32>,
    id: Vec<i32>,
    force: Vec<f64>,
    state: Vec<i32>,
    b: Vec<f64>,
    qfrc: Vec<f64>,
    classes: Classes,
    islands: Islands,
}

/// Fills `out` with one part after another.
fn join<T: Copy>(out: &mut Vec<T>, first: impl IntoIterator<Item = T>, second: &[T]) {
    out.clear();
    out.extend(first);
    out.extend_from_slice(second);
}

impl Coupled {
    /// Puts the rows of couplings before those of a problem.
    fn fill(&mut self, p: &Problem, extra: &Couplings, contacts: &[Contact]) {
        let count = extra.blocks.len();
        self.blocks.clear();
        self.blocks.extend_from_slice(&extra.blocks);
        self.blocks.extend(p.blocks.iter().map(|b| Block {
            row: b.row + count,
            col: b.col + extra.cols.len(),
            val: b.val + extra.J.len(),
            ..*b
        }));
        join(&mut self.cols, extra.cols.iter().copied(), p.cols);
        join(&mut self.J, extra.J.iter().copied(), p.J);
        join(&mut self.D, extra.scale.iter().copied(), p.D);
        join(&mut self.R, extra.scale.iter().map(|s| 1.0 / s), p.R);
        join(&mut self.aref, std::iter::repeat_n(0.0, count), p.aref);
        join(
            &mut self.frictionloss,
            std::iter::repeat_n(0.0, count),
            p.frictionloss,
        );
        join(
            &mut self.kind,
            std::iter::repeat_n(RowKind::Equality as i32, count),
            p.kind,
        );
        join(&mut self.id, std::iter::repeat_n(-1, count), p.id);
        for (aref, block) in self.aref.iter_mut().zip(&extra.blocks) {
            let cols = &extra.cols[block.col..block.col + block.cols];
            let row = &extra.J[block.val..block.val + block.cols];
            *aref = cols
                .iter()
                .zip(row)
                .map(|(&c, j)| j * p.qacc_smooth[c as usize])
                .sum();
        }
        self.classes.fill(
            count + p.ne + p.nf,
            &self.blocks,
            &self.kind,
            &self.id,
            contacts,
        );
        self.force.resize(count + p.nefc(), 0.0);
        self.state.resize(count + p.nefc(), 0);
        self.b.resize(count + p.nefc(), 0.0);
        self.qfrc.resize(p.nv(), 0.0);
    }

    /// Islands of all rows: those of couplings come first in theirs. A coupling outside of islands moves nothing that
    /// constraints touch, and is left out.
    fn divide(&mut self, extra: &Couplings, islands: &Islands) {
        let out = &mut self.islands;
        (out.nisland, out.nidof) = (islands.nisland, islands.nidof);
        for (to, from) in [
            (&mut out.island_nv, &islands.island_nv),
            (&mut out.island_idofadr, &islands.island_idofadr),
            (&mut out.map_dof2idof, &islands.map_dof2idof),
            (&mut out.map_idof2dof, &islands.map_idof2dof),
            (&mut out.island_ne, &islands.island_ne),
            (&mut out.island_nf, &islands.island_nf),
            (&mut out.island_nefc, &islands.island_nefc),
            (&mut out.island_iefcadr, &islands.island_iefcadr),
        ] {
            to.clear();
            to.extend_from_slice(from);
        }
        let count = extra.blocks.len();
        out.efc_island.clear();
        for block in &extra.blocks {
            let dof = extra.cols.get(block.col).map_or(0, |&c| c as usize);
            let island = islands.dof_island.get(dof).copied().unwrap_or(-1);
            out.efc_island
                .push(if block.cols > 0 { island } else { -1 });
        }
        for &island in &out.efc_island {
            if let Ok(island) = usize::try_from(island) {
                out.island_ne[island] += 1;
                out.island_nefc[island] += 1;
            }
        }
        out.map_efc2iefc.clear();
        out.map_efc2iefc.resize(count + islands.efc_island.len(), 0);
        out.map_iefc2efc.clear();
        for island in 0..islands.nisland {
            out.island_iefcadr[island] = out.map_iefc2efc.len() as i32;
            for row in 0..count {
                if out.efc_island[row] == island as i32 {
                    out.map_efc2iefc[row] = out.map_iefc2efc.len() as i32;
                    out.map_iefc2efc.push(row as i32);
                }
            }
            for &row in super::gather::rows(islands, island) {
                let row = row + count as i32;
                out.map_efc2iefc[row as usize] = out.map_iefc2efc.len() as i32;
                out.map_iefc2efc.push(row);
            }
        }
        out.efc_island.extend_from_slice(&islands.efc_island);
    }

    /// Solves a problem with couplings by a primal solver, as a whole or by islands.
    pub(super) fn solve(
        &mut self,
        how: PartsIn<'_>,
        p: &Problem,
        extra: &Couplings,
        warm: Option<&[f64]>,
        x: &mut Solution,
        stats: &mut Stats,
        scratch: &mut PartsScratch,
    ) {
        let count = extra.blocks.len();
        self.fill(p, extra, x.contacts);
        self.divide(extra, how.islands);
        let whole = Problem {
            ne: count + p.ne,
            blocks: &self.blocks,
            cols: &self.cols,
            J: &self.J,
            D: &self.D,
            R: &self.R,
            aref: &self.aref,
            frictionloss: &self.frictionloss,
            kind: &self.kind,
            id: &self.id,
            classes: &self.classes,
            ..*p
        };
        let work = &mut scratch.work;
        residual(&whole, whole.qacc_smooth, &mut self.b, &mut work.buffer);
        let mut solution = Solution {
            qacc: x.qacc,
            qfrc_constraint: &mut self.qfrc,
            force: &mut self.force,
            state: &mut self.state,
            contacts: x.contacts,
        };
        start(
            &whole,
            None,
            warm,
            &self.b,
            how.choice.solver,
            &mut solution,
            work,
        );
        let how = PartsIn {
            islands: &self.islands,
            ..how
        };
        solve_parts(how, &whole, &self.b, &mut solution, stats, scratch);
        x.force.copy_from_slice(&self.force[count..]);
        x.state.copy_from_slice(&self.state[count..]);
        p.jacobian()
            .transposed_times(x.force, x.qfrc_constraint, &mut scratch.work.buffer);
    }
}
