//! Functions of the user that the pipeline calls. They are passed to the drivers, never stored in a model.

use ligament_model::Model;
use ligament_model::enums::Stage;

use crate::data::Data;

/// A function that changes the data between stages.
pub type DataHook<'a> = &'a mut dyn FnMut(&Model, &mut Data);
/// A function that gives a number for an actuator.
pub type ActuatorHook<'a> = &'a mut dyn FnMut(&Model, &Data, usize) -> f64;
/// A function that fills the readings of user sensors of a stage.
pub type SensorHook<'a> = &'a mut dyn FnMut(&Model, &mut Data, Stage);
/// A function that says whether two geoms are kept from colliding.
pub type FilterHook<'a> = &'a mut dyn FnMut(&Model, usize, usize) -> bool;

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
}
