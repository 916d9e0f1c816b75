//! How actuator forces change with the velocities of actuators.

use ligament_math::{MINVAL, Vec3, func};
use ligament_model::Model;
use ligament_model::enums::CtrlInput;

use crate::actuator::{self, ActuatorIn, bias, dcmotor, dynamics, gain};
use crate::awake::Awake;
use crate::data::{Acceleration, Drive, Forces};
use crate::stage::transmission::{ActsOn, acts_on, is_awake};

/// Forces this close to a limit of a tendon, relative to the limit, are at the limit.
const TENDON_LIMIT: f64 = 1e-10;
/// Voltages this close to the largest one, relative to it, are at the limit.
const VOLTAGE_LIMIT: f64 = 1e-12;

/// What an actuator is known to do in the present state.
#[derive(Clone, Copy)]
pub(crate) struct SlopeIn<'a> {
    /// What actuators see.
    pub view: ActuatorIn<'a>,
    /// What is awake.
    pub awake: Awake<'a>,
    /// Forces of actuators and joints.
    pub force: &'a Forces,
    /// Rates of activations.
    pub acc: &'a Acceleration,
    /// Controls as actuators saw them.
    pub drive: &'a Drive,
}

impl SlopeIn<'_> {
    /// First force of an actuator.
    fn force_of(&self, i: usize) -> f64 {
        self.force.actuator_force[self.view.output(i)]
    }

    /// What multiplies the gain: the control, or the activation.
    pub(crate) fn input(&self, i: usize) -> f64 {
        let m = self.view.m;
        if dynamics::is_direct(m, i) {
            let slots = m.actuator_controls(i);
            return self.drive.ctrl[slots].first().copied().unwrap_or(0.0);
        }
        let last = m.actuator_activations(i).last();
        last.map_or(0.0, |slot| self.activation(i, slot))
    }

    fn activation(&self, i: usize, slot: usize) -> f64 {
        if self.view.m.actuator.actearly[i].get() {
            actuator::next_activation(self.view, i, slot, self.acc.act_dot[slot])
        } else {
            self.view.state.act[slot]
        }
    }
}

/// True if the force of an actuator does not change: it is off, asleep or at a limit.
pub(crate) fn is_stuck(acting: SlopeIn<'_>, i: usize) -> bool {
    let m = acting.view.m;
    if actuator::is_disabled(m, i) || !is_awake(m, acting.awake, i) {
        return true;
    }
    if bias::is_motor(m, i) {
        // cogging and friction act beyond the limit of the current
        let [cogging, ..] = m.actuator.biasprm[i];
        let [.., friction, _, _, _] = m.actuator.dynprm[i];
        if cogging == 0.0 && friction <= 0.0 && AtLimits::of_motor(acting, i).force {
            return true;
        }
    } else if at_force_limit(acting, i) || at_tendon_limit(acting, i) {
        return true;
    }
    at_joint_limit(acting, i)
}

/// True if the force of an actuator is at a limit of its own or of its tendon.
pub(crate) fn force_is_constant(acting: SlopeIn<'_>, i: usize) -> bool {
    at_force_limit(acting, i) || at_tendon_limit(acting, i)
}

/// True if x is at an end of a range, or beyond.
fn outside(x: f64, [low, high]: [f64; 2]) -> bool {
    x <= low || x >= high
}

/// True if an actuator makes the largest force it can.
fn at_force_limit(acting: SlopeIn<'_>, i: usize) -> bool {
    let m = acting.view.m;
    if !m.actuator.forcelimited[i].get() {
        return false;
    }
    let range = m.actuator.forcerange[i];
    if gain::orients(m, i) {
        let outputs = &acting.force.actuator_force[m.actuator_outputs(i)];
        return matches!(*outputs, [x, y, z] if Vec3([x, y, z]).norm() >= range[1]);
    }
    outside(acting.force_of(i), range)
}

