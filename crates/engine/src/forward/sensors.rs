//! Sensors of the three stages of the pipeline.

use ligament_model::Model;

use crate::data::Data;
use crate::hooks::Hooks;

/// Readings that depend on positions.
pub fn sensor_pos(_m: &Model, _d: &mut Data, _hooks: &mut Hooks) {}

/// Readings that depend on velocities.
pub fn sensor_vel(_m: &Model, _d: &mut Data, _hooks: &mut Hooks) {}

/// Readings that depend on accelerations.
pub fn sensor_acc(_m: &Model, _d: &mut Data, _hooks: &mut Hooks) {}

/// Computes the present reading of one sensor, whatever its stage, delay or interval.
pub fn compute_sensor(
    _m: &Model,
    _d: &mut Data,
    _hooks: &mut Hooks,
    _sensor: usize,
    out: &mut [f64],
) {
    out.fill(0.0);
}
