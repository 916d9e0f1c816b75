//! Unit quaternions as rotations, stored `w x y z`.
//!
//! With q = (w, u): q v q* = v + 2 u x (w v + u x v). Rotation vectors are axis times angle. Conversions pick
//! signs and branches as MuJoCo does, so that compiled orientations agree in sign as well as in value.

use crate::array_ops::array_access;
use crate::{MINVAL, Mat3, Real, Vec3, func};

/// A rotation; the default is no rotation.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(transparent)]
pub struct Quat<T = f64>(pub [T; 4]);

array_access!(Quat, 4);

impl<T: Real> Default for Quat<T> {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl<T: Real> Quat<T> {
    /// No rotation.
    pub const IDENTITY: Self = Quat([T::ONE, T::ZERO, T::ZERO, T::ZERO]);

    /// A quaternion from its components.
    #[inline(always)]
    pub const fn new(w: T, x: T, y: T, z: T) -> Self {
        Quat([w, x, y, z])
    }

    /// A double-precision quaternion in this scalar type.
    #[inline(always)]
    pub fn from_f64(q: Quat<f64>) -> Self {
        Quat(q.0.map(T::from_f64))
    }

    /// The vector part.
    #[inline(always)]
    pub fn vector(self) -> Vec3<T> {
        Vec3([self.0[1], self.0[2], self.0[3]])
    }

