//! The constraint Jacobian: products with it, and the forms in which others want to see it.
//!
//! The values of a [`Block`] are a dense matrix over the columns the block touches. A product gathers the entries of the
//! vector once per block and then works on contiguous numbers.

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
pub fn columns<'a>(efc: &'a Efc, block: &Block) -> &'a [i32] {
    &efc.efc_cols[block.col..block.col + block.cols]
}

/// The values of a block, row by row.
pub fn values<'a>(efc: &'a Efc, block: &Block) -> &'a [f64] {
    &efc.efc_J[block.val..block.val + block.rows * block.cols]
}

/// Dot product with four sums, which the compiler turns into vector instructions.
#[inline]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let n = a.len().min(b.len());
    let (a, b) = (&a[..n], &b[..n]);
    let (head_a, tail_a) = a.split_at(n & !3);
    let (head_b, tail_b) = b.split_at(n & !3);
    let mut sums = [0.0; 4];
    for (x, y) in head_a.chunks_exact(4).zip(head_b.chunks_exact(4)) {
        for k in 0..4 {
            sums[k] += x[k] * y[k];
        }
    }
    let mut sum = (sums[0] + sums[2]) + (sums[1] + sums[3]);
    for (x, y) in tail_a.iter().zip(tail_b) {
        sum += x * y;
    }
    sum
}

/// `out` = J `x`.
pub fn mul_jac_vec(efc: &Efc, x: &[f64], out: &mut [f64]) {
    mul_blocks(&efc.blocks, &efc.efc_cols, &efc.efc_J, x, out);
}

/// The product of blocks of a Jacobian and `x`; rows are written at the places that the blocks give.
pub fn mul_blocks(blocks: &[Block], cols: &[i32], jac: &[f64], x: &[f64], out: &mut [f64]) {
    let mut gathered = [0.0; CHUNK];
    for block in blocks {
        let columns = &cols[block.col..block.col + block.cols];
        let values = &jac[block.val..block.val + block.rows * block.cols];
        let out = &mut out[block.row..block.row + block.rows];
        if let [column] = *columns {
            let x = x[column as usize];
            for (y, v) in out.iter_mut().zip(values) {
                *y = v * x;
            }
            continue;
        }
        out.fill(0.0);
        for (k, chunk) in columns.chunks(CHUNK).enumerate() {
            for (g, &column) in gathered.iter_mut().zip(chunk) {
                *g = x[column as usize];
            }
            let start = k * CHUNK;
            let rows = values.chunks_exact(block.cols);
            for (y, row) in out.iter_mut().zip(rows) {
                *y += dot(&row[start..start + chunk.len()], &gathered[..chunk.len()]);
            }
        }
    }
}

/// `out` = Jᵀ `f`.
pub fn mul_jac_t_vec(efc: &Efc, f: &[f64], out: &mut [f64]) {
    out.fill(0.0);
    mul_blocks_t(&efc.blocks, &efc.efc_cols, &efc.efc_J, f, out);
}

/// Adds the product of transposed blocks and `f` to `out`.
pub fn mul_blocks_t(blocks: &[Block], cols: &[i32], jac: &[f64], f: &[f64], out: &mut [f64]) {
    let mut sums = [0.0; CHUNK];
    for block in blocks {
        let columns = &cols[block.col..block.col + block.cols];
        let values = &jac[block.val..block.val + block.rows * block.cols];
        let f = &f[block.row..block.row + block.rows];
        if f.iter().all(|&f| f == 0.0) || columns.is_empty() {
            continue;
        }
        for (k, chunk) in columns.chunks(CHUNK).enumerate() {
            let sums = &mut sums[..chunk.len()];
            sums.fill(0.0);
            let start = k * CHUNK;
            for (row, &f) in values.chunks_exact(block.cols).zip(f) {
                for (s, v) in sums.iter_mut().zip(&row[start..start + chunk.len()]) {
                    *s += v * f;
                }
            }
            for (s, &column) in sums.iter().zip(chunk) {
                out[column as usize] += s;
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
