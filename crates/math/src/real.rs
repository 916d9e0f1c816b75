//! The scalar seam: what generic kernels may ask of a number.
//!
//! A [`Real`] can be compared only through masks ([`Real::lt`] and [`Real::select`]), so code written
//! against it has one control flow for all lanes and gives the same bits for `f64`, for [`Lanes`](crate::Lanes) and for the
//! values of [`Dual`](crate::Dual).

use core::fmt::Debug;
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use crate::func;

/// A number, or a small pack of numbers that move together.
pub trait Real:
    Copy
    + Debug
    + Default
    + PartialEq
    + Send
    + Sync
    + 'static
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
    + MulAssign
    + DivAssign
{
    /// The outcome of a comparison, one truth value per lane.
    type Mask: Copy;

    /// Zero.
    const ZERO: Self;
    /// One.
    const ONE: Self;

    /// The nearest representable value, the same in every lane.
    fn from_f64(x: f64) -> Self;
    /// `self * factor + term` with a single rounding, in every lane.
    fn mul_add(self, factor: Self, term: Self) -> Self;
    /// Square root.
    fn sqrt(self) -> Self;
    /// Absolute value.
    fn abs(self) -> Self;
    /// The smaller of two values.
    fn min(self, other: Self) -> Self;
    /// The larger of two values.
    fn max(self, other: Self) -> Self;
    /// Sine and cosine of an angle in radians.
    fn sin_cos(self) -> (Self, Self);
    /// The angle of the point (`x`, `self`), in (-pi, pi].
    fn atan2(self, x: Self) -> Self;
    /// Where `self < other`.
    fn lt(self, other: Self) -> Self::Mask;
    /// `yes` where the mask holds and `no` elsewhere; both are already computed.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;
    /// Whether the mask holds in any lane: for work that is rarely needed and changes nothing in the other lanes.
    fn any(mask: Self::Mask) -> bool;
    /// `value`, with the slopes of `self` where numbers have slopes. Mends derivatives where a formula falls back on a constant.
    fn at(self, value: Self) -> Self;

    /// Sine of an angle in radians.
    #[inline(always)]
    fn sin(self) -> Self {
        self.sin_cos().0
    }

    /// Cosine of an angle in radians.
    #[inline(always)]
    fn cos(self) -> Self {
        self.sin_cos().1
    }
}

macro_rules! scalar_real {
    ($float:ty, $sin_cos:path, $atan2:path) => {
        impl Real for $float {
            type Mask = bool;
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;

            #[inline(always)]
            fn from_f64(x: f64) -> Self {
                x as $float
            }
            #[inline(always)]
            fn mul_add(self, factor: Self, term: Self) -> Self {
                <$float>::mul_add(self, factor, term)
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                <$float>::sqrt(self)
            }
            #[inline(always)]
            fn abs(self) -> Self {
                <$float>::abs(self)
            }
            #[inline(always)]
            fn min(self, other: Self) -> Self {
                if self < other { self } else { other }
            }
            #[inline(always)]
            fn max(self, other: Self) -> Self {
                if self > other { self } else { other }
            }
            #[inline(always)]
            fn sin_cos(self) -> (Self, Self) {
                $sin_cos(self)
            }
            #[inline(always)]
            fn atan2(self, x: Self) -> Self {
                $atan2(self, x)
            }
            #[inline(always)]
            fn lt(self, other: Self) -> bool {
                self < other
            }
            #[inline(always)]
            fn select(mask: bool, yes: Self, no: Self) -> Self {
                if mask { yes } else { no }
            }
            #[inline(always)]
            fn any(mask: bool) -> bool {
                mask
            }
            #[inline(always)]
            fn at(self, value: Self) -> Self {
                value
            }
        }
    };
}

scalar_real!(f64, func::sin_cos, func::atan2);
scalar_real!(f32, sin_cos_single, atan2_single);

/// Single precision by way of double.
#[inline(always)]
fn sin_cos_single(x: f32) -> (f32, f32) {
    let (s, c) = func::sin_cos(f64::from(x));
    (s as f32, c as f32)
}

#[inline(always)]
fn atan2_single(y: f32, x: f32) -> f32 {
    func::atan2(f64::from(y), f64::from(x)) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lanes;

    fn horner<T: Real>(x: T) -> T {
        let y = (x * x + T::ONE).sqrt() - x.sin() / (x.cos().abs() + T::from_f64(2.0));
        T::select(y.lt(x), x.min(y).atan2(x), -x.max(y))
    }

    #[test]
    fn lanes_give_the_bits_of_scalars() {
        let xs = [-1.5, 0.0, 0.3, 7.25];
        let packed = horner(Lanes(xs));
        for (lane, x) in xs.into_iter().enumerate() {
            assert_eq!(packed.0[lane], horner(x));
        }
    }

    #[test]
    fn single_precision_follows_double() {
        assert!((f64::from(horner(0.7_f32)) - horner(0.7_f64)).abs() < 1e-6);
    }
}
