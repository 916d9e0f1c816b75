//! A step to first order.

use ligament_engine::data::Data;
use ligament_engine::forward::{From, forward_skip};
use ligament_engine::hooks::Hooks;
use ligament_engine::workspace;
use ligament_model::Model;
use ligament_model::enums::{Integrator, Stage};

use crate::acceleration::{check, forward, space_of};
use crate::error::Refusal;
use crate::integrate::{advance_positions, step_acceleration};
use crate::options::{Options, Report, Task};
use crate::parameter::Parameter;
use crate::runge_kutta::runge_kutta;
use crate::space::{Matrix, Space};

/// The derivatives of one step at a state, by state and control.
///
/// States are positions in tangent space, velocities and activations: 2 nv + na numbers.
#[derive(Clone, Debug)]
pub struct Linearization {
    space: Space,
    /// Next state by state and control: 2 nv + na rows.
    next: Matrix,
    report: Report,
}

/// Matrices of a linearized step, row by row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Jacobians {
    /// Next state by state.
    pub a: Vec<f64>,
    /// Next state by control.
    pub b: Vec<f64>,
}

/// Runs forward dynamics without reading sensors.
pub(crate) fn evaluate(m: &Model, d: &mut Data) {
    workspace::with(m, |w| {
        forward_skip(m, d, w, &mut Hooks::default(), From::after(Stage::None));
    });
}

impl Linearization {
    /// Linearizes a step from the present state. Forward dynamics are computed anew; the state stays what it is.
    ///
    /// # Errors
    /// Names what has no exact derivatives.
    pub fn at(m: &Model, d: &mut Data, options: &Options) -> Result<Self, Refusal> {
        Self::with_parameters(m, d, options, &[])
    }

    /// As [`Linearization::at`], and by parameters of the model as well.
    ///
    /// # Errors
    /// Names what has no exact derivatives.
    pub fn with_parameters(
        m: &Model,
        d: &mut Data,
        options: &Options,
        parameters: &[Parameter],
    ) -> Result<Self, Refusal> {
        if d.fits(m).is_err() {
            return Err(Refusal::WrongModel);
        }
        check(m, d)?;
        parameters.iter().try_for_each(|p| p.check(m))?;
        let task = Task {
            options,
            parameters,
        };
        let mut report = Report::default();
        evaluate(m, d);
        if d.acc.qacc.iter().any(|x| !x.is_finite()) {
            return Err(Refusal::BadState);
        }
        let next = if m.opt.integrator.is(Integrator::Rk4) {
            runge_kutta(m, d, task, &mut report)?
        } else {
            single(m, d, task, &mut report)?
        };
        Ok(Self {
            space: space_of(m, parameters.len()),
            next,
            report,
        })
    }

    /// What is known besides the numbers.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// Numbers of a state: 2 nv + na.
    pub fn state_size(&self) -> usize {
        self.space.nx()
    }

    /// Numbers of a control.
    pub fn control_size(&self) -> usize {
        self.space.nu
    }

    /// All derivatives: a row per number of the next state, a column per number of the state, per control and per parameter.
    pub fn all(&self) -> &[f64] {
        &self.next.data
    }

    /// The matrices A and B of the step.
    pub fn transition(&self) -> Jacobians {
        let nx = self.space.nx();
        let mut out = Jacobians::default();
        for r in 0..nx {
            let (a, b) = self.next.row(r).split_at(nx);
            out.a.extend_from_slice(a);
            out.b.extend_from_slice(&b[..self.space.nu]);
        }
        out
    }

    /// The next state by the parameters that were asked for: a row per number of the state, a column per parameter.
    pub fn parameters(&self) -> Vec<f64> {
        let first = self.space.parameter(0);
        let rows = (0..self.space.nx()).map(|r| &self.next.row(r)[first..]);
        rows.flatten().copied().collect()
    }

    /// A x + B u: how the next state changes with the state and the control.
    ///
    /// # Errors
    /// Where vectors have the wrong length.
    pub fn jvp(&self, x: &[f64], u: &[f64]) -> Result<Vec<f64>, Refusal> {
        expect(x, self.space.nx())?;
        expect(u, self.space.nu)?;
        let product = |row: &[f64]| {
            let (a, b) = row.split_at(x.len());
            let sum = |m: &[f64], v: &[f64]| m.iter().zip(v).map(|(m, v)| m * v).sum::<f64>();
            sum(a, x) + sum(b, u)
        };
        Ok((0..self.space.nx())
            .map(|r| product(self.next.row(r)))
            .collect())
    }

    /// (Aᵀ λ, Bᵀ λ): the gradient by state and control of a number with gradient λ by the next state.
    ///
    /// # Errors
    /// Where the vector has the wrong length.
    pub fn vjp(&self, lambda: &[f64]) -> Result<(Vec<f64>, Vec<f64>), Refusal> {
        expect(lambda, self.space.nx())?;
        let mut out = vec![0.0; self.space.width()];
        for (r, l) in lambda.iter().enumerate() {
            for (x, g) in out.iter_mut().zip(self.next.row(r)) {
                *x += l * g;
            }
        }
        let mut control = out.split_off(self.space.nx());
        control.truncate(self.space.nu);
        Ok((out, control))
    }
}

/// A vector has the length it should have.
pub(crate) fn expect(x: &[f64], expected: usize) -> Result<(), Refusal> {
    match x.len() == expected {
        true => Ok(()),
        false => Err(Refusal::Size {
            expected,
            found: x.len(),
        }),
    }
}

/// A step with one evaluation of forward dynamics.
fn single(m: &Model, d: &mut Data, task: Task<'_>, report: &mut Report) -> Result<Matrix, Refusal> {
    let space = space_of(m, task.parameters.len());
    let (nv, h) = (space.nv, m.opt.timestep);
    let at = forward(m, d, task, report)?;
    let (step, by) = step_acceleration(m, d, &at, task.parameters)?;
    // v⁺ = v + h a′
    let mut velocity = Matrix::new(nv, space.width());
    velocity.add_matrix(&by, h);
    for dof in 0..nv {
        velocity.add(dof, space.v(dof), 1.0);
    }
    let next_v: Vec<f64> = d
        .state
        .qvel
        .iter()
        .zip(&step)
        .map(|(v, a)| v + h * a)
        .collect();
    let mut position = Matrix::new(nv, space.width());
    advance_positions(m, &next_v, &velocity, h, space, &mut position);
    let mut out = position;
    out.data.extend_from_slice(&velocity.data);
    let mut activation = Matrix::new(space.na, space.width());
    for slot in 0..space.na {
        activation.add(slot, space.act(slot), 1.0);
    }
    for (i, p) in at.wires.partials.iter().enumerate() {
        let Some(slot) = m.actuator_activations(i).last() else {
            continue;
        };
        let row = activation.row_mut(slot);
        row.fill(0.0);
        row[space.act(slot)] = p.next_by_activation;
        for (x, g) in row.iter_mut().zip(at.act_dot.row(slot)) {
            *x += p.next_by_rate * g;
        }
    }
    out.data.extend_from_slice(&activation.data);
    out.rows = space.nx();
    Ok(out)
}
