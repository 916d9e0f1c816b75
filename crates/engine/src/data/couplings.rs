//! Terms of the effective inertia that do not fit the pattern of the inertia matrix: those of tendons and actuators.

use super::Block;

/// Rank-one terms Σ s jᵀ j, as sparse rows.
#[derive(Clone, Debug, Default)]
#[allow(non_snake_case, reason = "the Jacobian keeps its letter")]
pub struct Couplings {
    /// One block of one row for every term.
    pub blocks: Vec<Block>,
    /// Columns of all rows.
    pub cols: Vec<i32>,
    /// Values of all rows.
    pub J: Vec<f64>,
    /// The factor of every term.
    pub scale: Vec<f64>,
}

impl Couplings {
    /// Forgets all terms.
    pub(crate) fn clear(&mut self) {
        self.blocks.clear();
        self.cols.clear();
        self.J.clear();
        self.scale.clear();
    }

    /// Adds the term s jᵀ j of a sparse row j.
    pub(crate) fn push(&mut self, cols: &[i32], values: &[f64], scale: f64) {
        self.blocks.push(Block {
            row: self.blocks.len(),
            rows: 1,
            col: self.cols.len(),
            cols: cols.len(),
            val: self.J.len(),
        });
        self.cols.extend_from_slice(cols);
        self.J.extend_from_slice(values);
        self.scale.push(scale);
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// out += Σ s jᵀ (j x).
    pub(crate) fn add_product(&self, x: &[f64], out: &mut [f64]) {
        for (block, scale) in self.blocks.iter().zip(&self.scale) {
            let cols = &self.cols[block.col..block.col + block.cols];
            let row = &self.J[block.val..block.val + block.cols];
            let along: f64 = cols.iter().zip(row).map(|(&c, j)| j * x[c as usize]).sum();
            for (&c, j) in cols.iter().zip(row) {
                out[c as usize] += scale * along * j;
            }
        }
    }
}
