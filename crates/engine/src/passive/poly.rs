//! Springs with polynomial coefficients.

/// The coefficient c of a force -c(x) x: linear + p₀ x + p₁ x².
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
            let slope =
                ((x + h) * POLY.coefficient(x + h) - (x - h) * POLY.coefficient(x - h)) / (2.0 * h);
            assert!((slope - POLY.slope(x)).abs() < 1e-8);
        }
    }
}
