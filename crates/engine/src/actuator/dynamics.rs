//! Activation dynamics: rates of change of activations, and their next values. No other file of the engine tells the kinds
//! of dynamics apart.

use ligament_math::{MINVAL, func};
use ligament_model::Model;
use ligament_model::enums::DynamicsType;

use super::{ActuatorIn, clip, dcmotor, muscle, servo};
use crate::data::Drive;

/// True if controls act directly, without activations.
pub(crate) fn is_direct(m: &Model, i: usize) -> bool {
    m.actuator.dyntype[i].is(DynamicsType::None)
}

/// True if activations are integrals of controls.
pub(crate) fn integrates(m: &Model, i: usize) -> bool {
    m.actuator.dyntype[i].is(DynamicsType::Integrator)
}

/// True if the user gives the rate of change.
pub(crate) fn asks_user(m: &Model, i: usize) -> bool {
    m.actuator.dyntype[i].is(DynamicsType::User)
}

/// Writes the rates of change of the activations of an actuator. Limits of the rate of a control change the control.
pub(super) fn act_dot(view: ActuatorIn, i: usize, drive: &mut Drive, act_dot: &mut [f64]) {
    let m = view.m;
    let slots = m.actuator_activations(i);
    let Some(last) = slots.clone().last() else {
        return;
    };
    act_dot[slots.clone()].fill(0.0);
    let inputs = m.actuator_controls(i);
    let first_input = drive.ctrl.get(inputs.start).copied().unwrap_or(0.0);
    let (act, prm) = (&view.state.act, &m.actuator.dynprm[i]);
    match m.actuator.dyntype[i].get() {
        Some(DynamicsType::Integrator) => {
            // one per control, at the end
            let values = drive.ctrl[inputs].iter().rev();
            for (slot, &value) in act_dot[slots].iter_mut().rev().zip(values) {
                *slot = value;
            }
        }
        Some(DynamicsType::Filter | DynamicsType::FilterExact) => {
            act_dot[last] = (first_input - act[last]) / prm[0].max(MINVAL);
        }
        Some(DynamicsType::Muscle) => {
            act_dot[last] =
                muscle::activation_rate(first_input, act[last], [prm[0], prm[1], prm[2]]);
        }
        Some(DynamicsType::Pid) => {
            servo::pid_rates(view, i, &mut drive.ctrl[inputs], &mut act_dot[slots]);
        }
        Some(DynamicsType::DcMotor) => {
            dcmotor::rates(view, i, &mut drive.ctrl[inputs], &mut act_dot[slots]);
        }
        Some(DynamicsType::User) => act_dot[last] = drive.user_dyn[i],
        Some(DynamicsType::None) | None => {}
    }
}

/// Derivatives of the rate of the last activation by the control and by the activation itself; none for controllers and
/// motors, whose rates depend on more.
pub(crate) fn rate_slopes(view: ActuatorIn, i: usize, drive: &Drive) -> Option<[f64; 2]> {
    let m = view.m;
    let prm = &m.actuator.dynprm[i];
    match m.actuator.dyntype[i].get()? {
        DynamicsType::None => Some([0.0; 2]),
        DynamicsType::Integrator => Some([1.0, 0.0]),
        DynamicsType::Filter | DynamicsType::FilterExact => {
            let rate = 1.0 / prm[0].max(MINVAL);
            Some([rate, -rate])
        }
        DynamicsType::Muscle => {
            let ctrl = drive.ctrl.get(m.actuator_controls(i).start)?;
            let act = view.state.act.get(m.actuator_activations(i).last()?)?;
            Some(muscle::activation_slopes(
                *ctrl,
                *act,
                [prm[0], prm[1], prm[2]],
            ))
        }
        DynamicsType::Pid | DynamicsType::DcMotor | DynamicsType::User => None,
    }
}

/// Derivatives of [`next_activation`] by the activation and by its rate, for the dynamics of [`rate_slopes`].
pub(crate) fn next_slopes(view: ActuatorIn, i: usize, slot: usize, act_dot: f64) -> [f64; 2] {
    let m = view.m;
    let time = match m.actuator.dyntype[i].get() {
        Some(DynamicsType::FilterExact) => {
            let time = m.actuator.dynprm[i][0].max(MINVAL);
            time * (1.0 - func::exp(-m.opt.timestep / time))
        }
        _ => m.opt.timestep,
    };
    let next = view.state.act[slot] + act_dot * time;
    let [low, high] = m.actuator.actrange[i];
    if m.actuator.actlimited[i].get() && !(low..=high).contains(&next) {
        return [0.0; 2];
    }
    [1.0, time]
}

/// The activation in place `slot` of `act` after a step in which it changes at the rate `act_dot`, within its limits.
pub fn next_activation(view: ActuatorIn, actuator: usize, slot: usize, act_dot: f64) -> f64 {
    let m = view.m;
    let act = view.state.act[slot];
    let next = match m.actuator.dyntype[actuator].get() {
        Some(DynamicsType::DcMotor) => {
            let place = slot - m.actuator_activations(actuator).start;
            return dcmotor::next_state(view, actuator, place, act, act_dot);
        }
        Some(DynamicsType::FilterExact) => {
            let time = m.actuator.dynprm[actuator][0].max(MINVAL);
            act + act_dot * time * (1.0 - func::exp(-m.opt.timestep / time))
        }
        _ => act + act_dot * m.opt.timestep,
    };
    if m.actuator.actlimited[actuator].get() {
        clip(next, m.actuator.actrange[actuator])
    } else {
        next
    }
}
