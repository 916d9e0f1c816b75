//! Derivatives of a whole step, by finite differences.

mod inverse;

use ligament_model::Model;
use ligament_model::enums::{DisableFlags, EnableFlags, Integrator, Stage};

use crate::data::{Data, StateBits};
pub use inverse::{InverseRates, inverse_fd};

use crate::forward::{From, forward_skip};
use crate::hooks::Hooks;
use crate::integrate;
use crate::joint;
use crate::step::{check_acc, check_pos, check_vel};
use crate::workspace::Workspace;

/// Why derivatives cannot be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DerivativeError {
    /// The integrator takes several evaluations per step.
    RungeKutta,
    /// The model has delays.
    Delays,
    /// Forces are changed by the noslip solver.
    Noslip,
    /// Bodies may fall asleep between two evaluations.
    Sleep,
    /// A matrix has the wrong number of elements.
    Size {
        /// How many numbers it should have.
        expected: usize,
        /// How many numbers it has.
        found: usize,
    },
}

impl std::fmt::Display for DerivativeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::RungeKutta => f.write_str("RK4 integrator is not supported"),
            Self::Delays => f.write_str("delays are not supported"),
            Self::Noslip => f.write_str("noslip solver is not supported"),
            Self::Sleep => f.write_str("sleeping is not supported"),
            Self::Size { expected, found } => {
                write!(f, "a matrix should have {expected} numbers, it has {found}")
            }
        }
    }
}

impl std::error::Error for DerivativeError {}

/// Matrices of the linearized step, row by row; what is not asked for is none. States are differences of positions,
/// velocities and activations.
#[derive(Debug, Default)]
pub struct Transition<'a> {
    /// Next state by state.
    pub a: Option<&'a mut [f64]>,
    /// Next state by control.
    pub b: Option<&'a mut [f64]>,
    /// Sensors by state.
    pub c: Option<&'a mut [f64]>,
    /// Sensors by control.
    pub d: Option<&'a mut [f64]>,
}

/// A matrix has the size it should have, if it is there.
pub(super) fn check_size(matrix: Option<&[f64]>, expected: usize) -> Result<(), DerivativeError> {
    match matrix {
        Some(x) if x.len() != expected => Err(DerivativeError::Size {
            expected,
            found: x.len(),
        }),
        _ => Ok(()),
    }
}

/// A step that takes what belongs to `skip` and the stages before it as done.
pub fn step_skip(m: &Model, d: &mut Data, w: &mut Workspace, hooks: &mut Hooks, from: From) {
    check_pos(m, d, w);
    check_vel(m, d, w);
    forward_skip(m, d, w, hooks, from);
    check_acc(m, d, w, hooks);
    integrate::integrate_skip(m, d, w, hooks, from.skip);
}

/// What came out of a step.
#[derive(Clone, Debug, Default)]
struct Outcome {
    qpos: Vec<f64>,
    qvel: Vec<f64>,
    act: Vec<f64>,
    sensordata: Vec<f64>,
}

impl Outcome {
    fn of(d: &Data) -> Self {
        Self {
            qpos: d.state.qpos.clone(),
            qvel: d.state.qvel.clone(),
            act: d.state.act.clone(),
            sensordata: d.sensor.sensordata.clone(),
        }
    }

    /// (other − self) / h for the state.
    fn state_rate(&self, m: &Model, other: &Self, h: f64) -> Vec<f64> {
        let mut out = vec![0.0; m.size.nv];
        joint::differentiate_pos(m, &mut out, h, &self.qpos, &other.qpos);
        out.extend(rate(&self.qvel, &other.qvel, h));
        out.extend(rate(&self.act, &other.act, h));
        out
    }
}

/// (b − a) / h.
fn rate<'a>(a: &'a [f64], b: &'a [f64], h: f64) -> impl Iterator<Item = f64> + 'a {
    let inverse = 1.0 / h;
    a.iter().zip(b).map(move |(a, b)| inverse * (b - a))
}

