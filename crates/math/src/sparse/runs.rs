//! M = Lᵀ D L over a tree in double precision, several rows at a time.
//!
//! A run of rows k, k - 1, …, each the parent of the one before, shares all ancestors above the run. Eliminating up to four
//! such rows together reads and writes every entry of an ancestor's row once instead of once per row, and a solve reads
//! every ancestor's number once. Same results as the routines for one row, up to rounding.

#![allow(
    clippy::manual_memcpy,
    reason = "a handful of numbers stays in registers; a call to copy them costs more than the arithmetic"
)]

use super::Pattern;
use crate::MINVAL;
use crate::simd::{self, Arith, Kernel};

/// Most rows that are eliminated together.
const MOST: usize = 4;
/// `y += Σ s_r x_r` over the length of `y`; no `x_r` may be shorter. Rows are short: every length up to sixteen has its own
/// code without loops.
#[inline(always)]
fn combine<A: Arith, const R: usize>(y: &mut [f64], x: [&[f64]; R], s: [f64; R]) {
    let mut at = 0;
    while y.len() - at >= 16 {
        block::<A, R, 16>(y, x, at, s);
        at += 16;
    }
    match y.len() - at {
        1 => block::<A, R, 1>(y, x, at, s),
        2 => block::<A, R, 2>(y, x, at, s),
        3 => block::<A, R, 3>(y, x, at, s),
        4 => block::<A, R, 4>(y, x, at, s),
        5 => block::<A, R, 5>(y, x, at, s),
        6 => block::<A, R, 6>(y, x, at, s),
        7 => block::<A, R, 7>(y, x, at, s),
        8 => block::<A, R, 8>(y, x, at, s),
        9 => block::<A, R, 9>(y, x, at, s),
        10 => block::<A, R, 10>(y, x, at, s),
        11 => block::<A, R, 11>(y, x, at, s),
        12 => block::<A, R, 12>(y, x, at, s),
        13 => block::<A, R, 13>(y, x, at, s),
        14 => block::<A, R, 14>(y, x, at, s),
        15 => block::<A, R, 15>(y, x, at, s),
        _ => {}
    }
}

/// The part of [`combine`] from `at` to `at` + `N`.
#[inline(always)]
fn block<A: Arith, const R: usize, const N: usize>(
    y: &mut [f64],
    x: [&[f64]; R],
    at: usize,
    s: [f64; R],
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
fn run_length(pattern: Pattern, k: usize) -> usize {
    let mut rows = 1;
    while rows < MOST && rows <= k && pattern.follows(k - rows) {
        rows += 1;
    }
    rows
}

/// Factors the matrix in `values` in place: strictly lower entries become L, diagonal entries become D, and `diag_inv`
/// receives 1 / D. A pivot below [`MINVAL`] is raised to it. Returns the largest index of a row whose pivot was raised, or
/// -1 when there is none.
pub fn factor(pattern: Pattern, values: &mut [f64], diag_inv: &mut [f64]) -> f64 {
    simd::run(Factor {
        pattern,
        values,
        diag_inv,
    })
}

struct Factor<'a> {
    pattern: Pattern<'a>,
    values: &'a mut [f64],
    diag_inv: &'a mut [f64],
}

impl Kernel for Factor<'_> {
    type Output = f64;

    #[inline(always)]
    fn run<A: Arith>(self) -> f64 {
        let mut raised = -1.0_f64;
        let mut left = self.pattern.rows();
        while left > 0 {
            let k = left - 1;
            let rows = run_length(self.pattern, k);
            let (values, diag_inv) = (&mut *self.values, &mut *self.diag_inv);
            let last = match rows {
                4 => eliminate::<A, 4>(self.pattern, values, diag_inv, k),
                3 => eliminate::<A, 3>(self.pattern, values, diag_inv, k),
                2 => eliminate::<A, 2>(self.pattern, values, diag_inv, k),
                _ => eliminate::<A, 1>(self.pattern, values, diag_inv, k),
            };
            raised = raised.max(last);
            left -= rows;
        }
        raised
    }
}

