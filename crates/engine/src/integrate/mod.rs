//! Integrators: from accelerations to the next state.

use ligament_model::Model;

use crate::data::Data;
use crate::hooks::Hooks;

/// Advances the state with the integrator of the model.
pub fn integrate(_m: &Model, _d: &mut Data, _hooks: &mut Hooks) {}

/// Advances the state with an integrator that needs one evaluation: RK4 becomes Euler.
pub fn integrate_single(_m: &Model, _d: &mut Data, _hooks: &mut Hooks) {}

/// Working memory of this module.
#[derive(Clone, Debug, Default)]
pub struct IntegrateScratch {}

impl IntegrateScratch {
    /// Working memory for a model.
    pub fn new(_m: &Model) -> Self {
        Self {}
    }
}
