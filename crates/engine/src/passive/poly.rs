//! Springs and dampers with polynomial coefficients.

/// The coefficient c of a force -c(x) x: linear + p₀ x + p₁ x². A damper takes |x| in the odd term, so that its force is
/// an odd function.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Poly {
    /// Constant part of the coefficient: the linear part of the force.
    pub linear: f64,
    /// The coefficients of x and x².
    pub higher: [f64; 2],
}

impl Poly {
    /// True if there is no force at all.
    #[inline]
    pub fn is_zero(&self) -> bool {
        self.linear == 0.0 && self.higher == [0.0; 2]
    }

    /// The coefficient c(x).
    #[inline]
    pub fn coefficient(&self, x: f64) -> f64 {
        self.linear + x * (self.higher[0] + x * self.higher[1])
    }

    /// d (x c(x)) / dx.
    #[inline]
    pub fn slope(&self, x: f64) -> f64 {
        self.linear + x * (2.0 * self.higher[0] + x * (3.0 * self.higher[1]))
    }

    /// The integral of x c(x) from zero.
    #[inline]
    pub fn potential(&self, x: f64) -> f64 {
        let cubic = self.higher[0] / 3.0 + x * (self.higher[1] / 4.0);
        x * x * (0.5 * self.linear + x * cubic)
    }

    /// The force of a damper at a velocity.
    #[inline]
    pub fn damping_force(&self, velocity: f64) -> f64 {
        -velocity * self.coefficient(velocity.abs())
    }

    /// Minus the derivative of the force of a damper.
    #[inline]
    pub fn damping_slope(&self, velocity: f64) -> f64 {
        self.slope(velocity.abs())
    }

    /// Adds `scale` times another polynomial.
    #[inline]
    pub fn add_scaled(&mut self, other: &Self, scale: f64) {
        self.linear += scale * other.linear;
        self.higher[0] += scale * other.higher[0];
        self.higher[1] += scale * other.higher[1];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POLY: Poly = Poly {
        linear: 2.0,
        higher: [-0.5, 3.0],
    };

    #[test]
    fn the_force_is_the_slope_of_the_potential() {
        for x in [-0.7, 0.0, 0.4, 1.3] {
            let h = 1e-5;
            let force = (POLY.potential(x + h) - POLY.potential(x - h)) / (2.0 * h);
            assert!((force - x * POLY.coefficient(x)).abs() < 1e-8);
            let slope = ((x + h) * POLY.coefficient(x + h) - (x - h) * POLY.coefficient(x - h))
                / (2.0 * h);
            assert!((slope - POLY.slope(x)).abs() < 1e-8);
        }
    }

    #[test]
    fn damping_is_odd() {
        assert_eq!(POLY.damping_force(0.6), -POLY.damping_force(-0.6));
        assert_eq!(POLY.damping_slope(0.6), POLY.damping_slope(-0.6));
    }
}
