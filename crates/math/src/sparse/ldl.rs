//! M = Lᵀ D L over a tree: the factorization with branch-induced sparsity (Featherstone 2005), and its solves.
//!
//! A run of rows k, k - 1, …, each the parent of the one before, shares all ancestors above the run. Eliminating up to four
//! such rows together reads and writes every entry of an ancestor's row once instead of once per row, and a solve reads
//! every ancestor's number once. Runs end where trees end: a range of whole trees is treated as it would be among all others,
//! to the last bit.

#![allow(
    clippy::manual_memcpy,
    reason = "a handful of numbers stays in registers; a call to copy them costs more than the arithmetic"
)]

use core::ops::Range;

use super::Pattern;
use crate::simd::Arith;
use crate::{MINVAL, Real, kernel};

/// Most rows that are eliminated together.
const MOST: usize = 4;

/// Factors the matrix in `values` in place: strictly lower entries become L, diagonal entries become D, and `diag_inv`
/// receives 1 / D. A pivot below [`MINVAL`] is raised to it. Returns the largest index of a row whose pivot was raised, or
/// -1 when there is none; with lanes, one answer per lane.
#[inline]
pub fn factor<T: Real>(pattern: Pattern<'_>, values: &mut [T], diag_inv: &mut [T]) -> T {
    factor_trees(pattern, values, diag_inv, 0..pattern.rows())
}

/// x becomes M⁻¹ x, given the factor of M.
#[inline]
pub fn solve<T: Real>(pattern: Pattern<'_>, ld: &[T], diag_inv: &[T], x: &mut [T]) {
    solve_trees(pattern, ld, diag_inv, x, 0..pattern.rows());
}

