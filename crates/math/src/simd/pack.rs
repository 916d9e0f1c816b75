//! Sums of products over slices, four numbers at a time.
//!
//! The order of the operations is part of what these functions promise: it is the same for all kinds of numbers.

#![forbid(unsafe_code)]

use super::Arith;
use crate::Real;

/// Four numbers that fill a wide register. Rows that are stored in packs need no special end.
pub type Pack<T = f64> = [T; 4];

/// `a s + c`, lane by lane.
#[inline(always)]
pub fn mul_add_pack<A: Arith, T: Real>(a: &Pack<T>, s: T, c: Pack<T>) -> Pack<T> {
    [
        A::mul_add(a[0], s, c[0]),
        A::mul_add(a[1], s, c[1]),
        A::mul_add(a[2], s, c[2]),
        A::mul_add(a[3], s, c[3]),
    ]
}

/// `a b + c`, lane by lane.
#[inline(always)]
pub fn mul_add_packs<A: Arith, T: Real>(a: &Pack<T>, b: &Pack<T>, c: Pack<T>) -> Pack<T> {
    [
        A::mul_add(a[0], b[0], c[0]),
        A::mul_add(a[1], b[1], c[1]),
        A::mul_add(a[2], b[2], c[2]),
        A::mul_add(a[3], b[3], c[3]),
    ]
}

/// Sum of the lanes.
#[inline(always)]
pub fn sum_pack<T: Real>(a: &Pack<T>) -> T {
    (a[0] + a[2]) + (a[1] + a[3])
}

/// `y += Σ s_r x_r` over all packs of `y`, where row r of `x` starts at `r * stride`.
#[inline(always)]
pub fn add_pack_rows<A: Arith, T: Real, const R: usize>(
    y: &mut [Pack<T>],
    x: &[Pack<T>],
    stride: usize,
    s: &[T; R],
) {
    let n = y.len();
    let mut rows = [&x[..0]; R];
    for r in 0..R {
        rows[r] = &x[r * stride..r * stride + n];
    }
    for p in 0..n {
        let mut sum = y[p];
        for r in 0..R {
            sum = mul_add_pack::<A, T>(&rows[r][p], s[r], sum);
        }
        y[p] = sum;
    }
}

/// `y += Σ s_r x_r` over all packs of `y`, with the packs of all x_r side by side in `columns`.
#[inline(always)]
pub fn add_columns<A: Arith, T: Real, const R: usize>(
    y: &mut [Pack<T>],
    columns: &[Pack<T>],
    s: &[T; R],
) {
    for (y, x) in y.iter_mut().zip(columns.chunks_exact(R)) {
        let mut sum = *y;
        for r in 0..R {
            sum = mul_add_pack::<A, T>(&x[r], s[r], sum);
        }
        *y = sum;
    }
}

/// `y += s x` over the length of `y`; `x` must not be shorter.
#[inline(always)]
pub fn add_scaled<A: Arith, T: Real>(y: &mut [T], x: &[T], s: T) {
    add_combination::<A, T, 1>(y, [x], [s]);
}

/// `y += Σ s_r x_r` over the length of `y`; no `x_r` may be shorter.
#[inline(always)]
pub fn add_combination<A: Arith, T: Real, const R: usize>(y: &mut [T], x: [&[T]; R], s: [T; R]) {
    let n = y.len();
    let mut x = x;
    for xr in &mut x {
        *xr = &xr[..n];
    }
    let mut at = 0;
    while at + 4 <= n {
        let Some(four) = y[at..].first_chunk_mut::<4>() else {
            return;
        };
        let mut sum = *four;
        for r in 0..R {
            let Some(xr) = x[r][at..].first_chunk::<4>() else {
                return;
            };
            for lane in 0..4 {
                sum[lane] = A::mul_add(s[r], xr[lane], sum[lane]);
            }
        }
        *four = sum;
        at += 4;
    }
    while at < n {
        let mut sum = y[at];
        for r in 0..R {
            sum = A::mul_add(s[r], x[r][at], sum);
        }
        y[at] = sum;
        at += 1;
    }
}