/// Eliminates the run of `R` rows that ends at row k. Returns the largest row whose pivot was raised, or -1.
#[inline(always)]
fn eliminate<A: Arith, const R: usize>(
    pattern: Pattern,
    values: &mut [f64],
    diag_inv: &mut [f64],
    k: usize,
) -> f64 {
    let first = k + 1 - R;
    let columns = pattern.row_columns(first);
    let Some(shared) = columns.len().checked_sub(1) else {
        return -1.0;
    };
    let start = pattern.row_start(first);
    // ancestors have smaller indices and thus rows stored before these
    let (before, run) = values.split_at_mut(start);
    // row first + r has the shared ancestors, r rows of the run, and its diagonal
    let starts = row_starts::<R>(shared);
    let mut inverse = [0.0; R];
    let mut raised = -1.0;
    for r in (0..R).rev() {
        let (upper, row) = run.split_at_mut(starts[r]);
        let diagonal = &mut row[shared + r];
        if *diagonal < MINVAL {
            *diagonal = MINVAL;
            raised = f64::max(raised, (first + r) as f64);
        }
        inverse[r] = 1.0 / *diagonal;
        diag_inv[first + r] = inverse[r];
        for s in 0..r {
            let factor = -(row[shared + s] * inverse[r]);
            let other = &mut upper[starts[s]..][..=shared + s];
            combine::<A, 1>(other, [&*row], [factor]);
        }
    }
    let mut rows: [&[f64]; R] = [&[]; R];
    for r in 0..R {
        rows[r] = &run[starts[r]..][..shared];
    }
    let columns = &columns[..shared];
    for p in (0..shared).rev() {
        let from = pattern.row_start(columns[p] as usize);
        let ancestor = &mut before[from..][..p + 1];
        let mut factors = [0.0; R];
        for r in 0..R {
            factors[r] = -(rows[r][p] * inverse[r]);
        }
        combine::<A, R>(ancestor, rows, factors);
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

/// x becomes M⁻¹ x, given the factor of M.
pub fn solve(pattern: Pattern, ld: &[f64], diag_inv: &[f64], x: &mut [f64]) {
    simd::run(Solve {
        pattern,
        ld,
        diag_inv: Some(diag_inv),
        x,
    });
}

/// x becomes L⁻ᵀ x.
pub fn solve_lt(pattern: Pattern, ld: &[f64], x: &mut [f64]) {
    simd::run(Solve {
        pattern,
        ld,
        diag_inv: None,
        x,
    });
}

struct Solve<'a> {
    pattern: Pattern<'a>,
    ld: &'a [f64],
    /// None to stop after the first half.
    diag_inv: Option<&'a [f64]>,
    x: &'a mut [f64],
}

impl Kernel for Solve<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arith>(self) {
        let (pattern, ld, x) = (self.pattern, self.ld, self.x);
        // bodies that move alone have nothing but a diagonal
        let diagonal = pattern.nnz() == pattern.rows();
        let mut left = if diagonal { 0 } else { pattern.rows() };
        while left > 0 {
            let k = left - 1;
            let rows = run_length(pattern, k);
            match rows {
                4 => scatter::<A, 4>(pattern, ld, x, k),
                3 => scatter::<A, 3>(pattern, ld, x, k),
                2 => scatter::<A, 2>(pattern, ld, x, k),
                _ => scatter::<A, 1>(pattern, ld, x, k),
            }
            left -= rows;
        }
        let Some(diag_inv) = self.diag_inv else {
            return;
        };
        for (xi, d) in x.iter_mut().zip(diag_inv) {
            *xi *= d;
        }
        if diagonal {
            return;
        }
        let mut first = 0;
        while first < pattern.rows() {
            first += match descent(pattern, first) {
                4 => gather::<A, 4>(pattern, ld, x, first),
                3 => gather::<A, 3>(pattern, ld, x, first),
                2 => gather::<A, 2>(pattern, ld, x, first),
                _ => gather::<A, 1>(pattern, ld, x, first),
            };
        }
    }
}

/// How many of the rows from `first` on form a run.
#[inline(always)]
fn descent(pattern: Pattern, first: usize) -> usize {
    let mut rows = 1;
    while rows < MOST && pattern.follows(first + rows - 1) {
        rows += 1;
    }
    rows
}

