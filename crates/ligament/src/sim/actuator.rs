//! Actuators.

use ligament_engine::Data;
use ligament_model::Model;
use ligament_model::enums::ObjectType;
use ligament_model::id::ActuatorId;

use super::SimError;
use super::joint::put;

/// An actuator, as the last forward pass left it.
#[derive(Clone, Copy, Debug)]
pub struct ActuatorView<'a> {
    model: &'a Model,
    data: &'a Data,
    id: ActuatorId,
}

impl<'a> ActuatorView<'a> {
    pub(super) fn new(model: &'a Model, data: &'a Data, id: ActuatorId) -> Self {
        Self { model, data, id }
    }

    /// Its id.
    pub fn id(&self) -> ActuatorId {
        self.id
    }

    /// Its name; empty if it has none.
    pub fn name(&self) -> &'a str {
        let name = self.model.name_of(ObjectType::Actuator, self.id.index());
        name.unwrap_or_default()
    }

    /// Its controls; most actuators have one.
    pub fn control(&self) -> &'a [f64] {
        &self.data.input.ctrl[self.model.actuator_controls(self.id.index())]
    }

    /// The limits of its first control, if it has any.
    pub fn control_range(&self) -> Option<[f64; 2]> {
        let first = self.model.actuator_controls(self.id.index()).next()?;
        let limited = self.model.actuator.ctrllimited[first].get();
        limited.then(|| self.model.actuator.ctrlrange[first])
    }

    /// Its forces; most actuators have one.
    pub fn force(&self) -> &'a [f64] {
        &self.data.force.actuator_force[self.model.actuator_outputs(self.id.index())]
    }

    /// Its lengths, one per force.
    pub fn length(&self) -> &'a [f64] {
        &self.data.path.actuator_length[self.model.actuator_outputs(self.id.index())]
    }

    /// The rates of change of its lengths, one per force.
    pub fn velocity(&self) -> &'a [f64] {
        &self.data.vel.actuator_velocity[self.model.actuator_outputs(self.id.index())]
    }

    /// Its activations; empty for actuators without dynamics.
    pub fn activation(&self) -> &'a [f64] {
        &self.data.state.act[self.model.actuator_activations(self.id.index())]
    }
}

/// An actuator, to drive.
#[derive(Debug)]
pub struct ActuatorMut<'a> {
    model: &'a Model,
    data: &'a mut Data,
    id: ActuatorId,
}

impl<'a> ActuatorMut<'a> {
    pub(super) fn new(model: &'a Model, data: &'a mut Data, id: ActuatorId) -> Self {
        Self { model, data, id }
    }

    /// Sets its control; with several, all of them to the same value.
    pub fn set(&mut self, control: f64) {
        let controls = self.model.actuator_controls(self.id.index());
        self.data.input.ctrl[controls].fill(control);
    }

    /// Sets its controls, one by one.
    pub fn set_all(&mut self, controls: &[f64]) -> Result<(), SimError> {
        let range = self.model.actuator_controls(self.id.index());
        put(
            "the control of the actuator",
            &mut self.data.input.ctrl[range],
            controls,
        )
    }

    /// Sets its activations, one by one.
    pub fn set_activation(&mut self, activation: &[f64]) -> Result<(), SimError> {
        let range = self.model.actuator_activations(self.id.index());
        put(
            "the activation of the actuator",
            &mut self.data.state.act[range],
            activation,
        )
    }
}
