//! Solving with the factor of the inertia matrix.

use ligament_math::{Real, sparse};
use ligament_model::Model;

use crate::data::Inertia;

/// `x` becomes M⁻¹ `x`.
///
/// Reads `qLD`, `qLDiagInv`.
pub fn solve_m<T: Real>(m: &Model, inertia: &Inertia<T>, x: &mut [T]) {
    sparse::solve(m.inertia_pattern(), &inertia.qLD, &inertia.qLDiagInv, x);
}
