//! Spatial algebra with rotation first: motions (w, v), forces (t, f) and compact inertias.
//!
//! All quantities are expressed in one frame orientation and about one point. In the engine that point is the
//! centre of mass of the kinematic subtree (the "com-based" frame of MuJoCo's `c…` arrays).
//!
//! - motion x motion: (w x m, w x n + v x m)
//! - motion x* force: (w x t + v x f, w x f)
//! - inertia * motion: (J w + h x v, m v - h x w), with h the mass times the offset of the centre of mass

use crate::array_ops::{array_access, array_ops};
use crate::{Mat3, Real, Vec3};

/// A spatial motion vector: angular part, then linear part.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(transparent)]
pub struct Motion<T = f64>(pub [T; 6]);

/// A spatial force vector: torque, then force.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(transparent)]
pub struct Force<T = f64>(pub [T; 6]);

/// A rigid-body inertia about a point: rotational entries xx, yy, zz, xy, xz, yz; mass times offset x, y, z;
/// mass.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(transparent)]
pub struct Inertia10<T = f64>(pub [T; 10]);

array_ops!(Motion, 6);
array_ops!(Force, 6);
array_ops!(Inertia10, 10);

macro_rules! pair_of_vectors {
    ($name:ident, $first:ident, $second:ident, $first_doc:literal, $second_doc:literal) => {
        impl<T: Real> $name<T> {
            /// The zero vector.
            pub const ZERO: Self = $name([T::ZERO; 6]);

            #[doc = concat!("From the ", $first_doc, " and the ", $second_doc, ".")]
            #[inline(always)]
            pub const fn from_parts($first: Vec3<T>, $second: Vec3<T>) -> Self {
                let (a, b) = ($first.0, $second.0);
                $name([a[0], a[1], a[2], b[0], b[1], b[2]])
            }

            #[doc = concat!("The ", $first_doc, ".")]
            #[inline(always)]
            pub fn $first(self) -> Vec3<T> {
                Vec3([self.0[0], self.0[1], self.0[2]])
            }

            #[doc = concat!("The ", $second_doc, ".")]
            #[inline(always)]
            pub fn $second(self) -> Vec3<T> {
                Vec3([self.0[3], self.0[4], self.0[5]])
            }

            /// This vector plus `scale` times another.
            #[inline(always)]
            pub fn add_scaled(self, other: Self, scale: T) -> Self {
                self + other * scale
            }

            /// The same vector in axes given as the columns of `frame`.
            #[inline(always)]
            pub fn in_frame(self, frame: &Mat3<T>) -> Self {
                Self::from_parts(
                    frame.tr_mul_vec(self.$first()),
                    frame.tr_mul_vec(self.$second()),
                )
            }
        }
    };
}

pair_of_vectors!(Motion, angular, linear, "angular part", "linear part");
pair_of_vectors!(Force, torque, force, "torque", "force");

impl<T: Real> Motion<T> {
    /// Rotation about a unit axis; `to_reference` leads from a point on the axis to the reference point.
    #[inline(always)]
    pub fn hinge(axis: Vec3<T>, to_reference: Vec3<T>) -> Self {
        Self::from_parts(axis, axis.cross(to_reference))
    }

    /// Translation along a unit axis.
    #[inline(always)]
    pub fn slide(axis: Vec3<T>) -> Self {
        Self::from_parts(Vec3::ZERO, axis)
    }

    /// Rate of change of `other` when it is carried along by this motion.
    #[inline(always)]
    pub fn cross_motion(self, other: Self) -> Self {
        let (w, v) = (self.angular(), self.linear());
        let (m, n) = (other.angular(), other.linear());
        Self::from_parts(w.cross(m), w.cross(n) + v.cross(m))
    }

    /// Rate of change of a force when it is carried along by this motion.
    #[inline(always)]
    pub fn cross_force(self, other: Force<T>) -> Force<T> {
        let (w, v) = (self.angular(), self.linear());
        let (t, f) = (other.torque(), other.force());
        Force::from_parts(w.cross(t) + v.cross(f), w.cross(f))
    }

    /// Power of a force along this motion.
    #[inline(always)]
    pub fn dot(self, force: Force<T>) -> T {
        force.dot(self)
    }

    /// The same motion about a reference point moved by `offset`.
    #[inline(always)]
    pub fn about(self, offset: Vec3<T>) -> Self {
        Self::from_parts(self.angular(), self.linear() - offset.cross(self.angular()))
    }
}

