//! Matrices of few indices in which everything couples with everything.
//!
//! Group g has eight rows of 2 (g + 1) packs, the last group may have fewer. There are at most four groups, so that the
//! lengths of rows and the numbers of rows are known when this is compiled: loops have no ends to look for. The order of the
//! operations, and with it every bit, is that of matrices with any structure, which are used where this is not compiled.

use super::{Grouped, LONGEST_GROUP};
use crate::simd::{Arith, Kernel, Pack, mul_add_pack, mul_add_packs, run_at_best, sum_pack};
use crate::sparse::Pattern;
use crate::{MINVAL, kernel};

/// Most indices.
pub(super) const MOST: usize = 4 * LONGEST_GROUP;

/// Calls a function that is generic over the packs of a row and the number of rows with those of a group.
macro_rules! with_group {
    ($group:expr, $rows:expr, $f:ident::<$a:ident>($($arg:expr),*)) => {
        match $group {
            0 => with_group!(@rows $rows, $f::<$a, 2>($($arg),*)),
            1 => with_group!(@rows $rows, $f::<$a, 4>($($arg),*)),
            2 => with_group!(@rows $rows, $f::<$a, 6>($($arg),*)),
            _ => with_group!(@rows $rows, $f::<$a, 8>($($arg),*)),
        }
    };
    (@rows $rows:expr, $f:ident::<$a:ident, $s:literal>($($arg:expr),*)) => {
        match $rows {
            1 => $f::<$a, $s, 1>($($arg),*),
            2 => $f::<$a, $s, 2>($($arg),*),
            3 => $f::<$a, $s, 3>($($arg),*),
            4 => $f::<$a, $s, 4>($($arg),*),
            5 => $f::<$a, $s, 5>($($arg),*),
            6 => $f::<$a, $s, 6>($($arg),*),
            7 => $f::<$a, $s, 7>($($arg),*),
            _ => $f::<$a, $s, 8>($($arg),*),
        }
    };
}

impl Grouped {
    /// True if there is nothing but few indices that all couple.
    #[inline(always)]
    pub(super) fn is_small_and_full(&self) -> bool {
        self.full && self.indices() <= MOST
    }

    /// Number of indices.
    #[inline(always)]
    pub(super) fn indices(&self) -> usize {
        self.start.last().map_or(0, |n| *n as usize)
    }

    /// Where row `index` starts if all indices couple, in packs.
    #[inline(always)]
    pub fn row_of_full(index: usize) -> usize {
        let (group, own) = (index / LONGEST_GROUP, index % LONGEST_GROUP);
        address(group) + own * 2 * (group + 1)
    }

    /// Whether [`times`](Self::times) can be used.
    pub fn has_times(&self) -> bool {
        self.is_small_and_full()
    }

    /// `out = M x` for a matrix that [`load_tree`](Self::load_tree) has put into `values`.
    pub fn times(&self, values: &[Pack], x: &[f64], out: &mut [f64]) {
        if let Err(Times { values, x, out }) = run_at_best(Times { values, x, out }) {
            times(values, x, out);
        }
    }
}

/// Factors in place; gives the number of pivots that were raised.
pub(super) struct Factor<'a> {
    pub n: usize,
    pub values: &'a mut [Pack],
    pub inverse: &'a mut [f64],
}

impl Kernel for Factor<'_> {
    type Output = usize;

    #[inline(always)]
    fn run<A: Arith>(self) -> usize {
        factor_with::<A>(self.n, self.values, self.inverse)
    }
}

/// Solves with a factor.
pub(super) struct Solve<'a> {
    pub values: &'a [Pack],
    pub inverse: &'a [f64],
    pub x: &'a mut [f64],
}

impl Kernel for Solve<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arith>(self) {
        solve_with::<A>(self.x.len(), self.values, self.inverse, self.x);
    }
}

struct Times<'a> {
    values: &'a [Pack],
    x: &'a [f64],
    out: &'a mut [f64],
}

impl Kernel for Times<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arith>(self) {
        times_with::<A>(self.values, self.x, self.out);
    }
}

kernel! {
    fn times(values: &[Pack], x: &[f64], out: &mut [f64]) = plain_times::<A>;
}

/// Where the rows of a group start, in packs.
const fn address(group: usize) -> usize {
    LONGEST_GROUP * group * (group + 1)
}

