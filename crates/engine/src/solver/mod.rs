//! Constraint solvers.

use ligament_model::Model;

use crate::data::{Acceleration, Contact, Efc, Forces, Inertia, Islands, Stats};

/// Finds accelerations and constraint forces.
///
/// Writes `qacc`, `efc_force`, `efc_state`, `efc_b`, `qfrc_constraint`, the cone Hessians of contacts, and statistics.
pub fn solve(
    _m: &Model,
    _inertia: &Inertia,
    _islands: &Islands,
    _warmstart: &[f64],
    _contacts: &mut [Contact],
    _efc: &mut Efc,
    force: &mut Forces,
    acc: &mut Acceleration,
    _stats: &mut Stats,
    _scratch: &mut SolverScratch,
) {
    force.qfrc_constraint.fill(0.0);
    acc.qacc.copy_from_slice(&acc.qacc_smooth);
}

/// Working memory of this module.
#[derive(Clone, Debug, Default)]
pub struct SolverScratch {}

impl SolverScratch {
    /// Working memory for a model.
    pub fn new(_m: &Model) -> Self {
        Self {}
    }
}
