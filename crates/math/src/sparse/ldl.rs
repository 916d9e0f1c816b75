//! M = Lᵀ D L over a tree, its solves and products.

use super::Pattern;
use crate::{MINVAL, Real};

/// Factors the matrix in `values` in place: strictly lower entries become L, diagonal entries become D, and
/// `diag_inv` receives 1 / D. A pivot below [`MINVAL`] is raised to it. Returns the largest index of a row
/// whose pivot was raised, or -1 when there is none; with lanes, one answer per lane.
pub fn factor<T: Real>(pattern: Pattern, values: &mut [T], diag_inv: &mut [T]) -> T {
    let mut raised = -T::ONE;
    for k in (0..pattern.rows()).rev() {
        raised = factor_row(pattern, values, diag_inv, k).max(raised);
    }
    raised
}

/// As [`factor`], over the rows listed in increasing order only. The list must hold whole trees.
pub fn factor_rows<T: Real>(
    pattern: Pattern,
    values: &mut [T],
    diag_inv: &mut [T],
    rows: &[i32],
) -> T {
    let mut raised = -T::ONE;
    for &k in rows.iter().rev() {
        raised = factor_row(pattern, values, diag_inv, k as usize).max(raised);
    }
    raised
}

/// Eliminates row k: subtracts L_ki D_k L_kj from every ancestor pair (i, j), then divides the row by D_k.
/// Returns k where the pivot was raised and -1 elsewhere.
#[inline(always)]
fn factor_row<T: Real>(pattern: Pattern, values: &mut [T], diag_inv: &mut [T], k: usize) -> T {
    let columns = pattern.row_columns(k);
    let range = pattern.row_range(k);
    // ancestors have smaller indices and thus rows stored before this one
    let (before, row) = values.split_at_mut(range.start);
    let Some((diagonal, row)) = row[..columns.len()].split_last_mut() else {
        return -T::ONE;
    };
    let smallest = T::from_f64(MINVAL);
    let low = diagonal.lt(smallest);
    *diagonal = T::select(low, smallest, *diagonal);
    let inverse = T::ONE / *diagonal;
    diag_inv[k] = inverse;
    for (&i, &value) in columns.iter().zip(row.iter()).rev() {
        let factor = -(value * inverse);
        let ancestor = &mut before[pattern.row_range(i as usize)];
        for (a, &b) in ancestor.iter_mut().zip(row.iter()) {
            *a += b * factor;
        }
    }
    for entry in row {
        *entry *= inverse;
    }
    T::select(low, T::from_f64(k as f64), -T::ONE)
}

/// x becomes L⁻ᵀ x.
pub fn solve_lt<T: Real>(pattern: Pattern, ld: &[T], x: &mut [T]) {
    for i in (0..pattern.rows()).rev() {
        scatter_row(pattern, ld, x, i);
    }
}

/// x becomes L⁻¹ x.
pub fn solve_l<T: Real>(pattern: Pattern, ld: &[T], x: &mut [T]) {
    for i in 0..pattern.rows() {
        gather_row(pattern, ld, x, i);
    }
}

/// Multiplies x by a diagonal, element by element.
pub fn scale_by<T: Real>(diagonal: &[T], x: &mut [T]) {
    for (xi, &d) in x.iter_mut().zip(diagonal) {
        *xi *= d;
    }
}

/// x becomes M⁻¹ x, given the factor of M.
pub fn solve<T: Real>(pattern: Pattern, ld: &[T], diag_inv: &[T], x: &mut [T]) {
    solve_lt(pattern, ld, x);
    scale_by(&diag_inv[..pattern.rows()], x);
    solve_l(pattern, ld, x);
}

/// As [`solve`], over the rows listed in increasing order only. The list must hold whole trees.
pub fn solve_rows<T: Real>(pattern: Pattern, ld: &[T], diag_inv: &[T], x: &mut [T], rows: &[i32]) {
    for &i in rows.iter().rev() {
        scatter_row(pattern, ld, x, i as usize);
    }
    for &i in rows {
        let i = i as usize;
        x[i] *= diag_inv[i];
        gather_row(pattern, ld, x, i);
    }
}

/// Subtracts L_ij x_i from x_j for every ancestor j of i.
#[inline(always)]
fn scatter_row<T: Real>(pattern: Pattern, ld: &[T], x: &mut [T], i: usize) {
    let range = pattern.row_range(i);
    let Some((_, ancestors)) = pattern.row_columns(i).split_last() else {
        return;
    };
    let xi = x[i];
    for (&j, &l) in ancestors.iter().zip(&ld[range]) {
        x[j as usize] -= l * xi;
    }
}

/// Subtracts from x_i the sum of L_ij x_j over the ancestors j of i.
#[inline(always)]
fn gather_row<T: Real>(pattern: Pattern, ld: &[T], x: &mut [T], i: usize) {
    let range = pattern.row_range(i);
    let Some((_, ancestors)) = pattern.row_columns(i).split_last() else {
        return;
    };
    let mut sum = T::ZERO;
    for (&j, &l) in ancestors.iter().zip(&ld[range]) {
        sum += l * x[j as usize];
    }
    x[i] -= sum;
}

