//! Projected Gauss-Seidel on the dual problem: minimize ½ fᵀ (A + R) f + fᵀ b over forces that the constraints can make.
//!
//! A sweep visits blocks in pseudo-random order. A row is set to its best value and clamped. An elliptic contact first
//! moves along the ray through its force, then its friction is minimized for a fixed normal force. Between sweeps forces are
//! extrapolated (Nesterov), projected, and the extrapolation starts anew when a sweep opposes it.

use ligament_math::MINVAL;

use super::dual::{Delassus, cost_change, dual_state, project_ellipsoid};
use super::primal::Report;
use super::problem::{Cone, Problem};
use super::qcqp;
use crate::data::SolverStat;

/// Settings of a dual solver.
#[derive(Clone, Copy, Debug)]
pub struct DualSettings {
    /// Improvements below this end the iteration.
    pub tolerance: f64,
    /// Most iterations.
    pub iterations: usize,
}

/// Working memory of the dual solvers.
#[derive(Clone, Debug, Default)]
pub struct DualScratch {
    /// A + R of the problem.
    pub delassus: Delassus,
    /// J a₀ - aref of the problem.
    pub b: Vec<f64>,
    inverse: Vec<f64>,
    old_state: Vec<i32>,
    order: Vec<Visit>,
    previous: Vec<f64>,
    extrapolated: Vec<f64>,
}

/// One row, or the rows of one elliptic contact.
#[derive(Clone, Copy, Debug)]
enum Visit {
    Free(u32),
    Bounded(u32),
    Signed(u32),
    Cone(u32),
}

/// A small generator of pseudo-random numbers (PCG), seeded alike in every solve.
struct Random(u64);

impl Random {
    fn new() -> Self {
        let mut random = Self(0);
        random.next();
        random
    }

    fn next(&mut self) -> u32 {
        let old = self.0;
        self.0 = old.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let mixed = (((old >> 18) ^ old) >> 27) as u32;
        mixed.rotate_right((old >> 59) as u32)
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            let j = self.next() as usize % (i + 1);
            list.swap(i, j);
        }
    }
}

/// Improves the forces. The scratch must hold A + R and b.
pub fn pgs(
    p: &Problem,
    force: &mut [f64],
    state: &mut [i32],
    settings: DualSettings,
    stats: &mut [SolverStat],
    s: &mut DualScratch,
) -> Report {
    let scale = p.scale();
    let n = p.nefc();
    s.inverse.clear();
    s.inverse
        .extend((0..n).map(|i| 1.0 / s.delassus.diagonal(i)));
    s.previous.clear();
    s.previous.extend_from_slice(force);
    s.extrapolated.resize(n, 0.0);
    s.old_state.resize(n, 0);
    dual_state(p, force, state);
    list_visits(p, &mut s.order);
    let mut random = Random::new();
    let (mut iterations, mut momentum) = (0, 0);
    while iterations < settings.iterations {
        extrapolate(p, force, &mut s.previous, momentum);
        s.extrapolated.copy_from_slice(force);
        random.shuffle(&mut s.order);
        let mut improvement = 0.0;
        for visit in &s.order {
            improvement -= match *visit {
                Visit::Cone(i) => visit_cone(s, &p.classes.cones[i as usize], force),
                Visit::Free(i) => visit_row(s, i as usize, f64::NEG_INFINITY, f64::INFINITY, force),
                Visit::Signed(i) => visit_row(s, i as usize, 0.0, f64::INFINITY, force),
                Visit::Bounded(i) => {
                    let bound = p.frictionloss[i as usize];
                    visit_row(s, i as usize, -bound, bound, force)
                }
            };
        }
        improvement *= scale;
        note(
            p,
            force,
            state,
            &mut s.old_state,
            improvement,
            stats.get_mut(iterations),
        );
        // start anew when the sweep moved against the extrapolation
        let along: f64 = (0..n)
            .map(|i| (force[i] - s.extrapolated[i]) * (s.extrapolated[i] - s.previous[i]))
            .sum();
        momentum = if iterations > 0 && along < 0.0 {
            0
        } else {
            momentum + 1
        };
        iterations += 1;
        if improvement < settings.tolerance {
            break;
        }
    }
    Report {
        iterations,
        nnz: s.delassus.nnz(),
    }
}

/// Updates states and notes an iteration.
pub fn note(
    p: &Problem,
    force: &[f64],
    state: &mut [i32],
    old_state: &mut [i32],
    improvement: f64,
    stat: Option<&mut SolverStat>,
) {
    old_state.copy_from_slice(state);
    let active = dual_state(p, force, state);
    let changes = old_state.iter().zip(state).filter(|(a, b)| a != b).count();
    if let Some(stat) = stat {
        *stat = SolverStat {
            improvement,
            nactive: active as i32,
            nchange: changes as i32,
            ..SolverStat::default()
        };
    }
}

