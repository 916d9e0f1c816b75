//! Lowering the direct-current motor.
//!
//! Gain parameters: resistance R, motor constant K, temperature coefficient, reference temperature, controller gains
//! kp ki kd, greatest drive voltage. Bias parameters: cogging amplitude, periodicity, phase; Coulomb, static and
//! Stribeck friction. Dynamics parameters: electrical time constant, greatest rate of current, thermal resistance and
//! capacitance, ambient temperature, bristle stiffness and damping, greatest rate of the set point, bound of the
//! integral. Each of slew, integral, temperature, bristle and current that is modelled is one activation.

use ligament_model::enums::{BiasType, CtrlInput};
use ligament_spec::element::{Actuator, Auto};

use crate::schema::shortcut::Shortcut;

/// Overwrites the start of `inherited` with the numbers that were given.
fn over<const N: usize>(mut inherited: [f64; N], given: &[f64]) -> [f64; N] {
    for (to, from) in inherited.iter_mut().zip(given) {
        *to = *from;
    }
    inherited
}

/// Sets the parameters of a direct-current motor.
pub fn dc_motor(
    actuator: &mut Actuator,
    source: Option<&Actuator>,
    given: &Shortcut,
    inputs: i32,
) -> Result<(), String> {
    let zero = Actuator {
        gainprm: [0.0; 10],
        dynprm: [0.0; 10],
        ..Actuator::default()
    };
    let (gain, bias, dynamics) = match source {
        Some(s) => (&s.gainprm, &s.biasprm, &s.dynprm),
        None => (&zero.gainprm, &zero.biasprm, &zero.dynprm),
    };
    let (k, r) = constants(
        over([gain[1], 0.0], &given.motorconst),
        given.resistance.unwrap_or(gain[0]),
        over([0.0; 3], &given.nominal),
        actuator.damping[0],
        inputs == CtrlInput::NONE.0,
    )?;
    let controller = over(
        [gain[4], gain[5], gain[6], dynamics[7], dynamics[8], gain[7]],
        &given.controller,
    );
    let cogging = over([bias[0], bias[1], bias[2]], &given.cogging);
    let lugre = over(
        [dynamics[5], dynamics[6], bias[3], bias[4], bias[5]],
        &given.lugre,
    );
    let inherited = [dynamics[2], dynamics[3], 0.0, gain[2], gain[3], dynamics[4]];
    let thermal = thermal(over(inherited, &given.thermal))?;
    let te = electrical_time(given, dynamics[0], r)?;
    let rate = *given.saturation.get(2).unwrap_or(&dynamics[1]);
    saturate(actuator, given, k);

    actuator.gainprm = [0.0; 10];
    actuator.biasprm = [0.0; 10];
    actuator.dynprm = [0.0; 10];
    (actuator.gainprm[0], actuator.gainprm[1]) = (r, k);
    actuator.gainprm[4..7].copy_from_slice(&controller[..3]);
    actuator.gainprm[7] = controller[5].max(0.0);
    actuator.dynprm[7..9].copy_from_slice(&controller[3..5]);
    actuator.biasprm[..3].copy_from_slice(&cogging);
    (actuator.dynprm[0], actuator.dynprm[1]) = (te, rate.max(0.0));
    if let Some([resistance, capacitance, alpha, reference, ambient]) = thermal {
        actuator.dynprm[2..5].copy_from_slice(&[resistance, capacitance, ambient]);
        actuator.gainprm[2..4].copy_from_slice(&[alpha, reference]);
    }
    let bristle = lugre[0] > 0.0;
    if bristle {
        actuator.dynprm[5..7].copy_from_slice(&lugre[..2]);
        actuator.biasprm[3..6].copy_from_slice(&lugre[2..]);
    }
    let states = [
        controller[3] > 0.0,
        controller[1] > 0.0,
        thermal.is_some(),
        bristle,
        te > 0.0,
    ];
    actuator.actdim = states.into_iter().map(i32::from).sum();
    actuator.biastype = BiasType::DcMotor;
    actuator.ctrlspec = inputs;
    (actuator.actlimited, actuator.actearly) = (Auto::False, true);
    Ok(())
}

