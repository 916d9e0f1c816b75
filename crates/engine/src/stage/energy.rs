//! Potential and kinetic energy.

use ligament_model::Model;

use crate::data::{Inertia, Path, Pose, State};

/// Potential energy of gravity and springs.
pub fn potential_energy(_m: &Model, _state: &State, _pose: &Pose, _path: &Path) -> f64 {
    0.0
}

/// Kinetic energy ½ vᵀ M v.
pub fn kinetic_energy(_m: &Model, _state: &State, _inertia: &Inertia, _work: &mut [f64]) -> f64 {
    0.0
}
