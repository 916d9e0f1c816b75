//! Parameters of the actuator shortcuts, which are lowered to those of `general` when read.

use super::codec::{Exact, Maybe, One, Prefix};
use super::{Codec, Kind, rows};
use crate::number::{format_list, parse_list};

/// Numbers that were given, at most `N`; those after the last one given are absent.
pub struct GivenNumbers<const N: usize>;

impl<const N: usize> Codec for GivenNumbers<N> {
    type Value = Vec<f64>;
    const KIND: Kind = <Prefix<f64, N> as Codec>::KIND;
    fn read(text: &str, value: &mut Vec<f64>) -> Result<(), String> {
        Prefix::<f64, N>::read(text, &mut [0.0; N])?;
        *value = parse_list(text)?;
        Ok(())
    }
    fn show(value: &Vec<f64>) -> String {
        format_list(value)
    }
    fn same(a: &Vec<f64>, b: &Vec<f64>) -> bool {
        a == b
    }
}

/// What shortcuts state, each its part of it. Absent values are inherited.
#[derive(Clone, Debug, Default)]
pub struct Shortcut {
    /// Position gain.
    pub kp: Option<f64>,
    /// Velocity gain.
    pub kv: Option<f64>,
    /// Damping ratio.
    pub dampratio: Option<f64>,
    /// Time constant of the activation.
    pub timeconst: Option<f64>,
    /// Integral gain.
    pub ki: Option<f64>,
    /// Bound of the integral.
    pub imax: Option<f64>,
    /// Bound of the rate of the set point.
    pub slewmax: Option<f64>,
    /// Area of the cylinder.
    pub area: Option<f64>,
    /// Diameter of the cylinder.
    pub diameter: Option<f64>,
    /// Bias of the cylinder.
    pub bias: Option<[f64; 3]>,
    /// Time constants of the muscle.
    pub timeconsts: Option<[f64; 2]>,
    /// Smoothing of the muscle's activation.
    pub tausmooth: Option<f64>,
    /// Operating range of the muscle.
    pub range: Option<[f64; 2]>,
    /// Force, scale, lmin, lmax, vmax, fpmax, fvmax of the muscle.
    pub muscle: [Option<f64>; 7],
    /// Gain of adhesion.
    pub gain: Option<f64>,
    /// Torque and back-EMF constants.
    pub motorconst: Vec<f64>,
    /// Resistance.
    pub resistance: Option<f64>,
    /// Nominal voltage, stall torque, no-load speed.
    pub nominal: Vec<f64>,
    /// Greatest torque, current and rate of current.
    pub saturation: Vec<f64>,
    /// Inductance, electrical time constant.
    pub inductance: Vec<f64>,
    /// Cogging: amplitude, periodicity, phase.
    pub cogging: Vec<f64>,
    /// Controller: kp, ki, kd, slewmax, imax, vmax.
    pub controller: Vec<f64>,
    /// Thermal resistance, capacitance, time constant, temperature coefficient, reference, ambient.
    pub thermal: Vec<f64>,
    /// Friction: stiffness, damping, Coulomb, static, Stribeck.
    pub lugre: Vec<f64>,
}

type MaybeNumber = Maybe<One<f64>>;

/// One of the numbers of a muscle.
pub struct MuscleNumber<const I: usize>;

impl<const I: usize> Codec for MuscleNumber<I> {
    type Value = [Option<f64>; 7];
    const KIND: Kind = <One<f64> as Codec>::KIND;
    fn read(text: &str, value: &mut [Option<f64>; 7]) -> Result<(), String> {
        match value.get_mut(I) {
            Some(number) => MaybeNumber::read(text, number),
            None => Ok(()),
        }
    }
    fn show(value: &[Option<f64>; 7]) -> String {
        value.get(I).map(MaybeNumber::show).unwrap_or_default()
    }
    fn same(a: &[Option<f64>; 7], b: &[Option<f64>; 7]) -> bool {
        a.get(I) == b.get(I)
    }
}

rows! {
    /// Gains of servos.
    pub static SERVO_ROWS: Shortcut {
        "kp" => kp: MaybeNumber, "Position gain.";
        "kv" => kv: MaybeNumber, "Damping.";
        "dampratio" => dampratio: MaybeNumber, "Damping ratio, from which the damping follows.";
    }
}

