//! Lowering actuator shortcuts to the parameters of `general`.
//!
//! A shortcut sets gain, bias, dynamics and the layout of the activation in full: from its own parameters, from those
//! that `source` (a prototype of the same kind) holds, or from its documented defaults. Everything mechanical (ranges,
//! gear, transmission) is left as it is.

use ligament_model::enums::{BiasType, CtrlInput, DynamicsType, GainType};
use ligament_spec::element::{Actuator, Auto};

use super::motor::dc_motor;
use crate::schema::shortcut::Shortcut;

/// The element with which an actuator is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `general`
    General,
    /// `motor`
    Motor,
    /// `position`
    Position,
    /// `velocity`
    Velocity,
    /// `intvelocity`
    IntVelocity,
    /// `orientation`
    Orientation,
    /// `pid`
    Pid,
    /// `damper`
    Damper,
    /// `cylinder`
    Cylinder,
    /// `muscle`
    Muscle,
    /// `adhesion`
    Adhesion,
    /// `dcmotor`
    DcMotor,
}

impl Form {
    /// The form of an element.
    pub fn from_tag(tag: &str) -> Option<Self> {
        Some(match tag {
            "general" => Self::General,
            "motor" => Self::Motor,
            "position" => Self::Position,
            "velocity" => Self::Velocity,
            "intvelocity" => Self::IntVelocity,
            "orientation" => Self::Orientation,
            "pid" => Self::Pid,
            "damper" => Self::Damper,
            "cylinder" => Self::Cylinder,
            "muscle" => Self::Muscle,
            "adhesion" => Self::Adhesion,
            "dcmotor" => Self::DcMotor,
            _ => return None,
        })
    }

    /// The gain type that the shortcut has; none for `general`, which may have any.
    pub fn gain(self) -> Option<GainType> {
        Some(match self {
            Self::General => return None,
            Self::Motor
            | Self::Position
            | Self::Velocity
            | Self::IntVelocity
            | Self::Cylinder
            | Self::Adhesion => GainType::Fixed,
            Self::Orientation => GainType::So3,
            Self::Pid => GainType::Pid,
            Self::Damper => GainType::Affine,
            Self::Muscle => GainType::Muscle,
            Self::DcMotor => GainType::DcMotor,
        })
    }
}

/// What the element itself states of what it may also inherit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stated {
    /// The range of the control.
    pub ctrlrange: bool,
    /// The range of the activation.
    pub actrange: bool,
    /// The range as a multiple of the target's.
    pub inheritrange: bool,
    /// Inputs, stated or inherited.
    pub inputs: i32,
}

/// Sets the parameters of a shortcut.
pub fn lower(
    form: Form,
    actuator: &mut Actuator,
    source: Option<&Actuator>,
    given: &Shortcut,
    element: Stated,
) -> Result<(), String> {
    let usual = Actuator::default();
    actuator.gainprm = usual.gainprm;
    actuator.biasprm = usual.biasprm;
    actuator.dynprm = usual.dynprm;
    actuator.dyntype = DynamicsType::None;
    actuator.biastype = BiasType::None;
    actuator.gaintype = form.gain().unwrap_or(usual.gaintype);
    (actuator.actdim, actuator.actearly, actuator.actlimited) = (-1, false, Auto::Auto);
    actuator.ctrlspec = 0;
    let from = source.unwrap_or(&usual);
    match form {
        Form::General | Form::Motor => Ok(()),
        Form::Position => {
            actuator.ctrlspec = CtrlInput::POS.0;
            servo(actuator, from, given)?;
            filter(actuator, from, given.timeconst)?;
            inherit_range(actuator, source, element, Range::Control)
        }
        Form::IntVelocity => {
            actuator.ctrlspec = CtrlInput::VEL.0;
            servo(actuator, from, given)?;
            filter(actuator, from, None)?;
            actuator.dyntype = DynamicsType::Integrator;
            inherit_range(actuator, source, element, Range::Activation)
        }
        Form::Velocity => {
            let kv = given.kv.unwrap_or(from.gainprm[0]);
            actuator.ctrlspec = CtrlInput::VEL.0;
            (actuator.gainprm[0], actuator.biasprm[2]) = (kv, -kv);
            actuator.biastype = BiasType::Affine;
            Ok(())
        }
        Form::Orientation => {
            servo(actuator, from, given)?;
            actuator.biastype = BiasType::So3;
            actuator.ctrlspec = element.inputs;
            Ok(())
        }
        Form::Pid => {
            pid(actuator, source, given)?;
            actuator.ctrlspec = element.inputs;
            inherit_range(actuator, source, element, Range::Control)
        }
        Form::Damper => damper(actuator, source, given),
        Form::Cylinder => {
            cylinder(actuator, from, given);
            Ok(())
        }
        Form::Muscle => muscle(actuator, source, given),
        Form::Adhesion => {
            let gain = given.gain.unwrap_or(from.gainprm[0]);
            actuator.gainprm[0] = gain;
            actuator.ctrllimited = Auto::True;
            if gain < 0.0 {
                return Err("the gain of adhesion cannot be negative".into());
            }
            positive_range(actuator)
        }
        Form::DcMotor => {
            actuator.dyntype = DynamicsType::DcMotor;
            dc_motor(actuator, source, given, element.inputs)
        }
    }
}

