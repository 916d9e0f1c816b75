//! Functions of the user that the pipeline calls. They are passed to the drivers, never stored in a model.

use ligament_model::Model;
use ligament_model::enums::Stage;

use ligament_geom::PreContacts;

use crate::data::{Data, Pose};

/// A function that changes the data between stages.
pub type DataHook<'a> = &'a mut dyn FnMut(&Model, &mut Data);
/// A function that gives a number for an actuator.
pub type ActuatorHook<'a> = &'a mut dyn FnMut(&Model, &mut Data, usize) -> f64;
/// A function that fills the readings of user sensors of a stage.
pub type SensorHook<'a> = &'a mut dyn FnMut(&Model, &mut Data, Stage);
/// A function that says whether two geoms are kept from colliding.
pub type FilterHook<'a> = &'a mut dyn FnMut(&Model, usize, usize) -> bool;

/// A function that finds the contacts of two geoms within a margin, the one with the lower kind first. It says whether
/// it did; otherwise the built-in routine is used.
pub type PairHook<'a> =
    &'a mut dyn FnMut(&Model, &Pose, usize, usize, f64, &mut PreContacts) -> bool;

/// The functions of the user that collision detection calls.
#[derive(Default)]
pub struct CollisionHooks<'a, 'b> {
    /// Keeps pairs of geoms from colliding.
    pub filter: Option<&'a mut FilterHook<'b>>,
    /// Finds contacts.
    pub pair: Option<&'a mut PairHook<'b>>,
}

impl<'b> Hooks<'b> {
    /// The functions that collision detection calls.
    pub fn collision(&mut self) -> CollisionHooks<'_, 'b> {
        CollisionHooks {
            filter: self.contact_filter.as_mut(),
            pair: self.contact_pair.as_mut(),
        }
    }
}

/// The functions of the user; none by default.
#[derive(Default)]
pub struct Hooks<'a> {
    /// Sets controls and applied forces; called when positions and velocities are known.
    pub control: Option<DataHook<'a>>,
    /// Adds to `qfrc_passive`.
    pub passive: Option<DataHook<'a>>,
    /// Rate of change of the activation of a user actuator.
    pub act_dyn: Option<ActuatorHook<'a>>,
    /// Gain of a user actuator.
    pub act_gain: Option<ActuatorHook<'a>>,
    /// Bias of a user actuator.
    pub act_bias: Option<ActuatorHook<'a>>,
    /// Readings of user sensors.
    pub sensor: Option<SensorHook<'a>>,
    /// Keeps pairs of geoms from colliding.
    pub contact_filter: Option<FilterHook<'a>>,
    /// Finds contacts of geoms in place of the built-in routines.
    pub contact_pair: Option<PairHook<'a>>,
}
