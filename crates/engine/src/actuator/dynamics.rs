//! Rates of change of activations.

use ligament_math::MINVAL;
use ligament_model::enums::DynamicsType;

use super::{Sight, dcmotor, muscle, servo};
use crate::data::Drive;

/// Writes the rates of change of the activations of an actuator. Limits of the rate of a control change the control.
pub(super) fn act_dot(sight: Sight, i: usize, drive: &mut Drive, act_dot: &mut [f64]) {
    let m = sight.m;
    let slots = m.actuator_activations(i);
    let Some(last) = slots.clone().last() else {
        return;
    };
    act_dot[slots.clone()].fill(0.0);
    let inputs = m.actuator_controls(i);
    let first_input = drive.ctrl.get(inputs.start).copied().unwrap_or(0.0);
    let (act, prm) = (&sight.state.act, &m.actuator.dynprm[i]);
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
            servo::pid_rates(sight, i, &mut drive.ctrl[inputs], &mut act_dot[slots]);
        }
        Some(DynamicsType::DcMotor) => {
            dcmotor::rates(sight, i, &mut drive.ctrl[inputs], &mut act_dot[slots]);
        }
        Some(DynamicsType::User) => act_dot[last] = drive.user_dyn[i],
        Some(DynamicsType::None) | None => {}
    }
}