/// Writes a column of a matrix with `width` columns.
fn set_column(matrix: &mut [f64], width: usize, column: usize, values: impl Iterator<Item = f64>) {
    for (row, value) in matrix.chunks_exact_mut(width).zip(values) {
        row[column] = value;
    }
}

/// Takes steps from nudged inputs, always from the same state.
struct Stepper<'m, 'h, 'a> {
    m: &'m Model,
    w: &'h mut Workspace,
    hooks: &'h mut Hooks<'a>,
    bits: StateBits,
    start: Vec<f64>,
    eps: f64,
    centered: bool,
    sensors: bool,
    base: Outcome,
}

impl Stepper<'_, '_, '_> {
    /// A step from a nudged input; the input is restored.
    fn step(&mut self, d: &mut Data, skip: Stage, nudge: &mut dyn FnMut(&mut Data)) -> Outcome {
        nudge(d);
        let from = From {
            skip,
            sensors: self.sensors,
        };
        step_skip(self.m, d, self.w, self.hooks, from);
        let outcome = Outcome::of(d);
        self.restore(d);
        outcome
    }

    fn restore(&self, d: &mut Data) {
        // the vector was made for these components
        let _ = d.set_state(self.m, &self.start, self.bits);
    }

    /// Outcomes on both sides of the input, and their distance. Without one side, the base takes its place.
    fn both(
        &mut self,
        d: &mut Data,
        skip: Stage,
        [ahead, behind]: [bool; 2],
        nudge: &mut dyn FnMut(&mut Data, f64),
    ) -> Option<(Outcome, Outcome, f64)> {
        let eps = self.eps;
        let plus = ahead.then(|| self.step(d, skip, &mut |d| nudge(d, eps)));
        let minus = behind.then(|| self.step(d, skip, &mut |d| nudge(d, -eps)));
        let sides = match (plus, minus) {
            (Some(plus), Some(minus)) => (minus, plus, 2.0 * eps),
            (Some(plus), None) => (self.base.clone(), plus, eps),
            (None, Some(minus)) => (minus, self.base.clone(), eps),
            (None, None) => return None,
        };
        Some(sides)
    }
}

/// A nudge of finite differences.
#[derive(Clone, Copy, Debug)]
pub struct Nudge {
    /// Its size.
    pub eps: f64,
    /// Whether both sides are looked at.
    pub centered: bool,
}

/// Derivatives of a step by state and control, by finite differences, one-sided or centered. The state is what it was
/// afterwards.
pub fn transition_fd(
    m: &Model,
    d: &mut Data,
    w: &mut Workspace,
    hooks: &mut Hooks,
    nudge: Nudge,
    mut out: Transition<'_>,
) -> Result<(), DerivativeError> {
    let Nudge { eps, centered } = nudge;
    if m.opt.integrator.is(Integrator::Rk4) {
        return Err(DerivativeError::RungeKutta);
    }
    if m.size.nhistory > 0 {
        return Err(DerivativeError::Delays);
    }
    if m.opt.enables(EnableFlags::SLEEP) {
        return Err(DerivativeError::Sleep);
    }
    let (nv, na, nu, ns) = (m.size.nv, m.size.na, m.size.nu, m.size.nsensordata);
    let nx = 2 * nv + na;
    check_size(out.a.as_deref(), nx * nx)?;
    check_size(out.b.as_deref(), nx * nu)?;
    check_size(out.c.as_deref(), ns * nx)?;
    check_size(out.d.as_deref(), ns * nu)?;
    let mut bits = StateBits::FULLPHYSICS.0 | StateBits::CTRL.0;
    if !m.opt.disables(DisableFlags::WARMSTART) {
        bits |= StateBits::WARMSTART.0;
    }
    let bits = StateBits(bits);
    let mut start = vec![0.0; crate::data::state_size(m, bits).unwrap_or(0)];
    let _ = d.get_state(m, &mut start, bits);
    let sensors = out.c.is_some() || out.d.is_some();
    let from = From {
        skip: Stage::None,
        sensors,
    };
    step_skip(m, d, w, hooks, from);
    let mut stepper = Stepper {
        m,
        w,
        hooks,
        bits,
        start,
        eps,
        centered,
        sensors,
        base: Outcome::of(d),
    };
    stepper.restore(d);
    if out.b.is_some() || out.d.is_some() {
        by_control(&mut stepper, d, &mut out);
    }
    if out.a.is_some() || out.c.is_some() {
        by_state(&mut stepper, d, &mut out);
    }
    Ok(())
}