/// Puts a matrix over the tree into cleared values, within a group on both sides of the diagonal.
#[inline(always)]
pub(super) fn load(pattern: Pattern, matrix: &[f64], flat: &mut [f64]) {
    for i in 0..pattern.rows() {
        let (group, own) = (i / LONGEST_GROUP, i % LONGEST_GROUP);
        let (stride, first) = (8 * (group + 1), LONGEST_GROUP * group);
        let rows = &mut flat[4 * address(group)..];
        let row = &mut rows[own * stride..][..=i];
        let columns = pattern.row_columns(i);
        for (&value, &c) in matrix[pattern.row_range(i)].iter().zip(columns) {
            row[c as usize] = value;
        }
        for inside in 0..own {
            rows[inside * stride + i] = rows[own * stride + first + inside];
        }
    }
}

/// Factors in place; returns how many pivots were raised.
#[inline(always)]
pub(super) fn factor_with<A: Arith>(n: usize, values: &mut [Pack], inverse: &mut [f64]) -> usize {
    let (mut raised, mut end) = (0, n);
    while end > 0 {
        let group = (end - 1) / LONGEST_GROUP;
        let rows = end - LONGEST_GROUP * group;
        raised += with_group!(group, rows, eliminate::<A>(values, inverse));
        end -= rows;
    }
    raised
}

/// Eliminates the `R` rows of `S` packs of a group from themselves and from all groups below.
#[inline(always)]
fn eliminate<A: Arith, const S: usize, const R: usize>(
    values: &mut [Pack],
    inverse: &mut [f64],
) -> usize {
    let group = S / 2 - 1;
    let (before, rows) = values.split_at_mut(address(group));
    let (rows, before) = (&mut rows[..R * S], &mut before[..address(group)]);
    let Some(inverse) = inverse[LONGEST_GROUP * group..].first_chunk_mut::<R>() else {
        return 0;
    };
    let raised = eliminate_own::<A, S, R>(rows, inverse);
    if group > 0 {
        eliminate_below::<A, S, R, 2>(before, rows, inverse);
    }
    if group > 1 {
        eliminate_below::<A, S, R, 4>(before, rows, inverse);
    }
    if group > 2 {
        eliminate_below::<A, S, R, 6>(before, rows, inverse);
    }
    raised
}

/// Eliminates the rows of a group among themselves: the last four one by one, then all of these at once from those above
/// them, which follow.
#[inline(always)]
fn eliminate_own<A: Arith, const S: usize, const R: usize>(
    rows: &mut [Pack],
    inverse: &mut [f64; R],
) -> usize {
    let low = R.saturating_sub(4);
    let mut raised = eliminate_few::<A, S, R>(rows, inverse, low, R);
    for i in 0..low {
        let mut scale = [0.0; R];
        for r in low..R {
            scale[r] = -at::<S>(rows, r, i) * inverse[r];
        }
        for t in 0..S - 1 {
            let mut sum = rows[i * S + t];
            for r in low..R {
                sum = mul_add_pack::<A, _>(&rows[r * S + t], scale[r], sum);
            }
            rows[i * S + t] = sum;
        }
    }
    raised += eliminate_few::<A, S, R>(rows, inverse, 0, low);
    raised
}

/// The entry of a row of a group in own column `i`.
#[inline(always)]
fn at<const S: usize>(rows: &[Pack], row: usize, i: usize) -> f64 {
    rows[row * S + S - 2 + i / 4][i % 4]
}

/// Eliminates rows of a group, from `first` to `end`, from each other.
#[inline(always)]
fn eliminate_few<A: Arith, const S: usize, const R: usize>(
    rows: &mut [Pack],
    inverse: &mut [f64; R],
    first: usize,
    end: usize,
) -> usize {
    let mut raised = 0;
    for k in (first..end).rev() {
        let mut pivot = at::<S>(rows, k, k);
        if pivot < MINVAL {
            pivot = MINVAL;
            rows[k * S + S - 2 + k / 4][k % 4] = pivot;
            raised += 1;
        }
        let minus_inverse = -1.0 / pivot;
        inverse[k] = -minus_inverse;
        for i in first..k {
            let scale = at::<S>(rows, k, i) * minus_inverse;
            // entries right of the diagonal mean nothing and may be written
            for t in 0..S - 1 + i / 4 {
                let sum = rows[i * S + t];
                rows[i * S + t] = mul_add_pack::<A, _>(&rows[k * S + t], scale, sum);
            }
        }
    }
    raised
}

