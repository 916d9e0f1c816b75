//! Servos: setpoints on rotational transmissions, PID controllers, orientation servos.

use std::f64::consts::PI;

use ligament_math::{Quat, Vec3};
use ligament_model::Model;
use ligament_model::enums::CtrlInput;

use super::activation::current_activation;
use super::{ActuatorIn, bias, clip, dynamics, gain};
use crate::joint;
use crate::stage::transmission::{ActsOn, acts_on};

/// The control of an orientation servo is a quaternion, not a rotation vector.
const CHART_QUATERNION: i32 = 2;

/// Position, velocity, force and voltage inputs, in the order of the controls; zero where an actuator lacks one.
pub(super) fn unpack(ctrl: &[f64], spec: i32) -> [f64; 4] {
    let kinds = [
        CtrlInput::POS,
        CtrlInput::VEL,
        CtrlInput::FF,
        CtrlInput::VOLTAGE,
    ];
    let mut values = ctrl.iter();
    kinds.map(|kind| match CtrlInput(spec).has(kind) {
        true => values.next().copied().unwrap_or(0.0),
        false => 0.0,
    })
}

/// The period of the length of a servo, where the transmission is a rotation: setpoints that differ by a period mean the
/// same.
#[inline]
pub fn wrap_period(m: &Model, i: usize) -> Option<f64> {
    let affine = gain::is_fixed(m, i) && bias::is_affine(m, i);
    if affine || gain::is_pid(m, i) {
        period_of_servo(m, i)
    } else {
        None
    }
}

/// As [`wrap_period`], for an actuator that may be a servo by its gain and bias.
fn period_of_servo(m: &Model, i: usize) -> Option<f64> {
    let gear = m.actuator.gear[m.actuator_outputs(i).next()?];
    let linear = Vec3([gear[0], gear[1], gear[2]]);
    let axis = match acts_on(m, i) {
        ActsOn::Site(_, Some(_)) if linear == Vec3::ZERO => Vec3([gear[3], gear[4], gear[5]]),
        ActsOn::Joint(target) if joint::is_ball(joint::kind(m, target)) => linear,
        _ => return None,
    };
    let position_servo = m.actuator.gainprm[i][0] == -m.actuator.biasprm[i][1]
        && (dynamics::is_direct(m, i) || dynamics::integrates(m, i));
    let servo = position_servo || gain::is_pid(m, i);
    let period = 2.0 * PI * axis.norm();
    (servo && period > 0.0).then_some(period)
}

/// The setpoint nearest to a length among those that differ by whole periods.
pub fn nearest(setpoint: f64, length: f64, period: f64) -> f64 {
    setpoint - period * ((setpoint - length) / period).round()
}

/// Limits how far a setpoint moves from the previous one in a step; writes its rate of change.
pub(super) fn slew(
    setpoint: f64,
    previous: f64,
    rate: f64,
    dt: f64,
    period: Option<f64>,
    act_dot: &mut f64,
) -> f64 {
    let wanted = match period {
        Some(period) => nearest(setpoint, previous, period),
        None => setpoint,
    };
    let step = rate * dt;
    let moved = clip(wanted, [previous - step, previous + step]);
    *act_dot = (moved - previous) / dt;
    moved
}

/// An error that does not wind up an integral beyond a limit.
pub(super) fn unwound(error: f64, integral: f64, limit: f64) -> f64 {
    if limit > 0.0 && integral >= limit {
        error.min(0.0)
    } else if limit > 0.0 && integral <= -limit {
        error.max(0.0)
    } else {
        error
    }
}

/// States of a PID controller: the limited setpoint, then the integral of the error, where it has them.
pub(super) fn pid_rates(view: ActuatorIn, i: usize, ctrl: &mut [f64], act_dot: &mut [f64]) {
    let m = view.m;
    let [windup, rate, ..] = m.actuator.dynprm[i];
    let act = &view.state.act[m.actuator_activations(i)];
    let period = wrap_period(m, i);
    let mut slot = 0;
    let Some(setpoint) = ctrl.first_mut() else {
        return;
    };
    if rate > 0.0 && slot < act.len() {
        let dt = m.opt.timestep;
        *setpoint = slew(*setpoint, act[slot], rate, dt, period, &mut act_dot[slot]);
        slot += 1;
    }
    if m.actuator.gainprm[i][0] > 0.0 && slot < act.len() {
        let length = view.length(i);
        let near = period.map_or(*setpoint, |period| nearest(*setpoint, length, period));
        act_dot[slot] = unwound(near - length, act[slot], windup);
    }
}