/// Motor constant K and resistance R. Missing ones follow from nominal voltage V, stall torque τ0 = K V / R and
/// no-load speed ω0 = V K / (K² + R B), where B is the viscous damping.
fn constants(
    [kt, ke]: [f64; 2],
    resistance: f64,
    [voltage, stall, speed]: [f64; 3],
    damping: f64,
    passive: bool,
) -> Result<(f64, f64), String> {
    if kt < 0.0 || ke < 0.0 {
        return Err("motor constants cannot be negative".into());
    }
    let mut ke = ke;
    if voltage > 0.0 && ke <= 0.0 && speed > 0.0 {
        let undamped = voltage / speed;
        ke = if damping > 0.0 && resistance > 0.0 {
            // ω0 K² − V K + R B ω0 = 0, the larger root.
            let discriminant = voltage * voltage - 4.0 * resistance * damping * speed * speed;
            if discriminant > 0.0 {
                (voltage + discriminant.sqrt()) / (2.0 * speed)
            } else {
                undamped
            }
        } else if damping > 0.0 && stall > 0.0 {
            // With R = K V / τ0: K = V/ω0 − V B/τ0.
            let exact = undamped - voltage * damping / stall;
            if exact > 0.0 { exact } else { undamped }
        } else {
            undamped
        };
    }
    let k = match (kt > 0.0, ke > 0.0) {
        (true, true) => (kt * ke).sqrt(),
        (true, false) => kt,
        _ => ke,
    };
    let mut r = resistance;
    if r == 0.0 && voltage > 0.0 && stall > 0.0 && k > 0.0 {
        r = k * voltage / stall;
    }
    if k <= 0.0 && !(passive && k == 0.0) {
        return Err("the motor constant must be positive: give motorconst or nominal".into());
    }
    if r <= 0.0 {
        return Err("the resistance must be positive: give resistance or nominal".into());
    }
    Ok((k, r))
}

/// The electrical time constant: inductance over resistance, or as given.
fn electrical_time(given: &Shortcut, inherited: f64, resistance: f64) -> Result<f64, String> {
    let (inductance, time) = match given.inductance.as_slice() {
        [] => (0.0, inherited),
        [l] => (*l, 0.0),
        [l, te, ..] => (*l, *te),
    };
    if inductance < 0.0 || time < 0.0 {
        return Err("inductance and time constant cannot be negative".into());
    }
    Ok(if inductance > 0.0 {
        inductance / resistance
    } else {
        time
    })
}

/// Bounds the force by the greatest torque, or by the one of the greatest current.
fn saturate(actuator: &mut Actuator, given: &Shortcut, k: f64) {
    let [torque, current] = over([0.0; 2], &given.saturation);
    if torque > 0.0 || current > 0.0 {
        let bound = if torque == 0.0 { k * current } else { torque };
        actuator.forcerange = [-bound, bound];
        actuator.forcelimited = Auto::True;
    } else if !given.saturation.is_empty() {
        actuator.forcerange = [0.0; 2];
        actuator.forcelimited = Auto::Auto;
    }
}

/// Thermal resistance and capacitance, of which one may follow from the time constant; then temperature coefficient,
/// reference and ambient temperature. None if heat is not modelled.
fn thermal(
    [resistance, capacitance, time, alpha, reference, ambient]: [f64; 6],
) -> Result<Option<[f64; 5]>, String> {
    if !(resistance > 0.0 || capacitance > 0.0 || time > 0.0) {
        return Ok(None);
    }
    let (mut resistance, mut capacitance) = (resistance, capacitance);
    if time > 0.0 && resistance > 0.0 {
        capacitance = time / resistance;
    } else if time > 0.0 && capacitance > 0.0 {
        resistance = time / capacitance;
    }
    if resistance <= 0.0 || capacitance <= 0.0 {
        return Err("thermal resistance and capacitance must be positive; one follows from the time constant".into());
    }
    Ok(Some([resistance, capacitance, alpha, reference, ambient]))
}