impl<T: Real> Force<T> {
    /// Power of this force along a motion.
    #[inline(always)]
    pub fn dot(self, motion: Motion<T>) -> T {
        let (a, b) = (self.0, motion.0);
        a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] + a[4] * b[4] + a[5] * b[5]
    }

    /// The same force about a reference point moved by `offset`.
    #[inline(always)]
    pub fn about(self, offset: Vec3<T>) -> Self {
        Self::from_parts(self.torque() - offset.cross(self.force()), self.force())
    }
}

impl<T: Real> Inertia10<T> {
    /// No mass.
    pub const ZERO: Self = Inertia10([T::ZERO; 10]);

    /// The inertia of a body about a reference point: `principal` moments along the columns of `axes`, and
    /// `offset` from the reference point to the body's centre of mass.
    #[inline(always)]
    pub fn from_principal(principal: Vec3<T>, axes: &Mat3<T>, offset: Vec3<T>, mass: T) -> Self {
        let (a, b, c) = (axes.row(0), axes.row(1), axes.row(2));
        let (ia, ib) = (a.component_mul(principal), b.component_mul(principal));
        let ic = c.component_mul(principal);
        let [x, y, z] = offset.0;
        let h = offset * mass;
        Inertia10([
            a.dot(ia) + mass * (y * y + z * z),
            b.dot(ib) + mass * (x * x + z * z),
            c.dot(ic) + mass * (x * x + y * y),
            a.dot(ib) - h.0[0] * y,
            a.dot(ic) - h.0[0] * z,
            b.dot(ic) - h.0[1] * z,
            h.0[0],
            h.0[1],
            h.0[2],
            mass,
        ])
    }

    /// The rotational part as a matrix.
    #[inline(always)]
    pub fn rotational(&self) -> Mat3<T> {
        let [xx, yy, zz, xy, xz, yz, ..] = self.0;
        Mat3::from_symmetric([xx, yy, zz], [xy, xz, yz])
    }

    /// The momentum of this body under a motion.
    #[inline(always)]
    pub fn mul(&self, motion: Motion<T>) -> Force<T> {
        let (w, v) = (motion.angular(), motion.linear());
        let h = Vec3([self.0[6], self.0[7], self.0[8]]);
        Force::from_parts(
            self.rotational() * w + h.cross(v),
            v * self.0[9] - h.cross(w),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Quat;

    const M: Motion = Motion([0.3, -0.2, 0.9, 1.0, 0.4, -0.7]);
    const N: Motion = Motion([-1.1, 0.6, 0.2, 0.5, -0.3, 0.8]);
    const F: Force = Force([0.7, 0.1, -0.4, 2.0, -1.5, 0.3]);
    const OFFSET: Vec3 = Vec3([0.2, -0.5, 0.35]);

    fn body() -> (Mat3, Inertia10) {
        let axes = Quat([0.7, 0.1, -0.3, 0.4]).normalized().to_mat3();
        (
            axes,
            Inertia10::from_principal(Vec3([0.3, 0.2, 0.15]), &axes, OFFSET, 2.5),
        )
    }

    #[test]
    fn the_two_cross_products_are_adjoint() {
        let power = M.cross_motion(N).dot(F) + N.dot(M.cross_force(F));
        assert!(power.abs() < 1e-14);
        assert_eq!(M.cross_motion(M), Motion::ZERO);
    }

    #[test]
    fn power_does_not_depend_on_the_reference_point() {
        assert!((M.about(OFFSET).dot(F.about(OFFSET)) - M.dot(F)).abs() < 1e-14);
        let frame = Quat([0.1, 0.5, 0.2, -0.4]).normalized().to_mat3();
        assert!((M.in_frame(&frame).dot(F.in_frame(&frame)) - M.dot(F)).abs() < 1e-14);
    }

    #[test]
    fn momentum_matches_the_two_body_formulas() {
        let (axes, inertia) = body();
        let spin = axes
            * (axes
                .tr_mul_vec(M.angular())
                .component_mul(Vec3([0.3, 0.2, 0.15])));
        let velocity_of_com = M.linear() + M.angular().cross(OFFSET);
        let momentum = velocity_of_com * 2.5;
        let expected = Force::from_parts(spin + OFFSET.cross(momentum), momentum);
        let got = inertia.mul(M);
        assert!((0..6).all(|i| (got[i] - expected[i]).abs() < 1e-14));
        assert!((inertia.mul(M).dot(N) - inertia.mul(N).dot(M)).abs() < 1e-14);
    }

    #[test]
    fn a_hinge_leaves_its_own_axis_at_rest() {
        let axis = Vec3::new(0.6, 0.0, 0.8);
        let to_reference = Vec3::new(0.3, 1.0, -0.2);
        let at_axis = Motion::hinge(axis, to_reference).about(-to_reference);
        assert!(at_axis.linear().norm() < 1e-15);
    }
}
