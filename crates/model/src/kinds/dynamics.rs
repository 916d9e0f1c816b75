//! Kinds of activation dynamics of actuators.

use crate::enums::{GainType, keywords};

keywords! {
    /// Activation dynamics.
    #[derive(Default)]
    DynamicsType "mjtDyn" {
        #[default]
        None = 0 "mjDYN_NONE" "none";
        Integrator = 1 "mjDYN_INTEGRATOR" "integrator";
        Filter = 2 "mjDYN_FILTER" "filter";
        FilterExact = 3 "mjDYN_FILTEREXACT" "filterexact";
        Muscle = 4 "mjDYN_MUSCLE" "muscle";
        DcMotor = 5 "mjDYN_DCMOTOR" "dcmotor";
        Pid = 6 "mjDYN_PID" "pid";
        User = 7 "mjDYN_USER" "user";
    }
}

/// A parameter of an actuator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// One of its gain.
    Gain(usize),
    /// One of its dynamics.
    Dynamics(usize),
}

/// How many activation variables dynamics have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum States {
    /// None: controls act directly.
    None,
    /// One.
    One,
    /// One per force that the actuator makes.
    PerForce,
    /// One for each of these parameters that is positive, in this order; at least one.
    Some(&'static [Parameter]),
    /// One for each of these parameters that is positive, in this order, or none.
    Any(&'static [Parameter]),
    /// As many as the user says, one unless he says so.
    Given,
}

/// What a servo of position compares the position with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setpoint {
    /// The control, or what follows from it.
    Control,
    /// The activation.
    Activation,
}

/// What is known of a kind of activation dynamics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DynamicsFacts {
    /// Its activation variables.
    pub states: States,
    /// What a servo of position with it compares with; none if there are no such servos.
    pub setpoint: Option<Setpoint>,
    /// The only gain it goes with; none if it goes with any.
    pub gain: Option<GainType>,
    /// Whether forces must be made from the next activation.
    pub is_early: bool,
}

impl DynamicsFacts {
    /// Whether there are activation variables.
    pub fn has_state(&self) -> bool {
        self.states != States::None
    }

    /// Whether activations are integrals of controls.
    pub fn integrates(&self) -> bool {
        self.setpoint == Some(Setpoint::Activation)
    }
}

/// What calls for a state of a DC motor: a slew rate, an integral gain, a thermal resistance, a stiffness of bristles, an
/// electrical time constant.
pub const MOTOR_STATES: &[Parameter] = &[
    Parameter::Dynamics(7),
    Parameter::Gain(5),
    Parameter::Dynamics(2),
    Parameter::Dynamics(5),
    Parameter::Dynamics(0),
];

/// What calls for a state of a PID controller: a slew rate, an integral gain.
const PID_STATES: &[Parameter] = &[Parameter::Dynamics(1), Parameter::Gain(0)];

const PLAIN: DynamicsFacts = DynamicsFacts {
    states: States::One,
    setpoint: None,
    gain: None,
    is_early: false,
};

impl DynamicsType {
    /// What is known of the kind.
    pub const fn facts(self) -> DynamicsFacts {
        match self {
            Self::None => DynamicsFacts {
                states: States::None,
                setpoint: Some(Setpoint::Control),
                ..PLAIN
            },
            Self::Integrator => DynamicsFacts {
                states: States::PerForce,
                setpoint: Some(Setpoint::Activation),
                ..PLAIN
            },
            Self::FilterExact => DynamicsFacts {
                setpoint: Some(Setpoint::Control),
                ..PLAIN
            },
            Self::Pid => DynamicsFacts {
                states: States::Some(PID_STATES),
                setpoint: Some(Setpoint::Control),
                gain: Some(GainType::Pid),
                ..PLAIN
            },
            Self::DcMotor => DynamicsFacts {
                states: States::Any(MOTOR_STATES),
                is_early: true,
                ..PLAIN
            },
            Self::User => DynamicsFacts {
                states: States::Given,
                ..PLAIN
            },
            Self::Filter | Self::Muscle => PLAIN,
        }
    }
}
