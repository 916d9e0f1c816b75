//! Problems whose inertia has rank-one terms Σ s jᵀ j.
//!
//! With the acceleration a₀ without constraints, each term adds ½ s (j a − j a₀)² to the cost. That is the cost of an
//! equality row with mass s and reference j a₀, so that the terms become rows before all others.

use super::problem::{Classes, Problem, Solution};
use super::run::{Choice, Workspace, finish, residual, start};
use crate::constraint::RowKind;
use crate::data::{Block, Contact};
use crate::derivative::metric::Couplings;

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

    /// Solves a problem with couplings by a primal solver, as a whole. `solve` runs it.
    pub(super) fn solve(
        &mut self,
        p: &Problem,
        extra: &Couplings,
        warm: Option<&[f64]>,
        choice: &Choice,
        x: &mut Solution,
        work: &mut Workspace,
        run: impl FnOnce(&Problem, &[f64], &mut Solution, &mut Workspace),
    ) {
        let count = extra.blocks.len();
        self.fill(p, extra, x.contacts);
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
        residual(&whole, whole.qacc_smooth, &mut self.b, &mut work.buffer);
        let mut solution = Solution {
            qacc: x.qacc,
            qfrc_constraint: &mut self.qfrc,
            force: &mut self.force,
            state: &mut self.state,
            contacts: x.contacts,
        };
        start(&whole, warm, &self.b, choice.solver, &mut solution, work);
        run(&whole, &self.b, &mut solution, work);
        x.force.copy_from_slice(&self.force[count..]);
        x.state.copy_from_slice(&self.state[count..]);
        p.jacobian()
            .transposed_times(x.force, x.qfrc_constraint, &mut work.buffer);
        if choice.noslip.is_some() {
            finish(p, x, work);
        }
    }
}