/// Stiffness and damping of a servo. A positive third bias parameter stands for a damping ratio.
fn servo(actuator: &mut Actuator, from: &Actuator, given: &Shortcut) -> Result<(), String> {
    let kp = given.kp.unwrap_or(from.gainprm[0]);
    (actuator.gainprm[0], actuator.biasprm[1]) = (kp, -kp);
    actuator.biasprm[2] = damping(from, given)?;
    actuator.biastype = BiasType::Affine;
    Ok(())
}

/// The third bias parameter: minus the damping, or the damping ratio.
fn damping(from: &Actuator, given: &Shortcut) -> Result<f64, String> {
    match (given.kv, given.dampratio) {
        (Some(_), Some(_)) => Err("give either kv or dampratio, not both".into()),
        (Some(kv), _) if kv < 0.0 => Err("kv cannot be negative".into()),
        (_, Some(ratio)) if ratio < 0.0 => Err("dampratio cannot be negative".into()),
        (Some(kv), _) => Ok(-kv),
        (_, Some(ratio)) => Ok(ratio),
        (None, None) => Ok(from.biasprm[2]),
    }
}

/// The filter of a set point.
fn filter(actuator: &mut Actuator, from: &Actuator, given: Option<f64>) -> Result<(), String> {
    let inherited = (from.dyntype == DynamicsType::FilterExact).then_some(from.dynprm[0]);
    if let Some(timeconst) = given.or(inherited) {
        if timeconst < 0.0 {
            return Err("timeconst cannot be negative".into());
        }
        actuator.dynprm[0] = timeconst;
        if timeconst != 0.0 {
            actuator.dyntype = DynamicsType::FilterExact;
        }
    }
    Ok(())
}

/// Which range follows from the target's.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Range {
    Control,
    Activation,
}

/// Settles a range against its inheritance: what the element states wins over what its class states.
fn inherit_range(
    actuator: &mut Actuator,
    source: Option<&Actuator>,
    element: Stated,
    kind: Range,
) -> Result<(), String> {
    if !element.inheritrange {
        actuator.inheritrange = source.map_or(0.0, |s| s.inheritrange);
    }
    let (range, stated) = match kind {
        Range::Control => (&mut actuator.ctrlrange, element.ctrlrange),
        Range::Activation => (&mut actuator.actrange, element.actrange),
    };
    if actuator.inheritrange > 0.0 && *range != [0.0; 2] {
        match (stated, element.inheritrange) {
            (true, true) => return Err("give either a range or inheritrange, not both".into()),
            (true, false) => actuator.inheritrange = 0.0,
            (false, _) => *range = [0.0; 2],
        }
    }
    Ok(())
}

fn positive_range(actuator: &Actuator) -> Result<(), String> {
    if actuator.ctrlrange.iter().any(|x| *x < 0.0) {
        return Err("the range of the control cannot be negative here".into());
    }
    Ok(())
}

