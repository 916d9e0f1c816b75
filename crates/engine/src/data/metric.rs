//! The effective inertia of the discrete integrator: a matrix in the pattern of the inertia matrix, and rank-one terms.

use ligament_model::Model;

use super::Couplings;

/// M + h D + h² K, where springs, dampers, drag and actuators act at the end of the step. Empty for other integrators.
#[derive(Clone, Debug, Default)]
pub struct EffectiveMetric {
    /// The matrix without couplings, in the pattern of the inertia matrix.
    pub values: Vec<f64>,
    /// Terms of tendons and actuators.
    pub couplings: Couplings,
    /// How many tendons have terms.
    pub tendons: usize,
    /// How many actuators have terms.
    pub actuators: usize,
    /// `values` times the step without constraints, and what is left over of the forces.
    pub force: Vec<f64>,
}

impl EffectiveMetric {
    /// Makes room, which is not there before the discrete integrator has been used.
    pub fn fit(&mut self, m: &Model) {
        self.values.resize(m.size.nC, 0.0);
        self.force.resize(m.size.nv, 0.0);
    }
}
