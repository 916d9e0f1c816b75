//! Biases of actuators: forces that do not depend on their inputs. No other file of the engine tells the kinds of bias
//! apart.

use ligament_math::func;
use ligament_model::Model;
use ligament_model::enums::BiasType;

use super::{ActuatorIn, muscle};
use crate::data::Drive;

/// True for a bias that is linear in length and velocity.
pub(crate) fn is_affine(m: &Model, i: usize) -> bool {
    m.actuator.biastype[i].is(BiasType::Affine)
}

/// True for the bias of a muscle.
pub(crate) fn is_muscle(m: &Model, i: usize) -> bool {
    m.actuator.biastype[i].is(BiasType::Muscle)
}

/// True for the bias of a direct-current motor, which has mechanical forces beyond the limits of its current.
pub(crate) fn is_motor(m: &Model, i: usize) -> bool {
    m.actuator.biastype[i].is(BiasType::DcMotor)
}

/// True if the user gives the bias.
pub(crate) fn asks_user(m: &Model, i: usize) -> bool {
    m.actuator.biastype[i].is(BiasType::User)
}

/// True if the bias may depend on length or velocity.
pub(crate) fn may_react(m: &Model, i: usize) -> bool {
    matches!(
        m.actuator.biastype[i].get(),
        Some(BiasType::Affine | BiasType::Muscle | BiasType::DcMotor | BiasType::So3)
    )
}

/// The part of the force that does not depend on the input.
pub(super) fn bias(view: ActuatorIn, i: usize, gain: f64, drive: &Drive) -> f64 {
    let m = view.m;
    match m.actuator.biastype[i].get() {
        Some(BiasType::None) => 0.0,
        Some(BiasType::Affine) => {
            let [a, b, c, ..] = m.actuator.biasprm[i];
            a + b * view.length(i) + c * view.velocity(i)
        }
        Some(BiasType::Muscle) => {
            let output = view.output(i);
            muscle::passive_force(
                view.length(i),
                m.actuator.lengthrange[output],
                m.actuator.acc0[output],
                &m.actuator.biasprm[i],
            )
        }
        // the back-EMF of a motor whose current follows the voltage at once
        Some(BiasType::DcMotor) if m.actuator.dynprm[i][0] <= 0.0 => {
            -gain * m.actuator.gainprm[i][1] * view.velocity(i)
        }
        Some(BiasType::DcMotor) => 0.0,
        Some(BiasType::So3 | BiasType::User) | None => drive.user_bias[i],
    }
}

/// Derivative of the bias by velocity; that of a motor depends on its limits and is not part of it.
pub(crate) fn velocity_slope(m: &Model, i: usize) -> f64 {
    match m.actuator.biastype[i].get() {
        Some(BiasType::Affine | BiasType::So3) => m.actuator.biasprm[i][2],
        _ => 0.0,
    }
}

/// Derivative of the bias by length; of a motor, that of its cogging.
pub(crate) fn length_slope(view: ActuatorIn, i: usize) -> f64 {
    let m = view.m;
    match m.actuator.biastype[i].get() {
        Some(BiasType::Affine | BiasType::So3) => m.actuator.biasprm[i][1],
        Some(BiasType::Muscle) => {
            let output = view.output(i);
            let (range, acc0) = (m.actuator.lengthrange[output], m.actuator.acc0[output]);
            muscle::passive_slope(view.length(i), range, acc0, &m.actuator.biasprm[i])
        }
        Some(BiasType::DcMotor) => {
            let [amplitude, periods, phase, ..] = m.actuator.biasprm[i];
            amplitude * periods * func::cos(periods * view.length(i) + phase)
        }
        _ => 0.0,
    }
}
