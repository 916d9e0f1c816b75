//! Three-by-three matrices, row-major.

use crate::array_ops::{array_access, array_ops};
use crate::{Real, Vec3};

/// A 3x3 matrix; entry (r, c) is element `3 r + c`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(transparent)]
pub struct Mat3<T = f64>(pub [T; 9]);

array_ops!(Mat3, 9);

impl<T: Real> Mat3<T> {
    /// The zero matrix.
    pub const ZERO: Self = Mat3([T::ZERO; 9]);
    /// The identity.
    pub const IDENTITY: Self = Self::from_diag(Vec3([T::ONE; 3]));

    /// The matrix with these rows.
    #[inline(always)]
    pub const fn from_rows(a: Vec3<T>, b: Vec3<T>, c: Vec3<T>) -> Self {
        Mat3([
            a.0[0], a.0[1], a.0[2], b.0[0], b.0[1], b.0[2], c.0[0], c.0[1], c.0[2],
        ])
    }

    /// The matrix with these columns.
    #[inline(always)]
    pub const fn from_cols(a: Vec3<T>, b: Vec3<T>, c: Vec3<T>) -> Self {
        Mat3([
            a.0[0], b.0[0], c.0[0], a.0[1], b.0[1], c.0[1], a.0[2], b.0[2], c.0[2],
        ])
    }

    /// The diagonal matrix with these entries.
    #[inline(always)]
    pub const fn from_diag(d: Vec3<T>) -> Self {
        let o = T::ZERO;
        Mat3([d.0[0], o, o, o, d.0[1], o, o, o, d.0[2]])
    }

    /// The symmetric matrix given by its diagonal and its entries xy, xz, yz.
    #[inline(always)]
    pub const fn from_symmetric(diag: [T; 3], off: [T; 3]) -> Self {
        let ([xx, yy, zz], [xy, xz, yz]) = (diag, off);
        Mat3([xx, xy, xz, xy, yy, yz, xz, yz, zz])
    }

    /// The matrix of the cross product: `skew(a) * b = a x b`.
    #[inline(always)]
    pub fn skew(a: Vec3<T>) -> Self {
        let [x, y, z] = a.0;
        let o = T::ZERO;
        Mat3([o, -z, y, z, o, -x, -y, x, o])
    }

    /// Row `r`, which must be below three.
    #[inline(always)]
    pub fn row(&self, r: usize) -> Vec3<T> {
        Vec3([self.0[3 * r], self.0[3 * r + 1], self.0[3 * r + 2]])
    }

    /// Column `c`, which must be below three.
    #[inline(always)]
    pub fn col(&self, c: usize) -> Vec3<T> {
        Vec3([self.0[c], self.0[c + 3], self.0[c + 6]])
    }

    /// The diagonal.
    #[inline(always)]
    pub fn diag(&self) -> Vec3<T> {
        Vec3([self.0[0], self.0[4], self.0[8]])
    }

    /// The transpose.
    #[inline(always)]
    pub fn transpose(&self) -> Self {
        Self::from_rows(self.col(0), self.col(1), self.col(2))
    }

    /// Matrix times vector.
    #[inline(always)]
    pub fn mul_vec(&self, v: Vec3<T>) -> Vec3<T> {
        Vec3([self.row(0).dot(v), self.row(1).dot(v), self.row(2).dot(v)])
    }

    /// Transposed matrix times vector.
    #[inline(always)]
    pub fn tr_mul_vec(&self, v: Vec3<T>) -> Vec3<T> {
        Vec3([self.col(0).dot(v), self.col(1).dot(v), self.col(2).dot(v)])
    }

    /// `self * other`.
    #[inline(always)]
    pub fn mul_mat(&self, other: &Self) -> Self {
        Self::from_cols(
            self.mul_vec(other.col(0)),
            self.mul_vec(other.col(1)),
            self.mul_vec(other.col(2)),
        )
    }