rows! {
    /// Parameters of position servos.
    pub static POSITION_ROWS: Shortcut {
        "kp" => kp: MaybeNumber, "Position gain.";
        "kv" => kv: MaybeNumber, "Damping.";
        "dampratio" => dampratio: MaybeNumber, "Damping ratio, from which the damping follows.";
        "timeconst" => timeconst: MaybeNumber, "Time constant of a filter of the set point; 0 for none.";
    }
}

rows! {
    /// Parameters of orientation servos.
    pub static ORIENTATION_ROWS: Shortcut {
        "kp" => kp: MaybeNumber, "Stiffness.";
        "kv" => kv: MaybeNumber, "Damping.";
        "dampratio" => dampratio: MaybeNumber, "Damping ratio, from which the damping follows.";
    }
}

rows! {
    /// Parameters of controllers.
    pub static PID_ROWS: Shortcut {
        "kp" => kp: MaybeNumber, "Position gain.";
        "kv" => kv: MaybeNumber, "Velocity gain.";
        "dampratio" => dampratio: MaybeNumber, "Damping ratio, from which the velocity gain follows.";
        "ki" => ki: MaybeNumber, "Integral gain.";
        "imax" => imax: MaybeNumber, "Bound of the integral; 0 for none.";
        "slewmax" => slewmax: MaybeNumber, "Bound of the rate of the set point; 0 for none.";
    }
}

rows! {
    /// Parameters of velocity servos.
    pub static VELOCITY_ROWS: Shortcut {
        "kv" => kv: MaybeNumber, "Velocity gain.";
    }
}

rows! {
    /// Parameters of dampers.
    pub static DAMPER_ROWS: Shortcut {
        "kv" => kv: MaybeNumber, "Damping per unit of control.";
    }
}

rows! {
    /// Parameters of cylinders.
    pub static CYLINDER_ROWS: Shortcut {
        "timeconst" => timeconst: MaybeNumber, "Time constant of the pressure.";
        "area" => area: MaybeNumber, "Area of the piston.";
        "diameter" => diameter: MaybeNumber, "Diameter of the piston, in place of the area.";
        "bias" => bias: Maybe<Exact<f64, 3>>, "Bias: constant, per length, per velocity.";
    }
}

rows! {
    /// Parameters of muscles.
    pub static MUSCLE_ROWS: Shortcut {
        "timeconst" => timeconsts: Maybe<Exact<f64, 2>>, "Time constants of activation and deactivation.";
        "tausmooth" => tausmooth: MaybeNumber [own], "Width of the transition between the two time constants.";
        "range" => range: Maybe<Exact<f64, 2>>, "Operating range of the length.";
        "force" => muscle: MuscleNumber<0>, "Peak active force; negative to find it from scale.";
        "scale" => muscle: MuscleNumber<1>, "Force of a muscle that accelerates a unit mass.";
        "lmin" => muscle: MuscleNumber<2>, "Least length at which there is active force.";
        "lmax" => muscle: MuscleNumber<3>, "Greatest length at which there is active force.";
        "vmax" => muscle: MuscleNumber<4>, "Velocity of shortening at which the force vanishes.";
        "fpmax" => muscle: MuscleNumber<5>, "Passive force at the greatest length.";
        "fvmax" => muscle: MuscleNumber<6>, "Active force at the greatest velocity of lengthening.";
    }
}

rows! {
    /// Parameters of adhesion.
    pub static ADHESION_ROWS: Shortcut {
        "gain" => gain: MaybeNumber, "Force per unit of control.";
    }
}

rows! {
    /// Parameters of direct-current motors.
    pub static DCMOTOR_ROWS: Shortcut {
        "motorconst" => motorconst: GivenNumbers<2>, "Torque constant and back-EMF constant.";
        "resistance" => resistance: MaybeNumber, "Resistance of the winding.";
        "nominal" => nominal: GivenNumbers<3>, "Nominal voltage, stall torque and no-load speed, from which missing constants follow.";
        "saturation" => saturation: GivenNumbers<3>, "Greatest torque, current and rate of current.";
        "inductance" => inductance: GivenNumbers<2>, "Inductance, or electrical time constant.";
        "cogging" => cogging: GivenNumbers<3>, "Amplitude, periodicity and phase of cogging.";
        "controller" => controller: GivenNumbers<6>, "kp, ki, kd, slewmax, imax and vmax of the controller on board.";
        "thermal" => thermal: GivenNumbers<6>, "Thermal resistance, capacitance, time constant, temperature coefficient, reference and ambient temperature.";
        "lugre" => lugre: GivenNumbers<5>, "Friction: stiffness, damping, Coulomb, static and Stribeck parameters.";
    }
}