/// True if the joint of an actuator takes the largest force it can from actuators.
fn at_joint_limit(acting: SlopeIn<'_>, i: usize) -> bool {
    let m = acting.view.m;
    let ActsOn::Joint(j) = acts_on(m, i) else {
        return false;
    };
    let dof = m.jnt.dofadr[j] as usize;
    m.jnt.actfrclimited[j].get() && outside(acting.force.qfrc_actuator[dof], m.jnt.actfrcrange[j])
}

/// True if the tendon of an actuator takes the largest force it can from actuators.
fn at_tendon_limit(acting: SlopeIn<'_>, i: usize) -> bool {
    let m = acting.view.m;
    let ActsOn::Tendon(tendon) = acts_on(m, i) else {
        return false;
    };
    if !m.tendon.actfrclimited[tendon].get() {
        return false;
    }
    let total: f64 = (0..m.size.nactuator)
        .filter(|&k| acts_on(m, k) == ActsOn::Tendon(tendon))
        .map(|k| acting.force_of(k) - beyond_limits(acting, k))
        .sum();
    let [low, high] = m.tendon.actfrcrange[tendon];
    total <= low + low.abs() * TENDON_LIMIT || total >= high - high.abs() * TENDON_LIMIT
}

/// The part of an actuator's force that limits do not concern: cogging and friction of motors.
fn beyond_limits(acting: SlopeIn<'_>, i: usize) -> f64 {
    let m = acting.view.m;
    if bias::is_motor(m, i) && !actuator::is_disabled(m, i) && is_awake(m, acting.awake, i) {
        dcmotor::mechanical_force(acting.view, i, &acting.acc.act_dot)
    } else {
        0.0
    }
}

/// Which limits a motor is at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct AtLimits {
    /// The force.
    pub force: bool,
    /// The voltage of its driver.
    pub voltage: bool,
    /// The rate of its current.
    pub current_rate: bool,
}

impl AtLimits {
    /// The limits of a motor that it is at.
    pub(crate) fn of_motor(acting: SlopeIn<'_>, i: usize) -> Self {
        let m = acting.view.m;
        let [time, current_rate, ..] = m.actuator.dynprm[i];
        let force = m.actuator.forcelimited[i].get()
            && outside(electric_force(acting, i), m.actuator.forcerange[i]);
        let last = m.actuator_activations(i).last();
        let rate = last.map_or(0.0, |slot| acting.acc.act_dot[slot]);
        Self {
            force: force || at_tendon_limit(acting, i),
            voltage: at_voltage_limit(acting, i),
            current_rate: time > 0.0 && current_rate > 0.0 && rate.abs() >= current_rate,
        }
    }
}

/// True if a motor is driven by a controller.
fn is_controlled(m: &Model, i: usize) -> bool {
    let inputs = CtrlInput::POS.0 | CtrlInput::VEL.0 | CtrlInput::FF.0;
    m.actuator.ctrlspec[i] & inputs != 0
}

/// True if the driver of a motor is at its largest voltage. Its first control has become the terminal voltage, which
/// is that of the driver and a direct one.
fn at_voltage_limit(acting: SlopeIn<'_>, i: usize) -> bool {
    let m = acting.view.m;
    let ctrl = &acting.drive.ctrl[m.actuator_controls(i)];
    let [.., largest, _, _] = m.actuator.gainprm[i];
    let (Some(&terminal), true) = (ctrl.first(), is_controlled(m, i) && largest > 0.0) else {
        return false;
    };
    let direct = m.actuator.ctrlspec[i] & CtrlInput::VOLTAGE.0 != 0;
    let direct = ctrl.last().copied().filter(|_| direct).unwrap_or(0.0);
    (terminal - direct).abs() >= largest * (1.0 - VOLTAGE_LIMIT)
}