    /// `selfᵀ * other`.
    #[inline(always)]
    pub fn tr_mul_mat(&self, other: &Self) -> Self {
        self.transpose().mul_mat(other)
    }

    /// `self * otherᵀ`.
    #[inline(always)]
    pub fn mul_mat_tr(&self, other: &Self) -> Self {
        self.mul_mat(&other.transpose())
    }

    /// The determinant.
    #[inline(always)]
    pub fn determinant(&self) -> T {
        self.row(0).dot(self.row(1).cross(self.row(2)))
    }
}

impl Mat3<f64> {
    /// A right-handed orthonormal frame whose first row points along `x`. The second row is `y_hint` made
    /// orthogonal to `x`; a hint shorter than one half is replaced by +y, or by +z when `x` leans towards y.
    #[inline]
    pub fn frame_from_x(x: Vec3, y_hint: Vec3) -> Self {
        let (x, _) = x.normalize_or_x();
        let hint = match (y_hint.norm_squared() < 0.25, x[1].abs() < 0.5) {
            (false, _) => y_hint,
            (true, true) => Vec3::Y,
            (true, false) => Vec3::Z,
        };
        let (y, _) = (hint - x * x.dot(hint)).normalize_or_x();
        Self::from_rows(x, y, x.cross(y))
    }

    /// The inverse, or nothing when the determinant is zero or not finite.
    pub fn inverse(&self) -> Option<Self> {
        let det = self.determinant();
        if det == 0.0 || !det.is_finite() {
            return None;
        }
        let (a, b, c) = (self.row(0), self.row(1), self.row(2));
        Some(Self::from_cols(b.cross(c), c.cross(a), a.cross(b)) * (1.0 / det))
    }
}

impl<T: Real> core::ops::Mul<Vec3<T>> for Mat3<T> {
    type Output = Vec3<T>;
    #[inline(always)]
    fn mul(self, v: Vec3<T>) -> Vec3<T> {
        self.mul_vec(v)
    }
}

impl<T: Real> core::ops::Mul for Mat3<T> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.mul_mat(&other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Mat3 = Mat3([1.0, 2.0, -1.0, 0.5, -3.0, 4.0, 2.0, 0.0, 1.5]);
    const B: Mat3 = Mat3([0.0, 1.0, 2.0, -2.0, 1.0, 0.25, 3.0, -1.0, 1.0]);

    #[test]
    fn products_agree_with_transposes() {
        let v = Vec3::new(1.0, -2.0, 3.0);
        assert_eq!((A * B) * v, A * (B * v));
        assert_eq!(A.tr_mul_mat(&B), A.transpose() * B);
        assert_eq!(A.mul_mat_tr(&B), A * B.transpose());
        assert_eq!(A.tr_mul_vec(v), A.transpose() * v);
        assert_eq!(Mat3::skew(v) * Vec3::Y, v.cross(Vec3::Y));
    }

    #[test]
    fn determinant_and_inverse() {
        assert!(((A * B).determinant() - A.determinant() * B.determinant()).abs() < 1e-12);
        let unit = A.inverse().map(|inv| inv * A);
        let error = unit.map(|u| {
            (u - Mat3::IDENTITY)
                .0
                .iter()
                .fold(0.0, |m: f64, e| m.max(e.abs()))
        });
        assert!(error.is_some_and(|e| e < 1e-14));
        assert_eq!(Mat3::<f64>::ZERO.inverse(), None);
    }

    #[test]
    fn frames_are_rotations_starting_with_the_normal() {
        for x in [Vec3::new(0.1, 2.0, 0.3), Vec3::new(-1.0, 0.2, 0.0), Vec3::Z] {
            let frame = Mat3::frame_from_x(x, Vec3::ZERO);
            assert!((frame.determinant() - 1.0).abs() < 1e-14);
            assert!((frame.row(0) - x * (1.0 / x.norm())).norm() < 1e-14);
        }
        assert_eq!(Mat3::frame_from_x(Vec3::X, Vec3::ZERO), Mat3::IDENTITY);
    }
}