    /// Quaternion product: first `other`, then `self`.
    #[allow(
        clippy::should_implement_trait,
        reason = "MuJoCo's name, usable without importing operator traits"
    )]
    #[inline(always)]
    pub fn mul(self, other: Self) -> Self {
        let ([aw, ax, ay, az], [bw, bx, by, bz]) = (self.0, other.0);
        Quat([
            // summed in pairs: two short chains instead of a long one, and the reference's rounding
            (aw * bw - ax * bx) - (ay * by + az * bz),
            (aw * bx + ax * bw) + (ay * bz - az * by),
            (aw * by - ax * bz) + (ay * bw + az * bx),
            (aw * bz + ax * by) + (az * bw - ay * bx),
        ])
    }

    /// Quaternion product as [`Quat::mul`], with the terms of each sum added from left to right: the rounding of the
    /// model compiler.
    #[inline(always)]
    pub fn mul_in_order(self, other: Self) -> Self {
        let ([aw, ax, ay, az], [bw, bx, by, bz]) = (self.0, other.0);
        Quat([
            aw * bw - ax * bx - ay * by - az * bz,
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
        ])
    }

    /// Product with the pure quaternion (0, v).
    #[inline(always)]
    pub fn mul_axis(self, v: Vec3<T>) -> Self {
        self.mul(Quat([T::ZERO, v.0[0], v.0[1], v.0[2]]))
    }

    /// The inverse rotation.
    #[inline(always)]
    pub fn conj(self) -> Self {
        let [w, x, y, z] = self.0;
        Quat([w, -x, -y, -z])
    }

    /// The rotated vector.
    #[inline(always)]
    pub fn rotate(self, v: Vec3<T>) -> Vec3<T> {
        let ([w, x, y, z], [a, b, c]) = (self.0, v.0);
        // w v + u x v, summed from left to right
        let t = Vec3([
            w * a + y * c - z * b,
            w * b + z * a - x * c,
            w * c + x * b - y * a,
        ]);
        v + self.vector().cross(t) * T::from_f64(2.0)
    }

    /// The vector rotated by the inverse.
    #[inline(always)]
    pub fn rotate_inverse(self, v: Vec3<T>) -> Vec3<T> {
        self.conj().rotate(v)
    }

    /// Length in four dimensions.
    #[inline(always)]
    pub fn norm(self) -> T {
        let [w, x, y, z] = self.0;
        ((w * w + x * x) + (y * y + z * z)).sqrt()
    }

    /// This quaternion with unit length. One shorter than [`MINVAL`] becomes the identity; one whose length
    /// is within [`MINVAL`] of one is left untouched.
    #[inline(always)]
    pub fn normalized(self) -> Self {
        let tiny = T::from_f64(MINVAL);
        let norm = self.norm();
        let degenerate = norm.lt(tiny);
        let off = tiny.lt((norm - T::ONE).abs());
        let inverse = T::ONE / T::select(degenerate, T::ONE, norm);
        let scale = T::select(off, inverse, inverse.at(T::ONE));
        let [w, x, y, z] = self.0;
        Quat([
            T::select(degenerate, T::ONE, w * scale),
            T::select(degenerate, T::ZERO, x * scale),
            T::select(degenerate, T::ZERO, y * scale),
            T::select(degenerate, T::ZERO, z * scale),
        ])
    }

    /// Rotation by `angle` radians about a unit axis.
    #[inline(always)]
    pub fn from_axis_angle(axis: Vec3<T>, angle: T) -> Self {
        let (s, c) = (angle * T::from_f64(0.5)).sin_cos();
        let [x, y, z] = axis.0;
        Quat([c, x * s, y * s, z * s])
    }

    /// Rotation by the length of a vector about its direction.
    #[inline(always)]
    pub fn from_rotation_vector(v: Vec3<T>) -> Self {
        let (axis, angle) = v.normalize_or_x();
        Self::from_axis_angle(axis, angle).with_slopes_at_rest(v, angle)
    }

    /// This quaternion, which turns by a vector of the given length, with the slopes of v/2 for one without direction.
    #[inline(always)]
    fn with_slopes_at_rest(self, v: Vec3<T>, length: T) -> Self {
        let rest = length.lt(T::from_f64(MINVAL));
        let half = T::from_f64(0.5);
        let [w, x, y, z] = self.0;
        Quat([
            w,
            T::select(rest, (v.0[0] * half).at(x), x),
            T::select(rest, (v.0[1] * half).at(y), y),
            T::select(rest, (v.0[2] * half).at(z), z),
        ])
    }

    /// The rotation vector, of length at most pi.
    #[inline(always)]
    pub fn to_rotation_vector(self) -> Vec3<T> {
        let two = T::from_f64(2.0);
        let (axis, sine) = self.vector().normalize_or_x();
        let angle = sine.atan2(self.0[0]) * two;
        let pi = T::from_f64(core::f64::consts::PI);
        let short = T::select(pi.lt(angle), angle - (pi + pi), angle);
        let [x, y, z] = (axis * short).0;
        // near no rotation the slopes are those of 2 u / w
        let rest = sine.lt(T::from_f64(MINVAL));
        let [a, b, c] = (self.vector() * (two / self.0[0])).0;
        Vec3([
            T::select(rest, a.at(x), x),
            T::select(rest, b.at(y), y),
            T::select(rest, c.at(z), z),
        ])
    }

    /// The rotation vector r for which `other * exp(r) = self`.
    #[allow(
        clippy::should_implement_trait,
        reason = "MuJoCo's name, usable without importing operator traits"
    )]
    #[inline(always)]
    pub fn sub(self, other: Self) -> Vec3<T> {
        other.conj().mul(self).to_rotation_vector()
    }

    /// The orientation after turning with local angular velocity `v` for a time `dt`.
    #[inline(always)]
    pub fn integrate(self, v: Vec3<T>, dt: T) -> Self {
        let (axis, speed) = v.normalize_or_x();
        let turn = Self::from_axis_angle(axis, speed * dt).with_slopes_at_rest(v * dt, speed);
        self.normalized().mul(turn)
    }

    /// Time derivative of the components under the angular velocity `v` in the outer frame: q' = v q / 2.
    #[inline(always)]
    pub fn derivative(self, v: Vec3<T>) -> Self {
        let spin = Quat([T::ZERO, v.0[0], v.0[1], v.0[2]]);
        let half = T::from_f64(0.5);
        let [w, x, y, z] = spin.mul(self).0;
        Quat([w * half, x * half, y * half, z * half])
    }

    /// The rotation matrix.
    #[inline(always)]
    pub fn to_mat3(self) -> Mat3<T> {
        let [w, x, y, z] = self.0;
        // the order of the sums on the diagonal reproduces reference results to the last bit
        let (ww, xx, yy, zz) = (w * w, x * x, y * y, z * z);
        let two = T::from_f64(2.0);
        Mat3([
            (ww - yy) + (xx - zz),
            two * (x * y - w * z),
            two * (x * z + w * y),
            two * (x * y + w * z),
            (ww + yy) - (xx + zz),
            two * (y * z - w * x),
            two * (x * z - w * y),
            two * (y * z + w * x),
            (ww - yy) - (xx - zz),
        ])
    }

    /// The rotation matrix as [`Quat::to_mat3`], with the diagonal summed from left to right: the rounding of the model
    /// compiler.
    #[inline(always)]
    pub fn to_mat3_in_order(self) -> Mat3<T> {
        let [w, x, y, z] = self.0;
        let (ww, xx, yy, zz) = (w * w, x * x, y * y, z * z);
        let mut m = self.to_mat3();
        m.0[0] = ww + xx - yy - zz;
        m.0[4] = ww - xx + yy - zz;
        m.0[8] = ww - xx - yy + zz;
        m
    }
}

impl Quat<f64> {
    /// The quaternion of a rotation matrix. Its largest component, picked by comparing the diagonal, is
    /// positive.
    pub fn from_mat3(m: &Mat3) -> Self {
        Self::from_mat3_unscaled(m).normalized()
    }

    /// As [`Quat::from_mat3`], without the scaling to unit length that takes out the rounding of the matrix.
    pub fn from_mat3_unscaled(m: &Mat3) -> Self {
        let [xx, xy, xz, yx, yy, yz, zx, zy, zz] = m.0;
        // off-diagonal sums and differences are four times the product of two components
        let half_root = |x: f64| 0.5 * x.sqrt();
        let (dx, dy, dz) = (zy - yz, xz - zx, yx - xy);
        let (sxy, sxz, syz) = (xy + yx, xz + zx, yz + zy);
        let rest = |product: f64, largest: f64| 0.25 * product / largest;
        Quat(if xx + yy + zz > 0.0 {
            let w = half_root(1.0 + xx + yy + zz);
            [w, rest(dx, w), rest(dy, w), rest(dz, w)]
        } else if xx > yy && xx > zz {
            let x = half_root(1.0 + xx - yy - zz);
            [rest(dx, x), x, rest(sxy, x), rest(sxz, x)]
        } else if yy > zz {
            let y = half_root(1.0 - xx + yy - zz);
            [rest(dy, y), rest(sxy, y), y, rest(syz, y)]
        } else {
            let z = half_root(1.0 - xx - yy + zz);
            [rest(dz, z), rest(sxz, z), rest(syz, z), z]
        })
    }

