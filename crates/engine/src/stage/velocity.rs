//! Velocities of tendons, actuators and bodies.

use ligament_model::Model;

use crate::data::{Awake, Path, Pose, State, Velocity};

/// Velocities of tendons and actuators.
///
/// Reads `qvel`, `ten_J`, `actuator_moment`. Writes `ten_velocity`, `actuator_velocity`.
pub fn path_velocity(_m: &Model, _state: &State, _path: &Path, _vel: &mut Velocity) {}

/// Com-based velocities of bodies and rates of change of motion axes.
///
/// Reads `qvel`, `cdof`. Writes `cvel`, `cdof_dot`.
pub fn com_vel(_m: &Model, _awake: Awake<'_>, _state: &State, _pose: &Pose, _vel: &mut Velocity) {}