/// Subtracts what `R` rows of `S` packs contribute to the eight rows of `T` packs of a group below.
#[inline(always)]
fn eliminate_below<A: Arith, const S: usize, const R: usize, const T: usize>(
    before: &mut [Pack],
    rows: &[Pack],
    inverse: &[f64; R],
) {
    let group = T / 2 - 1;
    let target = &mut before[address(group)..address(group + 1)];
    for i in 0..4 {
        let scale = scales::<S, R>(rows, inverse, T - 2, i);
        add_to_row::<A, S, R>(&mut target[i * T..][..T - 1], rows, &scale);
    }
    for i in 0..4 {
        let scale = scales::<S, R>(rows, inverse, T - 1, i);
        add_to_row::<A, S, R>(&mut target[(4 + i) * T..][..T], rows, &scale);
    }
}

/// What rows contribute to the row of a column: their entries over minus their pivots.
#[inline(always)]
fn scales<const S: usize, const R: usize>(
    rows: &[Pack],
    inverse: &[f64; R],
    pack: usize,
    lane: usize,
) -> [f64; R] {
    let mut scale = [0.0; R];
    for r in 0..R {
        scale[r] = -rows[r * S + pack][lane] * inverse[r];
    }
    scale
}

#[inline(always)]
fn add_to_row<A: Arith, const S: usize, const R: usize>(
    row: &mut [Pack],
    rows: &[Pack],
    scale: &[f64; R],
) {
    for t in 0..row.len() {
        let mut sum = row[t];
        for r in 0..R {
            sum = mul_add_pack::<A, _>(&rows[r * S + t], scale[r], sum);
        }
        row[t] = sum;
    }
}

/// Solves with a factor.
#[inline(always)]
pub(super) fn solve_with<A: Arith>(n: usize, values: &[Pack], inverse: &[f64], x: &mut [f64]) {
    let groups = n.div_ceil(LONGEST_GROUP);
    let rows = |group: usize| (n - LONGEST_GROUP * group).min(LONGEST_GROUP);
    for group in (0..groups).rev() {
        with_group!(group, rows(group), downward::<A>(values, inverse, x));
    }
    for group in 0..groups {
        with_group!(group, rows(group), upward::<A>(values, inverse, x));
    }
}

/// Divides by pivots, and subtracts what the rows of a group contribute to all numbers before.
#[inline(always)]
fn downward<A: Arith, const S: usize, const R: usize>(
    values: &[Pack],
    inverse: &[f64],
    x: &mut [f64],
) {
    let group = S / 2 - 1;
    let rows = &values[address(group)..][..R * S];
    let inverse = &inverse[LONGEST_GROUP * group..][..R];
    let (below, here) = x.split_at_mut(LONGEST_GROUP * group);
    let Some(here) = here.first_chunk_mut::<R>() else {
        return;
    };
    for k in (0..R).rev() {
        here[k] *= inverse[k];
        for i in 0..k {
            here[i] = A::mul_add(-at::<S>(rows, k, i), here[k], here[i]);
        }
    }
    for t in 0..S - 2 {
        let mut sum = [0.0; 4];
        for r in 0..R {
            sum = mul_add_pack::<A, _>(&rows[r * S + t], here[r], sum);
        }
        for lane in 0..4 {
            below[4 * t + lane] -= sum[lane];
        }
    }
}

/// Subtracts what all numbers before contribute to those of a group.
#[inline(always)]
fn upward<A: Arith, const S: usize, const R: usize>(
    values: &[Pack],
    inverse: &[f64],
    x: &mut [f64],
) {
    let group = S / 2 - 1;
    let rows = &values[address(group)..][..R * S];
    let inverse = &inverse[LONGEST_GROUP * group..][..R];
    let (below, here) = x.split_at_mut(LONGEST_GROUP * group);
    let Some(here) = here.first_chunk_mut::<R>() else {
        return;
    };
    let mut sums = [[0.0; 4]; R];
    for t in 0..S - 2 {
        let Some(x) = below[4 * t..].first_chunk::<4>() else {
            return;
        };
        for r in 0..R {
            sums[r] = mul_add_packs::<A, _>(&rows[r * S + t], x, sums[r]);
        }
    }
    for k in 0..R {
        let mut sum = sum_pack(&sums[k]);
        for i in 0..k {
            sum = A::mul_add(at::<S>(rows, k, i), here[i], sum);
        }
        here[k] = A::mul_add(-sum, inverse[k], here[k]);
    }
}