/// `out = M x` for a symmetric matrix given by its lower triangle with the diagonal last in each row.
pub fn mul_symmetric<T: Real>(pattern: Pattern, values: &[T], x: &[T], out: &mut [T]) {
    for i in 0..pattern.rows() {
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
    use super::super::OwnedPattern;
    use super::*;
    use crate::Lanes;
    use crate::dense::{cholesky_factor, cholesky_solve, mul_mat_vec};

    const PARENT: [i32; 9] = [-1, 0, 1, 2, 1, 4, -1, 6, 6];

    fn tree_matrix(seed: f64) -> (OwnedPattern, Vec<f64>, Vec<f64>) {
        let (pattern, n) = (OwnedPattern::from_tree(&PARENT), PARENT.len());
        let (mut values, mut dense) = (Vec::new(), vec![0.0; n * n]);
        for i in 0..n {
            for &j in pattern.view().row_columns(i) {
                let j = j as usize;
                let value = if i == j {
                    5.0 + i as f64
                } else {
                    (seed + (i * 7 + j) as f64).sin()
                };
                values.push(value);
                dense[i * n + j] = value;
                dense[j * n + i] = value;
            }
        }
        (pattern, values, dense)
    }

    fn close(a: &[f64], b: &[f64]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(x, y)| (x - y).abs() < 1e-13)
    }

    #[test]
    fn solves_and_products_agree_with_dense() {
        let n = PARENT.len();
        let (pattern, values, dense) = tree_matrix(0.0);
        let b: Vec<f64> = (0..n).map(|i| (i as f64).cos()).collect();
        let (mut product, mut expected) = (vec![f64::NAN; n], vec![0.0; n]);
        mul_symmetric(pattern.view(), &values, &b, &mut product);
        mul_mat_vec(&mut expected, &dense, &b);
        assert!(close(&product, &expected));

        let (mut ld, mut diag_inv, mut x) = (values, vec![0.0; n], b.clone());
        factor(pattern.view(), &mut ld, &mut diag_inv);
        solve(pattern.view(), &ld, &diag_inv, &mut x);
        let (mut l, mut y) = (dense, b);
        cholesky_factor(&mut l, n, 0.0);
        cholesky_solve(&l, n, &mut y);
        assert!(close(&x, &y));
    }

    #[test]
    fn low_pivots_are_raised_and_reported() {
        let pattern = OwnedPattern::from_tree(&[-1, 0, -1]);
        let (mut ld, mut diag_inv) = (vec![2.0, 0.5, -0.7, 3.0], vec![0.0; 3]);
        assert_eq!(factor(pattern.view(), &mut ld, &mut diag_inv), 1.0);
        assert_eq!(ld, [MINVAL, 0.5 / MINVAL, MINVAL, 3.0]);
        assert_eq!(factor(pattern.view(), &mut [1.0; 4], &mut diag_inv), 0.0);
        assert_eq!(
            factor(pattern.view(), &mut [2.0, 1.0, 2.0, 1.0], &mut diag_inv),
            -1.0
        );
    }

    #[test]
    fn half_solve_gives_the_inverse_norm() {
        let n = PARENT.len();
        let (pattern, mut ld, _) = tree_matrix(1.0);
        let mut diag_inv = vec![0.0; n];
        factor(pattern.view(), &mut ld, &mut diag_inv);
        let b: Vec<f64> = (0..n).map(|i| 1.0 + i as f64).collect();
        let (mut half, mut full) = (b.clone(), b.clone());
        solve_lt(pattern.view(), &ld, &mut half);
        let roots: Vec<f64> = diag_inv.iter().map(|d| d.sqrt()).collect();
        scale_by(&roots, &mut half);
        solve(pattern.view(), &ld, &diag_inv, &mut full);
        let norm: f64 = half.iter().map(|h| h * h).sum();
        let quadratic: f64 = full.iter().zip(&b).map(|(x, b)| x * b).sum();
        assert!((norm - quadratic).abs() < 1e-12);
    }

    #[test]
    fn listed_rows_touch_only_their_tree() {
        let n = PARENT.len();
        let (pattern, values, _) = tree_matrix(0.0);
        let (mut all, mut all_inv) = (values.clone(), vec![0.0; n]);
        factor(pattern.view(), &mut all, &mut all_inv);
        let (mut some, mut some_inv) = (values.clone(), vec![0.0; n]);
        let rows = [6, 7, 8];
        factor_rows(pattern.view(), &mut some, &mut some_inv, &rows);
        let start = pattern.rowadr[6] as usize;
        assert_eq!(some[start..], all[start..]);
        assert_eq!(some[..start], values[..start]);
        let (mut x, mut y) = (vec![1.0; n], vec![1.0; n]);
        solve_rows(pattern.view(), &some, &some_inv, &mut x, &rows);
        solve(pattern.view(), &all, &all_inv, &mut y);
        assert_eq!((&x[6..], &x[..6]), (&y[6..], &[1.0; 6][..]));
    }

    #[test]
    fn lanes_give_the_bits_of_scalars() {
        let n = PARENT.len();
        let (pattern, first, _) = tree_matrix(0.0);
        let (_, second, _) = tree_matrix(2.0);
        let mut packed: Vec<Lanes<2>> = first
            .iter()
            .zip(&second)
            .map(|(&a, &b)| Lanes([a, b]))
            .collect();
        let (mut inv, mut x) = (vec![Lanes([0.0; 2]); n], vec![Lanes([1.0, 1.0]); n]);
        factor(pattern.view(), &mut packed, &mut inv);
        solve(pattern.view(), &packed, &inv, &mut x);
        for (lane, mut values) in [first, second].into_iter().enumerate() {
            let (mut inv, mut y) = (vec![0.0; n], vec![1.0; n]);
            factor(pattern.view(), &mut values, &mut inv);
            solve(pattern.view(), &values, &inv, &mut y);
            assert!(x.iter().zip(&y).all(|(a, b)| a.0[lane] == *b));
        }
    }
}
