//! Exact derivatives against differences: the oracle of the tests, for users as well.

use ligament_engine::data::Data;
use ligament_engine::{joint, step};
use ligament_model::Model;

use crate::acceleration::space_of;
use crate::error::Refusal;
use crate::linearization::Linearization;
use crate::options::Options;
use crate::oracle::{Estimate, Ladder, ridders};

/// An entry of a matrix, exact and by differences.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Entry {
    /// Row: a number of the next state.
    pub row: usize,
    /// Column: a number of the state, or behind them a control.
    pub column: usize,
    /// The exact derivative.
    pub exact: f64,
    /// The derivative by differences.
    pub difference: f64,
    /// How sure the differences are.
    pub uncertainty: f64,
}

/// How exact derivatives compare with differences. Errors are relative to the largest entry of the matrices.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// How many entries there are.
    pub entries: usize,
    /// Entries for which differences do not converge: a kink is near.
    pub flagged: usize,
    /// Other entries that agree within 1e-8.
    pub close: usize,
    /// Other entries that agree within 1e-6.
    pub fair: usize,
    /// The largest error of the entries that are not flagged.
    pub error: f64,
    /// The entry with the largest error.
    pub worst: Entry,
    /// The largest entry of the matrices.
    pub scale: f64,
}

/// Differences whose tableau disagrees by more than this, relative to the largest entry, are flagged.
const UNSURE: f64 = 2e-9;

/// A model whose solver goes on to its last digit.
pub fn sharpened(m: &Model) -> Model {
    let mut sharp = m.clone();
    sharp.opt.tolerance = 0.0;
    sharp.opt.ls_tolerance = sharp.opt.ls_tolerance.min(1e-6);
    sharp.opt.iterations = sharp.opt.iterations.max(100);
    sharp.opt.ls_iterations = sharp.opt.ls_iterations.max(100);
    sharp
}

/// Derivatives of a step by Ridders' ladder: rows of the next state, columns of state and control.
pub fn differences(m: &Model, d: &Data, ladder: Ladder) -> Vec<Estimate> {
    let space = space_of(m, 0);
    let (nv, nx, width) = (space.nv, space.nx(), space.width());
    let mut base = d.clone();
    step(m, &mut base);
    let mut work = d.clone();
    let mut out = vec![Estimate::default(); nx * width];
    let mut direction = vec![0.0; nv];
    for column in 0..width {
        let found = ridders(nx, ladder, &mut |h, values| {
            work.clone_from(d);
            if column < nv {
                direction[column] = 1.0;
                joint::integrate_pos(m, &mut work.state.qpos, &direction, h);
                direction[column] = 0.0;
            } else if column < 2 * nv {
                work.state.qvel[column - nv] += h;
            } else if column < nx {
                work.state.act[column - 2 * nv] += h;
            } else {
                work.input.ctrl[column - nx] += h;
            }
            step(m, &mut work);
            let (q, rest) = values.split_at_mut(nv);
            joint::differentiate_pos(m, q, 1.0, &base.state.qpos, &work.state.qpos);
            let (v, act) = rest.split_at_mut(nv);
            for (x, (a, b)) in v
                .iter_mut()
                .zip(work.state.qvel.iter().zip(&base.state.qvel))
            {
                *x = a - b;
            }
            for (x, (a, b)) in act
                .iter_mut()
                .zip(work.state.act.iter().zip(&base.state.act))
            {
                *x = a - b;
            }
        });
        for (row, estimate) in found.into_iter().enumerate() {
            out[row * width + column] = estimate;
        }
    }
    out
}

/// Compares the exact derivatives of a step with Ridders' differences, both with a solver that goes on to its last digit.
///
/// # Errors
/// Names what has no exact derivatives.
pub fn validate(m: &Model, d: &Data, options: &Options) -> Result<Comparison, Refusal> {
    let sharp = sharpened(m);
    let mut work = d.clone();
    let exact = Linearization::at(&sharp, &mut work, options)?;
    let ladder = Ladder {
        rungs: 10,
        ..Ladder::default()
    };
    let found = differences(&sharp, d, ladder);
    Ok(compare(&exact, &found))
}

/// Compares exact derivatives with differences.
pub fn compare(exact: &Linearization, found: &[Estimate]) -> Comparison {
    let numbers = exact.all();
    let width = numbers.len() / exact.state_size().max(1);
    let scale = numbers.iter().fold(0.0_f64, |s, x| s.max(x.abs()));
    let mut out = Comparison {
        entries: numbers.len(),
        scale,
        ..Comparison::default()
    };
    for (at, (x, estimate)) in numbers.iter().zip(found).enumerate() {
        if estimate.error.is_nan() || estimate.error > UNSURE * scale {
            out.flagged += 1;
            continue;
        }
        let error = (x - estimate.value).abs() / scale.max(f64::MIN_POSITIVE);
        out.close += usize::from(error <= 1e-8);
        out.fair += usize::from(error <= 1e-6);
        if error > out.error || error.is_nan() {
            out.error = error;
            out.worst = Entry {
                row: at / width,
                column: at % width,
                exact: *x,
                difference: estimate.value,
                uncertainty: estimate.error,
            };
        }
    }
    out
}