#[inline(always)]
fn times_with<A: Arith>(values: &[Pack], x: &[f64], out: &mut [f64]) {
    let n = x.len().min(MOST);
    let (mut from, mut sums) = ([0.0; MOST], [0.0; MOST]);
    from[..n].copy_from_slice(&x[..n]);
    for group in 0..n.div_ceil(LONGEST_GROUP) {
        let rows = (n - LONGEST_GROUP * group).min(LONGEST_GROUP);
        with_group!(group, rows, add_products::<A>(values, &from, &mut sums));
    }
    out[..n].copy_from_slice(&sums[..n]);
}

/// Adds the products of the rows of a group with x, and of x with what mirrors them.
#[inline(always)]
fn add_products<A: Arith, const S: usize, const R: usize>(
    values: &[Pack],
    x: &[f64; MOST],
    out: &mut [f64; MOST],
) {
    let first = LONGEST_GROUP * (S / 2 - 1);
    let rows = &values[address(S / 2 - 1)..][..R * S];
    let mut sums = [[0.0; 4]; R];
    for t in 0..S {
        let Some(xt) = x[4 * t..].first_chunk::<4>() else {
            return;
        };
        for r in 0..R {
            sums[r] = mul_add_packs::<A, _>(&rows[r * S + t], xt, sums[r]);
        }
    }
    for t in 0..S - 2 {
        let Some(place) = out[4 * t..].first_chunk_mut::<4>() else {
            return;
        };
        let mut sum = *place;
        for r in 0..R {
            sum = mul_add_pack::<A, _>(&rows[r * S + t], x[first + r], sum);
        }
        *place = sum;
    }
    for r in 0..R {
        out[first + r] = sum_pack(&sums[r]);
    }
}

/// [`times_with`], with lengths that are known when it runs.
#[inline(always)]
fn plain_times<A: Arith>(values: &[Pack], x: &[f64], out: &mut [f64]) {
    let n = x.len().min(MOST);
    let (mut from, mut sums) = ([[0.0; 4]; MOST / 4], [[0.0; 4]; MOST / 4]);
    from.as_flattened_mut()[..n].copy_from_slice(&x[..n]);
    for first in (0..n).step_by(LONGEST_GROUP) {
        let stride = first / 4 + 2;
        let rows = &values[Grouped::row_of_full(first)..];
        let count = (n - first).min(LONGEST_GROUP);
        for t in 0..first / 4 {
            for r in 0..count {
                let packs = &rows[r * stride + t];
                sums[t] = mul_add_pack::<A, _>(packs, x[first + r], sums[t]);
            }
        }
        for r in 0..count {
            let mut sum = [0.0; 4];
            for t in 0..stride {
                sum = mul_add_packs::<A, _>(&rows[r * stride + t], &from[t], sum);
            }
            sums[(first + r) / 4][r % 4] = sum_pack(&sum);
        }
    }
    out[..n].copy_from_slice(&sums.as_flattened()[..n]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::{Fused, Portable};

    fn numbers(count: usize) -> impl Iterator<Item = f64> {
        (0..count).map(|i| (1.0 + i as f64 * 0.7).sin())
    }

    fn compare<A: Arith>(n: usize) {
        let mut s = Grouped::default();
        s.couple_all(n);
        let mut values = vec![[0.0; 4]; s.packs()];
        for (place, x) in values.as_flattened_mut().iter_mut().zip(numbers(4000)) {
            *place = x;
        }
        let x: Vec<f64> = numbers(n).collect();
        let (mut one, mut other) = (vec![0.0; n], vec![1.0; n]);
        plain_times::<A>(&values, &x, &mut one);
        times_with::<A>(&values, &x, &mut other);
        assert_eq!(one, other);
        for i in 0..n {
            values[Grouped::row_of_full(i) + i / 4][i % 4] = 40.0;
            assert_eq!(Grouped::row_of_full(i), s.row(i));
        }
        let (mut general, mut inverse) = (values.clone(), vec![0.0; n]);
        assert_eq!(
            super::super::factor::factor_with::<A>(&mut s, &mut general),
            0
        );
        assert_eq!(factor_with::<A>(n, &mut values, &mut inverse), 0);
        assert_eq!(inverse, s.diag_inv[..n]);
        let (mut one, mut other) = (x.clone(), x);
        super::super::solve::solve_with::<A>(&mut s, &general, &mut one);
        solve_with::<A>(n, &values, &inverse, &mut other);
        assert_eq!(one, other);
    }

    #[test]
    fn bits_are_those_of_matrices_with_any_structure() {
        for n in 1..=MOST {
            compare::<Fused>(n);
            compare::<Portable>(n);
        }
    }
}
