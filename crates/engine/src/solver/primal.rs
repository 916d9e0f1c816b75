//! Newton's method and conjugate gradients on the cost over accelerations.
//!
//! Both move along a search direction to the exact minimum on that line. Newton's direction is -H⁻¹ g; that of conjugate
//! gradients is -M⁻¹ g + β d with Hager and Zhang's β. Either stops when the improvement of a step, the gradient, or (Newton)
//! the improvement to be expected from the next step, ½ gᵀ H⁻¹ g, falls below the tolerance. Costs and gradients are scaled by
//! the trace of the inertia matrix.
//!
//! The curvature of the cost is nowhere below M, so that ½ gᵀ M⁻¹ g bounds how far a point is from the best one. A start
//! that is good enough by this measure is the solution, without any iteration; under the discrete integrator only
//! if its gradient is small as well.

use ligament_math::MINVAL;
use ligament_math::dense::{add_scaled, dot};
use ligament_math::sparse::chains::Chains;

use super::hessian::{FULL, Hessian};
use super::line::{Limits, Line};
use super::problem::{Problem, QUADRATIC, Solution};
use super::product::Jacobian;
use super::update::{Summary, update};
use crate::awake::Awake;
use crate::data::SolverStat;

/// Settings of a primal solver.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Improvements and gradients below this end the iteration.
    pub tolerance: f64,
    /// Slopes below this times `tolerance` end a line search.
    pub ls_tolerance: f64,
    /// Most iterations.
    pub iterations: usize,
    /// Most evaluations in a line search.
    pub ls_iterations: usize,
    /// Most numbers in a matrix.
    pub most: usize,
    /// Whether conjugate gradients take a start that is good enough as the solution even if its gradient is large.
    pub accept_start: bool,
}

/// What a solver did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Number of iterations.
    pub iterations: usize,
    /// Entries of the matrix the solver worked with; zero if there was none.
    pub nnz: usize,
    /// Whether a matrix did not fit into memory, so that another method took its place.
    pub short: bool,
}

/// How the search direction is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Method {
    Newton,
    Gradients,
}

/// Working memory of the primal solvers.
#[derive(Clone, Debug, Default)]
pub struct PrimalScratch {
    /// J a - aref at the current point; holds that of the starting point.
    pub jar: Vec<f64>,
    /// M a at the current point; holds that of the starting point.
    pub ma: Vec<f64>,
    jv: Vec<f64>,
    mv: Vec<f64>,
    grad: Vec<f64>,
    mgrad: Vec<f64>,
    search: Vec<f64>,
    old_grad: Vec<f64>,
    old_mgrad: Vec<f64>,
    old_state: Vec<i32>,
    buffer: Vec<f64>,
    line: Line,
    hessian: Hessian,
}

/// Solves by Newton's method. The scratch must hold `jar` and `ma` of the starting point `x.qacc`.
pub fn newton(
    p: &Problem,
    x: &mut Solution,
    settings: Settings,
    stats: &mut [SolverStat],
    scratch: &mut PrimalScratch,
) -> Report {
    iterate(p, x, Method::Newton, settings, stats, scratch)
}

/// Solves by conjugate gradients. The scratch must hold `jar` and `ma` of the starting point `x.qacc`.
pub fn cg(
    p: &Problem,
    x: &mut Solution,
    settings: Settings,
    stats: &mut [SolverStat],
    scratch: &mut PrimalScratch,
) -> Report {
    iterate(p, x, Method::Gradients, settings, stats, scratch)
}

impl<'a> Problem<'a> {
    /// The Jacobian of the constraint rows.
    pub fn jacobian(&self) -> Jacobian<'a> {
        Jacobian {
            blocks: self.blocks,
            cols: self.cols,
            values: self.J,
        }
    }

    fn chains(&self) -> Chains<'a> {
        Chains {
            pattern: self.pattern,
            joined: self.joined,
        }
    }

    /// `out = M x`. `buffer` must have two places per degree of freedom.
    pub fn mul_m(&self, x: &[f64], out: &mut [f64], buffer: &mut [f64]) {
        self.chains().mul_symmetric(self.M, x, out, buffer);
    }

    /// As [`mul_m`](Self::mul_m) for all degrees of freedom, or for those that are awake.
    pub fn mul_m_of(
        &self,
        only: Option<Awake<'_>>,
        x: &[f64],
        out: &mut [f64],
        buffer: &mut [f64],
    ) {
        let Some(awake) = only else {
            return self.mul_m(x, out, buffer);
        };
        for rows in awake.runs_of_dofs() {
            self.chains()
                .mul_symmetric_trees(rows, self.M, x, out, buffer);
        }
    }

    /// `x` becomes M⁻¹ `x`. `buffer` must have one place per degree of freedom.
    pub fn solve_m(&self, x: &mut [f64], buffer: &mut [f64]) {
        self.chains().solve(self.qLD, self.qLDiagInv, x, buffer);
    }
}