/// Where each row of a run starts, and what its rows share.
#[inline(always)]
fn layout<'a, const R: usize>(
    pattern: Pattern<'a>,
    ld: &'a [f64],
    first: usize,
) -> ([&'a [f64]; R], &'a [i32]) {
    let columns = pattern.row_columns(first);
    let shared = columns.len().saturating_sub(1);
    let starts = row_starts::<R>(shared);
    let run = &ld[pattern.row_start(first)..];
    let mut rows: [&[f64]; R] = [&[]; R];
    for r in 0..R {
        rows[r] = &run[starts[r]..][..shared + r];
    }
    (rows, &columns[..shared])
}

/// The part of each row that belongs to the shared ancestors.
#[inline(always)]
fn above<const R: usize>(mut rows: [&[f64]; R], shared: usize) -> [&[f64]; R] {
    for row in &mut rows {
        *row = &row[..shared];
    }
    rows
}

/// Subtracts L_ij x_i from x_j for every ancestor j of the rows i of the run that ends at k.
#[inline(always)]
fn scatter<A: Arith, const R: usize>(pattern: Pattern, ld: &[f64], x: &mut [f64], k: usize) {
    let first = k + 1 - R;
    let (rows, columns) = layout::<R>(pattern, ld, first);
    let shared = columns.len();
    let mut own = [0.0; R];
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
    let rows = above::<R>(rows, shared);
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
fn gather<A: Arith, const R: usize>(
    pattern: Pattern,
    ld: &[f64],
    x: &mut [f64],
    first: usize,
) -> usize {
    let (rows, columns) = layout::<R>(pattern, ld, first);
    let shared = columns.len();
    let mut own = [0.0; R];
    for r in 0..R {
        own[r] = x[first + r];
    }
    let above = above::<R>(rows, shared);
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
    use super::super::{OwnedPattern, ldl};
    use super::*;

    /// Trees with runs of every length, branches, and single nodes.
    const TREES: [&[i32]; 4] = [
        &[-1, 0, 1, 2, 1, 4, -1, 6, 6],
        &[-1, 0, 1, 2, 3, 4, 5, 6, 2, 8, 9, 10, 11, 4, 13],
        &[-1, -1, -1],
        &[-1, 0, 0, 0, 3, 4, 5, 6, 7, 8],
    ];

    fn matrix(parent: &[i32]) -> (OwnedPattern, Vec<f64>) {
        let pattern = OwnedPattern::from_tree(parent);
        let mut values = Vec::new();
        for i in 0..parent.len() {
            for &j in pattern.view().row_columns(i) {
                let off = (1.0 + (i * 7) as f64 + f64::from(j)).sin();
                values.push(if j as usize == i { 9.0 + i as f64 } else { off });
            }
        }
        (pattern, values)
    }

    fn close(a: &[f64], b: &[f64]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(x, y)| (x - y).abs() < 1e-13)
    }

    #[test]
    fn runs_give_what_single_rows_give() {
        for parent in TREES {
            let (pattern, values) = matrix(parent);
            let (view, n) = (pattern.view(), parent.len());
            let (mut a, mut b) = (values.clone(), values);
            let (mut da, mut db) = (vec![0.0; n], vec![0.0; n]);
            assert_eq!(factor(view, &mut a, &mut da), -1.0);
            ldl::factor(view, &mut b, &mut db);
            assert!(close(&a, &b) && close(&da, &db));
            let rhs: Vec<f64> = (0..n).map(|i| (i as f64).cos()).collect();
            let (mut x, mut y) = (rhs.clone(), rhs.clone());
            solve(view, &a, &da, &mut x);
            ldl::solve(view, &b, &db, &mut y);
            assert!(close(&x, &y));
            let (mut x, mut y) = (rhs.clone(), rhs);
            solve_lt(view, &a, &mut x);
            ldl::solve_lt(view, &b, &mut y);
            assert!(close(&x, &y));
        }
    }

    #[test]
    fn low_pivots_are_raised_and_reported() {
        let pattern = OwnedPattern::from_tree(&[-1, 0, -1]);
        let (mut ld, mut diag_inv) = (vec![2.0, 0.5, -0.7, 3.0], vec![0.0; 3]);
        assert_eq!(factor(pattern.view(), &mut ld, &mut diag_inv), 1.0);
        assert_eq!((ld[2], diag_inv[1]), (MINVAL, 1.0 / MINVAL));
    }
}