/// The part of a PID force that comes from setpoints and the integral. Gains of position and velocity are those of the
/// bias.
pub(super) fn pid_force(view: ActuatorIn, i: usize, ctrl: &[f64], act_dot: &[f64]) -> f64 {
    let m = view.m;
    let [position, velocity, forward, _] = unpack(ctrl, m.actuator.ctrlspec[i]);
    let position = match wrap_period(m, i) {
        Some(period) => nearest(position, view.length(i), period),
        None => position,
    };
    let [_, kp, kv, ..] = m.actuator.biasprm[i];
    let integral_gain = m.actuator.gainprm[i][0];
    let integral = match m.actuator_activations(i).last() {
        Some(slot) if integral_gain > 0.0 => {
            integral_gain * current_activation(view, i, slot, act_dot)
        }
        _ => 0.0,
    };
    -kp * position - kv * velocity + forward + integral
}

/// True for an orientation servo whose control is a quaternion.
pub fn takes_quaternion(m: &Model, i: usize) -> bool {
    gain::orients(m, i) && m.actuator.ctrlspec[i] == CHART_QUATERNION
}

/// Torque of an orientation servo: kp e + c - kv w with the rotation vector e from the current to the wanted orientation.
pub(super) fn orientation_torque(
    view: ActuatorIn,
    i: usize,
    ctrl: &[f64],
    act_dot: &[f64],
) -> Vec3 {
    let m = view.m;
    let outputs = m.actuator_outputs(i);
    let vector = |x: &[f64]| Vec3([0, 1, 2].map(|k| x.get(k).copied().unwrap_or(0.0)));
    let target = if m.actuator.ctrlspec[i] == CHART_QUATERNION {
        let mut q = [0.0; 4];
        q.iter_mut().zip(ctrl).for_each(|(q, u)| *q = *u);
        Quat(q).normalized()
    } else if dynamics::is_direct(m, i) {
        Quat::from_rotation_vector(vector(ctrl))
    } else {
        let mut act = [0.0; 3];
        for (x, slot) in act.iter_mut().zip(m.actuator_activations(i)) {
            *x = current_activation(view, i, slot, act_dot);
        }
        Quat::from_rotation_vector(Vec3(act))
    };
    let current = vector(&view.path.actuator_length[outputs.clone()]);
    let error = target.sub(Quat::from_rotation_vector(current));
    let velocity = vector(&view.vel.actuator_velocity[outputs]);
    let [constant, _, kv, ..] = m.actuator.biasprm[i];
    error * m.actuator.gainprm[i][0] + Vec3::splat(constant) + velocity * kv
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_are_unpacked_in_order() {
        assert_eq!(unpack(&[1.0, 2.0], 1 | 4), [1.0, 0.0, 2.0, 0.0]);
        assert_eq!(unpack(&[3.0], 8), [0.0, 0.0, 0.0, 3.0]);
        assert_eq!(unpack(&[], 16), [0.0; 4]);
    }

    #[test]
    fn the_nearest_setpoint_is_within_half_a_period() {
        for setpoint in [-9.0, -3.2, 0.1, 4.0, 25.0] {
            let near = nearest(setpoint, 1.0, 2.0 * PI);
            assert!((near - 1.0).abs() <= PI + 1e-12);
        }
    }

    #[test]
    fn a_slewed_setpoint_moves_at_its_rate() {
        let mut rate = 0.0;
        assert!((slew(5.0, 1.0, 2.0, 0.1, None, &mut rate) - 1.2).abs() < 1e-15);
        assert!((rate - 2.0).abs() < 1e-12);
        assert!((slew(1.05, 1.0, 2.0, 0.1, None, &mut rate) - 1.05).abs() < 1e-15);
    }
}
