//! What drives actuators: controls as they see them, and numbers that the user gave for user actuators.

use ligament_model::Model;

/// Inputs of actuators as the last evaluation of actuation took them; derivatives of actuator forces need them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drive {
    /// Rate of change of the activation of user actuators, as the user gave it.
    pub user_dyn: Vec<f64>,
    /// Gain of user actuators, as the user gave it.
    pub user_gain: Vec<f64>,
    /// Bias of user actuators, as the user gave it.
    pub user_bias: Vec<f64>,
    /// Controls after delays, clamping and limits of their rate.
    pub ctrl: Vec<f64>,
}

impl Drive {
    /// Storage for a model.
    pub fn new(m: &Model) -> Self {
        Self {
            user_dyn: vec![0.0; m.size.nactuator],
            user_gain: vec![0.0; m.size.nactuator],
            user_bias: vec![0.0; m.size.nactuator],
            ctrl: vec![0.0; m.size.nu],
        }
    }
}
