//! Inputs and outputs of actuators: how many controls an actuator has, what they mean and how they are limited.

use ligament_model::enums::{BiasType, CtrlInput, GainType, Keyword, TransmissionType};
use ligament_model::kinds::JointFacts;

use super::super::refer::{Context, Owner};
use super::transmission::Transmission;
use crate::element::{Actuator, Auto};
use crate::problem::Problem;

/// Orientation inputs: a rotation vector.
const CHART_EXPMAP: i32 = 1;
/// Orientation inputs: a quaternion.
const CHART_QUAT: i32 = 2;

/// The inputs of an actuator.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Inputs {
    /// What they mean, in terms of the gain.
    pub signature: i32,
    /// How many controls there are.
    pub controls: usize,
    /// How many forces there are.
    pub outputs: usize,
}

const POS: i32 = CtrlInput::POS.0;
const VEL: i32 = CtrlInput::VEL.0;
const FF: i32 = CtrlInput::FF.0;
const VOLTAGE: i32 = CtrlInput::VOLTAGE.0;
const PRESSURE: i32 = CtrlInput::PRESSURE.0;
const NONE: i32 = CtrlInput::NONE.0;

fn count(bits: i32) -> usize {
    usize::try_from(bits.count_ones()).unwrap_or_default()
}

/// The inputs of an actuator, after the checks that its gain calls for. Rotational servos change their transmission.
pub(super) fn resolve(
    context: Context,
    actuator: &Actuator,
    transmission: &mut Transmission,
) -> Result<Inputs, Problem> {
    let owner = Owner::of("actuator", actuator);
    let gain = actuator.dyntype.facts().gain;
    if let Some(gain) = gain.filter(|gain| *gain != actuator.gaintype) {
        let (dynamics, gain) = (actuator.dyntype.keyword(), gain.keyword());
        return Err(owner.fault(format!(
            "`dyntype` \"{dynamics}\" goes only with `gaintype` \"{gain}\""
        )));
    }
    let so3 = [
        actuator.gaintype == GainType::So3,
        actuator.biastype == BiasType::So3,
    ];
    owner.require(
        so3[0] == so3[1],
        "`gaintype` and `biastype` must both be \"so3\", or neither",
    )?;
    match actuator.gaintype {
        GainType::So3 => rotational(context, &owner, actuator, transmission),
        GainType::Pid => pid(&owner, actuator),
        GainType::DcMotor => dc_motor(&owner, actuator),
        GainType::Fixed | GainType::Affine => {
            let known = matches!(actuator.ctrlspec, 0 | POS | VEL | PRESSURE);
            owner.require(
                known,
                "with this gain there is one input: \"pos\", \"vel\" or \"pressure\"",
            )?;
            Ok(single(actuator.ctrlspec))
        }
        GainType::Muscle | GainType::User => {
            owner.require(
                actuator.ctrlspec == 0,
                "with this gain `input` cannot be chosen",
            )?;
            Ok(single(0))
        }
    }
}

fn single(signature: i32) -> Inputs {
    Inputs {
        signature,
        controls: 1,
        outputs: 1,
    }
}

/// Servos that turn a ball joint, or a site relative to another, to a given orientation.
fn rotational(
    context: Context,
    owner: &Owner,
    actuator: &Actuator,
    transmission: &mut Transmission,
) -> Result<Inputs, Problem> {
    let dynamics = actuator.dyntype.facts();
    let integrates = dynamics.integrates();
    owner.require(
        integrates || !dynamics.has_state(),
        "a rotational servo has `dyntype` \"none\" or \"integrator\"",
    )?;
    owner.require(
        actuator.gainprm[0] == -actuator.biasprm[1],
        "a rotational servo needs a first gain parameter that is minus the second bias parameter",
    )?;
    match transmission.kind {
        TransmissionType::Site => {
            let has_reference = transmission.second.is_some();
            owner.require(
                has_reference,
                "a rotational servo on a site needs `refsite`",
            )?;
        }
        TransmissionType::Joint => {
            let is_ball = context
                .joint(transmission.target)
                .is_some_and(JointFacts::is_ball);
            owner.require(is_ball, "a rotational servo on a joint needs a ball joint")?;
        }
        _ => return Err(owner.fault("a rotational servo acts on a ball joint or on a site")),
    }
    if integrates && actuator.actdim > 0 && actuator.actdim != 3 {
        return Err(owner.fault("a rotational servo that integrates has `actdim` 3"));
    }
    let signature = if actuator.ctrlspec == 0 {
        CHART_EXPMAP
    } else {
        actuator.ctrlspec
    };
    let controls = match signature {
        CHART_EXPMAP => 3,
        CHART_QUAT if integrates => {
            return Err(owner.fault("quaternion inputs need `dyntype` \"none\""));
        }
        CHART_QUAT => 4,
        _ => return Err(owner.fault("`input` of a rotational servo is \"expmap\" or \"quat\"")),
    };
    let [low, high] = actuator.forcerange;
    let bounded = match actuator.forcelimited {
        Auto::True => true,
        Auto::False => false,
        Auto::Auto => low < high,
    };
    owner.require(
        !bounded || low == 0.0,
        "`forcerange` of a rotational servo bounds the norm of the torque and starts at 0",
    )?;
    transmission.kind = TransmissionType::So3;
    Ok(Inputs {
        signature,
        controls,
        outputs: 3,
    })
}