fn list_visits(p: &Problem, order: &mut Vec<Visit>) {
    order.clear();
    order.extend((0..p.ne as u32).map(Visit::Free));
    order.extend((p.ne as u32..(p.ne + p.nf) as u32).map(Visit::Bounded));
    let mut cones = p.classes.cones.iter().enumerate().peekable();
    for run in &p.classes.signed {
        while let Some((i, _)) = cones.next_if(|(_, c)| c.row < run.start) {
            order.push(Visit::Cone(i as u32));
        }
        order.extend(run.clone().map(|i| Visit::Signed(i as u32)));
    }
    order.extend(cones.map(|(i, _)| Visit::Cone(i as u32)));
}

/// Moves forces on by a share of their last change and back into what the constraints can make.
fn extrapolate(p: &Problem, force: &mut [f64], previous: &mut [f64], momentum: usize) {
    if momentum < 2 {
        previous.copy_from_slice(force);
        return;
    }
    let beta = (momentum - 1) as f64 / (momentum + 2) as f64;
    for (f, last) in force.iter_mut().zip(previous) {
        let now = *f;
        *f += beta * (now - *last);
        *last = now;
    }
    for i in p.ne..p.ne + p.nf {
        let bound = p.frictionloss[i];
        force[i] = force[i].max(-bound).min(bound);
    }
    for run in &p.classes.signed {
        for f in &mut force[run.clone()] {
            *f = f.max(0.0);
        }
    }
    for cone in &p.classes.cones {
        let f = &mut force[cone.row..cone.row + cone.dim];
        if f[0] < 0.0 {
            f.fill(0.0);
        } else {
            let normal = f[0];
            project_ellipsoid(&mut f[1..], normal, &cone.friction, true);
        }
    }
}

/// Sets one force to its best value between two bounds. Returns the change of cost.
fn visit_row(s: &DualScratch, i: usize, low: f64, high: f64, force: &mut [f64]) -> f64 {
    let residual = s.b[i] + s.delassus.times(i, force);
    let old = force[i];
    force[i] = (old - residual * s.inverse[i]).max(low).min(high);
    let a = [1.0 / s.inverse[i]];
    cost_change(&a, &mut force[i..=i], &[old], &[residual])
}

/// Improves the force of an elliptic contact. Returns the change of cost.
fn visit_cone(s: &DualScratch, cone: &Cone, force: &mut [f64]) -> f64 {
    let dim = cone.dim;
    let rows = cone.row..cone.row + dim;
    let (mut residual, mut old, mut a) = ([0.0; 6], [0.0; 6], [0.0; 36]);
    for j in 0..dim {
        let row = cone.row + j;
        residual[j] = s.b[row] + s.delassus.times(row, force);
    }
    old[..dim].copy_from_slice(&force[rows.clone()]);
    s.delassus.block(rows.clone(), &mut a);
    let f = &mut force[rows];
    if f[0] < MINVAL {
        f[0] = (f[0] - residual[0] * s.inverse[cone.row]).max(0.0);
        f[1..].fill(0.0);
    } else {
        // along the ray from the tip of the cone
        let times = |i: usize| (0..dim).map(|j| a[i * dim + j] * old[j]).sum::<f64>();
        let curvature: f64 = (0..dim).map(|i| old[i] * times(i)).sum();
        if curvature >= MINVAL {
            let slope: f64 = (0..dim).map(|i| old[i] * residual[i]).sum();
            let mut x = -slope / curvature;
            if f[0] + x * old[0] < 0.0 {
                x = -old[0] / f[0];
            }
            for j in 0..dim {
                f[j] += x * old[j];
            }
        }
    }
    let n = dim - 1;
    let (mut friction, mut linear) = ([0.0; 25], [0.0; 5]);
    for i in 0..n {
        let row = &a[(i + 1) * dim..(i + 2) * dim];
        friction[i * n..(i + 1) * n].copy_from_slice(&row[1..]);
        let known: f64 = (0..n).map(|j| row[j + 1] * old[j + 1]).sum();
        linear[i] = residual[i + 1] - known + row[0] * (f[0] - old[0]);
    }
    minimize_friction(f, &friction[..n * n], &linear[..n], &cone.friction);
    cost_change(&a[..dim * dim], f, &old[..dim], &residual[..dim])
}

/// Sets friction to the best that the normal force allows.
pub fn minimize_friction(force: &mut [f64], a: &[f64], b: &[f64], friction: &[f64; 5]) {
    let Some((&mut normal, tangent)) = force.split_first_mut() else {
        return;
    };
    if normal < MINVAL {
        tangent.fill(0.0);
    } else if qcqp::solve(tangent, a, b, friction, normal) {
        project_ellipsoid(tangent, normal, friction, false);
    }
}
