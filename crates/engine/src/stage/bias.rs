//! Bias forces: recursive Newton–Euler, and the bias of tendons with armature.

use ligament_model::Model;

use crate::data::{Awake, Path, Pose, Scratch, State, Velocity};

/// Generalized forces of inertia and gravity: M(q) qacc + C(q, qvel), without the first term if `qacc` is none.
pub fn rne(
    _m: &Model,
    _awake: Awake<'_>,
    _state: &State,
    _pose: &Pose,
    _vel: &Velocity,
    _qacc: Option<&[f64]>,
    out: &mut [f64],
    _scratch: &mut Scratch,
) {
    out.fill(0.0);
}

/// Adds the bias force of tendons with armature.
pub fn tendon_bias(
    _m: &Model,
    _state: &State,
    _pose: &Pose,
    _path: &Path,
    _vel: &Velocity,
    _out: &mut [f64],
    _scratch: &mut Scratch,
) {
}