/// Position, velocity and force setpoints with proportional, integral and derivative gains.
fn pid(owner: &Owner, actuator: &Actuator) -> Result<Inputs, Problem> {
    let affine = actuator.biastype == BiasType::Affine;
    owner.require(affine, "`gaintype` \"pid\" goes with `biastype` \"affine\"")?;
    let dynamics = actuator.dyntype.facts();
    let has_own_dynamics = dynamics.gain == Some(actuator.gaintype);
    if has_own_dynamics {
        let [imax, slewmax, ..] = actuator.dynprm;
        let message = "the bound of the integral (`imax`) cannot be negative";
        owner.require(imax >= 0.0, message)?;
        let message = "the slew rate (`slewmax`) cannot be negative";
        owner.require(slewmax >= 0.0, message)?;
    } else if dynamics.has_state() {
        return Err(owner.fault("`gaintype` \"pid\" goes with `dyntype` \"none\" or \"pid\""));
    } else {
        let integral = actuator.gainprm[0] != 0.0;
        owner.require(!integral, "an integral gain (`ki`) needs `dyntype` \"pid\"")?;
    }
    let on_body = actuator.trntype == TransmissionType::Body;
    owner.require(!on_body, "`gaintype` \"pid\" cannot act on a body")?;
    let signature = if actuator.ctrlspec == 0 {
        POS | VEL
    } else {
        actuator.ctrlspec
    };
    let known = signature & !(POS | VEL | FF) == 0;
    owner.require(known, "`input` is made of \"pos\", \"vel\" and \"ff\"")?;
    if has_own_dynamics {
        let has_position = signature & POS != 0;
        owner.require(
            has_position,
            "an integral gain or a slew rate needs the input \"pos\"",
        )?;
    }
    Ok(Inputs {
        signature,
        controls: count(signature),
        outputs: 1,
    })
}

/// Motors with a voltage, or a controller on board.
fn dc_motor(owner: &Owner, actuator: &Actuator) -> Result<Inputs, Problem> {
    let signature = if actuator.ctrlspec == 0 {
        VOLTAGE
    } else {
        actuator.ctrlspec
    };
    let known = signature == NONE || signature & !(POS | VEL | FF | VOLTAGE) == 0;
    owner.require(
        known,
        "`input` is \"none\", or made of \"pos\", \"vel\", \"ff\" and \"voltage\"",
    )?;
    let [_, constant, _, _, kp, ki, kd, ..] = actuator.gainprm;
    let controlled = signature & (POS | VEL | FF) != 0;
    if controlled {
        owner.require(
            constant > 0.0,
            "a controller needs a positive motor constant",
        )?;
    } else {
        let has_gains = kp != 0.0 || ki != 0.0 || kd != 0.0;
        let help = "controller gains need an input \"pos\", \"vel\" or \"ff\"";
        owner.require(!has_gains, help)?;
        let has_slew = actuator.dynprm[7] > 0.0;
        let help = "a slew rate needs an input \"pos\", \"vel\" or \"ff\"";
        owner.require(!has_slew, help)?;
    }
    owner.require(
        ki <= 0.0 || signature & POS != 0,
        "an integral gain needs the input \"pos\"",
    )?;
    Ok(Inputs {
        signature,
        controls: count(signature & (POS | VEL | FF | VOLTAGE)),
        outputs: 1,
    })
}

/// Whether each control is limited, and its range. The velocity and force inputs of PID servos have their own.
pub(super) fn limits(
    actuator: &Actuator,
    inputs: &Inputs,
    limited: bool,
    range: [f64; 2],
) -> Vec<(bool, [f64; 2])> {
    if actuator.gaintype != GainType::Pid {
        return vec![(limited, range); inputs.controls];
    }
    let own = |range: [f64; 2]| (range[0] < range[1], range);
    let ranges = [
        (POS, (limited, range)),
        (VEL, own(actuator.velrange)),
        (FF, own(actuator.ffrange)),
    ];
    let present = ranges.iter().filter(|(bit, _)| inputs.signature & bit != 0);
    present.map(|(_, limit)| *limit).collect()
}
