//! Activation variables of actuators.

use ligament_model::enums::{GainType, Keyword};
use ligament_model::kinds::dynamics::MOTOR_STATES;
use ligament_model::kinds::{Parameter, States};

use super::super::refer::Owner;
use crate::element::Actuator;
use crate::problem::Problem;

/// How many of some parameters are positive.
fn positive(actuator: &Actuator, parameters: &[Parameter]) -> i32 {
    let value = |parameter: &Parameter| match *parameter {
        Parameter::Gain(i) => actuator.gainprm[i],
        Parameter::Dynamics(i) => actuator.dynprm[i],
    };
    parameters.iter().map(|p| i32::from(value(p) > 0.0)).sum()
}

/// The number of activation variables, checked against the dynamics.
pub(super) fn activations(owner: &Owner, actuator: &Actuator) -> Result<usize, Problem> {
    let facts = actuator.dyntype.facts();
    let is_rotational = actuator.gaintype == GainType::So3;
    let needed = match facts.states {
        States::None => 0,
        States::PerForce if is_rotational => 3,
        States::One | States::PerForce | States::Given => 1,
        States::Some(parameters) | States::Any(parameters) => positive(actuator, parameters),
    };
    let free = facts.states == States::Given || (is_rotational && !facts.has_state());
    let given = actuator.actdim;
    // PID servos and integrating rotational servos treat 0 as not given
    let replaces_zero = matches!(facts.states, States::Some(_)) || (is_rotational && needed == 3);
    let number = if given < 0 || (given == 0 && replaces_zero) {
        needed
    } else {
        given
    };
    if !facts.has_state() && number == 1 {
        return Err(owner.fault("`actdim` is 1, but an actuator without dynamics has no state"));
    }
    if number == 0 && !matches!(facts.states, States::None | States::Any(_)) {
        return Err(owner.fault("an actuator with dynamics needs a state, and `actdim` is 0"));
    }
    if number != needed && !free {
        let message =
            format!("its dynamics have {needed} activation variables, and `actdim` is {given}");
        return Err(owner.fault(message).help("leave out `actdim`"));
    }
    if actuator.gaintype == GainType::DcMotor && positive(actuator, MOTOR_STATES) != number {
        let message = "the parameters of the motor call for a state that its dynamics do not have";
        return Err(owner.fault(message).help("set `dyntype` to \"dcmotor\""));
    }
    if facts.is_early && !actuator.actearly {
        let help = "leave out `actearly`, or set it to true";
        let kind = actuator.dyntype.keyword();
        let message = format!("the state of `dyntype` \"{kind}\" is always stepped early");
        return Err(owner.fault(message).help(help));
    }
    Ok(usize::try_from(number).unwrap_or_default())
}
