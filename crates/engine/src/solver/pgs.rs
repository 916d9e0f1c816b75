//! Projected Gauss-Seidel on the dual problem: minimize ½ fᵀ (A + R) f + fᵀ b over forces that the constraints can make.
//!
//! A sweep visits blocks in pseudo-random order. A row is set to its best value and clamped. An elliptic contact first
//! moves along the ray through its force, then its friction is minimized for a fixed normal force. Between sweeps forces are
//! extrapolated (Nesterov), projected, and the extrapolation starts anew when a sweep opposes it.
//!
//! The residual (A + R) f + b follows every change of a force by the columns of that force, and extrapolations linearly. Rows
//! that stay where they are, most of them contacts without force, cost next to nothing.

use ligament_math::MINVAL;
use ligament_math::simd::{Arith, Kernel, run};

use super::delassus::Delassus;
use super::dual::{WORSE, cost_change, dual_state, project_ellipsoid};
use super::primal::Report;
use super::problem::{Cone, Problem};
use super::qcqp;
use super::random::Random;
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
    diagonal: Vec<f64>,
    inverse: Vec<f64>,
    old_state: Vec<i32>,
    order: Vec<Visit>,
    extrapolated: Vec<f64>,
    /// Forces before the last extrapolation.
    previous: Vec<f64>,
    /// (A + R) f + b, now and before the last extrapolation.
    residual: Vec<f64>,
    previous_residual: Vec<f64>,
}

/// One row, or the rows of one elliptic contact.
#[derive(Clone, Copy, Debug)]
enum Visit {
    Free(u32),
    Bounded(u32),
    Signed(u32),
    Cone(u32),
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
    prepare(p, force, s);
    dual_state(p, force, state);
    let mut random = Random::new();
    let (mut iterations, mut momentum) = (0, 0);
    while iterations < settings.iterations {
        if momentum < 2 {
            s.previous.copy_from_slice(force);
            s.previous_residual.copy_from_slice(&s.residual);
        } else {
            run(Extrapolation {
                p,
                delassus: &s.delassus,
                share: (momentum - 1) as f64 / (momentum + 2) as f64,
                force,
                previous: &mut s.previous,
                residual: &mut s.residual,
                previous_residual: &mut s.previous_residual,
            });
        }
        s.extrapolated.copy_from_slice(force);
        random.shuffle(&mut s.order);
        let mut improvement = -run(Sweep {
            p,
            delassus: &s.delassus,
            diagonal: &s.diagonal,
            inverse: &s.inverse,
            order: &s.order,
            force,
            residual: &mut s.residual,
        });
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
        let changes = force[..n].iter().zip(&s.extrapolated).zip(&s.previous);
        let along: f64 = changes.map(|((f, e), p)| (f - e) * (e - p)).sum();
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
        short: false,
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

/// Sizes the working memory, and finds the residual of the first forces.
fn prepare(p: &Problem, force: &[f64], s: &mut DualScratch) {
    let n = p.nefc();
    let delassus = &s.delassus;
    s.diagonal.clear();
    s.diagonal.extend((0..n).map(|i| delassus.diagonal(i)));
    s.inverse.clear();
    s.inverse.extend(s.diagonal.iter().map(|d| 1.0 / d));
    s.residual.clear();
    let residual = |(i, b): (usize, &f64)| b + delassus.times(i, force);
    s.residual.extend(s.b.iter().enumerate().map(residual));
    s.extrapolated.resize(n, 0.0);
    s.previous.resize(n, 0.0);
    s.previous_residual.resize(n, 0.0);
    s.old_state.resize(n, 0);
    list_visits(p, &mut s.order);
}

/// Moves forces on by a share of their last change and back into what the constraints can make; residuals follow.
struct Extrapolation<'a> {
    p: &'a Problem<'a>,
    delassus: &'a Delassus,
    share: f64,
    force: &'a mut [f64],
    previous: &'a mut [f64],
    residual: &'a mut [f64],
    previous_residual: &'a mut [f64],
}

impl Kernel for Extrapolation<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arith>(self) {
        let Self {
            p,
            delassus,
            force,
            residual,
            ..
        } = self;
        let pairs = [
            (&mut *force, self.previous),
            (&mut *residual, self.previous_residual),
        ];
        for (values, previous) in pairs {
            for (value, last) in values.iter_mut().zip(previous) {
                let now = *value;
                *value += self.share * (now - *last);
                *last = now;
            }
        }
        let mut set = |force: &mut f64, row: usize, allowed: f64| {
            let change = allowed - *force;
            if change != 0.0 {
                *force = allowed;
                delassus.add_columns::<A>(row, &[change], residual);
            }
        };
        for i in p.ne..p.ne + p.nf {
            let bound = p.frictionloss[i];
            let allowed = force[i].max(-bound).min(bound);
            set(&mut force[i], i, allowed);
        }
        for rows in &p.classes.signed {
            for i in rows.clone() {
                let allowed = force[i].max(0.0);
                set(&mut force[i], i, allowed);
            }
        }
        for cone in &p.classes.cones {
            let f = &mut force[cone.row..cone.row + cone.dim];
            let mut change = [0.0; 6];
            change[..cone.dim].copy_from_slice(f);
            if f[0] < 0.0 {
                f.fill(0.0);
            } else {
                let normal = f[0];
                project_ellipsoid(&mut f[1..], normal, &cone.friction, true);
            }
            add_changes::<A>(delassus, cone, f, &mut change, residual);
        }
    }
}

