//! Accelerations without constraints.

use ligament_model::Model;

use crate::data::{Acceleration, Awake, Forces, Inertia, Input, Pose};

/// Net force and acceleration without constraints.
///
/// Writes `qfrc_smooth`, `qacc_smooth`.
pub fn acceleration(
    _m: &Model,
    _awake: Awake<'_>,
    _input: &Input,
    _pose: &Pose,
    _inertia: &Inertia,
    _force: &mut Forces,
    _acc: &mut Acceleration,
) {
}
