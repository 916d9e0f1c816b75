//! Derivatives of inverse dynamics, by finite differences.

use ligament_model::Model;
use ligament_model::enums::{EnableFlags, Integrator, Stage};

use super::{DerivativeError, check_size};
use crate::data::Data;
use crate::forward::{self, From};
use crate::hooks::Hooks;
use crate::inverse::inverse_skip;
use crate::joint;
use crate::workspace::Workspace;

/// Transposed matrices of the linearized inverse dynamics: one row per degree of freedom that is moved. What is not asked for
/// is none.
#[derive(Debug, Default)]
pub struct InverseRates<'a> {
    /// Forces by position, velocity and acceleration.
    pub force: [Option<&'a mut [f64]>; 3],
    /// Sensors by position, velocity and acceleration.
    pub sensor: [Option<&'a mut [f64]>; 3],
    /// Entries of the inertia matrix by position.
    pub inertia: Option<&'a mut [f64]>,
}

/// What inverse dynamics gave.
#[derive(Clone, Debug, Default)]
struct InverseOutcome {
    force: Vec<f64>,
    sensor: Vec<f64>,
    inertia: Vec<f64>,
}

/// Writes the rate of change in a row of a matrix, if there is one.
fn set_row(out: Option<&mut [f64]>, row: usize, from: &[f64], to: &[f64], eps: f64) {
    let Some(out) = out else { return };
    let start = row * from.len();
    for ((x, a), b) in out[start..].iter_mut().zip(from).zip(to) {
        *x = (b - a) / eps;
    }
}

/// Inverse dynamics; with `actuation`, forces of actuators are taken off.
fn evaluate(
    m: &Model,
    d: &mut Data,
    w: &mut Workspace,
    hooks: &mut Hooks,
    from: From,
    actuation: bool,
) -> Result<InverseOutcome, DerivativeError> {
    inverse_skip(m, d, w, hooks, from).map_err(|_| DerivativeError::RungeKutta)?;
    let mut force = d.force.qfrc_inverse.clone();
    if actuation {
        forward::fwd_actuation(m, d, w, hooks);
        for (x, y) in force.iter_mut().zip(&d.force.qfrc_actuator) {
            *x -= y;
        }
    }
    Ok(InverseOutcome {
        force,
        sensor: d.sensor.sensordata.clone(),
        inertia: d.inertia.M.clone(),
    })
}

/// Derivatives of inverse dynamics by finite differences of size `eps`, with or without the forces of actuators. Positions,
/// velocities and accelerations are what they were afterwards.
pub fn inverse_fd(
    m: &Model,
    d: &mut Data,
    w: &mut Workspace,
    hooks: &mut Hooks,
    eps: f64,
    actuation: bool,
    mut out: InverseRates<'_>,
) -> Result<(), DerivativeError> {
    if m.opt.integrator.is(Integrator::Rk4) {
        return Err(DerivativeError::RungeKutta);
    }
    if m.opt.noslip_iterations > 0 {
        return Err(DerivativeError::Noslip);
    }
    if m.opt.enables(EnableFlags::SLEEP) {
        return Err(DerivativeError::Sleep);
    }
    let (nv, ns) = (m.size.nv, m.size.nsensordata);
    for matrix in &out.force {
        check_size(matrix.as_deref(), nv * nv)?;
    }
    for matrix in &out.sensor {
        check_size(matrix.as_deref(), nv * ns)?;
    }
    check_size(out.inertia.as_deref(), nv * m.size.nC)?;
    let sensors = out.sensor.iter().any(Option::is_some);
    let from = |skip: Stage| From { skip, sensors };
    let base = evaluate(m, d, w, hooks, from(Stage::None), actuation)?;
    let positions = d.state.qpos.clone();
    // accelerations first: positions change everything that the other two take as done
    for (kind, skip) in [(2, Stage::Vel), (1, Stage::Pos), (0, Stage::None)] {
        let inertia = kind == 0 && out.inertia.is_some();
        if out.force[kind].is_none() && out.sensor[kind].is_none() && !inertia {
            continue;
        }
        for i in 0..nv {
            let before = match kind {
                2 => d.acc.qacc[i],
                _ => d.state.qvel[i],
            };
            match kind {
                2 => d.acc.qacc[i] += eps,
                1 => d.state.qvel[i] += eps,
                _ => {
                    let mut direction = vec![0.0; nv];
                    direction[i] = 1.0;
                    joint::integrate_pos(m, &mut d.state.qpos, &direction, eps);
                }
            }
            let moved = evaluate(m, d, w, hooks, from(skip), actuation)?;
            match kind {
                2 => d.acc.qacc[i] = before,
                1 => d.state.qvel[i] = before,
                _ => d.state.qpos.copy_from_slice(&positions),
            }
            set_row(
                out.force[kind].as_deref_mut(),
                i,
                &base.force,
                &moved.force,
                eps,
            );
            set_row(
                out.sensor[kind].as_deref_mut(),
                i,
                &base.sensor,
                &moved.sensor,
                eps,
            );
            if inertia {
                set_row(
                    out.inertia.as_deref_mut(),
                    i,
                    &base.inertia,
                    &moved.inertia,
                    eps,
                );
            }
        }
    }
    Ok(())
}