    /// The shortest rotation that takes the z axis to the direction of `dir`: the identity for a vector
    /// without direction, half a turn about x for one along -z.
    pub fn from_z_to(dir: Vec3) -> Self {
        let (dir, length) = dir.normalize_or_x();
        if length < MINVAL {
            return Self::IDENTITY;
        }
        let cosine = dir[2];
        let (axis, sine) = Vec3::Z.cross(dir).normalize_or_x();
        if sine < MINVAL {
            return if cosine < 0.0 {
                Quat([0.0, 1.0, 0.0, 0.0])
            } else {
                Self::IDENTITY
            };
        }
        Self::from_axis_angle(axis, func::atan2(sine, cosine))
    }
}

impl<T: Real> core::ops::Mul for Quat<T> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Quat::mul(self, other)
    }
}

/// All components negated: the same rotation on the other sheet.
impl<T: Real> core::ops::Neg for Quat<T> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        let [w, x, y, z] = self.0;
        Quat([-w, -x, -y, -z])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lanes;

    fn close(a: &[f64], b: &[f64]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(x, y)| (x - y).abs() < 1e-14)
    }

    const A: Quat = Quat([0.5, -0.1, 0.7, 0.3]);
    const B: Quat = Quat([-0.2, 0.9, 0.4, -0.6]);
    const V: Vec3 = Vec3([0.3, -1.2, 2.0]);

    #[test]
    fn rotating_agrees_with_matrices_and_products() {
        let (a, b) = (A.normalized(), B.normalized());
        assert!(close(&a.rotate(V).0, &a.to_mat3().mul_vec(V).0));
        assert!(close(&(a * b).rotate(V).0, &a.rotate(b.rotate(V)).0));
        assert!(close(&a.rotate_inverse(a.rotate(V)).0, &V.0));
        assert!(close(&(a * b).to_mat3().0, &(a.to_mat3() * b.to_mat3()).0));
        assert_eq!(Quat::<f64>::IDENTITY.to_mat3(), Mat3::IDENTITY);
    }

    #[test]
    fn matrices_round_trip_in_every_branch() {
        for largest in 0..4 {
            let mut q = Quat([0.1, -0.2, 0.15, 0.12]);
            q[largest] = 1.0;
            let q = q.normalized();
            assert!(close(&Quat::from_mat3(&q.to_mat3()).0, &q.0));
        }
    }

    #[test]
    fn difference_undoes_integration() {
        let q = A.normalized();
        let r = Vec3::new(0.4, -0.8, 1.1);
        assert!(close(&q.integrate(r, 1.0).sub(q).0, &r.0));
        let long = Quat::from_axis_angle(Vec3::X, 4.0).to_rotation_vector();
        assert!(close(&long.0, &[4.0 - core::f64::consts::TAU, 0.0, 0.0]));
        assert_eq!(q.integrate(Vec3::ZERO, 0.1), q);
    }

    #[test]
    fn z_axis_reaches_its_target() {
        let q = Quat::from_z_to(V);
        assert!(close(&q.rotate(Vec3::Z).0, &(V * (1.0 / V.norm())).0));
        assert_eq!(
            Quat::from_z_to(Vec3::new(0.0, 0.0, -2.0)),
            Quat([0.0, 1.0, 0.0, 0.0])
        );
        assert_eq!(Quat::from_z_to(Vec3::ZERO), Quat::IDENTITY);
    }

    #[test]
    fn derivative_is_the_limit_of_rotation() {
        let (q, h) = (A.normalized(), 1e-6);
        let turned = Quat::from_rotation_vector(V * h) * q;
        let slope: [f64; 4] = core::array::from_fn(|i| (turned[i] - q[i]) / h);
        let exact = q.derivative(V);
        assert!(slope.iter().zip(exact.0).all(|(a, b)| (a - b).abs() < 1e-5));
    }

    #[test]
    fn lanes_match_scalars_including_degenerate_ones() {
        let lanes = [A, Quat([0.0; 4]), Quat::IDENTITY, B];
        let packed = Quat::<Lanes<4>>(core::array::from_fn(|c| Lanes(lanes.map(|q| q[c]))));
        let velocity = Vec3::<Lanes<4>>::from_f64(V);
        let out = packed.integrate(velocity, Lanes::from_f64(0.01));
        for (lane, q) in lanes.into_iter().enumerate() {
            let scalar = q.integrate(V, 0.01);
            assert!((0..4).all(|c| out[c].0[lane] == scalar[c]));
        }
    }
}
