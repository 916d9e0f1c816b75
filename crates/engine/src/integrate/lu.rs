//! Factors of matrices with the full pattern of a tree: A = U L with unit upper U, from the leaves, without fill-in.
//!
//! Row i of the pattern holds the ancestors of i, then i, then its descendants. `upper` says where the mirror image of
//! every entry up to the diagonal is.

use ligament_math::MINVAL;
use ligament_model::Model;

/// Factors `a` in place, for the rows listed in increasing order. Returns a row whose pivot had to be raised, if any.
pub(super) fn factor(m: &Model, upper: &[i32], rows: &[i32], a: &mut [f64]) -> Option<usize> {
    let sparse = &m.sparse;
    let mut raised = None;
    for &i in rows.iter().rev() {
        let i = i as usize;
        let row = sparse.D_rowadr[i] as usize;
        let ancestors = sparse.D_diag[i] as usize;
        let chain = &sparse.D_colind[row..row + ancestors];
        let mut pivot = a[row + ancestors];
        if pivot.abs() < MINVAL {
            pivot = if pivot < 0.0 { -MINVAL } else { MINVAL };
            a[row + ancestors] = pivot;
            raised = Some(raised.unwrap_or(i));
        }
        for (rank, &j) in chain.iter().enumerate() {
            let j = j as usize;
            let place = upper[row + rank] as usize;
            let factor = a[place] / pivot;
            a[place] = factor;
            if factor == 0.0 {
                continue;
            }
            // entries of row j up to its diagonal, then those of descendants that are ancestors of i
            let target = sparse.D_rowadr[j] as usize;
            for k in 0..=rank {
                a[target + k] -= a[row + k] * factor;
            }
            for (k, &c) in chain.iter().enumerate().skip(rank + 1) {
                let mirror = sparse.D_rowadr[c as usize] as usize + rank;
                a[upper[mirror] as usize] -= a[row + k] * factor;
            }
        }
    }
    raised
}

/// `x` becomes A⁻¹ `x`, for the listed rows.
pub(super) fn solve(m: &Model, rows: &[i32], lu: &[f64], x: &mut [f64]) {
    let sparse = &m.sparse;
    let split = |i: usize| {
        let row = sparse.D_rowadr[i] as usize;
        let diagonal = row + sparse.D_diag[i] as usize;
        (row, diagonal, row + sparse.D_rownnz[i] as usize)
    };
    let dot = |range: std::ops::Range<usize>, x: &[f64]| -> f64 {
        let columns = &sparse.D_colind[range.clone()];
        columns
            .iter()
            .zip(&lu[range])
            .map(|(&c, a)| a * x[c as usize])
            .sum()
    };
    for &i in rows.iter().rev() {
        let (_, diagonal, end) = split(i as usize);
        x[i as usize] -= dot(diagonal + 1..end, x);
    }
    for &i in rows {
        let (row, diagonal, _) = split(i as usize);
        x[i as usize] = (x[i as usize] - dot(row..diagonal, x)) / lu[diagonal];
    }
}
