//! Run-time choice of instructions: a plain build uses wide registers and fused multiply-add where the machine has them.
//!
//! A kernel is written once, as safe code, against [`Arith`]. [`run`] compiles it twice, for the baseline and for
//! AVX2 with FMA, and picks one. For this to work everything a kernel calls must be `#[inline(always)]`.
//!
//! This is the only module of the crate with `unsafe` code. The one obligation is that code compiled for a set of
//! instructions runs only on machines that have them; [`run`] asks the processor before every call.
#![allow(
    unsafe_code,
    reason = "calling code compiled for other instructions than the baseline is unsafe; the check stands beside the call"
)]

/// How a kernel multiplies and adds.
pub trait Arith: Copy {
    /// `a * b + c`, rounded once or twice.
    fn mul_add(a: f64, b: f64, c: f64) -> f64;
}

/// Multiplication and addition as two instructions.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

/// Fused multiply-add.
#[derive(Clone, Copy, Debug)]
pub struct Fused;

impl Arith for Plain {
    #[inline(always)]
    fn mul_add(a: f64, b: f64, c: f64) -> f64 {
        a * b + c
    }
}

impl Arith for Fused {
    #[inline(always)]
    fn mul_add(a: f64, b: f64, c: f64) -> f64 {
        f64::mul_add(a, b, c)
    }
}

/// A piece of work that is compiled for several sets of instructions.
pub trait Kernel {
    /// What the work results in.
    type Output;
    /// Does the work. Must be `#[inline(always)]`.
    fn run<A: Arith>(self) -> Self::Output;
}

/// Runs a kernel with the best instructions of this machine.
#[inline]
pub fn run<K: Kernel>(kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma") {
        // SAFETY: the processor has just been asked for both features that `run_wide` is compiled for.
        return unsafe { run_wide(kernel) };
    }
    run_baseline(kernel)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
unsafe fn run_wide<K: Kernel>(kernel: K) -> K::Output {
    kernel.run::<Fused>()
}

#[inline]
fn run_baseline<K: Kernel>(kernel: K) -> K::Output {
    #[cfg(target_arch = "aarch64")]
    return kernel.run::<Fused>();
    #[cfg(not(target_arch = "aarch64"))]
    kernel.run::<Plain>()
}

/// Four numbers that fill a wide register. Rows that are stored in packs need no special end.
pub type Pack = [f64; 4];

/// `a s + c`, lane by lane.
#[inline(always)]
pub fn mul_add_pack<A: Arith>(a: &Pack, s: f64, c: Pack) -> Pack {
    [
        A::mul_add(a[0], s, c[0]),
        A::mul_add(a[1], s, c[1]),
        A::mul_add(a[2], s, c[2]),
        A::mul_add(a[3], s, c[3]),
    ]
}

/// `a b + c`, lane by lane.
#[inline(always)]
pub fn mul_add_packs<A: Arith>(a: &Pack, b: &Pack, c: Pack) -> Pack {
    [
        A::mul_add(a[0], b[0], c[0]),
        A::mul_add(a[1], b[1], c[1]),
        A::mul_add(a[2], b[2], c[2]),
        A::mul_add(a[3], b[3], c[3]),
    ]
}

/// Sum of the lanes.
#[inline(always)]
pub fn sum_pack(a: &Pack) -> f64 {
    (a[0] + a[2]) + (a[1] + a[3])
}

/// `y += Σ s_r x_r` over all packs of `y`, where row r of `x` starts at `r * stride`.
#[inline(always)]
pub fn add_pack_rows<A: Arith, const R: usize>(
    y: &mut [Pack],
    x: &[Pack],
    stride: usize,
    s: &[f64; R],
) {
    let n = y.len();
    let mut rows = [&x[..0]; R];
    for r in 0..R {
        rows[r] = &x[r * stride..r * stride + n];
    }
    for p in 0..n {
        let mut sum = y[p];
        for r in 0..R {
            sum = mul_add_pack::<A>(&rows[r][p], s[r], sum);
        }
        y[p] = sum;
    }
}