/// Columns of controls. Controls at a limit are nudged to one side.
fn by_control(stepper: &mut Stepper<'_, '_, '_>, d: &mut Data, out: &mut Transition<'_>) {
    let (m, nu) = (stepper.m, stepper.m.size.nu);
    for i in 0..nu {
        let (u, eps) = (d.input.ctrl[i], stepper.eps);
        let [low, high] = m.actuator.ctrlrange[i];
        let limited = m.actuator.ctrllimited[i].get();
        let inside = |x: f64| !limited || (low <= x && x <= high);
        let ahead = inside(u) && inside(u + eps);
        let behind = (stepper.centered || !ahead) && inside(u) && inside(u - eps);
        let sides = stepper.both(d, Stage::Vel, [ahead, behind], &mut |d, eps| {
            d.input.ctrl[i] += eps;
        });
        if let Some(b) = out.b.as_deref_mut() {
            let column = sides
                .as_ref()
                .map(|(from, to, h)| from.state_rate(m, to, *h));
            let zero = std::iter::repeat_n(0.0, b.len() / nu);
            match column {
                Some(values) => set_column(b, nu, i, values.into_iter()),
                None => set_column(b, nu, i, zero),
            }
        }
        if let Some(matrix) = out.d.as_deref_mut() {
            let zero = std::iter::repeat_n(0.0, matrix.len() / nu);
            match &sides {
                Some((from, to, h)) => {
                    set_column(matrix, nu, i, rate(&from.sensordata, &to.sensordata, *h));
                }
                None => set_column(matrix, nu, i, zero),
            }
        }
    }
}

/// Columns of activations, velocities and positions. Steps from nudged activations and velocities take as done what depends on
/// positions, which therefore are nudged last.
fn by_state(stepper: &mut Stepper<'_, '_, '_>, d: &mut Data, out: &mut Transition<'_>) {
    let m = stepper.m;
    let (nv, na) = (m.size.nv, m.size.na);
    let nx = 2 * nv + na;
    let mut direction = vec![0.0; nv];
    for i in (2 * nv..nx).chain(nv..2 * nv).chain(0..nv) {
        let both = [true, stepper.centered];
        let sides = if i < nv {
            direction[i] = 1.0;
            let sides = stepper.both(d, Stage::None, both, &mut |d, eps| {
                joint::integrate_pos(m, &mut d.state.qpos, &direction, eps);
            });
            direction[i] = 0.0;
            sides
        } else if i < 2 * nv {
            stepper.both(d, Stage::Pos, both, &mut |d, eps| {
                d.state.qvel[i - nv] += eps;
            })
        } else {
            stepper.both(d, Stage::Vel, both, &mut |d, eps| {
                d.state.act[i - 2 * nv] += eps;
            })
        };
        let Some((from, to, h)) = sides else {
            continue;
        };
        if let Some(a) = out.a.as_deref_mut() {
            set_column(a, nx, i, from.state_rate(m, &to, h).into_iter());
        }
        if let Some(c) = out.c.as_deref_mut() {
            set_column(c, nx, i, rate(&from.sensordata, &to.sensordata, h));
        }
    }
}
