//! Dual numbers: forward-mode differentiation.
//!
//! A value v carries its partial derivatives d with respect to N variables, and f(v, d) = (f(v), f'(v) d). Comparisons look at
//! values alone, so that duals take the path of plain numbers and have their values, to the last bit. Where a function has no
//! slope, at the edge of its domain, partials are zero.

use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use crate::Real;

/// A number with its partial derivatives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dual<const N: usize, T = f64> {
    /// The number.
    pub value: T,
    /// Its derivatives with respect to each variable.
    pub partials: [T; N],
}

impl<const N: usize, T: Real> Dual<N, T> {
    /// A number that depends on nothing.
    #[inline(always)]
    pub const fn constant(value: T) -> Self {
        Dual {
            value,
            partials: [T::ZERO; N],
        }
    }

    /// Variable number `index`; beyond the last one, a constant.
    #[inline(always)]
    pub fn variable(value: T, index: usize) -> Self {
        let mut dual = Self::constant(value);
        if let Some(partial) = dual.partials.get_mut(index) {
            *partial = T::ONE;
        }
        dual
    }

    /// A function of this number: its value and its slope there.
    #[inline(always)]
    fn chain(self, value: T, slope: T) -> Self {
        let mut partials = self.partials;
        for d in &mut partials {
            *d *= slope;
        }
        Dual { value, partials }
    }

    /// A function of two numbers: its value and its slopes there.
    #[inline(always)]
    fn chain_two(self, other: Self, value: T, slopes: [T; 2]) -> Self {
        let mut partials = self.partials;
        for i in 0..N {
            partials[i] = partials[i] * slopes[0] + other.partials[i] * slopes[1];
        }
        Dual { value, partials }
    }
}

impl<const N: usize, T: Real> Default for Dual<N, T> {
    fn default() -> Self {
        Self::ZERO
    }
}

impl<const N: usize, T: Real> Neg for Dual<N, T> {
    type Output = Self;
    #[inline(always)]
    fn neg(mut self) -> Self {
        self.value = -self.value;
        for d in &mut self.partials {
            *d = -*d;
        }
        self
    }
}

impl<const N: usize, T: Real> Add for Dual<N, T> {
    type Output = Self;
    #[inline(always)]
    fn add(mut self, other: Self) -> Self {
        self.value += other.value;
        for i in 0..N {
            self.partials[i] += other.partials[i];
        }
        self
    }
}

impl<const N: usize, T: Real> Sub for Dual<N, T> {
    type Output = Self;
    #[inline(always)]
    fn sub(mut self, other: Self) -> Self {
        self.value -= other.value;
        for i in 0..N {
            self.partials[i] -= other.partials[i];
        }
        self
    }
}

impl<const N: usize, T: Real> Mul for Dual<N, T> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.chain_two(other, self.value * other.value, [other.value, self.value])
    }
}

impl<const N: usize, T: Real> Div for Dual<N, T> {
    type Output = Self;
    #[inline(always)]
    fn div(self, other: Self) -> Self {
        let value = self.value / other.value;
        let inverse = T::ONE / other.value;
        self.chain_two(other, value, [inverse, -(value * inverse)])
    }
}

macro_rules! dual_assign {
    ($op:ident $method:ident $plain:ident) => {
        impl<const N: usize, T: Real> $op for Dual<N, T> {
            #[inline(always)]
            fn $method(&mut self, other: Self) {
                *self = self.$plain(other);
            }
        }
    };
}

dual_assign!(AddAssign add_assign add);
dual_assign!(SubAssign sub_assign sub);
dual_assign!(MulAssign mul_assign mul);
dual_assign!(DivAssign div_assign div);

/// `1 / x` where x is positive, zero elsewhere.
#[inline(always)]
fn inverse_of_positive<T: Real>(x: T) -> T {
    let positive = T::ZERO.lt(x);
    T::select(positive, T::ONE / T::select(positive, x, T::ONE), T::ZERO)
}

