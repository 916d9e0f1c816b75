//! Joints.

use std::ops::Range;

use ligament_engine::{Data, joint};
use ligament_model::Model;
use ligament_model::enums::{JointType, ObjectType};
use ligament_model::id::{BodyId, JointId};

use super::SimError;

/// A joint, as the last forward pass left it.
#[derive(Clone, Copy, Debug)]
pub struct JointView<'a> {
    model: &'a Model,
    data: &'a Data,
    id: JointId,
}

impl<'a> JointView<'a> {
    pub(super) fn new(model: &'a Model, data: &'a Data, id: JointId) -> Self {
        Self { model, data, id }
    }

    /// Its id.
    pub fn id(&self) -> JointId {
        self.id
    }

    /// Its name; empty if it has none.
    pub fn name(&self) -> &'a str {
        let name = self.model.name_of(ObjectType::Joint, self.id.index());
        name.unwrap_or_default()
    }

    /// Its kind.
    pub fn kind(&self) -> JointType {
        joint::kind(self.model, self.id.index())
    }

    /// The body that it moves.
    pub fn body(&self) -> BodyId {
        self.model.jnt.bodyid[self.id.index()]
    }

    /// Its limits, if it has any.
    pub fn range(&self) -> Option<[f64; 2]> {
        let limited = self.model.jnt.limited[self.id.index()].get();
        limited.then(|| self.model.jnt.range[self.id.index()])
    }

    /// Where its coordinates are among those of the model.
    pub fn coordinates(&self) -> Range<usize> {
        joint::positions(self.model, self.id.index())
    }

    /// Where its degrees of freedom are among those of the model.
    pub fn dofs(&self) -> Range<usize> {
        joint::dofs(self.model, self.id.index())
    }

    /// Its coordinates: one for hinges and slides, a quaternion for balls, position and quaternion for free joints.
    pub fn position(&self) -> &'a [f64] {
        &self.data.state.qpos[self.coordinates()]
    }

    /// Its velocity: one number for hinges and slides, three for balls, linear and angular for free joints.
    pub fn velocity(&self) -> &'a [f64] {
        &self.data.state.qvel[self.dofs()]
    }

    /// Its acceleration.
    pub fn acceleration(&self) -> &'a [f64] {
        &self.data.acc.qacc[self.dofs()]
    }

    /// The forces of actuators on it.
    pub fn actuator_force(&self) -> &'a [f64] {
        &self.data.force.qfrc_actuator[self.dofs()]
    }

    /// The forces of contacts, limits and other constraints on it.
    pub fn constraint_force(&self) -> &'a [f64] {
        &self.data.force.qfrc_constraint[self.dofs()]
    }
}

/// A joint, to move. What depends on it follows with the next step or forward pass.
#[derive(Debug)]
pub struct JointMut<'a> {
    model: &'a Model,
    data: &'a mut Data,
    id: JointId,
}

impl<'a> JointMut<'a> {
    pub(super) fn new(model: &'a Model, data: &'a mut Data, id: JointId) -> Self {
        Self { model, data, id }
    }

    /// Sets its coordinates.
    pub fn set_position(&mut self, position: &[f64]) -> Result<(), SimError> {
        let range = joint::positions(self.model, self.id.index());
        put(
            "the position of the joint",
            &mut self.data.state.qpos[range],
            position,
        )
    }

    /// Sets its velocity.
    pub fn set_velocity(&mut self, velocity: &[f64]) -> Result<(), SimError> {
        let range = joint::dofs(self.model, self.id.index());
        put(
            "the velocity of the joint",
            &mut self.data.state.qvel[range],
            velocity,
        )
    }

    /// Applies a generalized force, until it is changed.
    pub fn set_force(&mut self, force: &[f64]) -> Result<(), SimError> {
        let range = joint::dofs(self.model, self.id.index());
        put(
            "the force on the joint",
            &mut self.data.input.qfrc_applied[range],
            force,
        )
    }
}

/// Copies numbers if there are as many as there must be.
pub(super) fn put(what: &'static str, to: &mut [f64], from: &[f64]) -> Result<(), SimError> {
    SimError::check(what, to.len(), from.len())?;
    to.copy_from_slice(from);
    Ok(())
}
