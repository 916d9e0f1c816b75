//! Solves with factored matrices in groups.

use super::{Grouped, full, with_rows};
use crate::kernel;
use crate::simd::{Arith, Pack, add_pack_rows, mul_add_packs, run_at_best, sum_pack};

impl Grouped {
    /// `x` becomes H⁻¹ `x`, given the factor of H.
    pub fn solve(&mut self, values: &[Pack], x: &mut [f64]) {
        if self.is_small_and_full() {
            let n = self.indices();
            let small = full::Solve {
                values,
                inverse: &self.diag_inv,
                x: &mut x[..n],
            };
            if run_at_best(small).is_ok() {
                return;
            }
        }
        solve(self, values, x);
    }
}

kernel! {
    fn solve(s: &mut Grouped, values: &[Pack], x: &mut [f64]) = solve_with::<A>;
}

#[inline(always)]
pub(super) fn solve_with<A: Arith>(s: &mut Grouped, values: &[Pack], x: &mut [f64]) {
    let groups = s.start.len() - 1;
    for g in (0..groups).rev() {
        let (stride, own) = (s.stride[g], s.own[g] as usize);
        let (first, last) = (s.start[g] as usize, s.start[g + 1] as usize);
        let size = last - first;
        let rows = &values[s.adr[g]..][..size * stride];
        let (below, here) = x.split_at_mut(first);
        let here = &mut here[..size];
        for k in (0..size).rev() {
            let (head, tail) = here.split_at_mut(k);
            let scaled = tail[0] * s.diag_inv[first + k];
            tail[0] = scaled;
            let row = &rows.as_flattened()[4 * k * stride + own..];
            for (xi, h) in head.iter_mut().zip(row) {
                *xi = A::mul_add(-h, scaled, *xi);
            }
        }
        if own == 0 {
            continue;
        }
        let sum = &mut s.buffer[..own.div_ceil(4)];
        with_rows!(size, combine::<A>(sum, rows, stride, here));
        let sum = sum.as_flattened();
        for piece in &s.dofs[s.dofs_of[g] as usize..s.dofs_of[g + 1] as usize] {
            let (src, dst, len) = (piece.src as usize, piece.dst as usize, piece.len as usize);
            let target = below[dst..dst + len].iter_mut();
            for (xi, sum) in target.zip(&sum[src..src + len]) {
                *xi -= sum;
            }
        }
    }
    for g in 0..groups {
        let (stride, own) = (s.stride[g], s.own[g] as usize);
        let (first, last) = (s.start[g] as usize, s.start[g + 1] as usize);
        let size = last - first;
        let rows = &values[s.adr[g]..][..size * stride];
        let (below, here) = x.split_at_mut(first);
        let here = &mut here[..size];
        let mut sums = [0.0; super::LONGEST_GROUP];
        if own > 0 {
            let gathered = &mut s.buffer[..own.div_ceil(4)];
            // beyond the columns below there may be anything in the rows, and nothing belongs to padded ones
            if s.padded {
                gathered.fill([0.0; 4]);
            } else {
                gathered[own.div_ceil(4) - 1] = [0.0; 4];
            }
            let flat = gathered.as_flattened_mut();
            for piece in &s.dofs[s.dofs_of[g] as usize..s.dofs_of[g + 1] as usize] {
                let (src, dst, len) = (piece.src as usize, piece.dst as usize, piece.len as usize);
                flat[src..src + len].copy_from_slice(&below[dst..dst + len]);
            }
            with_rows!(size, products::<A>(&mut sums, rows, stride, gathered));
        }
        for k in 0..size {
            let row = &rows.as_flattened()[4 * k * stride + own..];
            let mut sum = sums[k];
            for (xi, h) in here[..k].iter().zip(row) {
                sum = A::mul_add(*h, *xi, sum);
            }
            here[k] = A::mul_add(-sum, s.diag_inv[first + k], here[k]);
        }
    }
}

/// `sum = Σ s_r row_r`.
#[inline(always)]
fn combine<A: Arith, const R: usize>(sum: &mut [Pack], rows: &[Pack], stride: usize, s: &[f64]) {
    sum.fill([0.0; 4]);
    let mut scale = [0.0; R];
    scale.copy_from_slice(&s[..R]);
    add_pack_rows::<A, _, R>(sum, rows, stride, &scale);
}

/// Scalar products of `R` rows with x.
#[inline(always)]
fn products<A: Arith, const R: usize>(out: &mut [f64], rows: &[Pack], stride: usize, x: &[Pack]) {
    let n = x.len();
    let source = rows;
    let mut rows = [&source[..0]; R];
    for r in 0..R {
        rows[r] = &source[r * stride..r * stride + n];
    }
    let mut sums = [[0.0; 4]; R];
    for p in 0..n {
        for r in 0..R {
            sums[r] = mul_add_packs::<A, _>(&rows[r][p], &x[p], sums[r]);
        }
    }
    for r in 0..R {
        out[r] = sum_pack(&sums[r]);
    }
}