impl<const N: usize, T: Real> Real for Dual<N, T> {
    type Mask = T::Mask;
    const ZERO: Self = Self::constant(T::ZERO);
    const ONE: Self = Self::constant(T::ONE);

    #[inline(always)]
    fn from_f64(x: f64) -> Self {
        Self::constant(T::from_f64(x))
    }
    #[inline(always)]
    fn mul_add(self, factor: Self, term: Self) -> Self {
        let mut sum = self * factor + term;
        sum.value = self.value.mul_add(factor.value, term.value);
        sum
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        let root = self.value.sqrt();
        self.chain(root, inverse_of_positive(root) * T::from_f64(0.5))
    }
    #[inline(always)]
    fn abs(self) -> Self {
        let slope = T::select(self.value.lt(T::ZERO), -T::ONE, T::ONE);
        self.chain(self.value.abs(), slope)
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self::select(self.lt(other), self, other)
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self::select(other.lt(self), self, other)
    }
    #[inline(always)]
    fn sin_cos(self) -> (Self, Self) {
        let (s, c) = self.value.sin_cos();
        (self.chain(s, c), self.chain(c, -s))
    }
    #[inline(always)]
    fn atan2(self, x: Self) -> Self {
        let (a, b) = (self.value, x.value);
        let scale = inverse_of_positive(a * a + b * b);
        self.chain_two(x, a.atan2(b), [b * scale, -(a * scale)])
    }
    #[inline(always)]
    fn lt(self, other: Self) -> T::Mask {
        self.value.lt(other.value)
    }
    #[inline(always)]
    fn select(mask: T::Mask, yes: Self, no: Self) -> Self {
        let mut chosen = no;
        chosen.value = T::select(mask, yes.value, no.value);
        for i in 0..N {
            chosen.partials[i] = T::select(mask, yes.partials[i], no.partials[i]);
        }
        chosen
    }
    #[inline(always)]
    fn any(mask: T::Mask) -> bool {
        T::any(mask)
    }
    #[inline(always)]
    fn at(self, value: Self) -> Self {
        Dual {
            value: value.value,
            partials: self.partials,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Lanes, Quat, Vec3};

    fn formula<T: Real>(x: T, y: T) -> [T; 8] {
        let (s, c) = x.sin_cos();
        [
            x * y - x / y,
            (x * x + y * y).sqrt(),
            s * y + c / (x + T::from_f64(3.0)),
            y.atan2(x),
            x.min(y) * x.max(y) - x.abs(),
            x.mul_add(y, -x),
            T::select(x.lt(y), x * x, y * y),
            (-x).abs() - y.abs(),
        ]
    }

    #[test]
    fn slopes_are_those_of_differences() {
        let h = 1e-6;
        for (x, y) in [(0.7, -1.3), (-2.0, 0.4), (1.1, 1.2)] {
            let found = formula(Dual::<2>::variable(x, 0), Dual::<2>::variable(y, 1));
            let plain = formula(x, y);
            let (right, left) = (formula(x + h, y), formula(x - h, y));
            let (up, down) = (formula(x, y + h), formula(x, y - h));
            for i in 0..found.len() {
                assert_eq!(found[i].value, plain[i]);
                let slopes = [
                    (right[i] - left[i]) / (2.0 * h),
                    (up[i] - down[i]) / (2.0 * h),
                ];
                for (exact, slope) in found[i].partials.iter().zip(slopes) {
                    assert!((exact - slope).abs() < 1e-8, "{i}: {exact} {slope}");
                }
            }
        }
    }

    #[test]
    fn duals_of_lanes_and_lanes_of_duals_are_duals() {
        let (x, y) = ([0.7, -2.0], [-1.3, 0.4]);
        let of_lanes = formula(
            Dual::<2, Lanes<2>>::variable(Lanes(x), 0),
            Dual::variable(Lanes(y), 1),
        );
        let lanes = formula(
            Lanes(x.map(|x| Dual::<2>::variable(x, 0))),
            Lanes(y.map(|y| Dual::<2>::variable(y, 1))),
        );
        for lane in 0..2 {
            let single = formula(
                Dual::<2>::variable(x[lane], 0),
                Dual::<2>::variable(y[lane], 1),
            );
            for i in 0..single.len() {
                assert_eq!(lanes[i].0[lane], single[i]);
                assert_eq!(of_lanes[i].value.0[lane], single[i].value);
                assert_eq!(of_lanes[i].partials.map(|d| d.0[lane]), single[i].partials);
            }
        }
    }

    /// Three variables with values.
    fn variables(v: Vec3) -> Vec3<Dual<3>> {
        Vec3(core::array::from_fn(|i| Dual::variable(v[i], i)))
    }

    /// Largest difference between the partials of a function of a vector and central differences.
    fn error<const M: usize>(
        at: Vec3,
        dual: impl Fn(Vec3<Dual<3>>) -> [Dual<3>; M],
        plain: impl Fn(Vec3) -> [f64; M],
    ) -> f64 {
        let h = 1e-5;
        let (found, value) = (dual(variables(at)), plain(at));
        let mut worst = 0.0_f64;
        for i in 0..3 {
            let (mut more, mut less) = (at, at);
            more[i] += h;
            less[i] -= h;
            let (more, less) = (plain(more), plain(less));
            for k in 0..M {
                assert_eq!(found[k].value, value[k]);
                let slope = (more[k] - less[k]) / (2.0 * h);
                let off = (found[k].partials[i] - slope).abs();
                assert!(off.is_finite());
                worst = worst.max(off);
            }
        }
        worst
    }

    #[test]
    fn rotations_have_slopes_at_rest_and_in_motion() {
        let q = Quat([0.5, -0.1, 0.7, 0.3]).normalized();
        for v in [
            Vec3::ZERO,
            Vec3::new(0.3, -0.8, 0.2),
            Vec3::new(0.0, 0.0, 1.5),
        ] {
            let integrated = error(
                v,
                |v| Quat::from_f64(q).integrate(v, Dual::from_f64(0.3)).0,
                |v| q.integrate(v, 0.3).0,
            );
            let turned = error(
                v,
                |v| Quat::from_rotation_vector(v).0,
                |v| Quat::from_rotation_vector(v).0,
            );
            let back = error(
                v,
                |v| Quat::from_rotation_vector(v).to_rotation_vector().0,
                |v| Quat::from_rotation_vector(v).to_rotation_vector().0,
            );
            assert!(integrated < 1e-8 && turned < 1e-8 && back < 1e-8);
        }
        // the other sheet
        let back = error(
            Vec3::ZERO,
            |v| (-Quat::from_rotation_vector(v)).to_rotation_vector().0,
            |v| (-Quat::from_rotation_vector(v)).to_rotation_vector().0,
        );
        assert!(back < 1e-8);
    }

    #[test]
    fn unit_quaternions_are_projected_whether_scaled_or_not() {
        for length in [1.0, 1.3] {
            let of = |v: Vec3| {
                Quat([
                    0.5 * length,
                    v[0] - 0.5 * length,
                    v[1] + 0.5 * length,
                    v[2] + 0.5 * length,
                ])
            };
            let worst = error(
                Vec3::ZERO,
                |v| {
                    let [w, x, y, z] = of(Vec3::ZERO).0.map(Dual::from_f64);
                    Quat([w, v.0[0] + x, v.0[1] + y, v.0[2] + z]).normalized().0
                },
                |v| of(v).normalized().0,
            );
            assert!(worst < 1e-8);
        }
        // nothing to go by: constants
        let q = Quat([Dual::<1>::variable(0.0, 0); 4]).normalized();
        assert_eq!(q, Quat::IDENTITY);
        let (x, norm) = Vec3([Dual::<1>::variable(0.0, 0); 3]).normalize_or_x();
        assert_eq!((x, norm), (Vec3::X, Dual::ZERO));
    }
}
