//! Elementary functions with the same bits on every platform and with all instructions.
//!
//! Sine and cosine, which kinematics needs for every joint, and the hypotenuse are computed here in plain operations, whose
//! results IEEE 754 fixes, with an error below 0.5002 units in the last place. The others are correctly rounded. Square roots,
//! absolute values and roundings are exact in the standard library and are used from there.
#![allow(
    clippy::disallowed_methods,
    reason = "the one place that stands between the engine and the functions of others"
)]

mod circle;
mod hypot;
mod sin_cos;
pub mod single;

pub use hypot::hypot;
pub use sin_cos::{cos, sin, sin_cos};

/// Tangent of an angle in radians.
#[inline]
pub fn tan(x: f64) -> f64 {
    pxfm::f_tan(x)
}

/// The angle in [-π/2, π/2] whose sine is `x`.
#[inline]
pub fn asin(x: f64) -> f64 {
    pxfm::f_asin(x)
}

/// The angle in [0, π] whose cosine is `x`.
#[inline]
pub fn acos(x: f64) -> f64 {
    pxfm::f_acos(x)
}

/// The angle in [-π/2, π/2] whose tangent is `x`.
#[inline]
pub fn atan(x: f64) -> f64 {
    pxfm::f_atan(x)
}

/// The angle of the point (`x`, `y`), in [-π, π].
#[inline]
pub fn atan2(y: f64, x: f64) -> f64 {
    pxfm::f_atan2(y, x)
}

/// e to the power of `x`.
#[inline]
pub fn exp(x: f64) -> f64 {
    pxfm::f_exp(x)
}

/// 2 to the power of `x`.
#[inline]
pub fn exp2(x: f64) -> f64 {
    pxfm::f_exp2(x)
}

/// Natural logarithm.
#[inline]
pub fn ln(x: f64) -> f64 {
    pxfm::f_log(x)
}

/// Logarithm to base 2.
#[inline]
pub fn log2(x: f64) -> f64 {
    pxfm::f_log2(x)
}

/// Logarithm to base 10.
#[inline]
pub fn log10(x: f64) -> f64 {
    pxfm::f_log10(x)
}

/// `x` to the power of `y`.
#[inline]
pub fn powf(x: f64, y: f64) -> f64 {
    pxfm::f_pow(x, y)
}

/// `x` to the power of a whole number, by repeated squaring: the bits of `n`, from the lowest up, tell which squares take part.
#[inline]
pub fn powi(x: f64, n: i32) -> f64 {
    let (mut square, mut left) = (x, n.unsigned_abs());
    let mut product = 1.0;
    loop {
        if left & 1 == 1 {
            product *= square;
        }
        left >>= 1;
        if left == 0 {
            break;
        }
        square *= square;
    }
    if n < 0 { 1.0 / product } else { product }
}

/// Cube root.
#[inline]
pub fn cbrt(x: f64) -> f64 {
    pxfm::f_cbrt(x)
}

/// Hyperbolic sine.
#[inline]
pub fn sinh(x: f64) -> f64 {
    pxfm::f_sinh(x)
}

/// Hyperbolic cosine.
#[inline]
pub fn cosh(x: f64) -> f64 {
    pxfm::f_cosh(x)
}

/// The number whose hyperbolic sine is `x`.
#[inline]
pub fn asinh(x: f64) -> f64 {
    pxfm::f_asinh(x)
}

/// Hyperbolic tangent.
#[inline]
pub fn tanh(x: f64) -> f64 {
    pxfm::f_tanh(x)
}

#[cfg(test)]
mod tests;
