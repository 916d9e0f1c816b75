//! Activations that forces see, and their advance over a step.

use std::f64::consts::PI;

use ligament_math::Vec3;
use ligament_model::Model;

use super::dynamics::{self, next_activation};
use super::{ActuatorIn, gain, is_disabled, servo};
use crate::data::{Path, State, Velocity};

/// The activation that a force sees: the current one, or that of the end of the step.
pub(super) fn current_activation(
    view: ActuatorIn,
    actuator: usize,
    slot: usize,
    act_dot: &[f64],
) -> f64 {
    if view.m.actuator.actearly[actuator].get() {
        next_activation(view, actuator, slot, act_dot[slot])
    } else {
        view.state.act[slot]
    }
}

/// Advances all activations by a step; those of actuators that are switched off keep still. Setpoints on a circle are
/// then replaced by equivalent ones that do not grow.
///
/// Reads `actuator_length`, `actuator_velocity`. Writes `act`.
pub fn advance_activations(
    m: &Model,
    state: &mut State,
    path: &Path,
    vel: &Velocity,
    act_dot: &[f64],
) {
    for i in 0..m.size.nactuator {
        let slots = m.actuator_activations(i);
        let still = is_disabled(m, i);
        for slot in slots.clone() {
            let rate = if still { 0.0 } else { act_dot[slot] };
            let view = ActuatorIn {
                m,
                state,
                path,
                vel,
            };
            state.act[slot] = next_activation(view, i, slot, rate);
        }
        if dynamics::integrates(m, i) && !slots.is_empty() {
            let length = path.actuator_length[m.actuator.outadr[i] as usize];
            wind_back(m, i, length, &mut state.act[slots]);
        }
    }
}

/// Replaces the setpoint of a rotation by the equivalent one nearest to the length, and a rotation vector by the
/// shortest one.
fn wind_back(m: &Model, i: usize, length: f64, act: &mut [f64]) {
    if let Some(period) = servo::wrap_period(m, i) {
        if let Some(setpoint) = act.last_mut() {
            *setpoint = servo::nearest(*setpoint, length, period);
        }
    } else if gain::orients(m, i) {
        if let [x, y, z, ..] = *act {
            let angle = Vec3([x, y, z]).norm();
            if angle > PI {
                let rest = angle - 2.0 * PI * (angle / (2.0 * PI)).round();
                act[..3].iter_mut().for_each(|a| *a *= rest / angle);
            }
        }
    }
}
