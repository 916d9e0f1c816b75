//! The scalar seam: what generic kernels may ask of a number.
//!
//! A [`Real`] can be compared only through masks ([`Real::lt`] and [`Real::select`]), so code written
//! against it has one control flow for all lanes and gives the same bits for `f64` and for [`Lanes`].

use core::fmt::Debug;
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

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
    ($float:ty) => {
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
                <$float>::sin_cos(self)
            }
            #[inline(always)]
            fn atan2(self, x: Self) -> Self {
                <$float>::atan2(self, x)
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
        }
    };
}

scalar_real!(f64);
scalar_real!(f32);

/// `N` numbers that undergo the same operations, element by element.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(transparent)]
pub struct Lanes<const N: usize>(pub [f64; N]);

impl<const N: usize> Default for Lanes<N> {
    fn default() -> Self {
        Self::ZERO
    }
}

impl<const N: usize> Lanes<N> {
    #[inline(always)]
    fn map(mut self, f: impl Fn(f64) -> f64) -> Self {
        for x in &mut self.0 {
            *x = f(*x);
        }
        self
    }

    #[inline(always)]
    fn zip(mut self, other: Self, f: impl Fn(f64, f64) -> f64) -> Self {
        for (x, y) in self.0.iter_mut().zip(other.0) {
            *x = f(*x, y);
        }
        self
    }
}

macro_rules! lanes_operator {
    ($op:ident $method:ident $assign:ident $assign_method:ident) => {
        impl<const N: usize> $op for Lanes<N> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                self.zip(other, |a, b| a.$method(b))
            }
        }
        impl<const N: usize> $assign for Lanes<N> {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                *self = self.$method(other);
            }
        }
    };
}

lanes_operator!(Add add AddAssign add_assign);
lanes_operator!(Sub sub SubAssign sub_assign);
lanes_operator!(Mul mul MulAssign mul_assign);
lanes_operator!(Div div DivAssign div_assign);

impl<const N: usize> Neg for Lanes<N> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        self.map(|a| -a)
    }
}

impl<const N: usize> Real for Lanes<N> {
    type Mask = [bool; N];
    const ZERO: Self = Lanes([0.0; N]);
    const ONE: Self = Lanes([1.0; N]);

    #[inline(always)]
    fn from_f64(x: f64) -> Self {
        Lanes([x; N])
    }
    #[inline(always)]
    fn mul_add(mut self, factor: Self, term: Self) -> Self {
        for i in 0..N {
            self.0[i] = f64::mul_add(self.0[i], factor.0[i], term.0[i]);
        }
        self
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        self.map(f64::sqrt)
    }
    #[inline(always)]
    fn abs(self) -> Self {
        self.map(f64::abs)
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        self.zip(other, Real::min)
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        self.zip(other, Real::max)
    }
    #[inline(always)]
    fn sin_cos(self) -> (Self, Self) {
        let pairs = self.0.map(f64::sin_cos);
        (Lanes(pairs.map(|p| p.0)), Lanes(pairs.map(|p| p.1)))
    }
    #[inline(always)]
    fn atan2(self, x: Self) -> Self {
        self.zip(x, f64::atan2)
    }
    #[inline(always)]
    fn lt(self, other: Self) -> [bool; N] {
        let mut mask = [false; N];
        for (i, less) in mask.iter_mut().enumerate() {
            *less = self.0[i] < other.0[i];
        }
        mask
    }
    #[inline(always)]
    fn select(mask: [bool; N], yes: Self, no: Self) -> Self {
        let mut chosen = no;
        for (i, x) in chosen.0.iter_mut().enumerate() {
            if mask[i] {
                *x = yes.0[i];
            }
        }
        chosen
    }
    #[inline(always)]
    fn any(mask: [bool; N]) -> bool {
        mask.contains(&true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
