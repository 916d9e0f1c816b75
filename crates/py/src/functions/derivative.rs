//! Exact derivatives of steps. The data stays what it is: derivatives are taken of a copy.

use ligament::derivative::validate::validate;
use ligament::derivative::{Linearization, Options, Parameter, Refusal, Tape, inverse};
use ligament::engine::Hooks;
use pyo3::exceptions::{PyNotImplementedError, PyValueError};
use pyo3::prelude::*;

use crate::args::{In, Num, Out, data_functions};

/// What cannot be done yet is not implemented; states and vectors that are wrong are wrong values.
fn error(refusal: Refusal) -> PyErr {
    let text = refusal.to_string();
    match refusal {
        Refusal::BadState
        | Refusal::WrongModel
        | Refusal::Size { .. }
        | Refusal::NotConverged
        | Refusal::Singular => PyValueError::new_err(text),
        _ => PyNotImplementedError::new_err(text),
    }
}

/// Functions of the user have no derivatives.
fn refuse_hooks(hooks: &Hooks) -> PyResult<()> {
    let any = hooks.control.is_some()
        || hooks.passive.is_some()
        || hooks.act_dyn.is_some()
        || hooks.act_gain.is_some()
        || hooks.act_bias.is_some()
        || hooks.contact_filter.is_some()
        || hooks.contact_pair.is_some();
    match any {
        true => Err(PyNotImplementedError::new_err(
            "exact derivatives do not support callbacks",
        )),
        false => Ok(()),
    }
}

fn options(tolerance: f64) -> Options {
    Options { tolerance }
}

/// A parameter from its kind and two indices, as the Python module numbers them.
fn parameter(numbers: &[f64]) -> PyResult<Parameter> {
    let whole = |x: f64| (x >= 0.0 && x.fract() == 0.0).then_some(x as usize);
    let [kind, i, k] = [0, 1, 2].map(|at| numbers.get(at).copied().and_then(whole));
    let (Some(kind), Some(i), Some(k)) = (kind, i, k) else {
        return Err(PyValueError::new_err(
            "parameters have indices from zero on",
        ));
    };
    Ok(match kind {
        0 => Parameter::Gravity(i),
        1 => Parameter::BodyMass(i),
        2 => Parameter::BodyCentre(i, k),
        3 => Parameter::BodyInertia(i, k),
        4 => Parameter::DofArmature(i),
        5 => Parameter::DofDamping(i),
        6 => Parameter::DofFrictionloss(i),
        _ => Parameter::JointStiffness(i),
    })
}

data_functions! {
    run
    /// Matrices of a step by state and control; what is known besides: residual, contacts by differences.
    fn derivative_transition(m, d, hooks, tolerance: Num, a: Out, b: Out, report: Out) -> () {
        refuse_hooks(hooks)?;
        let nx = 2 * m.size.nv + m.size.na;
        a.expect_matrix(nx, nx)?;
        b.expect_matrix(nx, m.size.nu)?;
        report.expect(2)?;
        let mut work = d.clone();
        let step = Linearization::at(m, &mut work, &options(*tolerance)).map_err(error)?;
        let found = step.transition();
        a.copy_from_slice(&found.a);
        b.copy_from_slice(&found.b);
        report.copy_from_slice(&[
            step.report().residual,
            step.report().differenced_contacts as f64,
        ]);
    }
    /// Gradients of a rollout with given controls, by its start and its controls. Rows of `cost` are gradients by the states
    /// before the first and after each step.
    fn derivative_rollout(
        m, d, hooks, tolerance: Num, controls: In, cost: In, start: Out, by_control: Out,
    ) -> () {
        refuse_hooks(hooks)?;
        let (nx, nu) = (2 * m.size.nv + m.size.na, m.size.nu);
        start.expect(nx)?;
        let steps = cost.len() / nx.max(1);
        let steps = steps.saturating_sub(1);
        controls.expect(steps * nu)?;
        cost.expect((steps + 1) * nx)?;
        by_control.expect(steps * nu)?;
        let mut work = d.clone();
        let mut tape = Tape::new();
        for k in 0..steps {
            work.input.ctrl.copy_from_slice(&controls[k * nu..(k + 1) * nu]);
            tape.step(m, &mut work);
        }
        let mut part = |k: usize| Some(cost[k * nx..(k + 1) * nx].to_vec());
        let found = tape
            .gradient(m, &mut work, &options(*tolerance), &mut part)
            .map_err(error)?;
        start.copy_from_slice(&found.state);
        for (k, row) in found.controls.iter().enumerate() {
            by_control[k * nu..(k + 1) * nu].copy_from_slice(row);
        }
    }
    /// The next state by parameters of the model, each given by three numbers.
    fn derivative_parameters(m, d, hooks, tolerance: Num, list: In, out: Out) -> () {
        refuse_hooks(hooks)?;
        let list = list.chunks(3).map(parameter).collect::<PyResult<Vec<_>>>()?;
        out.expect((2 * m.size.nv + m.size.na) * list.len())?;
        let (mut work, options) = (d.clone(), options(*tolerance));
        let step = Linearization::with_parameters(m, &mut work, &options, &list);
        out.copy_from_slice(&step.map_err(error)?.parameters());
    }
    /// Derivatives of the forces of inverse dynamics by positions, velocities and accelerations.
    fn derivative_inverse(m, d, hooks, q: Out, v: Out, a: Out) -> () {
        refuse_hooks(hooks)?;
        for out in [&q, &v, &a] {
            out.expect_matrix(m.size.nv, m.size.nv)?;
        }
        let found = inverse(m, &mut d.clone()).map_err(error)?;
        q.copy_from_slice(&found.q);
        v.copy_from_slice(&found.v);
        a.copy_from_slice(&found.a);
    }
    /// Exact derivatives against differences: entries, flagged, within 1e-8, within 1e-6, error, row, column, exact,
    /// difference, uncertainty, largest entry.
    fn derivative_validate(m, d, hooks, tolerance: Num, out: Out) -> () {
        refuse_hooks(hooks)?;
        out.expect(11)?;
        let found = validate(m, d, &options(*tolerance)).map_err(error)?;
        let worst = found.worst;
        out.copy_from_slice(&[
            found.entries as f64,
            found.flagged as f64,
            found.close as f64,
            found.fair as f64,
            found.error,
            worst.row as f64,
            worst.column as f64,
            worst.exact,
            worst.difference,
            worst.uncertainty,
            found.scale,
        ]);
    }
}
