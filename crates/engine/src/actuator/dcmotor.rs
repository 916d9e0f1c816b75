//! Direct-current motors: a controller, the electrical circuit, temperature, cogging and LuGre friction.
//!
//! Gain parameters: resistance, motor constant, temperature coefficient, reference temperature, kp, ki, kd, largest
//! voltage. Dynamics parameters: electrical time constant, largest rate of the current, thermal resistance and
//! capacitance, ambient temperature, stiffness and damping of bristles, largest rate of the setpoint, limit of the
//! integral. Bias parameters: amplitude, periodicity and phase of cogging; Coulomb and static friction, velocity of
//! Stribeck.

use ligament_math::{MINVAL, func};
use ligament_model::Model;
use ligament_model::enums::CtrlInput;

use super::servo::{slew, unpack, unwound};
use super::{ActuatorIn, clip};

/// Where the states of a motor are among its activations; it has only those that its parameters call for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slots {
    /// The setpoint, as far as its rate is limited.
    pub slew: Option<usize>,
    /// The integral of the position error.
    pub integral: Option<usize>,
    /// Temperature above the ambient one.
    pub temperature: Option<usize>,
    /// Deflection of the bristles.
    pub bristle: Option<usize>,
    /// The current.
    pub current: Option<usize>,
    /// How many there are.
    pub count: usize,
}

/// The states of a motor.
pub fn slots(m: &Model, i: usize) -> Slots {
    let (dynamics, gain) = (&m.actuator.dynprm[i], &m.actuator.gainprm[i]);
    let mut count = 0;
    let mut next = |there: bool| {
        let slot = there.then_some(count);
        count += usize::from(there);
        slot
    };
    let mut slots = Slots {
        slew: next(dynamics[7] > 0.0),
        integral: next(gain[5] > 0.0),
        temperature: next(dynamics[2] > 0.0),
        bristle: next(dynamics[5] > 0.0),
        current: next(dynamics[0] > 0.0),
        count: 0,
    };
    slots.count = count;
    slots
}

/// The states of a motor and where they are in `act`; none if the parameters have changed so that they do not fit.
fn located(m: &Model, i: usize) -> Option<(Slots, std::ops::Range<usize>)> {
    let (slots, range) = (slots(m, i), m.actuator_activations(i));
    (slots.count == range.len()).then_some((slots, range))
}

/// Resistance at the current temperature.
fn resistance(m: &Model, i: usize, temperature: Option<f64>) -> f64 {
    let [r, _, coefficient, reference, ..] = m.actuator.gainprm[i];
    let ambient = m.actuator.dynprm[i][4];
    match temperature {
        Some(t) => r * (1.0 + coefficient * (t + ambient - reference)),
        None => r,
    }
}

/// Terminal voltage: a PID controller of torque, whose driver makes up for the back-EMF, and a direct voltage.
fn voltage(view: ActuatorIn, i: usize, ctrl: &[f64], integral: f64) -> f64 {
    let m = view.m;
    let spec = m.actuator.ctrlspec[i];
    let [position, velocity, torque, direct] = unpack(ctrl, spec);
    let controlled = CtrlInput::POS.0 | CtrlInput::VEL.0 | CtrlInput::FF.0;
    if spec & controlled == 0 {
        return direct;
    }
    let [r, k, _, _, kp, ki, kd, limit, ..] = m.actuator.gainprm[i];
    let speed = view.velocity(i);
    let wanted =
        kp * (position - view.length(i)) + kd * (velocity - speed) + ki * integral + torque;
    let mut drive = r / k * wanted + k * speed;
    if limit > 0.0 {
        drive = clip(drive, [-limit, limit]);
    }
    drive + direct
}

/// Friction at a velocity when bristles are fully bent: Coulomb friction, rising to static friction at rest.
fn stribeck(velocity: f64, [.., coulomb, fixed, speed]: [f64; 6]) -> f64 {
    let ratio = velocity / speed.max(MINVAL);
    coulomb + (fixed - coulomb) * func::exp(-ratio * ratio)
}

/// Decay rate of bristles: their deflection z follows ż = a z + v.
fn bristle_decay(view: ActuatorIn, i: usize) -> f64 {
    let m = view.m;
    let [a, b, c, d, e, f, ..] = m.actuator.biasprm[i];
    let velocity = view.velocity(i);
    let level = stribeck(velocity, [a, b, c, d, e, f]);
    -m.actuator.dynprm[i][5] * velocity.abs() / level.max(MINVAL)
}

