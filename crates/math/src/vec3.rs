//! Three-dimensional vectors.

use crate::array_ops::{array_access, array_ops};
use crate::{MINVAL, Real};

/// A vector in space.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(transparent)]
pub struct Vec3<T = f64>(pub [T; 3]);

array_ops!(Vec3, 3);

impl<T: Real> Vec3<T> {
    /// The zero vector.
    pub const ZERO: Self = Vec3([T::ZERO; 3]);
    /// The unit vector along x.
    pub const X: Self = Vec3([T::ONE, T::ZERO, T::ZERO]);
    /// The unit vector along y.
    pub const Y: Self = Vec3([T::ZERO, T::ONE, T::ZERO]);
    /// The unit vector along z.
    pub const Z: Self = Vec3([T::ZERO, T::ZERO, T::ONE]);

    /// A vector from its coordinates.
    #[inline(always)]
    pub const fn new(x: T, y: T, z: T) -> Self {
        Vec3([x, y, z])
    }

    /// The same value in all three coordinates.
    #[inline(always)]
    pub const fn splat(value: T) -> Self {
        Vec3([value; 3])
    }

    /// A double-precision vector in this scalar type.
    #[inline(always)]
    pub fn from_f64(v: Vec3<f64>) -> Self {
        Vec3(v.0.map(T::from_f64))
    }

    /// Scalar product.
    #[inline(always)]
    pub fn dot(self, other: Self) -> T {
        let ([a0, a1, a2], [b0, b1, b2]) = (self.0, other.0);
        a0 * b0 + a1 * b1 + a2 * b2
    }

    /// Vector product.
    #[inline(always)]
    pub fn cross(self, other: Self) -> Self {
        let ([a0, a1, a2], [b0, b1, b2]) = (self.0, other.0);
        Vec3([a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0])
    }

    /// Length.
    #[inline(always)]
    pub fn norm(self) -> T {
        self.norm_squared().sqrt()
    }

    /// Length squared.
    #[inline(always)]
    pub fn norm_squared(self) -> T {
        self.dot(self)
    }

    /// This vector times a scalar.
    #[inline(always)]
    pub fn scaled(self, scale: T) -> Self {
        self * scale
    }

    /// This vector plus `scale` times another.
    #[inline(always)]
    pub fn add_scaled(self, other: Self, scale: T) -> Self {
        self + other * scale
    }

    /// Coordinate-wise product.
    #[inline(always)]
    pub fn component_mul(self, other: Self) -> Self {
        let ([a0, a1, a2], [b0, b1, b2]) = (self.0, other.0);
        Vec3([a0 * b0, a1 * b1, a2 * b2])
    }

    /// Coordinate-wise minimum.
    #[inline(always)]
    pub fn min(self, other: Self) -> Self {
        let ([a0, a1, a2], [b0, b1, b2]) = (self.0, other.0);
        Vec3([a0.min(b0), a1.min(b1), a2.min(b2)])
    }

    /// Coordinate-wise maximum.
    #[inline(always)]
    pub fn max(self, other: Self) -> Self {
        let ([a0, a1, a2], [b0, b1, b2]) = (self.0, other.0);
        Vec3([a0.max(b0), a1.max(b1), a2.max(b2)])
    }

    /// Coordinate-wise absolute value.
    #[inline(always)]
    pub fn abs(self) -> Self {
        let [x, y, z] = self.0;
        Vec3([x.abs(), y.abs(), z.abs()])
    }

    /// The unit vector along this one, and the length it had. A vector shorter than [`MINVAL`] has no
    /// direction: its unit vector is +x.
    #[inline(always)]
    pub fn normalize_or_x(&self) -> (Self, T) {
        let norm = self.norm();
        let degenerate = norm.lt(T::from_f64(MINVAL));
        let unit = *self * (T::ONE / T::select(degenerate, T::ONE, norm));
        let [x, y, z] = unit.0;
        let chosen = Vec3([
            T::select(degenerate, T::ONE, x),
            T::select(degenerate, T::ZERO, y),
            T::select(degenerate, T::ZERO, z),
        ]);
        (chosen, norm)
    }
}

impl core::ops::Mul<Vec3<f64>> for f64 {
    type Output = Vec3<f64>;
    #[inline(always)]
    fn mul(self, v: Vec3<f64>) -> Vec3<f64> {
        v * self
    }
}

impl core::ops::Div<f64> for Vec3<f64> {
    type Output = Self;
    #[inline(always)]
    fn div(self, by: f64) -> Self {
        let [x, y, z] = self.0;
        Vec3([x / by, y / by, z / by])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cross_product_is_right_handed_and_orthogonal() {
        assert_eq!(Vec3::<f64>::X.cross(Vec3::Y), Vec3::Z);
        let (a, b) = (Vec3::new(1.0, -2.0, 0.5), Vec3::new(0.25, 4.0, -3.0));
        let c = a.cross(b);
        assert!(c.dot(a).abs() < 1e-15 && c.dot(b).abs() < 1e-15);
        let lagrange = a.norm_squared() * b.norm_squared() - f64::powi(a.dot(b), 2);
        assert!((c.norm_squared() - lagrange).abs() < 1e-12);
    }

    #[test]
    fn short_vectors_normalize_to_x() {
        assert_eq!(
            Vec3::new(0.0, 1e-16, 0.0).normalize_or_x(),
            (Vec3::X, 1e-16)
        );
        let (unit, norm) = Vec3::new(0.0, 0.0, -3.0).normalize_or_x();
        assert_eq!((unit, norm), (-Vec3::Z, 3.0));
    }
}
