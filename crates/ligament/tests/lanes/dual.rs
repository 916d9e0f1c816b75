//! Dual numbers x + ε x′ with ε² = 0: a value and its derivative along one direction.

use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use ligament::math::Real;

/// A value and its slope. Comparisons look at the value.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Dual {
    pub value: f64,
    pub slope: f64,
}

impl Dual {
    pub const fn new(value: f64, slope: f64) -> Self {
        Self { value, slope }
    }
}

impl Add for Dual {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.value + other.value, self.slope + other.slope)
    }
}

impl Sub for Dual {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(self.value - other.value, self.slope - other.slope)
    }
}

impl Mul for Dual {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let slope = self.slope * other.value + self.value * other.slope;
        Self::new(self.value * other.value, slope)
    }
}

impl Div for Dual {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        let value = self.value / other.value;
        Self::new(value, (self.slope - value * other.slope) / other.value)
    }
}

impl Neg for Dual {
    type Output = Self;
    fn neg(self) -> Self {
        Self::new(-self.value, -self.slope)
    }
}

impl AddAssign for Dual {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Dual {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl MulAssign for Dual {
    fn mul_assign(&mut self, other: Self) {
        *self = *self * other;
    }
}

impl DivAssign for Dual {
    fn div_assign(&mut self, other: Self) {
        *self = *self / other;
    }
}

impl Real for Dual {
    type Mask = bool;
    const ZERO: Self = Self::new(0.0, 0.0);
    const ONE: Self = Self::new(1.0, 0.0);

    fn from_f64(x: f64) -> Self {
        Self::new(x, 0.0)
    }
    fn mul_add(self, factor: Self, term: Self) -> Self {
        let slope = self.slope * factor.value + self.value * factor.slope + term.slope;
        Self::new(f64::mul_add(self.value, factor.value, term.value), slope)
    }
    fn sqrt(self) -> Self {
        let root = self.value.sqrt();
        // the length of nothing does not change to first order in a direction that leaves it nothing
        let slope = if self.slope == 0.0 {
            0.0
        } else {
            0.5 * self.slope / root
        };
        Self::new(root, slope)
    }
    fn abs(self) -> Self {
        if self.value < 0.0 { -self } else { self }
    }
    fn min(self, other: Self) -> Self {
        if self.value < other.value {
            self
        } else {
            other
        }
    }
    fn max(self, other: Self) -> Self {
        if self.value > other.value {
            self
        } else {
            other
        }
    }
    fn sin_cos(self) -> (Self, Self) {
        let (sin, cos) = Real::sin_cos(self.value);
        (
            Self::new(sin, cos * self.slope),
            Self::new(cos, -sin * self.slope),
        )
    }
    fn atan2(self, x: Self) -> Self {
        let square = self.value * self.value + x.value * x.value;
        let slope = (x.value * self.slope - self.value * x.slope) / square;
        Self::new(Real::atan2(self.value, x.value), slope)
    }
    fn lt(self, other: Self) -> bool {
        self.value < other.value
    }
    fn select(mask: bool, yes: Self, no: Self) -> Self {
        if mask { yes } else { no }
    }
    fn any(mask: bool) -> bool {
        mask
    }
}
