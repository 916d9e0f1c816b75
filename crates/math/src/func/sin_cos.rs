//! Sine and cosine.
//!
//! With x = k π/256 + r, |r| ≤ π/512, and sines and cosines S, C of k π/256 from a table: sin x = S cos r + C sin r and
//! cos x = C cos r - S sin r. Numbers that matter beyond double precision are pairs of a head and a tail. Heads have few
//! bits, so that products of two heads are exact; all else is so much smaller that its rounding hardly shows.

use super::circle::CIRCLE;

/// 256/π.
const STEPS: f64 = 81.48733086305042;
/// π/256 in three parts. The first two have 31 bits: their products with numbers below 2²² are exact.
const STEP: [f64; 3] = [
    0.012271846302610356,
    4.747734768432391e-13,
    2.2755719188229344e-22,
];
/// Up to here, x / (π/256) is below 2²².
const LARGE: f64 = 32768.0;
/// Below this, sine and cosine round to x and 1.
const SMALL: f64 = 7.450580596923828e-9;
/// Added to a number below 2⁵¹, leaves its nearest integer in the lowest bits.
const ROUND: f64 = 6755399441055744.0;
/// Added to and subtracted from an angle below π/256, leaves its bits down to 2⁻³⁴: 27 of them.
const HEAD: f64 = 393216.0;

/// Sine and cosine of an angle in radians.
#[inline]
pub fn sin_cos(x: f64) -> (f64, f64) {
    let size = x.abs();
    if size < SMALL {
        return (x, 1.0);
    }
    // neither does what is not a number
    let fits = size < LARGE;
    if !fits {
        return of_large(x);
    }
    let shifted = x * STEPS + ROUND;
    let k = shifted - ROUND;
    let index = shifted.to_bits();

    // r = x - k π/256: `rest` is exact, and a multiple of the last place of `second`, so that the error of the difference is
    // exact as well (Fast2Sum)
    let rest = x - k * STEP[0];
    let second = k * STEP[1];
    let r = rest - second;
    let lost = ((rest - r) - second) - k * STEP[2];
    let head = (r + HEAD) - HEAD;
    let tail = (r - head) + lost;
    let r = r + lost;

    // sin r - r and cos r - 1 by their series, which are short for so small an angle
    let square = r * r;
    let sine = r * square * (square * (1.0 / 120.0 - square * (1.0 / 5040.0)) - 1.0 / 6.0);
    let cosine = square * (square * (1.0 / 24.0 - square * (1.0 / 720.0)) - 0.5);

    let [s_head, s_tail, c_head, c_tail] = CIRCLE[(index & 127) as usize];
    let (s, c) = (s_head + s_tail, c_head + c_tail);
    let sum = |first: f64, product: f64, rest: f64| {
        let sum = first + product;
        sum + (((first - sum) + product) + rest)
    };
    let s_rest = (s * cosine + c * sine) + (s_tail + c_head * tail + c_tail * r);
    let c_rest = (c * cosine - s * sine) + (c_tail - s_head * tail - s_tail * r);
    let s = sum(s_head, c_head * head, s_rest);
    let c = sum(c_head, -(s_head * head), c_rest);

    // quarter turns
    let quarter = index >> 7;
    let (s, c) = if quarter & 1 == 0 { (s, c) } else { (c, s) };
    let signed = |x: f64, quarter: u64| f64::from_bits(x.to_bits() ^ ((quarter & 2) << 62));
    (signed(s, quarter), signed(c, quarter + 1))
}

/// Sine of an angle in radians.
#[inline]
pub fn sin(x: f64) -> f64 {
    sin_cos(x).0
}

/// Cosine of an angle in radians.
#[inline]
pub fn cos(x: f64) -> f64 {
    sin_cos(x).1
}

#[cold]
#[inline(never)]
fn of_large(x: f64) -> (f64, f64) {
    pxfm::f_sincos(x)
}
