//! The solvers behind one door: the starting point, the solver that was chosen, no-slip, and the way from forces to
//! accelerations.

use ligament_math::dense::dot;
use ligament_model::Model;
use ligament_model::enums::{Integrator, Solver};

use super::noslip::{NoslipScratch, noslip};
use super::pgs::{DualScratch, DualSettings, pgs};
use super::primal::{PrimalScratch, Report, Settings, cg, newton};
use super::problem::{Problem, Solution};
use super::update::update;
use crate::awake::Awake;
use crate::budget::Budget;
use crate::data::SolverStat;

/// Which solver runs, and its settings.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The solver.
    pub solver: Solver,
    /// Tolerances and numbers of iterations.
    pub settings: Settings,
    /// Whether the solver itself runs; if not, forces are known and only no-slip does.
    pub iterate: bool,
    /// Settings of the no-slip iterations; none if there are none.
    pub noslip: Option<DualSettings>,
}

impl Choice {
    /// What a model asks for.
    pub fn new(m: &Model, budget: Budget) -> Self {
        let count = |n: i32| usize::try_from(n).unwrap_or(0);
        let noslip = DualSettings {
            tolerance: m.opt.noslip_tolerance,
            iterations: count(m.opt.noslip_iterations),
        };
        Self {
            solver: m.opt.solver(),
            settings: Settings {
                tolerance: m.opt.tolerance,
                ls_tolerance: m.opt.ls_tolerance,
                iterations: count(m.opt.iterations),
                ls_iterations: count(m.opt.ls_iterations),
                most: budget.matrix(),
                accept_start: !m.opt.integrator.is(Integrator::Discrete),
            },
            iterate: true,
            noslip: (noslip.iterations > 0).then_some(noslip),
        }
    }

    /// True if the solution comes out as forces, from which accelerations have to be made.
    pub fn is_dual(&self) -> bool {
        self.solver.facts().is_dual || self.noslip.is_some()
    }
}

/// Working memory of all solvers.
#[derive(Clone, Debug, Default)]
pub struct SolverWork {
    /// Of the primal solvers. Holds residual and M a of the starting point.
    pub primal: PrimalScratch,
    dual: DualScratch,
    noslip: NoslipScratch,
    /// What was noted of iterations.
    pub iterations: Vec<SolverStat>,
    /// Two places per degree of freedom.
    pub buffer: Vec<f64>,
}

/// `out = J a - aref`.
pub fn residual(p: &Problem, a: &[f64], out: &mut [f64], buffer: &mut [f64]) {
    p.jacobian().times(a, out, buffer);
    for (o, aref) in out.iter_mut().zip(p.aref) {
        *o -= aref;
    }
}

/// Chooses the starting point: what follows from the previous acceleration `warm`, or from none of the constraints being
/// active, whichever costs less. `b` is the residual of the acceleration without constraints.
///
/// Sets `x.qacc` and, for the primal solvers, its residual and M a; for the dual solver sets `x.force`. Given who is awake,
/// M a is left alone where degrees of freedom sleep; there `warm` must be the acceleration without constraints.
pub fn start(
    p: &Problem,
    only: Option<Awake<'_>>,
    warm: Option<&[f64]>,
    b: &[f64],
    solver: Solver,
    x: &mut Solution,
    w: &mut SolverWork,
) {
    let primal = &mut w.primal;
    primal.jar.resize(p.nefc(), 0.0);
    primal.ma.resize(p.nv(), 0.0);
    w.buffer.resize(2 * p.nv(), 0.0);
    let Some(warm) = warm else {
        x.force.fill(0.0);
        start_cold(p, only, b, x, primal, &mut w.buffer);
        return;
    };
    residual(p, warm, &mut primal.jar, &mut w.buffer);
    let mut cost = update(p, &primal.jar, x.force, x.state, None).cost;
    if solver.facts().is_dual {
        x.qacc.copy_from_slice(warm);
        if dual_cost(p, x.force, b, &mut primal.ma, &mut w.buffer) > 0.0 {
            x.force.fill(0.0);
        }
        return;
    }
    p.mul_m_of(only, warm, &mut primal.ma, &mut w.buffer);
    let mut add_cost = |i: usize| {
        let force = primal.ma[i] - p.qfrc_smooth[i];
        cost += 0.5 * force * (warm[i] - p.qacc_smooth[i]);
    };
    match only {
        None => (0..p.nv()).for_each(add_cost),
        Some(awake) => awake.dofs.iter().for_each(|&dof| add_cost(dof as usize)),
    }
    if cost > update(p, b, x.force, x.state, None).cost {
        start_cold(p, only, b, x, primal, &mut w.buffer);
    } else {
        x.qacc.copy_from_slice(warm);
    }
}

