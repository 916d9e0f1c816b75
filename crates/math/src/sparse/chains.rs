//! Products and solves with matrices over a tree, chain by chain.
//!
//! Consecutive rows of a chain share all columns before the chain: vectors are gathered once per chain, and the arithmetic
//! runs over contiguous numbers. Results agree with those of the row-wise routines up to rounding.

use core::ops::Range;

use super::Pattern;
use crate::simd::{Arith, Pack, add_scaled, dot, mul_add_pack, mul_add_packs, sum_pack};
use crate::{Real, kernel};

/// Chains of fewer rows are multiplied row by row: gathering what they share costs more than it saves.
const WORTH_GATHERING: usize = 4;

/// A lower-triangular pattern over a tree, cut into chains: `joined[i]` tells whether row i continues the chain of row i - 1.
/// The rows of a chain have the same columns before the chain; within it each has all members up to itself, or itself only.
#[derive(Clone, Copy, Debug)]
pub struct Chains<'a> {
    /// Where the entries are.
    pub pattern: Pattern<'a>,
    /// Whether a row continues the chain of the row before it.
    pub joined: &'a [bool],
}

impl Chains<'_> {
    /// `out = M x` for a symmetric matrix. `buffer` must have two places per row.
    pub fn mul_symmetric<T: Real>(self, values: &[T], x: &[T], out: &mut [T], buffer: &mut [T]) {
        self.mul_symmetric_trees(0..self.pattern.rows(), values, x, out, buffer);
    }

    /// As [`mul_symmetric`](Self::mul_symmetric), for a range of rows that holds whole trees; others are left alone.
    pub fn mul_symmetric_trees<T: Real>(
        self,
        rows: Range<usize>,
        values: &[T],
        x: &[T],
        out: &mut [T],
        buffer: &mut [T],
    ) {
        mul(self, rows, values, x, out, buffer);
    }

    /// `x` becomes M⁻¹ `x`, given the factor of M. `buffer` must have one place per row.
    pub fn solve<T: Real>(self, ld: &[T], diag_inv: &[T], x: &mut [T], buffer: &mut [T]) {
        solve(self, ld, diag_inv, x, buffer);
    }

    /// Whether all rows have nothing but their diagonal: bodies that move alone.
    #[inline(always)]
    fn is_diagonal(&self) -> bool {
        self.pattern.nnz() == self.pattern.rows()
    }

    /// The end of the chain that starts at `first`.
    #[inline(always)]
    fn end(&self, first: usize) -> usize {
        let joined = &self.joined[..self.pattern.rows()];
        let mut end = first + 1;
        while end < joined.len() && joined[end] {
            end += 1;
        }
        end
    }

    /// The start of the chain that ends before `end`.
    #[inline(always)]
    fn start(&self, end: usize) -> usize {
        let mut first = end - 1;
        while first > 0 && self.joined[first] {
            first -= 1;
        }
        first
    }

    /// Number of columns before the chain that starts at `first`.
    #[inline(always)]
    fn outside(&self, first: usize) -> usize {
        self.pattern.row_len(first).saturating_sub(1)
    }
}

kernel! {
    fn mul<T: Real>(
        c: Chains<'_>,
        rows: Range<usize>,
        values: &[T],
        x: &[T],
        out: &mut [T],
        buffer: &mut [T],
    ) = mul_with::<A>;
    fn solve<T: Real>(
        c: Chains<'_>,
        ld: &[T],
        diag_inv: &[T],
        x: &mut [T],
        buffer: &mut [T],
    ) = solve_with::<A>;
}

#[inline(always)]
fn mul_with<A: Arith, T: Real>(
    c: Chains<'_>,
    rows: Range<usize>,
    values: &[T],
    x: &[T],
    out: &mut [T],
    buffer: &mut [T],
) {
    let n = c.pattern.rows();
    if c.is_diagonal() {
        let (x, values) = (&x[rows.clone()], &values[rows.clone()]);
        for ((out, x), value) in out[rows].iter_mut().zip(x).zip(values) {
            *out = *value * *x;
        }
        return;
    }
    let Range { start, end } = rows;
    let mut first = start;
    while first < end.min(n) {
        let end = c.end(first);
        let outside = c.outside(first);
        let columns = &c.pattern.row_columns(first)[..outside];
        if end - first < WORTH_GATHERING {
            for i in first..end {
                mul_row::<A, T>(c.pattern, values, i, x, out);
            }
            first = end;
            continue;
        }
        let (gathered, sums) = buffer.split_at_mut(n);
        let (gathered, sums) = (&mut gathered[..outside], &mut sums[..outside]);
        for ((g, s), &j) in gathered.iter_mut().zip(&mut *sums).zip(columns) {
            *g = x[j as usize];
            *s = T::ZERO;
        }
        for i in first..end {
            let row = &values[c.pattern.row_range(i)];
            let (before, own) = row.split_at(outside.min(row.len()));
            let mut sum = dot_and_add::<A, T>(before, gathered, sums, x[i]);
            let start = i + 1 - own.len();
            if let Some((diagonal, left)) = own.split_last() {
                for (j, &value) in (start..i).zip(left) {
                    sum = A::mul_add(value, x[j], sum);
                    out[j] = A::mul_add(value, x[i], out[j]);
                }
                sum = A::mul_add(*diagonal, x[i], sum);
            }
            out[i] = sum;
        }
        for (&s, &j) in sums.iter().zip(columns) {
            out[j as usize] += s;
        }
        first = end;
    }
}