impl PrimalScratch {
    fn resize(&mut self, nv: usize, nefc: usize) {
        for v in [
            &mut self.mv,
            &mut self.grad,
            &mut self.mgrad,
            &mut self.search,
            &mut self.old_grad,
            &mut self.old_mgrad,
        ] {
            v.resize(nv, 0.0);
        }
        self.buffer.resize(2 * nv, 0.0);
        self.jv.resize(nefc, 0.0);
        self.old_state.resize(nefc, 0);
    }

    /// Forces, cost and gradient at the current point.
    fn refresh(&mut self, p: &Problem, x: &mut Solution, method: Method) -> Summary {
        let contacts = (method == Method::Newton).then_some(&mut *x.contacts);
        let summary = update(p, &self.jar, x.force, x.state, contacts);
        p.jacobian()
            .transposed_times(x.force, x.qfrc_constraint, &mut self.buffer);
        for i in 0..p.nv() {
            self.grad[i] = self.ma[i] - p.qfrc_smooth[i] - x.qfrc_constraint[i];
        }
        summary
    }

    /// `mgrad` = M⁻¹ `grad`.
    fn precondition(&mut self, p: &Problem) {
        self.mgrad.copy_from_slice(&self.grad);
        p.solve_m(&mut self.mgrad, &mut self.buffer);
    }

    /// `mgrad` = H⁻¹ `grad`.
    fn newton_direction(&mut self) {
        self.mgrad.copy_from_slice(&self.grad);
        self.hessian.solve(&mut self.mgrad);
    }

    /// ½ gᵀ P⁻¹ g for the matrix P that `mgrad` was made with.
    fn decrement(&self, scale: f64) -> f64 {
        (0.5 * scale * dot(&self.grad, &self.mgrad)).max(0.0)
    }

    /// Coefficients along the search direction of the cost that does not come from constraints.
    fn smooth_line(&self, p: &Problem) -> [f64; 2] {
        [
            dot(&self.search, &self.ma) - dot(p.qfrc_smooth, &self.search),
            0.5 * dot(&self.search, &self.mv),
        ]
    }

    /// The next direction of conjugate gradients.
    fn conjugate(&mut self) {
        let s = self;
        for i in 0..s.grad.len() {
            // from here on the old vectors hold differences
            s.old_grad[i] = s.grad[i] - s.old_grad[i];
            s.old_mgrad[i] = s.mgrad[i] - s.old_mgrad[i];
        }
        let conjugacy = dot(&s.search, &s.old_grad);
        let beta = if conjugacy < MINVAL {
            0.0
        } else {
            let twist = dot(&s.old_grad, &s.old_mgrad) / conjugacy;
            let along = dot(&s.search, &s.grad);
            let beta = (dot(&s.old_grad, &s.mgrad) - 2.0 * twist * along) / conjugacy;
            let smallest = norm(&s.search) * norm(&s.grad).min(0.01);
            beta.max(-1.0 / smallest.max(MINVAL))
        };
        for i in 0..s.search.len() {
            s.search[i] = -s.mgrad[i] + beta * s.search[i];
        }
    }
}

fn norm(x: &[f64]) -> f64 {
    dot(x, x).sqrt()
}

/// How many rows have changed their part in the Hessian.
fn changed_parts(p: &Problem, old: &[i32], new: &[i32]) -> usize {
    let pairs = old[p.ne..].iter().zip(&new[p.ne..]);
    let changed = pairs.map(|(a, b)| i32::from((*a == QUADRATIC) != (*b == QUADRATIC)));
    changed.sum::<i32>() as usize
}

