//! The exact inverse inertia that rows see: the diagonal of J M⁻¹ Jᵀ.
//!
//! With M = Lᵀ D L it is the sum of squares of D^(-1/2) L⁻ᵀ j for every row j.

use ligament_math::sparse;
use ligament_model::Model;

use super::jacobian::columns;
use crate::data::Efc;

/// Replaces the estimates in `efc_diagA`. `row` has one number per degree of freedom.
#[allow(
    non_snake_case,
    reason = "factors keep the letters they have in formulas and in MuJoCo"
)]
pub(super) fn diagonal(m: &Model, qLD: &[f64], qLDiagInv: &[f64], efc: &mut Efc, row: &mut [f64]) {
    let pattern = m.inertia_pattern();
    let mut diagonal = std::mem::take(&mut efc.efc_diagA);
    for block in &efc.blocks {
        for r in 0..block.rows {
            row.fill(0.0);
            let start = block.val + r * block.cols;
            for (&column, value) in columns(efc, block).iter().zip(&efc.efc_J[start..]) {
                row[column as usize] = *value;
            }
            sparse::solve_lt(pattern, qLD, row);
            diagonal[block.row + r] = row.iter().zip(qLDiagInv).map(|(x, d)| x * x * d).sum();
        }
    }
    row.fill(0.0);
    efc.efc_diagA = diagonal;
}
