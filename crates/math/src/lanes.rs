//! Several numbers side by side.

use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use crate::Real;

/// `N` numbers that undergo the same operations, element by element.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(transparent)]
pub struct Lanes<const N: usize, T = f64>(pub [T; N]);

impl<const N: usize, T: Real<Mask = bool>> Default for Lanes<N, T> {
    fn default() -> Self {
        Self::ZERO
    }
}

impl<const N: usize, T: Real<Mask = bool>> Lanes<N, T> {
    #[inline(always)]
    fn map(mut self, f: impl Fn(T) -> T) -> Self {
        for x in &mut self.0 {
            *x = f(*x);
        }
        self
    }

    #[inline(always)]
    fn zip(mut self, other: Self, f: impl Fn(T, T) -> T) -> Self {
        for (x, y) in self.0.iter_mut().zip(other.0) {
            *x = f(*x, y);
        }
        self
    }
}

macro_rules! lanes_operator {
    ($op:ident $method:ident $assign:ident $assign_method:ident) => {
        impl<const N: usize, T: Real<Mask = bool>> $op for Lanes<N, T> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                self.zip(other, |a, b| a.$method(b))
            }
        }
        impl<const N: usize, T: Real<Mask = bool>> $assign for Lanes<N, T> {
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

impl<const N: usize, T: Real<Mask = bool>> Neg for Lanes<N, T> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        self.map(|a| -a)
    }
}

impl<const N: usize, T: Real<Mask = bool>> Real for Lanes<N, T> {
    type Mask = [bool; N];
    const ZERO: Self = Lanes([T::ZERO; N]);
    const ONE: Self = Lanes([T::ONE; N]);

    #[inline(always)]
    fn from_f64(x: f64) -> Self {
        Lanes([T::from_f64(x); N])
    }
    #[inline(always)]
    fn mul_add(mut self, factor: Self, term: Self) -> Self {
        for i in 0..N {
            self.0[i] = self.0[i].mul_add(factor.0[i], term.0[i]);
        }
        self
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        self.map(T::sqrt)
    }
    #[inline(always)]
    fn abs(self) -> Self {
        self.map(T::abs)
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        self.zip(other, T::min)
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        self.zip(other, T::max)
    }
    #[inline(always)]
    fn sin_cos(self) -> (Self, Self) {
        let (mut sines, mut cosines) = (self, self);
        for i in 0..N {
            (sines.0[i], cosines.0[i]) = self.0[i].sin_cos();
        }
        (sines, cosines)
    }
    #[inline(always)]
    fn atan2(self, x: Self) -> Self {
        self.zip(x, T::atan2)
    }
    #[inline(always)]
    fn lt(self, other: Self) -> [bool; N] {
        let mut mask = [false; N];
        for (i, less) in mask.iter_mut().enumerate() {
            *less = self.0[i].lt(other.0[i]);
        }
        mask
    }
    #[inline(always)]
    fn select(mask: [bool; N], yes: Self, no: Self) -> Self {
        let mut chosen = no;
        for (i, x) in chosen.0.iter_mut().enumerate() {
            *x = T::select(mask[i], yes.0[i], no.0[i]);
        }
        chosen
    }
    #[inline(always)]
    fn any(mask: [bool; N]) -> bool {
        mask.contains(&true)
    }
    #[inline(always)]
    fn at(self, value: Self) -> Self {
        self.zip(value, T::at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formula<T: Real>(x: T) -> T {
        let y = (x * x + T::ONE).sqrt() - x.sin() / (x.cos().abs() + T::from_f64(2.0));
        let z = y.mul_add(x, T::from_f64(0.1));
        T::select(y.lt(x), x.min(y).atan2(z), z - x.max(y))
    }

    #[test]
    fn lanes_of_both_precisions_give_the_bits_of_scalars() {
        let xs = [-1.5, 0.0, 0.3, 7.25];
        let packed = formula(Lanes(xs));
        let single = formula(Lanes(xs.map(|x| x as f32)));
        for (lane, x) in xs.into_iter().enumerate() {
            assert_eq!(packed.0[lane], formula(x));
            assert_eq!(single.0[lane], formula(x as f32));
        }
    }
}