fn iterate(
    p: &Problem,
    x: &mut Solution,
    mut method: Method,
    settings: Settings,
    stats: &mut [SolverStat],
    s: &mut PrimalScratch,
) -> Report {
    let (scale, tolerance) = (p.scale(), settings.tolerance);
    let mut report = Report::default();
    s.resize(p.nv(), p.nefc());
    let mut summary = s.refresh(p, x, method);
    let flat = scale * norm(&s.grad) < tolerance;
    // Newton's method promises accurate forces, so that a small bound alone does not do
    if method == Method::Gradients || flat {
        s.precondition(p);
        let accept = flat || settings.accept_start;
        if accept && s.decrement(scale) < tolerance {
            return report;
        }
    }
    if method == Method::Newton {
        s.hessian.analyze(p, p.nv() <= FULL);
        // the matrix and its factor
        if 2 * s.hessian.nnz() > settings.most {
            (method, report.short) = (Method::Gradients, true);
            s.precondition(p);
        }
    }
    if method == Method::Newton {
        s.hessian.rebuild(p, x.state);
        s.hessian.factor(p, x.state, x.contacts, summary.ncone);
        s.newton_direction();
        report.nnz = s.hessian.nnz();
        if flat && s.decrement(scale) < tolerance {
            return report;
        }
    }
    for i in 0..p.nv() {
        s.search[i] = -s.mgrad[i];
    }
    while report.iterations < settings.iterations {
        let length = norm(&s.search);
        if length < MINVAL {
            break;
        }
        match method {
            Method::Newton => s.hessian.mul_m(p, &s.search, &mut s.mv, &mut s.buffer),
            Method::Gradients => p.mul_m(&s.search, &mut s.mv, &mut s.buffer),
        }
        p.jacobian().times(&s.search, &mut s.jv, &mut s.buffer);
        let smooth = s.smooth_line(p);
        s.line.prepare(p, &s.jar, &s.jv, smooth);
        let limits = Limits {
            slope: tolerance * settings.ls_tolerance * length / scale,
            scale: scale / length,
            evaluations: settings.ls_iterations,
        };
        let slope = dot(&s.search, &s.grad);
        let known = (method == Method::Newton).then_some(slope);
        let found = s.line.search(p, &s.jar, &s.jv, limits, known);
        if found.alpha == 0.0 {
            break;
        }
        add_scaled(x.qacc, &s.search, found.alpha);
        add_scaled(&mut s.ma, &s.mv, found.alpha);
        add_scaled(&mut s.jar, &s.jv, found.alpha);
        s.old_state.copy_from_slice(x.state);
        if method == Method::Gradients {
            std::mem::swap(&mut s.old_grad, &mut s.grad);
            std::mem::swap(&mut s.old_mgrad, &mut s.mgrad);
        }
        let had_cones = summary.ncone > 0;
        summary = s.refresh(p, x, method);
        let changed = match method {
            Method::Newton => changed_parts(p, &s.old_state, x.state),
            Method::Gradients => 0,
        };
        let improvement = scale * found.improvement;
        let gradient = scale * norm(&s.grad);
        if let Some(stat) = stats.get_mut(report.iterations) {
            let pairs = s.old_state.iter().zip(&*x.state);
            let changes: i32 = pairs.map(|(a, b)| i32::from(a != b)).sum();
            *stat = SolverStat {
                improvement,
                gradient,
                lineslope: found.slope,
                nactive: summary.nactive as i32,
                nchange: changes,
                neval: found.evaluations as i32,
                nupdate: match method {
                    Method::Newton => changed + summary.ncone,
                    Method::Gradients => 0,
                } as i32,
            };
        }
        report.iterations += 1;
        if (improvement > 0.0 && improvement < tolerance) || gradient < tolerance {
            break;
        }
        match method {
            Method::Newton => {
                let cones = had_cones || summary.ncone > 0;
                let followed = changed == 0 || s.hessian.follow(p, &s.old_state, x.state, cones);
                if cones || !followed {
                    s.hessian.factor(p, x.state, x.contacts, summary.ncone);
                }
                s.newton_direction();
                if s.decrement(scale) < tolerance {
                    break;
                }
                for i in 0..p.nv() {
                    s.search[i] = -s.mgrad[i];
                }
            }
            Method::Gradients => {
                s.precondition(p);
                s.conjugate();
            }
        }
    }
    report
}