/// `y += Σ s_r x_r` over all packs of `y`, with the packs of all x_r side by side in `columns`.
#[inline(always)]
pub fn add_columns<A: Arith, const R: usize>(y: &mut [Pack], columns: &[Pack], s: &[f64; R]) {
    for (y, x) in y.iter_mut().zip(columns.chunks_exact(R)) {
        let mut sum = *y;
        for r in 0..R {
            sum = mul_add_pack::<A>(&x[r], s[r], sum);
        }
        *y = sum;
    }
}

/// `y += s x` over the length of `y`; `x` must not be shorter.
#[inline(always)]
pub fn add_scaled<A: Arith>(y: &mut [f64], x: &[f64], s: f64) {
    add_combination::<A, 1>(y, [x], [s]);
}

/// `y += Σ s_r x_r` over the length of `y`; no `x_r` may be shorter.
#[inline(always)]
pub fn add_combination<A: Arith, const R: usize>(y: &mut [f64], x: [&[f64]; R], s: [f64; R]) {
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
pub fn add_rows<A: Arith>(y: &mut [f64], x: &[f64], from: usize, stride: usize, s: &[f64]) {
    let n = y.len();
    let row = |r: usize| &x[from + r * stride..][..n];
    let mut r = 0;
    while r + 4 <= s.len() {
        let rows = [row(r), row(r + 1), row(r + 2), row(r + 3)];
        add_combination::<A, 4>(y, rows, [s[r], s[r + 1], s[r + 2], s[r + 3]]);
        r += 4;
    }
    match s.len() - r {
        3 => add_combination::<A, 3>(
            y,
            [row(r), row(r + 1), row(r + 2)],
            [s[r], s[r + 1], s[r + 2]],
        ),
        2 => add_combination::<A, 2>(y, [row(r), row(r + 1)], [s[r], s[r + 1]]),
        1 => add_combination::<A, 1>(y, [row(r)], [s[r]]),
        _ => {}
    }
}

/// Scalar product over the length of `a`; `b` must not be shorter.
#[inline(always)]
pub fn dot<A: Arith>(a: &[f64], b: &[f64]) -> f64 {
    let n = a.len();
    let b = &b[..n];
    let (mut low, mut high) = ([0.0; 4], [0.0; 4]);
    let mut at = 0;
    while at + 8 <= n {
        let (Some(x), Some(y)) = (a[at..].first_chunk::<8>(), b[at..].first_chunk::<8>()) else {
            return 0.0;
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
    let mut sum = 0.0;
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
    use super::*;

    struct Combine<'a>(&'a mut [f64], &'a [f64], usize, &'a [f64]);

    impl Kernel for Combine<'_> {
        type Output = ();
        #[inline(always)]
        fn run<A: Arith>(self) {
            add_rows::<A>(self.0, self.1, 1, self.2, self.3);
        }
    }

    struct Dot<'a>(&'a [f64], &'a [f64]);

    impl Kernel for Dot<'_> {
        type Output = f64;
        #[inline(always)]
        fn run<A: Arith>(self) -> f64 {
            dot::<A>(self.0, self.1)
        }
    }

    #[test]
    fn kernels_cover_every_remainder() {
        // small integers: every way of rounding gives the same
        let x: Vec<f64> = (0..400).map(|i| f64::from(i * 7 % 11)).collect();
        for n in 0..23 {
            for rows in 0..7 {
                let scale: Vec<f64> = (0..rows).map(|r| f64::from(r) - 2.0).collect();
                let mut y = vec![1.0; n];
                run(Combine(&mut y, &x, 30, &scale));
                for i in 0..n {
                    let sum: f64 = (0..scale.len()).map(|r| scale[r] * x[1 + 30 * r + i]).sum();
                    assert_eq!(y[i], 1.0 + sum);
                }
            }
            let expected: f64 = (0..n).map(|i| x[i] * x[i + 5]).sum();
            assert_eq!(run(Dot(&x[..n], &x[5..])), expected);
            assert_eq!(Dot(&x[..n], &x[5..]).run::<Plain>(), expected);
        }
    }
}
