//! Element-by-element operators shared by the fixed-size array types.
//!
//! They are plain loops: `array::map` and `array::from_fn` are not always inlined, which makes arithmetic several times
//! slower.

/// Gives a tuple struct over `[T; N]` addition, subtraction, negation, scaling, indexing and conversions.
macro_rules! array_ops {
    ($name:ident, $n:literal) => {
        impl<T: $crate::Real> core::ops::Add for $name<T> {
            type Output = Self;
            #[inline(always)]
            fn add(mut self, other: Self) -> Self {
                for i in 0..$n {
                    self.0[i] += other.0[i];
                }
                self
            }
        }
        impl<T: $crate::Real> core::ops::Sub for $name<T> {
            type Output = Self;
            #[inline(always)]
            fn sub(mut self, other: Self) -> Self {
                for i in 0..$n {
                    self.0[i] -= other.0[i];
                }
                self
            }
        }
        impl<T: $crate::Real> core::ops::Neg for $name<T> {
            type Output = Self;
            #[inline(always)]
            fn neg(mut self) -> Self {
                for x in &mut self.0 {
                    *x = -*x;
                }
                self
            }
        }
        impl<T: $crate::Real> core::ops::Mul<T> for $name<T> {
            type Output = Self;
            #[inline(always)]
            fn mul(mut self, scale: T) -> Self {
                for x in &mut self.0 {
                    *x *= scale;
                }
                self
            }
        }
        impl<T: $crate::Real> core::ops::AddAssign for $name<T> {
            #[inline(always)]
            fn add_assign(&mut self, other: Self) {
                *self = *self + other;
            }
        }
        impl<T: $crate::Real> core::ops::SubAssign for $name<T> {
            #[inline(always)]
            fn sub_assign(&mut self, other: Self) {
                *self = *self - other;
            }
        }
        impl<T: $crate::Real> core::ops::MulAssign<T> for $name<T> {
            #[inline(always)]
            fn mul_assign(&mut self, scale: T) {
                *self = *self * scale;
            }
        }
        array_access!($name, $n);
    };
}

/// Gives a tuple struct over `[T; N]` indexing and conversions from and to the array.
macro_rules! array_access {
    ($name:ident, $n:literal) => {
        impl<T> core::ops::Index<usize> for $name<T> {
            type Output = T;
            #[inline(always)]
            fn index(&self, i: usize) -> &T {
                &self.0[i]
            }
        }
        impl<T> core::ops::IndexMut<usize> for $name<T> {
            #[inline(always)]
            fn index_mut(&mut self, i: usize) -> &mut T {
                &mut self.0[i]
            }
        }
        impl<T> From<[T; $n]> for $name<T> {
            #[inline(always)]
            fn from(array: [T; $n]) -> Self {
                Self(array)
            }
        }
        impl<T> From<$name<T>> for [T; $n] {
            #[inline(always)]
            fn from(wrapped: $name<T>) -> Self {
                wrapped.0
            }
        }
    };
}

pub(crate) use {array_access, array_ops};
