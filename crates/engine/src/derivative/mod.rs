//! Derivatives: of the smooth forces by velocity (`qDeriv`), and of whole steps by finite differences.

pub mod damping;

use ligament_model::Model;

/// Working memory of this module.
#[derive(Clone, Debug, Default)]
pub struct DerivativeScratch {}

impl DerivativeScratch {
    /// Working memory for a model.
    pub fn new(_m: &Model) -> Self {
        Self {}
    }
}