/// Force of the current of a motor, without limits.
fn electric_force(acting: SlopeIn<'_>, i: usize) -> f64 {
    let m = acting.view.m;
    let constant = m.actuator.gainprm[i][1];
    if m.actuator.dynprm[i][0] > 0.0 {
        let last = m.actuator_activations(i).last();
        return constant * last.map_or(0.0, |slot| acting.activation(i, slot));
    }
    let ctrl = &acting.drive.ctrl[m.actuator_controls(i)];
    let volts = ctrl.first().copied().unwrap_or(0.0);
    let emf = constant * acting.view.velocity(i);
    constant / hot_resistance(acting, i) * (volts - emf)
}

/// Resistance of a motor at its temperature.
fn hot_resistance(acting: SlopeIn<'_>, i: usize) -> f64 {
    dcmotor::current_resistance(acting.view, i).max(MINVAL)
}

/// Derivative of the force of an actuator by its velocity; the same for all of its outputs.
pub(crate) fn velocity_slope(acting: SlopeIn<'_>, i: usize) -> f64 {
    let m = acting.view.m;
    let mut slope = bias::velocity_slope(m, i);
    let (motor_bias, motor_gain) = (bias::is_motor(m, i), gain::is_motor(m, i));
    if motor_bias || motor_gain {
        slope += motor_slope(acting, i, motor_bias, motor_gain);
    }
    let gain_slope = gain::velocity_slope(acting.view, i);
    if gain_slope != 0.0 {
        slope += gain_slope * acting.input(i);
    }
    slope
}

/// The slope of a motor: back-EMF, what the controller makes of the velocity, and friction.
fn motor_slope(acting: SlopeIn<'_>, i: usize, bias: bool, gain: bool) -> f64 {
    let m = acting.view.m;
    let limits = AtLimits::of_motor(acting, i);
    let [resistance, constant, _, _, _, _, kd, ..] = m.actuator.gainprm[i];
    let [time, .., friction, _, _, _] = m.actuator.dynprm[i];
    let mut slope = 0.0;
    if bias && time <= 0.0 && !limits.force {
        slope -= constant * constant / hot_resistance(acting, i);
    }
    if !gain {
        return slope;
    }
    // volts per velocity: damping of the controller, and what makes up for the back-EMF
    let volts = if is_controlled(m, i) && !limits.voltage {
        constant - kd * resistance.max(MINVAL) / constant
    } else {
        0.0
    };
    if limits.force {
        // a larger current makes no larger force
    } else if time > 0.0 {
        if m.actuator.actearly[i].get() && !limits.current_rate {
            let reached = 1.0 - func::exp(-m.opt.timestep / time);
            slope += constant * (volts - constant) * reached / hot_resistance(acting, i);
        }
    } else {
        slope += constant * volts / hot_resistance(acting, i);
    }
    if friction > 0.0 {
        slope -= friction;
    }
    slope
}

/// Derivative of the force of an actuator by its length; the same for all of its outputs.
pub(crate) fn length_slope(acting: SlopeIn<'_>, i: usize) -> f64 {
    let (m, view) = (acting.view.m, acting.view);
    let mut slope = bias::length_slope(view, i);
    if gain::is_motor(m, i) {
        slope += controller_stiffness(acting, i);
    }
    let gain_slope = gain::length_slope(view, i);
    if gain_slope != 0.0 {
        slope += gain_slope * acting.input(i);
    }
    slope
}

/// What the controller of a motor makes of the length.
fn controller_stiffness(acting: SlopeIn<'_>, i: usize) -> f64 {
    let m = acting.view.m;
    let limits = AtLimits::of_motor(acting, i);
    if limits.force || limits.voltage || !is_controlled(m, i) {
        return 0.0;
    }
    let [resistance, constant, _, _, kp, ..] = m.actuator.gainprm[i];
    let time = m.actuator.dynprm[i][0];
    let volts = -kp * resistance.max(MINVAL) / constant;
    let reached = if time <= 0.0 {
        1.0
    } else if m.actuator.actearly[i].get() && !limits.current_rate {
        1.0 - func::exp(-m.opt.timestep / time)
    } else {
        0.0
    };
    constant * volts * reached / hot_resistance(acting, i)
}
