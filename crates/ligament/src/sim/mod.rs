//! [`Simulation`]: a model and one world of it, with everything in it by name.

mod actuator;
mod body;
mod contact;
mod error;
mod jacobian;
mod joint;
mod sensor;

use std::path::Path;
use std::sync::Arc;

use ligament_engine::data::{StateBits, state_size};
use ligament_engine::forward::forward_with;
use ligament_engine::inverse::inverse;
use ligament_engine::ray::{Filter, RayHit, ray};
use ligament_engine::step::step_with;
use ligament_engine::{Data, Hooks, forward, step};
use ligament_geom::ray::Ray;
use ligament_math::Vec3;
use ligament_model::id::{ActuatorId, BodyId, GeomId, JointId, KeyId, SensorId, SiteId};
use ligament_model::{Key, Model, NotFound};
use ligament_spec::Problems;
use ligament_spec::asset::vfs::Assets;

use crate::load::{load, load_str};

pub use actuator::{ActuatorMut, ActuatorView};
pub use body::{BodyMut, BodyView, GeomView, SiteView};
pub use contact::ContactView;
pub use error::{Diverged, SimError};
pub use jacobian::Jacobian;
pub use joint::{JointMut, JointView};
pub use sensor::SensorView;

/// A model and one world of it.
///
/// What is read (poses, velocities, sensors, contacts) is what the last [`step`](Self::step) or
/// [`forward`](Self::forward) computed. Clones share the model.
///
/// ```
/// use ligament::prelude::*;
///
/// let mut sim = Simulation::from_xml_str(ligament::FIGURE)?;
/// sim.advance(0.1)?;
/// assert!((sim.time() - 0.1).abs() < 0.01);
/// # Ok::<(), SimError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Simulation {
    model: Arc<Model>,
    data: Data,
}

impl Simulation {
    /// A world of a model in its reference configuration; a model in an [`Arc`] can have many.
    pub fn new(model: impl Into<Arc<Model>>) -> Self {
        let model = model.into();
        let mut data = Data::new(&model);
        forward(&model, &mut data);
        Self { model, data }
    }

    /// Loads a model file: MJCF, URDF, an archive, or a binary model. Warnings go to the log.
    pub fn from_xml_path(path: impl AsRef<Path>) -> Result<Self, Problems> {
        let loaded = load(path)?;
        loaded.log_warnings();
        Ok(Self::new(loaded.model))
    }

    /// Compiles a model given as text. Warnings go to the log.
    pub fn from_xml_str(text: &str) -> Result<Self, Problems> {
        let loaded = load_str(text, &Assets::new())?;
        loaded.log_warnings();
        Ok(Self::new(loaded.model))
    }

    /// The model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The model, to share with other worlds.
    pub fn shared_model(&self) -> Arc<Model> {
        Arc::clone(&self.model)
    }

    /// The model, to change; worlds that shared it keep theirs as it was.
    pub fn model_mut(&mut self) -> &mut Model {
        Arc::make_mut(&mut self.model)
    }

    /// All arrays of the world.
    pub fn data(&self) -> &Data {
        &self.data
    }

    /// All arrays of the world, to change.
    pub fn data_mut(&mut self) -> &mut Data {
        &mut self.data
    }

    /// Simulated seconds.
    pub fn time(&self) -> f64 {
        self.data.time
    }

    /// Positions of all joints.
    pub fn positions(&self) -> &[f64] {
        &self.data.state.qpos
    }

    /// Velocities of all joints.
    pub fn velocities(&self) -> &[f64] {
        &self.data.state.qvel
    }

    /// Controls of all actuators.
    pub fn controls(&self) -> &[f64] {
        &self.data.input.ctrl
    }

    /// Controls of all actuators, to change.
    pub fn controls_mut(&mut self) -> &mut [f64] {
        &mut self.data.input.ctrl
    }

    /// One time step.
    pub fn step(&mut self) {
        step(&self.model, &mut self.data);
    }

    /// One time step with functions of the user.
    pub fn step_with(&mut self, hooks: &mut Hooks) {
        step_with(&self.model, &mut self.data, hooks);
    }

    /// As many steps as it takes to simulate some seconds; an error as soon as numbers go bad.
    pub fn advance(&mut self, seconds: f64) -> Result<(), Diverged> {
        let steps = (seconds / self.model.opt.timestep).round();
        let steps = if steps.is_finite() {
            steps.max(0.0)
        } else {
            0.0
        };
        let mut done = 0.0;
        while done < steps {
            let before = Diverged::moment(&self.data);
            self.step();
            done += 1.0;
            Diverged::since(before, &self.model, &self.data)?;
        }
        Ok(())
    }

    /// Computes everything from the state and the inputs, without moving on in time.
    pub fn forward(&mut self) {
        forward(&self.model, &mut self.data);
    }

    /// As [`forward`](Self::forward), with functions of the user.
    pub fn forward_with(&mut self, hooks: &mut Hooks) {
        forward_with(&self.model, &mut self.data, hooks);
    }

