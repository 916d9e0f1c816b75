//! Solving with the factor of the inertia matrix.

use ligament_math::sparse;
use ligament_model::Model;

use crate::data::Inertia;

/// `x` becomes M⁻¹ `x`.
///
/// Reads `qLD`, `qLDiagInv`.
pub fn solve_m(m: &Model, inertia: &Inertia, x: &mut [f64]) {
    sparse::solve(m.inertia_pattern(), &inertia.qLD, &inertia.qLDiagInv, x);
}
