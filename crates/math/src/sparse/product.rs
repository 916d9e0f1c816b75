//! Products with symmetric matrices over a tree, and with diagonal ones.

use core::ops::Range;

use super::Pattern;
use crate::Real;

/// Multiplies x by a diagonal, element by element.
pub fn scale_by<T: Real>(diagonal: &[T], x: &mut [T]) {
    for (xi, &d) in x.iter_mut().zip(diagonal) {
        *xi *= d;
    }
}

/// `out = M x` for a symmetric matrix given by its lower triangle with the diagonal last in each row.
pub fn mul_symmetric<T: Real>(pattern: Pattern, values: &[T], x: &[T], out: &mut [T]) {
    mul_symmetric_trees(pattern, values, x, out, 0..pattern.rows());
}

/// As [`mul_symmetric`], for a range of rows that holds whole trees; others are left alone.
pub fn mul_symmetric_trees<T: Real>(
    pattern: Pattern,
    values: &[T],
    x: &[T],
    out: &mut [T],
    rows: Range<usize>,
) {
    for i in rows {
        let row = &values[pattern.row_range(i)];
        let columns = pattern.row_columns(i);
        let (Some((&diagonal, row)), Some((_, columns))) = (row.split_last(), columns.split_last())
        else {
            out[i] = T::ZERO;
            continue;
        };
        let mut sum = diagonal * x[i];
        for (&j, &value) in columns.iter().zip(row) {
            sum += value * x[j as usize];
            out[j as usize] += value * x[i];
        }
        out[i] = sum;
    }
}

#[cfg(test)]
mod tests {
    use super::super::examples::{TREES, close, dense, matrix};
    use super::*;
    use crate::Lanes;
    use crate::dense::mul_mat_vec;

    #[test]
    fn products_agree_with_dense_in_every_lane() {
        for parent in TREES {
            let (pattern, values) = matrix(parent, 0.0);
            let n = parent.len();
            let x: Vec<f64> = (0..n).map(|i| 0.3 * i as f64 - 1.0).collect();
            let (mut product, mut expected) = (vec![f64::NAN; n], vec![0.0; n]);
            mul_symmetric(pattern.view(), &values, &x, &mut product);
            mul_mat_vec(&mut expected, &dense(&pattern, &values), &x);
            assert!(close(&product, &expected));
            let lanes: Vec<Lanes<2>> = x.iter().map(|&x| Lanes([x, -x])).collect();
            let packed: Vec<Lanes<2>> = values.iter().map(|&v| Lanes([v; 2])).collect();
            let mut out = vec![Lanes::ZERO; n];
            mul_symmetric(pattern.view(), &packed, &lanes, &mut out);
            assert!((0..n).all(|i| out[i].0 == [product[i], -product[i]]));
        }
    }
}