/// Writes the rates of change of the states. A limit of the setpoint's rate changes the control.
pub(super) fn rates(view: ActuatorIn, i: usize, ctrl: &mut [f64], act_dot: &mut [f64]) {
    let m = view.m;
    let Some((slots, range)) = located(m, i) else {
        return;
    };
    let act = &view.state.act[range];
    let [
        time,
        current_rate,
        thermal_resistance,
        capacity,
        _,
        _,
        _,
        slew_rate,
        windup,
        _,
    ] = m.actuator.dynprm[i];
    let (length, velocity) = (view.length(i), view.velocity(i));
    let constant = m.actuator.gainprm[i][1];
    if let (Some(slot), Some(setpoint)) = (slots.slew, ctrl.first_mut()) {
        let dt = m.opt.timestep;
        *setpoint = slew(
            *setpoint,
            act[slot],
            slew_rate,
            dt,
            None,
            &mut act_dot[slot],
        );
    }
    let integral = slots.integral.map_or(0.0, |slot| act[slot]);
    if let Some(slot) = slots.integral {
        let setpoint = ctrl.first().copied().unwrap_or(0.0);
        act_dot[slot] = unwound(setpoint - length, integral, windup);
    }
    let volts = voltage(view, i, ctrl, integral);
    let temperature = slots.temperature.map(|slot| act[slot]);
    let r = resistance(m, i, temperature);
    if let (Some(slot), Some(rise)) = (slots.temperature, temperature) {
        let current = match slots.current {
            Some(slot) => act[slot],
            None => (volts - constant * velocity) / r,
        };
        act_dot[slot] = (r * current * current - rise / thermal_resistance) / capacity;
    }
    if let Some(slot) = slots.bristle {
        act_dot[slot] = bristle_decay(view, i) * act[slot] + velocity;
    }
    if let Some(slot) = slots.current {
        let rate = (volts / r - constant / r * velocity - act[slot]) / time;
        act_dot[slot] = if current_rate > 0.0 {
            clip(rate, [-current_rate, current_rate])
        } else {
            rate
        };
    }
}

/// Replaces the first control by the terminal voltage, unless the control is the voltage.
pub(super) fn drive(view: ActuatorIn, i: usize, ctrl: &mut [f64]) {
    let m = view.m;
    if m.actuator.ctrlspec[i] == CtrlInput::VOLTAGE.0 || ctrl.is_empty() {
        return;
    }
    let Some((slots, range)) = located(m, i) else {
        return;
    };
    let integral = slots
        .integral
        .map_or(0.0, |slot| view.state.act[range][slot]);
    ctrl[0] = voltage(view, i, ctrl, integral);
}

/// Resistance of a motor at its temperature.
pub(crate) fn current_resistance(view: ActuatorIn, i: usize) -> f64 {
    let hot = located(view.m, i).and_then(|(slots, range)| {
        let slot = slots.temperature?;
        Some(view.state.act[range][slot])
    });
    resistance(view.m, i, hot)
}

/// Force per current, or per voltage where the current follows at once.
pub(super) fn gain(view: ActuatorIn, i: usize) -> f64 {
    let m = view.m;
    let constant = m.actuator.gainprm[i][1];
    if m.actuator.dynprm[i][0] > 0.0 {
        return constant;
    }
    constant / current_resistance(view, i).max(MINVAL)
}

/// Cogging and friction; limits of the current do not concern them.
pub(crate) fn mechanical_force(view: ActuatorIn, i: usize, act_dot: &[f64]) -> f64 {
    let m = view.m;
    let [amplitude, periods, phase, ..] = m.actuator.biasprm[i];
    let mut force = 0.0;
    if amplitude != 0.0 {
        force += amplitude * func::sin(periods * view.length(i) + phase);
    }
    let [.., stiffness, damping, _, _, _] = m.actuator.dynprm[i];
    if let Some((
        Slots {
            bristle: Some(slot),
            ..
        },
        range,
    )) = located(m, i)
    {
        let at = range.start + slot;
        force -= stiffness * view.state.act[at] + damping * act_dot[at];
    }
    force
}

/// The state in slot `slot` of a motor after a step.
pub(super) fn next_state(view: ActuatorIn, i: usize, slot: usize, act: f64, act_dot: f64) -> f64 {
    let m = view.m;
    let (slots, dt) = (slots(m, i), m.opt.timestep);
    let [time, .., windup, _] = m.actuator.dynprm[i];
    if slots.current == Some(slot) {
        let time = time.max(MINVAL);
        act + act_dot * time * (1.0 - func::exp(-dt / time))
    } else if slots.bristle == Some(slot) {
        // exact for a constant velocity
        let decay = bristle_decay(view, i);
        let kept = func::exp(decay * dt);
        let gained = if decay.abs() > MINVAL {
            (kept - 1.0) / decay
        } else {
            dt
        };
        kept * act + gained * view.velocity(i)
    } else if slots.integral == Some(slot) && windup > 0.0 {
        clip(act + act_dot * dt, [-windup, windup])
    } else {
        act + act_dot * dt
    }
}
