//! Scalar forces of actuators: gain · input + bias.

use ligament_model::enums::{BiasType, GainType};

use super::activation::current_activation;
use super::{Sight, dcmotor, muscle, servo};
use crate::data::Drive;

/// Writes the forces of an actuator, before limits.
pub(super) fn force(sight: Sight, i: usize, drive: &mut Drive, act_dot: &[f64], out: &mut [f64]) {
    let m = sight.m;
    let output = sight.output(i);
    let inputs = m.actuator_controls(i);
    let gain = match m.actuator.gaintype[i].get() {
        Some(GainType::So3) => {
            let torque = servo::orientation_torque(sight, i, &drive.ctrl[inputs], act_dot);
            let slots = &mut out[m.actuator_outputs(i)];
            slots.iter_mut().zip(torque.0).for_each(|(f, t)| *f = t);
            return;
        }
        Some(GainType::Pid) => {
            out[output] = servo::pid_force(sight, i, &drive.ctrl[inputs], act_dot)
                + bias(sight, i, 0.0, drive);
            return;
        }
        Some(GainType::Fixed) => m.actuator.gainprm[i][0],
        Some(GainType::Affine) => {
            let [a, b, c, ..] = m.actuator.gainprm[i];
            a + b * sight.length(i) + c * sight.velocity(i)
        }
        Some(GainType::Muscle) => muscle::gain(
            sight.length(i),
            sight.velocity(i),
            m.actuator.lengthrange[output],
            m.actuator.acc0[output],
            &m.actuator.gainprm[i],
        ),
        Some(GainType::DcMotor) => {
            dcmotor::drive(sight, i, &mut drive.ctrl[inputs.clone()]);
            dcmotor::gain(sight, i)
        }
        Some(GainType::User) | None => drive.user_gain[i],
    };
    let input = if reads_control(sight, i) {
        drive.ctrl[inputs].first().copied().unwrap_or(0.0)
    } else {
        m.actuator_activations(i)
            .last()
            .map_or(0.0, |slot| current_activation(sight, i, slot, act_dot))
    };
    let setpoint = match servo::wrap_period(m, i) {
        Some(period) => servo::nearest(input, sight.length(i), period),
        None => input,
    };
    out[output] = gain * setpoint + bias(sight, i, gain, drive);
}

/// True if the force follows the control, not an activation. A motor without a current reads its control whatever other
/// states it has.
fn reads_control(sight: Sight, i: usize) -> bool {
    let m = sight.m;
    let motor = m.actuator.gaintype[i].is(GainType::DcMotor);
    m.actuator.actnum[i] == 0 || (motor && m.actuator.dynprm[i][0] <= 0.0)
}

/// The part of the force that does not depend on the input.
fn bias(sight: Sight, i: usize, gain: f64, drive: &Drive) -> f64 {
    let m = sight.m;
    match m.actuator.biastype[i].get() {
        Some(BiasType::None) => 0.0,
        Some(BiasType::Affine) => {
            let [a, b, c, ..] = m.actuator.biasprm[i];
            a + b * sight.length(i) + c * sight.velocity(i)
        }
        Some(BiasType::Muscle) => {
            let output = sight.output(i);
            muscle::passive_force(
                sight.length(i),
                m.actuator.lengthrange[output],
                m.actuator.acc0[output],
                &m.actuator.biasprm[i],
            )
        }
        // the back-EMF of a motor whose current follows the voltage at once
        Some(BiasType::DcMotor) if m.actuator.dynprm[i][0] <= 0.0 => {
            -gain * m.actuator.gainprm[i][1] * sight.velocity(i)
        }
        Some(BiasType::DcMotor) => 0.0,
        Some(BiasType::So3 | BiasType::User) | None => drive.user_bias[i],
    }
}
