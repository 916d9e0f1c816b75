//! The inverse inertia between constraint rows, A = J M⁻¹ Jᵀ, as a matrix to look at.
//!
//! With M = Lᵀ D L the whitened Jacobian is Y = J L⁻¹ D^(-½), and A = Y Yᵀ. Solving with L leads from a degree of freedom to
//! its ancestors: row r of Y has the ancestors of the columns of row r of J. Solvers keep a form of their own.

use ligament_math::dense::dot;
use ligament_math::sparse;
use ligament_model::Model;

use super::jacobian::columns;
use crate::data::Efc;

/// A compressed sparse matrix that was made to be looked at.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Compressed {
    /// Entries in each row.
    pub rownnz: Vec<i32>,
    /// Where each row starts.
    pub rowadr: Vec<i32>,
    /// Column of each entry.
    pub colind: Vec<i32>,
    /// The entries.
    pub values: Vec<f64>,
}

impl Compressed {
    fn push(&mut self, entries: impl Iterator<Item = (usize, f64)>) {
        let start = self.values.len();
        for (column, value) in entries {
            self.colind.push(column as i32);
            self.values.push(value);
        }
        self.rowadr.push(start as i32);
        self.rownnz.push((self.values.len() - start) as i32);
    }

    /// Columns and entries of a row.
    pub fn row(&self, row: usize) -> (&[i32], &[f64]) {
        let start = self.rowadr[row] as usize;
        let range = start..start + self.rownnz[row] as usize;
        (&self.colind[range.clone()], &self.values[range])
    }
}

/// The whitened Jacobian Y for a factor of the inertia matrix; `whole` for all columns in every row.
#[allow(
    non_snake_case,
    reason = "factors keep the letters they have in formulas and in MuJoCo"
)]
pub fn whitened(m: &Model, qLD: &[f64], qLDiagInv: &[f64], efc: &Efc, whole: bool) -> Compressed {
    let nv = m.size.nv;
    let pattern = m.inertia_pattern();
    let mut out = Compressed::default();
    let mut support = vec![whole; nv];
    let mut row = vec![0.0; nv];
    for block in &efc.blocks {
        let columns = columns(efc, block);
        if !whole {
            support.fill(false);
            for &column in columns {
                for &ancestor in pattern.row_columns(column as usize) {
                    support[ancestor as usize] = true;
                }
            }
        }
        for r in 0..block.rows {
            row.fill(0.0);
            let start = block.val + r * block.cols;
            for (&column, value) in columns.iter().zip(&efc.efc_J[start..]) {
                row[column as usize] = *value;
            }
            sparse::solve_lt(pattern, qLD, &mut row);
            let scaled = (0..nv).filter(|&i| support[i]);
            out.push(scaled.map(|i| (i, row[i] * qLDiagInv[i].sqrt())));
        }
    }
    out
}

/// A + R from the whitened Jacobian; `whole` for all columns in every row, otherwise those that share a column of Y.
pub fn inverse_inertia(y: &Compressed, regularization: &[f64], whole: bool) -> Compressed {
    let rows = y.rownnz.len();
    let width = y.colind.iter().map(|&c| c as usize + 1).max().unwrap_or(0);
    let mut dense = vec![0.0; rows * width];
    let mut touched = vec![false; rows * width];
    for r in 0..rows {
        let (columns, values) = y.row(r);
        for (&column, value) in columns.iter().zip(values) {
            dense[r * width + column as usize] = *value;
            touched[r * width + column as usize] = true;
        }
    }
    let mut out = Compressed::default();
    for r in 0..rows {
        let own = &dense[r * width..(r + 1) * width];
        let coupled = |c: &usize| {
            let (columns, _) = y.row(r);
            let other = &touched[c * width..(c + 1) * width];
            whole || columns.iter().any(|&column| other[column as usize])
        };
        let entry = |c: usize| {
            let extra = regularization.get(r).filter(|_| c == r);
            let value = dot(own, &dense[c * width..(c + 1) * width]);
            (c, value + extra.copied().unwrap_or(0.0))
        };
        out.push((0..rows).filter(coupled).map(entry));
    }
    out
}
