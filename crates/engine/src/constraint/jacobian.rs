//! The constraint Jacobian: products with it, and the forms in which others want to see it.
//!
//! The values of a [`Block`] are a dense matrix over the columns the block touches. A product gathers the entries of the
//! vector once per block and then works on contiguous numbers.

use ligament_math::simd::{Arith, Kernel, dot, run};
use ligament_model::Model;
use ligament_model::enums::JacobianType;

use crate::data::{Block, Efc};

/// Models with at least as many degrees of freedom get a sparse Jacobian when the choice is automatic.
const SPARSE_FROM: usize = 60;

/// Columns that are gathered at a time.
const CHUNK: usize = 32;

/// True if the constraint Jacobian counts as sparse: empty rows are then judged by their structure, not their values.
pub fn jacobian_is_sparse(m: &Model) -> bool {
    let choice = m.opt.jacobian;
    choice.is(JacobianType::Sparse) || (choice.is(JacobianType::Auto) && m.size.nv >= SPARSE_FROM)
}

/// The columns of a block.
#[inline(always)]
pub fn columns<'a>(efc: &'a Efc, block: &Block) -> &'a [i32] {
    &efc.efc_cols[block.col..block.col + block.cols]
}

/// The values of a block, row by row.
#[inline(always)]
pub fn values<'a>(efc: &'a Efc, block: &Block) -> &'a [f64] {
    &efc.efc_J[block.val..block.val + block.rows * block.cols]
}

/// `out` = J `x`.
pub fn mul_jac_vec(efc: &Efc, x: &[f64], out: &mut [f64]) {
    run(Product { efc, x, out });
}

/// `out` = Jᵀ `f`.
pub fn mul_jac_t_vec(efc: &Efc, f: &[f64], out: &mut [f64]) {
    run(TransposedProduct { efc, f, out });
}

struct Product<'a> {
    efc: &'a Efc,
    x: &'a [f64],
    out: &'a mut [f64],
}

impl Kernel for Product<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arith>(self) {
        let Product { efc, x, out } = self;
        let mut gathered = [0.0; CHUNK];
        for block in &efc.blocks {
            let columns = columns(efc, block);
            let values = values(efc, block);
            let out = &mut out[block.row..block.row + block.rows];
            if let ([column], [y]) = (columns, &mut *out) {
                *y = values[0] * x[*column as usize];
                continue;
            }
            out.fill(0.0);
            let mut start = 0;
            for chunk in columns.chunks(CHUNK) {
                let gathered = &mut gathered[..chunk.len()];
                for (g, &column) in gathered.iter_mut().zip(chunk) {
                    *g = x[column as usize];
                }
                let mut at = start;
                for y in &mut *out {
                    *y += dot::<A, _>(&values[at..at + chunk.len()], gathered);
                    at += block.cols;
                }
                start += chunk.len();
            }
        }
    }
}

struct TransposedProduct<'a> {
    efc: &'a Efc,
    f: &'a [f64],
    out: &'a mut [f64],
}

impl Kernel for TransposedProduct<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arith>(self) {
        let TransposedProduct { efc, f, out } = self;
        out.fill(0.0);
        let mut sums = [0.0; CHUNK];
        for block in &efc.blocks {
            let columns = columns(efc, block);
            let values = values(efc, block);
            let f = &f[block.row..block.row + block.rows];
            if f.iter().all(|f| *f == 0.0) {
                continue;
            }
            let mut start = 0;
            for chunk in columns.chunks(CHUNK) {
                let sums = &mut sums[..chunk.len()];
                sums.fill(0.0);
                let mut at = start;
                for &f in f {
                    // rounded twice: huge forces that balance each other then cancel exactly
                    for (s, v) in sums.iter_mut().zip(&values[at..]) {
                        *s += v * f;
                    }
                    at += block.cols;
                }
                for (s, &column) in sums.iter().zip(chunk) {
                    out[column as usize] += s;
                }
                start += chunk.len();
            }
        }
    }
}

/// The Jacobian as a dense matrix with `nv` columns.
pub fn dense(efc: &Efc, nv: usize) -> Vec<f64> {
    let mut out = vec![0.0; efc.efc_type.len() * nv];
    for block in &efc.blocks {
        let columns = columns(efc, block);
        for r in 0..block.rows {
            let row = &mut out[(block.row + r) * nv..(block.row + r + 1) * nv];
            let start = block.val + r * block.cols;
            for (&column, v) in columns.iter().zip(&efc.efc_J[start..]) {
                row[column as usize] = *v;
            }
        }
    }
    out
}

/// The pattern of the Jacobian as a compressed sparse matrix; the values are `efc_J` as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SparsePattern {
    /// Entries in each row.
    pub rownnz: Vec<i32>,
    /// Where each row starts.
    pub rowadr: Vec<i32>,
    /// How many of the following rows have the same columns.
    pub rowsuper: Vec<i32>,
    /// Column of each entry.
    pub colind: Vec<i32>,
}

/// The pattern of the Jacobian.
pub fn sparse_pattern(efc: &Efc) -> SparsePattern {
    let mut out = SparsePattern::default();
    let mut before: Option<&[i32]> = None;
    for block in &efc.blocks {
        let columns = columns(efc, block);
        if before == Some(columns) {
            if let Some(last) = out.rowsuper.last_mut() {
                *last = 1;
            }
        }
        before = Some(columns);
        for r in 0..block.rows {
            out.rownnz.push(block.cols as i32);
            out.rowadr.push((block.val + r * block.cols) as i32);
            out.rowsuper.push(i32::from(r + 1 < block.rows));
            out.colind.extend_from_slice(columns);
        }
    }
    // from "the next row is the same" to "so many of the next rows are the same"
    for r in (0..out.rowsuper.len().saturating_sub(1)).rev() {
        if out.rowsuper[r] > 0 {
            out.rowsuper[r] += out.rowsuper[r + 1];
        }
    }
    out
}
