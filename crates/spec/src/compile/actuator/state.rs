//! Activation variables of actuators.

use ligament_model::enums::{DynamicsType, GainType};

use super::super::refer::Owner;
use crate::element::Actuator;
use crate::problem::Problem;

/// Activation variables that the parameters of a DC motor call for: slew rate, integral, temperature, bristle
/// deflection and current, in this order, each if its parameter is positive.
fn motor_slots(actuator: &Actuator) -> i32 {
    let (d, g) = (&actuator.dynprm, &actuator.gainprm);
    let present = [d[7], g[5], d[2], d[5], d[0]];
    present.iter().map(|&x| i32::from(x > 0.0)).sum()
}

/// The number of activation variables, checked against the dynamics.
pub(super) fn activations(owner: &Owner, actuator: &Actuator) -> Result<usize, Problem> {
    let kind = actuator.dyntype;
    let is_rotational = actuator.gaintype == GainType::So3;
    let needed = match kind {
        DynamicsType::None => 0,
        DynamicsType::Integrator if is_rotational => 3,
        DynamicsType::Pid => {
            i32::from(actuator.dynprm[1] > 0.0) + i32::from(actuator.gainprm[0] > 0.0)
        }
        DynamicsType::DcMotor => motor_slots(actuator),
        _ => 1,
    };
    let free = kind == DynamicsType::User || (is_rotational && kind == DynamicsType::None);
    let given = actuator.actdim;
    // PID servos and integrating rotational servos treat 0 as not given
    let replaces_zero = matches!(kind, DynamicsType::Pid) || (is_rotational && needed == 3);
    let number = if given < 0 || (given == 0 && replaces_zero) {
        needed
    } else {
        given
    };
    if kind == DynamicsType::None && number == 1 {
        return Err(owner.fault("`actdim` is 1, but an actuator without dynamics has no state"));
    }
    if number == 0 && !matches!(kind, DynamicsType::None | DynamicsType::DcMotor) {
        return Err(owner.fault("an actuator with dynamics needs a state, and `actdim` is 0"));
    }
    if number != needed && !free {
        let message =
            format!("its dynamics have {needed} activation variables, and `actdim` is {given}");
        return Err(owner.fault(message).help("leave out `actdim`"));
    }
    if actuator.gaintype == GainType::DcMotor && motor_slots(actuator) != number {
        let message = "the parameters of the motor call for a state that its dynamics do not have";
        return Err(owner.fault(message).help("set `dyntype` to \"dcmotor\""));
    }
    if kind == DynamicsType::DcMotor && !actuator.actearly {
        let help = "leave out `actearly`, or set it to true";
        return Err(owner
            .fault("the state of a DC motor is always stepped early")
            .help(help));
    }
    Ok(usize::try_from(number).unwrap_or_default())
}