    /// Inverse dynamics: the generalized forces that explain an acceleration at the present state.
    pub fn inverse(&mut self, acceleration: &[f64]) -> Result<&[f64], SimError> {
        let qacc = &mut self.data.acc.qacc;
        SimError::check("acceleration", qacc.len(), acceleration.len())?;
        qacc.copy_from_slice(acceleration);
        inverse(&self.model, &mut self.data, &mut Hooks::default())?;
        Ok(&self.data.force.qfrc_inverse)
    }

    /// Back to the reference configuration at time zero.
    pub fn reset(&mut self) {
        self.data.reset(&self.model);
        self.forward();
    }

    /// To a keyframe of the model.
    pub fn reset_to(&mut self, key: impl Key<KeyId>) -> Result<(), NotFound> {
        let key = key.find_in(&self.model)?;
        self.data.reset_key(&self.model, key.index());
        self.forward();
        Ok(())
    }

    /// Everything that the next step depends on, as one vector.
    pub fn state(&self) -> Vec<f64> {
        let bits = StateBits::INTEGRATION;
        let mut state = vec![0.0; state_size(&self.model, bits).unwrap_or(0)];
        // the vector has the length of these components
        let _ = self.data.get_state(&self.model, &mut state, bits);
        state
    }

    /// Takes over what [`state`](Self::state) gave, and computes everything from it.
    pub fn set_state(&mut self, state: &[f64]) -> Result<(), SimError> {
        self.data
            .set_state(&self.model, state, StateBits::INTEGRATION)?;
        self.forward();
        Ok(())
    }

    /// Sets the positions of all joints, and computes everything from them.
    pub fn set_positions(&mut self, positions: &[f64]) -> Result<(), SimError> {
        SimError::check("positions", self.data.state.qpos.len(), positions.len())?;
        self.data.state.qpos.copy_from_slice(positions);
        self.forward();
        Ok(())
    }

    /// Sets the velocities of all joints, and computes everything from them.
    pub fn set_velocities(&mut self, velocities: &[f64]) -> Result<(), SimError> {
        SimError::check("velocities", self.data.state.qvel.len(), velocities.len())?;
        self.data.state.qvel.copy_from_slice(velocities);
        self.forward();
        Ok(())
    }

    /// A body.
    pub fn body(&self, key: impl Key<BodyId>) -> Result<BodyView<'_>, NotFound> {
        Ok(BodyView::new(
            &self.model,
            &self.data,
            key.find_in(&self.model)?,
        ))
    }

    /// A body, to push.
    pub fn body_mut(&mut self, key: impl Key<BodyId>) -> Result<BodyMut<'_>, NotFound> {
        let id = key.find_in(&self.model)?;
        Ok(BodyMut::new(&self.model, &mut self.data, id))
    }

    /// A geom.
    pub fn geom(&self, key: impl Key<GeomId>) -> Result<GeomView<'_>, NotFound> {
        Ok(GeomView::new(
            &self.model,
            &self.data,
            key.find_in(&self.model)?,
        ))
    }

    /// A site.
    pub fn site(&self, key: impl Key<SiteId>) -> Result<SiteView<'_>, NotFound> {
        Ok(SiteView::new(
            &self.model,
            &self.data,
            key.find_in(&self.model)?,
        ))
    }

    /// A joint.
    pub fn joint(&self, key: impl Key<JointId>) -> Result<JointView<'_>, NotFound> {
        Ok(JointView::new(
            &self.model,
            &self.data,
            key.find_in(&self.model)?,
        ))
    }

    /// A joint, to move.
    pub fn joint_mut(&mut self, key: impl Key<JointId>) -> Result<JointMut<'_>, NotFound> {
        let id = key.find_in(&self.model)?;
        Ok(JointMut::new(&self.model, &mut self.data, id))
    }

    /// An actuator.
    pub fn actuator(&self, key: impl Key<ActuatorId>) -> Result<ActuatorView<'_>, NotFound> {
        Ok(ActuatorView::new(
            &self.model,
            &self.data,
            key.find_in(&self.model)?,
        ))
    }

    /// An actuator, to drive.
    pub fn actuator_mut(&mut self, key: impl Key<ActuatorId>) -> Result<ActuatorMut<'_>, NotFound> {
        let id = key.find_in(&self.model)?;
        Ok(ActuatorMut::new(&self.model, &mut self.data, id))
    }

    /// A sensor.
    pub fn sensor(&self, key: impl Key<SensorId>) -> Result<SensorView<'_>, NotFound> {
        Ok(SensorView::new(
            &self.model,
            &self.data,
            key.find_in(&self.model)?,
        ))
    }

    /// The contacts.
    pub fn contacts(&self) -> impl ExactSizeIterator<Item = ContactView<'_>> {
        let of = |contact| ContactView::new(&self.model, &self.data, contact);
        self.data.contact.iter().map(of)
    }

    /// The first geom that a ray meets.
    pub fn ray(&self, origin: Vec3, direction: Vec3) -> Option<RayHit> {
        let line = Ray {
            origin,
            dir: direction,
        };
        ray(&self.model, &self.data.pose, &line, &Filter::default())
    }
}