/// `y += Σ s_r x_r`, where x_r is the range that starts at `from + r * stride` of `x`.
#[inline(always)]
pub fn add_rows<A: Arith, T: Real>(y: &mut [T], x: &[T], from: usize, stride: usize, s: &[T]) {
    let n = y.len();
    let row = |r: usize| &x[from + r * stride..][..n];
    let mut r = 0;
    while r + 4 <= s.len() {
        let rows = [row(r), row(r + 1), row(r + 2), row(r + 3)];
        add_combination::<A, T, 4>(y, rows, [s[r], s[r + 1], s[r + 2], s[r + 3]]);
        r += 4;
    }
    match s.len() - r {
        3 => add_combination::<A, T, 3>(
            y,
            [row(r), row(r + 1), row(r + 2)],
            [s[r], s[r + 1], s[r + 2]],
        ),
        2 => add_combination::<A, T, 2>(y, [row(r), row(r + 1)], [s[r], s[r + 1]]),
        1 => add_combination::<A, T, 1>(y, [row(r)], [s[r]]),
        _ => {}
    }
}

/// Scalar product over the length of `a`; `b` must not be shorter.
#[inline(always)]
pub fn dot<A: Arith, T: Real>(a: &[T], b: &[T]) -> T {
    let n = a.len();
    let b = &b[..n];
    let (mut low, mut high) = ([T::ZERO; 4], [T::ZERO; 4]);
    let mut at = 0;
    while at + 8 <= n {
        let (Some(x), Some(y)) = (a[at..].first_chunk::<8>(), b[at..].first_chunk::<8>()) else {
            return T::ZERO;
        };
        for lane in 0..4 {
            low[lane] = A::mul_add(x[lane], y[lane], low[lane]);
            high[lane] = A::mul_add(x[lane + 4], y[lane + 4], high[lane]);
        }
        at += 8;
    }
    if at + 4 <= n {
        if let (Some(x), Some(y)) = (a[at..].first_chunk::<4>(), b[at..].first_chunk::<4>()) {
            for lane in 0..4 {
                low[lane] = A::mul_add(x[lane], y[lane], low[lane]);
            }
        }
        at += 4;
    }
    let mut sum = T::ZERO;
    while at < n {
        sum = A::mul_add(a[at], b[at], sum);
        at += 1;
    }
    for lane in 0..4 {
        low[lane] += high[lane];
    }
    sum + ((low[0] + low[2]) + (low[1] + low[3]))
}

#[cfg(test)]
mod tests {
    use super::super::{Fused, Portable};
    use super::*;
    use crate::Lanes;

    fn covers_every_remainder<A: Arith>() {
        // small integers: every way of rounding gives the same
        let x: Vec<f64> = (0..400).map(|i| f64::from(i * 7 % 11)).collect();
        for n in 0..23 {
            for rows in 0..7 {
                let scale: Vec<f64> = (0..rows).map(|r| f64::from(r) - 2.0).collect();
                let mut y = vec![1.0; n];
                add_rows::<A, _>(&mut y, &x, 1, 30, &scale);
                for i in 0..n {
                    let sum: f64 = (0..scale.len()).map(|r| scale[r] * x[1 + 30 * r + i]).sum();
                    assert_eq!(y[i], 1.0 + sum);
                }
            }
            let expected: f64 = (0..n).map(|i| x[i] * x[i + 5]).sum();
            assert_eq!(dot::<A, _>(&x[..n], &x[5..]), expected);
        }
    }

    #[test]
    fn sums_cover_every_remainder() {
        covers_every_remainder::<Fused>();
        covers_every_remainder::<Portable>();
    }

    fn lanes_are_scalars<A: Arith>() {
        let x: Vec<f64> = (0..40).map(|i| f64::from(i * 7 % 11 - 5) / 3.0).collect();
        let packed: Vec<Lanes<2>> = x.iter().map(|&x| Lanes([x, x * x])).collect();
        let squares: Vec<f64> = x.iter().map(|x| x * x).collect();
        for n in 0..19 {
            let together = dot::<A, _>(&packed[..n], &packed[3..]);
            assert_eq!(together.0[0], dot::<A, _>(&x[..n], &x[3..]));
            assert_eq!(together.0[1], dot::<A, _>(&squares[..n], &squares[3..]));
            let (mut y, mut z) = (packed[..n].to_vec(), squares[..n].to_vec());
            add_rows::<A, _>(&mut y, &packed, 2, 5, &packed[7..10]);
            add_rows::<A, _>(&mut z, &squares, 2, 5, &squares[7..10]);
            assert!(y.iter().zip(&z).all(|(y, z)| y.0[1] == *z));
        }
    }

    #[test]
    fn lanes_give_the_bits_of_scalars_in_both_arithmetics() {
        lanes_are_scalars::<Fused>();
        lanes_are_scalars::<Portable>();
    }
}