/// The part of row `i` in the product with a symmetric matrix: `out[i]` is set, entries of its columns are added to.
#[inline(always)]
fn mul_row<A: Arith, T: Real>(
    pattern: Pattern<'_>,
    values: &[T],
    i: usize,
    x: &[T],
    out: &mut [T],
) {
    let range = pattern.row_range(i);
    let Some((diagonal, row)) = values[range].split_last() else {
        return;
    };
    let xi = x[i];
    let mut sum = *diagonal * xi;
    for (&value, &j) in row.iter().zip(pattern.row_columns(i)) {
        let j = j as usize;
        sum = A::mul_add(value, x[j], sum);
        out[j] = A::mul_add(value, xi, out[j]);
    }
    out[i] = sum;
}

/// Returns `a · x` and adds `a s` to `y`.
#[inline(always)]
fn dot_and_add<A: Arith, T: Real>(a: &[T], x: &[T], y: &mut [T], s: T) -> T {
    let n = a.len();
    let (x, y) = (&x[..n], &mut y[..n]);
    let mut sums: Pack<T> = [T::ZERO; 4];
    let mut at = 0;
    while at + 4 <= n {
        let (Some(a4), Some(x4), Some(y4)) = (
            a[at..].first_chunk::<4>(),
            x[at..].first_chunk::<4>(),
            y[at..].first_chunk_mut::<4>(),
        ) else {
            return T::ZERO;
        };
        sums = mul_add_packs::<A, T>(a4, x4, sums);
        *y4 = mul_add_pack::<A, T>(a4, s, *y4);
        at += 4;
    }
    let mut sum = sum_pack(&sums);
    while at < n {
        sum = A::mul_add(a[at], x[at], sum);
        y[at] = A::mul_add(a[at], s, y[at]);
        at += 1;
    }
    sum
}

#[inline(always)]
fn solve_with<A: Arith, T: Real>(
    c: Chains<'_>,
    ld: &[T],
    diag_inv: &[T],
    x: &mut [T],
    buffer: &mut [T],
) {
    let n = c.pattern.rows();
    if c.is_diagonal() {
        for (x, inverse) in x.iter_mut().zip(diag_inv) {
            *x *= *inverse;
        }
        return;
    }
    let mut end = n;
    while end > 0 {
        let first = c.start(end);
        let outside = c.outside(first);
        let sums = &mut buffer[..outside];
        sums.fill(T::ZERO);
        for i in (first..end).rev() {
            let row = &ld[c.pattern.row_range(i)];
            let (before, own) = row.split_at(outside.min(row.len()));
            let xi = x[i];
            let start = i + 1 - own.len();
            for (j, &l) in (start..i).zip(own) {
                x[j] = A::mul_add(-l, xi, x[j]);
            }
            add_scaled::<A, T>(&mut sums[..before.len()], before, xi);
            x[i] = xi * diag_inv[i];
        }
        for (&s, &j) in sums.iter().zip(c.pattern.row_columns(first)) {
            x[j as usize] -= s;
        }
        end = first;
    }
    let mut first = 0;
    while first < n {
        let end = c.end(first);
        let outside = c.outside(first);
        let gathered = &mut buffer[..outside];
        for (g, &j) in gathered.iter_mut().zip(c.pattern.row_columns(first)) {
            *g = x[j as usize];
        }
        for i in first..end {
            let row = &ld[c.pattern.row_range(i)];
            let (before, own) = row.split_at(outside.min(row.len()));
            let mut sum = dot::<A, T>(before, gathered);
            let start = i + 1 - own.len();
            for (j, &l) in (start..i).zip(own) {
                sum = A::mul_add(l, x[j], sum);
            }
            x[i] -= sum;
        }
        first = end;
    }
}

#[cfg(test)]
mod tests {
    use super::super::{self as sparse, OwnedPattern, factor, mul_symmetric};
    use super::*;

    #[test]
    fn agrees_with_rows() {
        let parent = [-1, 0, 1, 2, 3, 4, 5, 6, 6, 8, 9, 10, -1, -1, -1];
        let n = parent.len();
        let joined: Vec<bool> = (0..n)
            .map(|i| i > 0 && i != 7 && i != 8 && i != 12)
            .collect();
        let pattern = OwnedPattern::from_tree(&parent);
        let mut values = Vec::new();
        for i in 0..n {
            for &j in pattern.view().row_columns(i) {
                values.push(if j as usize == i {
                    9.0
                } else {
                    ((3 * i) as f64 + f64::from(j)).sin()
                });
            }
        }
        let chains = Chains {
            pattern: pattern.view(),
            joined: &joined,
        };
        let x: Vec<f64> = (0..n).map(|i| (i as f64 + 0.5).cos()).collect();
        let (mut a, mut b) = (vec![f64::NAN; n], vec![f64::NAN; n]);
        let mut buffer = vec![f64::NAN; 2 * n];
        chains.mul_symmetric(&values, &x, &mut a, &mut buffer);
        mul_symmetric(pattern.view(), &values, &x, &mut b);
        let close = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-13);
        assert!(close(&a, &b));
        let mut parts = vec![f64::NAN; n];
        for rows in [0..12, 13..n] {
            chains.mul_symmetric_trees(rows, &values, &x, &mut parts, &mut buffer);
        }
        assert!(parts[12].is_nan());
        parts[12] = a[12];
        assert_eq!(parts, a);
        let mut inverse = vec![0.0; n];
        factor(pattern.view(), &mut values, &mut inverse);
        let (mut a, mut b) = (x.clone(), x);
        chains.solve(&values, &inverse, &mut a, &mut buffer);
        sparse::solve(pattern.view(), &values, &inverse, &mut b);
        assert!(close(&a, &b), "{a:?} {b:?}");
    }
}
