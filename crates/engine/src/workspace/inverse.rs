//! Working memory of inverse dynamics.

use ligament_model::Model;

/// Working memory of inverse dynamics.
#[derive(Clone, Debug, Default)]
pub struct InverseScratch {
    /// Accelerations as they were given.
    pub qacc: Vec<f64>,
    /// A force per degree of freedom.
    pub force: Vec<f64>,
    /// Another one.
    pub other: Vec<f64>,
    /// A residual per constraint row.
    pub residual: Vec<f64>,
    /// Constraint forces as they were.
    pub efc_force: Vec<f64>,
    /// Forces of actuators as they were, along themselves and along degrees of freedom, and rates of activations.
    pub actuation: [Vec<f64>; 3],
}

impl InverseScratch {
    /// Working memory for a model.
    pub fn new(m: &Model) -> Self {
        let dofs = || vec![0.0; m.size.nv];
        Self {
            qacc: dofs(),
            force: dofs(),
            other: dofs(),
            ..Self::default()
        }
    }
}
