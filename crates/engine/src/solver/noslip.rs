//! Post-processing that takes the slip out of friction: Gauss-Seidel sweeps over friction only, with A instead of A + R.
//!
//! Normal forces stay as they are: in a pyramid the sum of opposing edges is kept and their difference is minimized.

use ligament_math::MINVAL;

use super::dual::{cost_change, dual_state};
use super::pgs::{DualScratch, DualSettings, minimize_friction, note};
use super::problem::{Problem, is_pyramidal};
use crate::data::SolverStat;

/// Diagonal entries of A in blocks are not below this.
const LEAST_DIAGONAL: f64 = 1e-10;

/// Improves friction. The scratch must hold A + R and b. Returns the number of iterations.
pub fn noslip(
    p: &Problem,
    force: &mut [f64],
    state: &mut [i32],
    settings: DualSettings,
    stats: &mut [SolverStat],
    s: &mut NoslipScratch,
    dual: &DualScratch,
) -> usize {
    let scale = p.scale();
    s.old_state.resize(p.nefc(), 0);
    dual_state(p, force, state);
    let mut iterations = 0;
    while iterations < settings.iterations {
        let mut improvement = 0.0;
        if iterations == 0 {
            let soft = (0..p.nefc()).map(|i| 0.5 * force[i] * force[i] * p.R[i]);
            improvement += soft.sum::<f64>();
        }
        for i in p.ne..p.ne + p.nf {
            improvement -= dry_friction(p, i, force, dual);
        }
        for b in p.blocks {
            if b.row >= p.ne + p.nf && is_pyramidal(p.kind[b.row]) {
                for pair in 0..b.rows / 2 {
                    improvement -= opposing_edges(p, b.row + 2 * pair, force, dual);
                }
            }
        }
        for cone in &p.classes.cones {
            let n = cone.dim - 1;
            let first = cone.row + 1;
            let (mut a, mut residual, mut b) = ([0.0; 25], [0.0; 5], [0.0; 5]);
            let mut old = [0.0; 5];
            old[..n].copy_from_slice(&force[first..first + n]);
            hard_block(p, first, n, force, dual, &mut a, &mut residual);
            for i in 0..n {
                let known: f64 = (0..n).map(|j| a[i * n + j] * old[j]).sum();
                b[i] = residual[i] - known;
            }
            let f = &mut force[cone.row..=cone.row + n];
            minimize_friction(f, &a[..n * n], &b[..n], &cone.friction);
            improvement -= cost_change(&a[..n * n], &mut f[1..], &old[..n], &residual[..n]);
        }
        improvement *= scale;
        let stat = stats.get_mut(iterations);
        note(p, force, state, &mut s.old_state, improvement, stat);
        iterations += 1;
        if improvement < settings.tolerance {
            break;
        }
    }
    iterations
}

/// Working memory of this solver.
#[derive(Clone, Debug, Default)]
pub struct NoslipScratch {
    old_state: Vec<i32>,
}

/// Residual of a row without regularization.
fn hard_residual(p: &Problem, i: usize, force: &[f64], dual: &DualScratch) -> f64 {
    dual.b[i] + dual.delassus.times(i, force) - p.R[i] * force[i]
}

/// Residuals and the block of A of consecutive rows.
fn hard_block(
    p: &Problem,
    first: usize,
    n: usize,
    force: &[f64],
    dual: &DualScratch,
    a: &mut [f64],
    residual: &mut [f64],
) {
    dual.delassus.block(first..first + n, a);
    for i in 0..n {
        residual[i] = hard_residual(p, first + i, force, dual);
        let diagonal = &mut a[i * (n + 1)];
        *diagonal = (*diagonal - p.R[first + i]).max(LEAST_DIAGONAL);
    }
}

/// Minimizes over one dry friction; returns the change of cost.
fn dry_friction(p: &Problem, i: usize, force: &mut [f64], dual: &DualScratch) -> f64 {
    let residual = hard_residual(p, i, force, dual);
    let diagonal = (dual.delassus.diagonal(i) - p.R[i]).max(MINVAL);
    let (old, bound) = (force[i], p.frictionloss[i]);
    force[i] = (old - residual / diagonal).max(-bound).min(bound);
    let delta = force[i] - old;
    0.5 * delta * delta * diagonal + delta * residual
}

/// Minimizes over the difference of two opposing edges of a pyramid; returns the change of cost.
fn opposing_edges(p: &Problem, first: usize, force: &mut [f64], dual: &DualScratch) -> f64 {
    let (mut a, mut residual) = ([0.0; 4], [0.0; 2]);
    hard_block(p, first, 2, force, dual, &mut a, &mut residual);
    let f = &mut force[first..first + 2];
    let old = [f[0], f[1]];
    let middle = 0.5 * (old[0] + old[1]);
    let known = |i: usize| a[2 * i] * old[0] + a[2 * i + 1] * old[1];
    let b = [residual[0] - known(0), residual[1] - known(1)];
    // f = (middle + y, middle - y): the cost is ½ curvature y² + slope y
    let curvature = a[0] + a[3] - a[1] - a[2];
    let slope = middle * (a[0] - a[3]) + b[0] - b[1];
    let y = -slope / curvature;
    (f[0], f[1]) = if curvature < MINVAL {
        (middle, middle)
    } else if y < -middle {
        (0.0, 2.0 * middle)
    } else if y > middle {
        (2.0 * middle, 0.0)
    } else {
        (middle + y, middle - y)
    };
    cost_change(&a, f, &old, &residual)
}