fn start_cold(
    p: &Problem,
    only: Option<Awake<'_>>,
    b: &[f64],
    x: &mut Solution,
    primal: &mut PrimalScratch,
    buffer: &mut [f64],
) {
    x.qacc.copy_from_slice(p.qacc_smooth);
    primal.jar.copy_from_slice(b);
    p.mul_m_of(only, p.qacc_smooth, &mut primal.ma, buffer);
}

/// ½ fᵀ (A + R) f + fᵀ b, by way of accelerations: A = J M⁻¹ Jᵀ.
pub(super) fn dual_cost(
    p: &Problem,
    f: &[f64],
    b: &[f64],
    qfrc: &mut [f64],
    buffer: &mut [f64],
) -> f64 {
    p.jacobian().transposed_times(f, qfrc, buffer);
    let (solved, buffer) = buffer.split_at_mut(p.nv());
    solved.copy_from_slice(qfrc);
    p.solve_m(solved, buffer);
    let soft: f64 = f.iter().zip(p.R).map(|(f, r)| f * f * r).sum();
    dot(f, b) + 0.5 * (dot(qfrc, solved) + soft)
}

/// Runs the chosen solver from the starting point, then no-slip. Dual solvers leave accelerations to [`finish`]. Where the
/// matrix between rows does not fit into memory, conjugate gradients take their place, without no-slip.
pub fn run(
    p: &Problem,
    b: &[f64],
    choice: &Choice,
    x: &mut Solution,
    stats: &mut [SolverStat],
    w: &mut SolverWork,
) -> Report {
    let SolverWork {
        primal,
        dual,
        noslip: extra,
        buffer,
        ..
    } = w;
    let (mut choice, mut short) = (*choice, false);
    let settings = choice.settings;
    if choice.is_dual() {
        dual.b.clear();
        dual.b.extend_from_slice(b);
        short = !dual.delassus.make(p, settings.most);
    }
    if short {
        choice.noslip = None;
        if choice.solver.facts().is_dual {
            choice.solver = Solver::Cg;
            buffer.resize(2 * p.nv(), 0.0);
            primal.jar.resize(p.nefc(), 0.0);
            primal.ma.resize(p.nv(), 0.0);
            residual(p, x.qacc, &mut primal.jar, buffer);
            p.mul_m(x.qacc, &mut primal.ma, buffer);
        }
    }
    let mut report = match choice.solver {
        _ if !choice.iterate => Report::default(),
        Solver::Newton => newton(p, x, settings, stats, primal),
        Solver::Cg => cg(p, x, settings, stats, primal),
        Solver::Pgs => {
            let settings = DualSettings {
                tolerance: settings.tolerance,
                iterations: settings.iterations,
            };
            pgs(p, x.force, x.state, settings, stats, dual)
        }
    };
    if let Some(settings) = choice.noslip {
        let stats = stats.get_mut(report.iterations..).unwrap_or_default();
        report.iterations += noslip(p, x.force, x.state, settings, stats, extra, dual);
    }
    report.short |= short;
    report
}

/// Accelerations that follow from forces: M⁻¹ Jᵀ f + a₀.
pub fn finish(p: &Problem, x: &mut Solution, w: &mut SolverWork) {
    p.jacobian()
        .transposed_times(x.force, x.qfrc_constraint, &mut w.buffer);
    x.qacc.copy_from_slice(x.qfrc_constraint);
    p.solve_m(x.qacc, &mut w.buffer);
    for (a, smooth) in x.qacc.iter_mut().zip(p.qacc_smooth) {
        *a += smooth;
    }
}