/// Lets residuals follow the forces of an elliptic contact. `old` is used up.
#[inline(always)]
fn add_changes<A: Arith>(
    delassus: &Delassus,
    cone: &Cone,
    force: &[f64],
    old: &mut [f64; 6],
    residual: &mut [f64],
) {
    let change = &mut old[..cone.dim];
    for (old, new) in change.iter_mut().zip(force) {
        *old = new - *old;
    }
    if change.iter().any(|&c| c != 0.0) {
        delassus.add_columns::<A>(cone.row, change, residual);
    }
}

/// One visit of every row.
struct Sweep<'a> {
    p: &'a Problem<'a>,
    delassus: &'a Delassus,
    diagonal: &'a [f64],
    inverse: &'a [f64],
    order: &'a [Visit],
    force: &'a mut [f64],
    residual: &'a mut [f64],
}

impl Kernel for Sweep<'_> {
    /// Change of cost.
    type Output = f64;

    #[inline(always)]
    fn run<A: Arith>(mut self) -> f64 {
        let mut change = 0.0;
        for visit in self.order {
            let (i, low, high) = match *visit {
                Visit::Cone(i) => {
                    change += self.cone::<A>(&self.p.classes.cones[i as usize]);
                    continue;
                }
                Visit::Free(i) => (i as usize, f64::NEG_INFINITY, f64::INFINITY),
                Visit::Signed(i) => (i as usize, 0.0, f64::INFINITY),
                Visit::Bounded(i) => {
                    let bound = self.p.frictionloss[i as usize];
                    (i as usize, -bound, bound)
                }
            };
            change += self.row::<A>(i, low, high);
        }
        change
    }
}

impl Sweep<'_> {
    /// Sets one force to its best value between two bounds. Returns the change of cost.
    #[inline(always)]
    fn row<A: Arith>(&mut self, i: usize, low: f64, high: f64) -> f64 {
        let (residual, old) = (self.residual[i], self.force[i]);
        let best = (old - residual * self.inverse[i]).max(low).min(high);
        let step = best - old;
        let change = step * (0.5 * self.diagonal[i] * step + residual);
        if step == 0.0 || change > WORSE {
            return 0.0;
        }
        self.force[i] = best;
        self.delassus.add_columns::<A>(i, &[step], self.residual);
        change
    }

    /// Improves the force of an elliptic contact. Returns the change of cost.
    #[inline(always)]
    fn cone<A: Arith>(&mut self, cone: &Cone) -> f64 {
        let rows = cone.row..cone.row + cone.dim;
        let without_force = self.force[rows.clone()].iter().all(|&f| f == 0.0);
        if without_force && self.residual[cone.row] >= 0.0 {
            return 0.0;
        }
        let (mut old, mut a) = ([0.0; 6], [0.0; 36]);
        old[..cone.dim].copy_from_slice(&self.force[rows.clone()]);
        self.delassus.block(rows.clone(), &mut a);
        let (force, residual) = (&mut self.force[rows.clone()], &self.residual[rows]);
        let change = improve_cone(cone, &a, self.inverse[cone.row], &old, residual, force);
        add_changes::<A>(self.delassus, cone, force, &mut old, self.residual);
        change
    }
}

/// Improves the force of an elliptic contact: along the ray from the tip of its cone, then across. Returns the change of
/// cost.
fn improve_cone(
    cone: &Cone,
    a: &[f64; 36],
    inverse: f64,
    old: &[f64; 6],
    residual: &[f64],
    f: &mut [f64],
) -> f64 {
    let dim = cone.dim;
    if f[0] < MINVAL {
        f[0] = (f[0] - residual[0] * inverse).max(0.0);
        f[1..].fill(0.0);
    } else {
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
    cost_change(&a[..dim * dim], f, &old[..dim], residual)
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
