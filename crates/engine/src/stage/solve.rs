//! Solving with the factor of the inertia matrix.

use ligament_math::sparse;
use ligament_model::Model;

use super::inertia::pattern;
use crate::data::Inertia;

/// `x` becomes M⁻¹ `x`.
///
/// Reads `qLD`, `qLDiagInv`.
pub fn solve_m(m: &Model, inertia: &Inertia, x: &mut [f64]) {
    sparse::solve(pattern(m), &inertia.qLD, &inertia.qLDiagInv, x);
}
