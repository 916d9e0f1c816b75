//! Constraint rows: their Jacobians, parameters and reference accelerations.

use ligament_model::Model;

use crate::data::{Awake, Contact, Efc, Inertia, Input, Islands, Path, Pose, State};

/// Makes all constraint rows.
pub fn make_constraint(
    _m: &Model,
    _awake: Awake<'_>,
    _state: &State,
    _input: &Input,
    _pose: &Pose,
    _path: &Path,
    _inertia: &Inertia,
    _contacts: &mut [Contact],
    efc: &mut Efc,
    _scratch: &mut ConstraintScratch,
) {
    efc.clear();
}

/// Finds the islands that constraints make of trees.
pub fn find_islands(
    _m: &Model,
    _awake: Awake<'_>,
    _contacts: &[Contact],
    _efc: &Efc,
    islands: &mut Islands,
    _scratch: &mut ConstraintScratch,
) {
    islands.clear();
}

/// Velocities and reference accelerations of all rows.
///
/// Writes `efc_vel`, `efc_aref`.
pub fn reference(_m: &Model, _state: &State, _contacts: &[Contact], _efc: &mut Efc) {}

/// Working memory of this module.
#[derive(Clone, Debug, Default)]
pub struct ConstraintScratch {}

impl ConstraintScratch {
    /// Working memory for a model.
    pub fn new(_m: &Model) -> Self {
        Self {}
    }
}