/// Gains of a controller: integral gain in the gain, bounds in the dynamics, position and velocity gain in the bias.
fn pid(actuator: &mut Actuator, source: Option<&Actuator>, given: &Shortcut) -> Result<(), String> {
    let inherited = |f: fn(&Actuator) -> f64, usual: f64| source.map_or(usual, f);
    let kp = given
        .kp
        .unwrap_or_else(|| inherited(|s| -s.biasprm[1], 1.0));
    let ki = given.ki.unwrap_or_else(|| inherited(|s| s.gainprm[0], 0.0));
    let imax = given
        .imax
        .unwrap_or_else(|| inherited(|s| s.dynprm[0], 0.0));
    let slewmax = given
        .slewmax
        .unwrap_or_else(|| inherited(|s| s.dynprm[1], 0.0));
    if slewmax < 0.0 {
        return Err("slewmax cannot be negative".into());
    }
    actuator.gainprm = [0.0; 10];
    actuator.dynprm = [0.0; 10];
    actuator.biasprm[1] = -kp;
    actuator.biasprm[2] = damping(source.unwrap_or(&Actuator::default()), given)?;
    actuator.biastype = BiasType::Affine;
    (actuator.gainprm[0], actuator.dynprm[1]) = (ki, slewmax);
    if ki != 0.0 {
        actuator.dynprm[0] = imax;
    }
    if ki != 0.0 || slewmax != 0.0 {
        actuator.dyntype = DynamicsType::Pid;
    }
    Ok(())
}

fn damper(
    actuator: &mut Actuator,
    source: Option<&Actuator>,
    given: &Shortcut,
) -> Result<(), String> {
    let kv = given
        .kv
        .unwrap_or_else(|| source.map_or(0.0, |s| -s.gainprm[2]));
    actuator.gainprm = [0.0; 10];
    actuator.gainprm[2] = -kv;
    actuator.ctrllimited = Auto::True;
    if kv < 0.0 {
        return Err("the damping coefficient cannot be negative".into());
    }
    positive_range(actuator)
}

/// Force is pressure times area plus bias; pressure follows the control with a time constant.
fn cylinder(actuator: &mut Actuator, from: &Actuator, given: &Shortcut) {
    actuator.ctrlspec = CtrlInput::PRESSURE.0;
    actuator.dyntype = DynamicsType::Filter;
    actuator.biastype = BiasType::Affine;
    actuator.dynprm[0] = given.timeconst.unwrap_or(from.dynprm[0]);
    actuator.gainprm[0] = match given.diameter {
        Some(d) if d >= 0.0 => std::f64::consts::PI / 4.0 * d * d,
        _ => given.area.unwrap_or(from.gainprm[0]),
    };
    let bias = given
        .bias
        .unwrap_or([from.biasprm[0], from.biasprm[1], from.biasprm[2]]);
    actuator.biasprm[..3].copy_from_slice(&bias);
}

/// Range, force, scale, lmin, lmax, vmax, fpmax and fvmax of a muscle that states none.
const MUSCLE: [f64; 9] = [0.75, 1.05, -1.0, 200.0, 0.5, 1.6, 1.5, 1.3, 1.2];

/// Negative numbers stand for what is inherited.
fn muscle(
    actuator: &mut Actuator,
    source: Option<&Actuator>,
    given: &Shortcut,
) -> Result<(), String> {
    let mut gain = [0.0; 10];
    gain[..9].copy_from_slice(&MUSCLE);
    let mut dynamics = [0.01, 0.04, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    if let Some(source) = source {
        gain[..9].copy_from_slice(&source.gainprm[..9]);
        dynamics[..3].copy_from_slice(&source.dynprm[..3]);
    }
    let set = |slot: &mut f64, value: Option<f64>| {
        if let Some(value) = value.filter(|v| *v >= 0.0) {
            *slot = value;
        }
    };
    for i in 0..2 {
        set(&mut dynamics[i], given.timeconsts.map(|t| t[i]));
        set(&mut gain[i], given.range.map(|r| r[i]));
    }
    for (slot, value) in gain[2..9].iter_mut().zip(given.muscle) {
        set(slot, value);
    }
    if let Some(tausmooth) = given.tausmooth {
        dynamics[2] = tausmooth;
    }
    if dynamics[2] < 0.0 {
        return Err("tausmooth cannot be negative".into());
    }
    actuator.dynprm = dynamics;
    (actuator.gainprm, actuator.biasprm) = (gain, gain);
    actuator.dyntype = DynamicsType::Muscle;
    actuator.biastype = BiasType::Muscle;
    Ok(())
}
