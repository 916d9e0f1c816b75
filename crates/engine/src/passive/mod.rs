//! Passive forces: springs, dampers, gravity compensation, fluids, adhesion.

use ligament_model::Model;

use crate::data::{Awake, Contact, Forces, Path, Pose, Scratch, State, Velocity};

/// All passive forces but those of the user.
///
/// Writes `qfrc_spring`, `qfrc_damper`, `qfrc_gravcomp`, `qfrc_fluid`, `qfrc_adhesion` and their sum `qfrc_passive`.
pub fn passive(
    _m: &Model,
    _awake: Awake<'_>,
    _state: &State,
    _pose: &Pose,
    _path: &Path,
    _vel: &Velocity,
    _contacts: &[Contact],
    force: &mut Forces,
    _scratch: &mut Scratch,
) {
    force.qfrc_passive.fill(0.0);
}
