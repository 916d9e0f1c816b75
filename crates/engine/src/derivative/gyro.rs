//! Gyroscopic forces of free bodies under the discrete integrator.
//!
//! Derivatives of bias forces do not fit a symmetric effective inertia. A body that moves freely and alone, and that
//! neither constraints nor couplings touch, gets its step from (M̂ + h dc/dv) a = f − h K v instead.

use ligament_math::dense;
use ligament_model::Model;

use super::free;
use crate::awake::Awake;
use crate::data::{Block, Data};
use crate::joint;

/// True if rows have columns among six degrees of freedom.
fn touch(blocks: &[Block], cols: &[i32], first: usize) -> bool {
    let among = |&c: &i32| (first..first + 6).contains(&(c as usize));
    blocks
        .iter()
        .any(|b| cols[b.col..b.col + b.cols].iter().any(among))
}

/// The first degree of freedom of a body that moves freely and alone, is awake, and that nothing touches.
fn untouched(m: &Model, d: &Data, body: usize) -> Option<usize> {
    if !free::moves_alone(m, body) {
        return None;
    }
    let first = joint::dofs(m, m.body_joints(body).start).start;
    let couplings = &d.metric.couplings;
    let held = d.sleep.tree_awake[m.dof.treeid[first].index()] == 0
        || touch(&d.efc.blocks, &d.efc.efc_cols, first)
        || touch(&couplings.blocks, &couplings.cols, first);
    (!held).then_some(first)
}

/// Adds h dc/dv a to the inertial forces M̂ a of free bodies that nothing else touches.
pub fn add_inertial(m: &Model, d: &Data, a: &[f64], out: &mut [f64]) {
    for &body in Awake::new(&d.sleep, &d.stats).bodies {
        let body = body as usize;
        let Some(first) = untouched(m, d, body) else {
            continue;
        };
        let slope = free::bias_by_velocity(m, &d.state, &d.pose, &d.vel, body);
        for (x, row) in out[first..first + 6].iter_mut().zip(&slope) {
            *x += m.opt.timestep * dense::dot(row, &a[first..first + 6]);
        }
    }
}

/// Replaces the steps of free bodies that nothing else touches.
///
/// Writes `qacc`.
pub fn correct(m: &Model, d: &mut Data) {
    for i in 0..Awake::new(&d.sleep, &d.stats).bodies.len() {
        let body = d.sleep.body_awake_ind[i] as usize;
        let Some(first) = untouched(m, d, body) else {
            continue;
        };
        let mut a = matrix(m, d, body, first);
        let mut pivots = [0; 6];
        if !dense::lu_factor(a.as_flattened_mut(), 6, &mut pivots) {
            continue;
        }
        let mut x: [f64; 6] = std::array::from_fn(|k| {
            let dof = first + k;
            d.force.qfrc_smooth[dof] + d.implicit.efm_c[dof] + d.implicit.efm_ca[dof]
        });
        dense::lu_solve(a.as_flattened(), 6, &pivots, &mut x);
        d.acc.qacc[first..first + 6].copy_from_slice(&x);
    }
}

/// The rows of the effective inertia of a free joint, with the derivative of bias forces.
fn matrix(m: &Model, d: &Data, body: usize, first: usize) -> [[f64; 6]; 6] {
    let mut a = free::bias_by_velocity(m, &d.state, &d.pose, &d.vel, body);
    for x in a.as_flattened_mut() {
        *x *= m.opt.timestep;
    }
    let pattern = m.inertia_pattern();
    let values = &d.metric.values;
    for r in 0..6 {
        let row = pattern.row_range(first + r);
        for (entry, &c) in row.zip(pattern.row_columns(first + r)) {
            let c = c as usize - first;
            a[r][c] += values[entry];
            if c != r {
                a[c][r] += values[entry];
            }
        }
    }
    a
}
