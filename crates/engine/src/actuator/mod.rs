//! Actuation: from controls and activations to forces.

use ligament_model::Model;

use crate::data::{Acceleration, Awake, Forces, Input, Path, State, Velocity};

/// Working memory of actuation.
#[derive(Clone, Debug, Default)]
pub struct ActuatorScratch {
    /// Rate of change of the activation of user actuators, as the user gave it.
    pub user_dyn: Vec<f64>,
    /// Gain of user actuators, as the user gave it.
    pub user_gain: Vec<f64>,
    /// Bias of user actuators, as the user gave it.
    pub user_bias: Vec<f64>,
    /// Controls after delays and clamping.
    pub ctrl: Vec<f64>,
}

impl ActuatorScratch {
    /// Working memory for a model.
    pub fn new(m: &Model) -> Self {
        Self {
            user_dyn: vec![0.0; m.size.nactuator],
            user_gain: vec![0.0; m.size.nactuator],
            user_bias: vec![0.0; m.size.nactuator],
            ctrl: vec![0.0; m.size.nu],
        }
    }
}

/// Forces of all actuators and rates of change of activations. Returns the first bad control, if any: then all controls
/// count as zero.
///
/// Writes `act_dot`, `actuator_force`, `qfrc_actuator`.
pub fn actuation(
    _m: &Model,
    _awake: Awake<'_>,
    _time: f64,
    _state: &State,
    _input: &Input,
    _path: &Path,
    _vel: &Velocity,
    force: &mut Forces,
    _acc: &mut Acceleration,
    _scratch: &mut ActuatorScratch,
) -> Option<usize> {
    force.qfrc_actuator.fill(0.0);
    None
}
