//! Scalar forces of actuators: gain · input + bias. No other file of the engine tells the kinds of gain apart.

use ligament_model::Model;
use ligament_model::enums::GainType;

use super::activation::current_activation;
use super::bias::bias;
use super::{ActuatorIn, dcmotor, muscle, servo};
use crate::data::Drive;

/// True for a constant gain.
pub(crate) fn is_fixed(m: &Model, i: usize) -> bool {
    m.actuator.gaintype[i].is(GainType::Fixed)
}

/// True for the gain of a muscle.
pub(crate) fn is_muscle(m: &Model, i: usize) -> bool {
    m.actuator.gaintype[i].is(GainType::Muscle)
}

/// True for the gain of a direct-current motor.
pub(crate) fn is_motor(m: &Model, i: usize) -> bool {
    m.actuator.gaintype[i].is(GainType::DcMotor)
}

/// True for a PID controller.
pub(crate) fn is_pid(m: &Model, i: usize) -> bool {
    m.actuator.gaintype[i].is(GainType::Pid)
}

/// True for a servo of orientations, which makes a torque in three dimensions.
pub(crate) fn orients(m: &Model, i: usize) -> bool {
    m.actuator.gaintype[i].is(GainType::So3)
}

/// True if the user gives the gain.
pub(crate) fn asks_user(m: &Model, i: usize) -> bool {
    m.actuator.gaintype[i].is(GainType::User)
}

/// True if the gain may depend on length or velocity.
pub(crate) fn may_react(m: &Model, i: usize) -> bool {
    matches!(
        m.actuator.gaintype[i].get(),
        Some(GainType::Affine | GainType::Muscle | GainType::DcMotor | GainType::So3)
    )
}

/// Writes the forces of an actuator, before limits.
pub(super) fn force(
    view: ActuatorIn,
    i: usize,
    drive: &mut Drive,
    act_dot: &[f64],
    out: &mut [f64],
) {
    let m = view.m;
    let output = view.output(i);
    let inputs = m.actuator_controls(i);
    let gain = match m.actuator.gaintype[i].get() {
        Some(GainType::So3) => {
            let torque = servo::orientation_torque(view, i, &drive.ctrl[inputs], act_dot);
            let slots = &mut out[m.actuator_outputs(i)];
            slots.iter_mut().zip(torque.0).for_each(|(f, t)| *f = t);
            return;
        }
        Some(GainType::Pid) => {
            out[output] =
                servo::pid_force(view, i, &drive.ctrl[inputs], act_dot) + bias(view, i, 0.0, drive);
            return;
        }
        Some(GainType::DcMotor) => {
            dcmotor::drive(view, i, &mut drive.ctrl[inputs.clone()]);
            dcmotor::gain(view, i)
        }
        _ => plain(view, i).unwrap_or(drive.user_gain[i]),
    };
    let input = if reads_control(view, i) {
        drive.ctrl[inputs].first().copied().unwrap_or(0.0)
    } else {
        m.actuator_activations(i)
            .last()
            .map_or(0.0, |slot| current_activation(view, i, slot, act_dot))
    };
    let setpoint = match servo::wrap_period(m, i) {
        Some(period) => servo::nearest(input, view.length(i), period),
        None => input,
    };
    out[output] = gain * setpoint + bias(view, i, gain, drive);
}

/// A gain that length and velocity alone decide; none for motors, servos with gains of their own, and users.
#[inline]
pub(crate) fn plain(view: ActuatorIn, i: usize) -> Option<f64> {
    let m = view.m;
    match m.actuator.gaintype[i].get()? {
        GainType::Fixed => Some(m.actuator.gainprm[i][0]),
        GainType::Affine => {
            let [a, b, c, ..] = m.actuator.gainprm[i];
            Some(a + b * view.length(i) + c * view.velocity(i))
        }
        GainType::Muscle => {
            let output = view.output(i);
            Some(muscle::gain(
                view.length(i),
                view.velocity(i),
                m.actuator.lengthrange[output],
                m.actuator.acc0[output],
                &m.actuator.gainprm[i],
            ))
        }
        GainType::DcMotor | GainType::Pid | GainType::So3 | GainType::User => None,
    }
}

/// Derivatives of [`velocity_slope`] by length and velocity.
pub(crate) fn velocity_curvature(view: ActuatorIn, i: usize) -> [f64; 2] {
    let m = view.m;
    if !is_muscle(m, i) {
        return [0.0; 2];
    }
    let output = view.output(i);
    muscle::gain_curvature(
        view.length(i),
        view.velocity(i),
        m.actuator.lengthrange[output],
        m.actuator.acc0[output],
        &m.actuator.gainprm[i],
    )
}

/// True if the force follows the control, not an activation. A motor without a current reads its control whatever other
/// states it has.
fn reads_control(view: ActuatorIn, i: usize) -> bool {
    let m = view.m;
    m.actuator.actnum[i] == 0 || (is_motor(m, i) && m.actuator.dynprm[i][0] <= 0.0)
}

/// Derivative of the gain by velocity; that of a motor depends on its limits and is not part of it.
pub(crate) fn velocity_slope(view: ActuatorIn, i: usize) -> f64 {
    let m = view.m;
    match m.actuator.gaintype[i].get() {
        Some(GainType::Affine) => m.actuator.gainprm[i][2],
        Some(GainType::Muscle) => {
            let output = view.output(i);
            muscle::gain_slope(
                view.length(i),
                view.velocity(i),
                m.actuator.lengthrange[output],
                m.actuator.acc0[output],
                &m.actuator.gainprm[i],
            )
        }
        _ => 0.0,
    }
}

/// Derivative of the gain by length; that of a motor depends on its limits and is not part of it.
pub(crate) fn length_slope(view: ActuatorIn, i: usize) -> f64 {
    let m = view.m;
    match m.actuator.gaintype[i].get() {
        Some(GainType::Affine) => m.actuator.gainprm[i][1],
        Some(GainType::Muscle) => {
            let output = view.output(i);
            muscle::gain_length_slope(
                view.length(i),
                view.velocity(i),
                m.actuator.lengthrange[output],
                m.actuator.acc0[output],
                &m.actuator.gainprm[i],
            )
        }
        _ => 0.0,
    }
}