kernel! {
    /// As [`factor`], for a range of rows that holds whole trees; others are left alone.
    pub fn factor_trees<T: Real>(
        pattern: Pattern<'_>,
        values: &mut [T],
        diag_inv: &mut [T],
        rows: Range<usize>,
    ) -> T = factor_with::<A>;

    /// As [`solve`], for a range of rows that holds whole trees; others are left alone.
    pub fn solve_trees<T: Real>(
        pattern: Pattern<'_>,
        ld: &[T],
        diag_inv: &[T],
        x: &mut [T],
        rows: Range<usize>,
    ) = solve_with::<A>;

    /// x becomes L⁻ᵀ x.
    pub fn solve_lt<T: Real>(pattern: Pattern<'_>, ld: &[T], x: &mut [T]) = solve_lt_with::<A>;
}

#[inline(always)]
fn factor_with<A: Arith, T: Real>(
    pattern: Pattern<'_>,
    values: &mut [T],
    diag_inv: &mut [T],
    rows: Range<usize>,
) -> T {
    let Range { start, end } = rows;
    let mut raised = -T::ONE;
    let mut left = end;
    while left > start {
        let k = left - 1;
        let run = run_length(pattern, k);
        let last = match run {
            4 => eliminate::<A, T, 4>(pattern, values, diag_inv, k),
            3 => eliminate::<A, T, 3>(pattern, values, diag_inv, k),
            2 => eliminate::<A, T, 2>(pattern, values, diag_inv, k),
            _ => eliminate::<A, T, 1>(pattern, values, diag_inv, k),
        };
        raised = raised.max(last);
        left -= run;
    }
    raised
}

#[inline(always)]
fn solve_with<A: Arith, T: Real>(
    pattern: Pattern<'_>,
    ld: &[T],
    diag_inv: &[T],
    x: &mut [T],
    rows: Range<usize>,
) {
    // bodies that move alone have nothing but a diagonal
    let diagonal = pattern.nnz() == pattern.rows();
    if !diagonal {
        scatter_rows::<A, T>(pattern, ld, x, rows.clone());
    }
    for (xi, &d) in x[rows.clone()].iter_mut().zip(&diag_inv[rows.clone()]) {
        *xi *= d;
    }
    if diagonal {
        return;
    }
    let mut first = rows.start;
    while first < rows.end {
        first += match descent(pattern, first) {
            4 => gather::<A, T, 4>(pattern, ld, x, first),
            3 => gather::<A, T, 3>(pattern, ld, x, first),
            2 => gather::<A, T, 2>(pattern, ld, x, first),
            _ => gather::<A, T, 1>(pattern, ld, x, first),
        };
    }
}

#[inline(always)]
fn solve_lt_with<A: Arith, T: Real>(pattern: Pattern<'_>, ld: &[T], x: &mut [T]) {
    if pattern.nnz() != pattern.rows() {
        scatter_rows::<A, T>(pattern, ld, x, 0..pattern.rows());
    }
}

#[inline(always)]
fn scatter_rows<A: Arith, T: Real>(
    pattern: Pattern<'_>,
    ld: &[T],
    x: &mut [T],
    rows: Range<usize>,
) {
    let mut left = rows.end;
    while left > rows.start {
        let k = left - 1;
        let run = run_length(pattern, k);
        match run {
            4 => scatter::<A, T, 4>(pattern, ld, x, k),
            3 => scatter::<A, T, 3>(pattern, ld, x, k),
            2 => scatter::<A, T, 2>(pattern, ld, x, k),
            _ => scatter::<A, T, 1>(pattern, ld, x, k),
        }
        left -= run;
    }
}

/// `y += Σ s_r x_r` over the length of `y`; no `x_r` may be shorter. Rows are short: every length up to sixteen has its own
/// code without loops.
#[inline(always)]
fn combine<A: Arith, T: Real, const R: usize>(y: &mut [T], x: [&[T]; R], s: [T; R]) {
    let mut at = 0;
    while y.len() - at >= 16 {
        block::<A, T, R, 16>(y, x, at, s);
        at += 16;
    }
    match y.len() - at {
        1 => block::<A, T, R, 1>(y, x, at, s),
        2 => block::<A, T, R, 2>(y, x, at, s),
        3 => block::<A, T, R, 3>(y, x, at, s),
        4 => block::<A, T, R, 4>(y, x, at, s),
        5 => block::<A, T, R, 5>(y, x, at, s),
        6 => block::<A, T, R, 6>(y, x, at, s),
        7 => block::<A, T, R, 7>(y, x, at, s),
        8 => block::<A, T, R, 8>(y, x, at, s),
        9 => block::<A, T, R, 9>(y, x, at, s),
        10 => block::<A, T, R, 10>(y, x, at, s),
        11 => block::<A, T, R, 11>(y, x, at, s),
        12 => block::<A, T, R, 12>(y, x, at, s),
        13 => block::<A, T, R, 13>(y, x, at, s),
        14 => block::<A, T, R, 14>(y, x, at, s),
        15 => block::<A, T, R, 15>(y, x, at, s),
        _ => {}
    }
}

/// The part of [`combine`] from `at` to `at` + `N`.
#[inline(always)]
fn block<A: Arith, T: Real, const R: usize, const N: usize>(
    y: &mut [T],
    x: [&[T]; R],
    at: usize,
    s: [T; R],
) {
    let Some(y) = y.get_mut(at..).and_then(|y| y.first_chunk_mut::<N>()) else {
        return;
    };
    let mut sum = *y;
    for r in 0..R {
        let Some(xr) = x[r].get(at..).and_then(|x| x.first_chunk::<N>()) else {
            return;
        };
        for lane in 0..N {
            sum[lane] = A::mul_add(s[r], xr[lane], sum[lane]);
        }
    }
    *y = sum;
}

/// How many of the rows k, k - 1, … form a run.
#[inline(always)]
fn run_length(pattern: Pattern<'_>, k: usize) -> usize {
    let mut rows = 1;
    while rows < MOST && rows <= k && pattern.follows(k - rows) {
        rows += 1;
    }
    rows
}

/// Eliminates the run of `R` rows that ends at row k. Returns the largest row whose pivot was raised, or -1.
#[inline(always)]
fn eliminate<A: Arith, T: Real, const R: usize>(
    pattern: Pattern<'_>,
    values: &mut [T],
    diag_inv: &mut [T],
    k: usize,
) -> T {
    let first = k + 1 - R;
    let columns = pattern.row_columns(first);
    let Some(shared) = columns.len().checked_sub(1) else {
        return -T::ONE;
    };
    let start = pattern.row_start(first);
    // ancestors have smaller indices and thus rows stored before these
    let (before, run) = values.split_at_mut(start);
    // row first + r has the shared ancestors, r rows of the run, and its diagonal
    let starts = row_starts::<R>(shared);
    let mut inverse = [T::ZERO; R];
    let mut raised = -T::ONE;
    let smallest = T::from_f64(MINVAL);
    for r in (0..R).rev() {
        let (upper, row) = run.split_at_mut(starts[r]);
        let diagonal = &mut row[shared + r];
        let low = diagonal.lt(smallest);
        if T::any(low) {
            *diagonal = T::select(low, smallest, *diagonal);
            let row = T::from_f64((first + r) as f64);
            raised = raised.max(T::select(low, row, -T::ONE));
        }
        inverse[r] = T::ONE / *diagonal;
        diag_inv[first + r] = inverse[r];
        for s in 0..r {
            let factor = -(row[shared + s] * inverse[r]);
            let other = &mut upper[starts[s]..][..=shared + s];
            combine::<A, T, 1>(other, [&*row], [factor]);
        }
    }
    let mut rows: [&[T]; R] = [&[]; R];
    for r in 0..R {
        rows[r] = &run[starts[r]..][..shared];
    }
    let columns = &columns[..shared];
    for p in (0..shared).rev() {
        let from = pattern.row_start(columns[p] as usize);
        let ancestor = &mut before[from..][..p + 1];
        let mut factors = [T::ZERO; R];
        for r in 0..R {
            factors[r] = -(rows[r][p] * inverse[r]);
        }
        combine::<A, T, R>(ancestor, rows, factors);
    }
    for r in 0..R {
        for entry in &mut run[starts[r]..][..shared + r] {
            *entry *= inverse[r];
        }
    }
    raised
}

/// Where each row of a run starts, counted from the first: rows have the shared ancestors and one entry more each.
#[inline(always)]
fn row_starts<const R: usize>(shared: usize) -> [usize; R] {
    let mut starts = [0; R];
    for r in 1..R {
        starts[r] = starts[r - 1] + shared + r;
    }
    starts
}

/// How many of the rows from `first` on form a run.
#[inline(always)]
fn descent(pattern: Pattern<'_>, first: usize) -> usize {
    let mut rows = 1;
    while rows < MOST && pattern.follows(first + rows - 1) {
        rows += 1;
    }
    rows
}

/// Where each row of a run starts, and what its rows share.
#[inline(always)]
fn layout<'a, T, const R: usize>(
    pattern: Pattern<'a>,
    ld: &'a [T],
    first: usize,
) -> ([&'a [T]; R], &'a [i32]) {
    let columns = pattern.row_columns(first);
    let shared = columns.len().saturating_sub(1);
    let starts = row_starts::<R>(shared);
    let run = &ld[pattern.row_start(first)..];
    let mut rows: [&[T]; R] = [&[]; R];
    for r in 0..R {
        rows[r] = &run[starts[r]..][..shared + r];
    }
    (rows, &columns[..shared])
}

/// The part of each row that belongs to the shared ancestors.
#[inline(always)]
fn above<T, const R: usize>(mut rows: [&[T]; R], shared: usize) -> [&[T]; R] {
    for row in &mut rows {
        *row = &row[..shared];
    }
    rows
}

/// Subtracts L_ij x_i from x_j for every ancestor j of the rows i of the run that ends at k.
#[inline(always)]
fn scatter<A: Arith, T: Real, const R: usize>(
    pattern: Pattern<'_>,
    ld: &[T],
    x: &mut [T],
    k: usize,
) {
    let first = k + 1 - R;
    let (rows, columns) = layout::<T, R>(pattern, ld, first);
    let shared = columns.len();
    let mut own = [T::ZERO; R];
    for r in 0..R {
        own[r] = x[first + r];
    }
    for r in (1..R).rev() {
        for s in 0..r {
            own[s] = A::mul_add(-rows[r][shared + s], own[r], own[s]);
        }
    }
    for r in 0..R {
        x[first + r] = own[r];
    }
    let rows = above::<T, R>(rows, shared);
    for p in 0..shared {
        let target = &mut x[columns[p] as usize];
        let mut sum = *target;
        for r in 0..R {
            sum = A::mul_add(-rows[r][p], own[r], sum);
        }
        *target = sum;
    }
}

/// Subtracts from x_i the sum of L_ij x_j over the ancestors j, for the rows i of the run that starts at `first`.
/// Returns how many rows that were.
#[inline(always)]
fn gather<A: Arith, T: Real, const R: usize>(
    pattern: Pattern<'_>,
    ld: &[T],
    x: &mut [T],
    first: usize,
) -> usize {
    let (rows, columns) = layout::<T, R>(pattern, ld, first);
    let shared = columns.len();
    let mut own = [T::ZERO; R];
    for r in 0..R {
        own[r] = x[first + r];
    }
    let above = above::<T, R>(rows, shared);
    for p in 0..shared {
        let value = x[columns[p] as usize];
        for r in 0..R {
            own[r] = A::mul_add(-above[r][p], value, own[r]);
        }
    }
    for r in 1..R {
        for s in 0..r {
            own[r] = A::mul_add(-rows[r][shared + s], own[s], own[r]);
        }
    }
    for r in 0..R {
        x[first + r] = own[r];
    }
    R
}

#[cfg(test)]
mod tests {
    use super::super::examples::{TREES, close, dense, matrix};
    use super::super::{OwnedPattern, mul_symmetric, scale_by};
    use super::*;
    use crate::dense::{cholesky_factor, cholesky_solve};
    use crate::simd::{Fused, Portable};
    use crate::{Dual, Lanes};

    #[test]
    fn solves_agree_with_dense() {
        for parent in TREES {
            let (pattern, mut ld) = matrix(parent, 0.0);
            let n = parent.len();
            let mut l = dense(&pattern, &ld);
            let mut diag_inv = vec![0.0; n];
            assert_eq!(factor(pattern.view(), &mut ld, &mut diag_inv), -1.0);
            let mut x: Vec<f64> = (0..n).map(|i| f64::from(i as u8) - 3.5).collect();
            let mut y = x.clone();
            solve(pattern.view(), &ld, &diag_inv, &mut x);
            cholesky_factor(&mut l, n, 0.0);
            cholesky_solve(&l, n, &mut y);
            assert!(close(&x, &y));
        }
    }

    #[test]
    fn half_solve_gives_the_inverse_norm() {
        for parent in TREES {
            let (pattern, mut ld) = matrix(parent, 1.0);
            let n = parent.len();
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
            assert!((norm / quadratic - 1.0).abs() < 1e-13);
        }
    }

    #[test]
    fn low_pivots_are_raised_and_reported() {
        let pattern = OwnedPattern::from_tree(&[-1, 0, -1]);
        let (mut ld, mut diag_inv) = (vec![2.0, 0.5, -0.7, 3.0], vec![0.0; 3]);
        assert_eq!(factor(pattern.view(), &mut ld, &mut diag_inv), 1.0);
        assert_eq!(ld, [MINVAL, 0.5 / MINVAL, MINVAL, 3.0]);
        assert_eq!(diag_inv[1], 1.0 / MINVAL);
        assert_eq!(factor(pattern.view(), &mut [1.0; 4], &mut diag_inv), 0.0);
        assert_eq!(
            factor(pattern.view(), &mut [2.0, 1.0, 2.0, 1.0], &mut diag_inv),
            -1.0
        );
        let (mut ld, mut diag_inv) = (
            [2.0, 1.0, 2.0, 1.0].map(|x| Lanes([x, -x])),
            [Lanes::ZERO; 3],
        );
        let raised = factor(pattern.view(), &mut ld, &mut diag_inv);
        assert_eq!(raised.0, [-1.0, 2.0]);
    }

    /// The rows of each tree.
    fn trees(parent: &[i32]) -> Vec<Range<usize>> {
        let mut roots: Vec<usize> = (0..parent.len()).filter(|&i| parent[i] < 0).collect();
        roots.push(parent.len());
        roots.windows(2).map(|ends| ends[0]..ends[1]).collect()
    }

    fn a_tree_has_the_bits_it_has_among_others<A: Arith>() {
        for parent in TREES {
            let (pattern, values) = matrix(parent, 0.5);
            let (view, n) = (pattern.view(), parent.len());
            let (mut all, mut all_inv) = (values.clone(), vec![0.0; n]);
            factor_with::<A, _>(view, &mut all, &mut all_inv, 0..n);
            let mut all_x = vec![1.5; n];
            solve_with::<A, _>(view, &all, &all_inv, &mut all_x, 0..n);
            for rows in trees(parent) {
                let (mut some, mut inv, mut x) = (values.clone(), vec![0.0; n], vec![1.5; n]);
                factor_with::<A, _>(view, &mut some, &mut inv, rows.clone());
                solve_with::<A, _>(view, &some, &inv, &mut x, rows.clone());
                let entries = view.row_start(rows.start)..view.row_range(rows.end - 1).end;
                for i in 0..values.len() {
                    let expected = if entries.contains(&i) { &all } else { &values };
                    assert_eq!(some[i], expected[i]);
                }
                for i in 0..n {
                    let inside = rows.contains(&i);
                    assert_eq!(inv[i], if inside { all_inv[i] } else { 0.0 });
                    assert_eq!(x[i], if inside { all_x[i] } else { 1.5 });
                }
            }
        }
    }

    #[test]
    fn sleeping_neighbours_change_nothing() {
        a_tree_has_the_bits_it_has_among_others::<Fused>();
        a_tree_has_the_bits_it_has_among_others::<Portable>();
    }

    #[test]
    fn duals_have_the_slopes_of_solutions() {
        // M = A + t B, M x = b: x' = -M⁻¹ B x
        for parent in TREES {
            let n = parent.len();
            let (pattern, a) = matrix(parent, 0.0);
            let (_, b) = matrix(parent, 2.0);
            let view = pattern.view();
            let pairs = a.iter().zip(&b);
            let mut ld: Vec<Dual<1>> = pairs
                .map(|(&value, &slope)| Dual {
                    value,
                    partials: [slope],
                })
                .collect();
            let (mut inv, mut x) = (vec![Dual::ZERO; n], vec![Dual::ONE; n]);
            factor(view, &mut ld, &mut inv);
            solve(view, &ld, &inv, &mut x);
            let (mut ld, mut inv) = (a, vec![0.0; n]);
            factor(view, &mut ld, &mut inv);
            let mut plain = vec![1.0; n];
            solve(view, &ld, &inv, &mut plain);
            let mut slope = vec![0.0; n];
            mul_symmetric(view, &b, &plain, &mut slope);
            solve(view, &ld, &inv, &mut slope);
            for i in 0..n {
                assert_eq!(x[i].value, plain[i]);
                assert!((x[i].partials[0] + slope[i]).abs() < 1e-13);
            }
        }
    }

    fn lanes_are_scalars<A: Arith>() {
        for parent in TREES {
            let n = parent.len();
            let (pattern, first) = matrix(parent, 0.0);
            let (_, second) = matrix(parent, 2.0);
            let view = pattern.view();
            let pairs = first.iter().zip(&second);
            let mut packed: Vec<Lanes<2>> = pairs.map(|(&a, &b)| Lanes([a, b])).collect();
            let (mut inv, mut x) = (vec![Lanes([0.0; 2]); n], vec![Lanes([1.0, 1.0]); n]);
            let mut half = x.clone();
            factor_with::<A, _>(view, &mut packed, &mut inv, 0..n);
            solve_with::<A, _>(view, &packed, &inv, &mut x, 0..n);
            solve_lt_with::<A, _>(view, &packed, &mut half);
            for (lane, mut values) in [first, second].into_iter().enumerate() {
                let (mut inv, mut y, mut h) = (vec![0.0; n], vec![1.0; n], vec![1.0; n]);
                factor_with::<A, _>(view, &mut values, &mut inv, 0..n);
                solve_with::<A, _>(view, &values, &inv, &mut y, 0..n);
                solve_lt_with::<A, _>(view, &values, &mut h);
                assert!(packed.iter().zip(&values).all(|(a, b)| a.0[lane] == *b));
                assert!(x.iter().zip(&y).all(|(a, b)| a.0[lane] == *b));
                assert!(half.iter().zip(&h).all(|(a, b)| a.0[lane] == *b));
            }
        }
    }

    #[test]
    fn lanes_give_the_bits_of_scalars_in_both_arithmetics() {
        lanes_are_scalars::<Fused>();
        lanes_are_scalars::<Portable>();
    }
}
