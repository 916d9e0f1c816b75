//! Quadratic programs with bounds: minimize ½ xᵀ H x + gᵀ x with lower ≤ x ≤ upper.
//!
//! Projected Newton steps: coordinates at a bound that the gradient pushes against are held, the others go towards the minimum
//! of their subspace, clamped to the box, as far as Armijo's rule accepts.

use super::{cholesky_factor, cholesky_solve, dot};
use crate::MINVAL;

const MAX_STEPS: usize = 100;
/// Squared norm of the gradient of free coordinates that counts as zero.
const FLAT: f64 = 1e-16;
const SHRINK: f64 = 0.5;
const SHORTEST: f64 = 1e-22;
/// Share of the improvement that the slope promises, which a step must have.
const ARMIJO: f64 = 0.1;

/// A quadratic program with bounds. Only the lower triangle of the Hessian is read.
#[derive(Clone, Copy, Debug)]
pub struct BoxQp<'a> {
    /// Row-major, of the order of the gradient.
    pub hessian: &'a [f64],
    /// The gradient at zero.
    pub gradient: &'a [f64],
    /// Lower bounds, below the upper ones.
    pub lower: Option<&'a [f64]>,
    /// Upper bounds.
    pub upper: Option<&'a [f64]>,
}

impl BoxQp<'_> {
    fn clamp(&self, x: &mut [f64]) {
        if let Some(lower) = self.lower {
            x.iter_mut().zip(lower).for_each(|(x, l)| *x = x.max(*l));
        }
        if let Some(upper) = self.upper {
            x.iter_mut().zip(upper).for_each(|(x, u)| *x = x.min(*u));
        }
    }

    /// H x + g.
    fn slope(&self, x: &[f64]) -> Vec<f64> {
        let n = self.gradient.len();
        let mut out = self.gradient.to_vec();
        for i in 0..n {
            let row = &self.hessian[n * i..n * i + i];
            out[i] += self.hessian[n * i + i] * x[i] + dot(row, x);
            for (o, h) in out.iter_mut().zip(row) {
                *o += h * x[i];
            }
        }
        out
    }

    /// The objective at a point with a known slope, ½ xᵀ (H x + g) + ½ gᵀ x.
    fn value(&self, x: &[f64], slope: &[f64]) -> f64 {
        0.5 * (dot(x, slope) + dot(x, self.gradient))
    }

    /// True if a coordinate is at a bound and would leave the box.
    fn held(&self, i: usize, x: f64, slope: f64) -> bool {
        let at = |bound: Option<&[f64]>| bound.is_some_and(|b| b[i] == x);
        (at(self.lower) && slope > 0.0) || (at(self.upper) && slope < 0.0)
    }

    /// Finds the minimum from a first guess `x`. Writes the free coordinates to `index` and the Cholesky factor of their
    /// Hessian to the start of `factor`, both of which have room for all. Returns how many coordinates are free; none if
    /// the Hessian is not positive definite.
    pub fn solve(&self, x: &mut [f64], factor: &mut [f64], index: &mut [i32]) -> Option<usize> {
        let n = self.gradient.len();
        self.clamp(x);
        let mut free: Vec<usize> = Vec::new();
        for step in 0..MAX_STEPS {
            let slope = self.slope(x);
            let value = self.value(x, &slope);
            let now: Vec<usize> = (0..n).filter(|&i| !self.held(i, x[i], slope[i])).collect();
            for (to, &i) in index.iter_mut().zip(&now) {
                *to = i as i32;
            }
            if now.is_empty() {
                return Some(0);
            }
            if step == 0 || now != free {
                free = now;
                if !self.factor(&free, factor) {
                    return None;
                }
            }
            let mut newton: Vec<f64> = free.iter().map(|&i| slope[i]).collect();
            if dot(&newton, &newton) < FLAT {
                return Some(free.len());
            }
            cholesky_solve(factor, free.len(), &mut newton);
            let promise: f64 = free.iter().zip(&newton).map(|(&i, s)| -s * slope[i]).sum();
            // also where the slope is not a number
            if promise >= 0.0 || promise.is_nan() {
                return None;
            }
            let mut length = 1.0;
            let accepted = loop {
                let mut candidate = x.to_vec();
                for (&i, s) in free.iter().zip(&newton) {
                    candidate[i] -= length * s;
                }
                self.clamp(&mut candidate);
                let reached = self.value(&candidate, &self.slope(&candidate));
                length *= SHRINK;
                let short = length < SHORTEST;
                if short || reached - value <= ARMIJO * length * promise {
                    x.copy_from_slice(&candidate);
                    break !short;
                }
            };
            if !accepted {
                break;
            }
        }
        Some(free.len())
    }

    /// Factors the Hessian of the free coordinates; false if it is not positive definite.
    fn factor(&self, free: &[usize], factor: &mut [f64]) -> bool {
        let (n, count) = (self.gradient.len(), free.len());
        for (i, &row) in free.iter().enumerate() {
            for (j, &column) in free[..=i].iter().enumerate() {
                factor[i * count + j] = self.hessian[row * n + column];
            }
        }
        cholesky_factor(factor, count, MINVAL) == count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gradients vanish in the interior and push outwards at bounds.
    #[test]
    fn the_minimum_obeys_its_conditions() {
        let n = 6;
        let mut hessian = vec![0.0; n * n];
        for i in 0..n {
            for j in 0..n {
                let (a, b) = (i as f64 + 1.0, j as f64 + 1.0);
                hessian[i * n + j] = (a * b).sin() * 0.3 + (b * a).cos() * 0.2;
            }
            hessian[i * n + i] += 4.0;
        }
        let gradient: Vec<f64> = (0..n).map(|i| 3.0 * (1.7 * i as f64).cos()).collect();
        let (lower, upper) = (vec![-0.4; n], vec![0.5; n]);
        let p = BoxQp {
            hessian: &hessian,
            gradient: &gradient,
            lower: Some(&lower),
            upper: Some(&upper),
        };
        let (mut x, mut factor, mut index) = (vec![0.0; n], vec![0.0; n * n], vec![0; n]);
        let free = p.solve(&mut x, &mut factor, &mut index).unwrap();
        assert!(free > 0 && free < n);
        let slope = p.slope(&x);
        for i in 0..n {
            if index[..free].contains(&(i as i32)) {
                assert!(slope[i].abs() < 1e-7);
            } else if x[i] == lower[i] {
                assert!(slope[i] > 0.0);
            } else {
                assert!(x[i] == upper[i] && slope[i] < 0.0);
            }
        }
    }

    #[test]
    fn without_bounds_it_is_newtons_point() {
        let (hessian, gradient) = ([2.0, 9.0, 1.0, 3.0], [1.0, -2.0]);
        let p = BoxQp {
            hessian: &hessian,
            gradient: &gradient,
            lower: None,
            upper: None,
        };
        let (mut x, mut factor, mut index) = ([0.0; 2], [0.0; 4], [0; 2]);
        assert_eq!(p.solve(&mut x, &mut factor, &mut index), Some(2));
        assert!((x[0] + 1.0).abs() < 1e-12 && (x[1] - 1.0).abs() < 1e-12);
    }

    #[test]
    fn what_has_no_minimum_is_refused() {
        let p = BoxQp {
            hessian: &[-1.0],
            gradient: &[1.0],
            lower: Some(&[-1.0]),
            upper: Some(&[1.0]),
        };
        assert_eq!(p.solve(&mut [0.0], &mut [0.0], &mut [0]), None);
    }
}
