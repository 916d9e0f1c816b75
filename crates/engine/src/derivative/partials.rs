//! Partial derivatives of actuators: of their forces, of the rates of their activations, and of what comes after a step.

use ligament_model::Model;
use ligament_model::enums::DisableFlags;

use super::actuator::{SlopeIn, force_is_constant};
use crate::actuator::{self, ActuatorIn, bias, dynamics, gain};
use crate::awake::Awake;
use crate::data::Data;

/// What an actuator's force and activation depend on, to first order, and its slope by velocity to second order.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Partials {
    /// Force by length.
    pub by_length: f64,
    /// Force by velocity.
    pub by_velocity: f64,
    /// Force by the last activation.
    pub by_activation: f64,
    /// Force by the control.
    pub by_control: f64,
    /// Rate of the last activation by itself.
    pub rate_by_activation: f64,
    /// Rate of the last activation by the control.
    pub rate_by_control: f64,
    /// The last activation after the step by itself, at a given rate.
    pub next_by_activation: f64,
    /// The last activation after the step by its rate.
    pub next_by_rate: f64,
    /// `by_velocity` by length, velocity, activation and control.
    pub slope_by: [f64; 4],
}

/// The partial derivatives of an actuator; what it is that has none yet, otherwise.
pub fn partials(m: &Model, d: &Data, i: usize) -> Result<Partials, &'static str> {
    let view = ActuatorIn {
        m,
        state: &d.state,
        path: &d.path,
        vel: &d.vel,
    };
    let mut out = Partials::default();
    if m.opt.disables(DisableFlags::ACTUATION) {
        out.next_by_activation = 1.0;
        return Ok(out);
    }
    let slot = m.actuator_activations(i).last();
    if m.actuator_activations(i).len() > 1 || m.actuator_controls(i).len() != 1 {
        return Err("several controls or activations");
    }
    if actuator::is_disabled(m, i) {
        out.next_by_activation = 1.0;
        return Ok(out);
    }
    let rates = dynamics::rate_slopes(view, i, &d.drive).ok_or("its dynamics")?;
    let control = m.actuator_controls(i).start;
    let passed = passes(m, d, control);
    if let Some(slot) = slot {
        [out.rate_by_control, out.rate_by_activation] = rates;
        out.rate_by_control *= passed;
        [out.next_by_activation, out.next_by_rate] =
            dynamics::next_slopes(view, i, slot, d.acc.act_dot[slot]);
    }
    let acting = SlopeIn {
        view,
        awake: Awake::new(&d.sleep, &d.stats),
        force: &d.force,
        acc: &d.acc,
        drive: &d.drive,
    };
    let gain = gain::plain(view, i).ok_or("its gain")?;
    if bias::is_motor(m, i) || bias::asks_user(m, i) {
        return Err("its bias");
    }
    if force_is_constant(acting, i) {
        return Ok(out);
    }
    out.by_length = super::actuator::length_slope(acting, i);
    out.by_velocity = super::actuator::velocity_slope(acting, i);
    let slope_by_input = gain::velocity_slope(view, i);
    let input = acting.input(i);
    let [by_length, by_velocity] = gain::velocity_curvature(view, i);
    out.slope_by[0] = by_length * input;
    out.slope_by[1] = by_velocity * input;
    // how the input follows the activation and the control
    let (by_activation, by_control) = match slot {
        None => (0.0, passed),
        Some(_) if m.actuator.actearly[i].get() => (
            out.next_by_activation + out.next_by_rate * out.rate_by_activation,
            out.next_by_rate * out.rate_by_control,
        ),
        Some(_) => (1.0, 0.0),
    };
    out.by_activation = gain * by_activation;
    out.by_control = gain * by_control;
    out.slope_by[2] = slope_by_input * by_activation;
    out.slope_by[3] = slope_by_input * by_control;
    Ok(out)
}

/// One if a control reaches its actuator, zero if its range cuts it off.
fn passes(m: &Model, d: &Data, control: usize) -> f64 {
    let [low, high] = m.actuator.ctrlrange[control];
    let limited = m.actuator.ctrllimited[control].get() && !m.opt.disables(DisableFlags::CLAMPCTRL);
    match limited && !(low..=high).contains(&d.input.ctrl[control]) {
        true => 0.0,
        false => 1.0,
    }
}
