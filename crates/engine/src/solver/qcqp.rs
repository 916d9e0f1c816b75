//! Friction of one contact with a given normal force: minimize ½ xᵀ A x + xᵀ b where Σ (xᵢ/dᵢ)² ≤ r².
//!
//! In coordinates scaled by d the set is a ball. On its surface x = -(A + λ)⁻¹ b with λ > 0 such that |x| = r; Newton's method
//! on |x(λ)|² - r² finds λ from below.

use ligament_math::dense::{cholesky_factor, cholesky_solve};

/// Determinants, pivots and steps below this count as zero.
const SMALL: f64 = 1e-10;

/// Solves for two, three or more unknowns, at most five. Returns whether the solution is on the surface.
pub fn solve(x: &mut [f64], a: &[f64], b: &[f64], d: &[f64], r: f64) -> bool {
    let n = x.len();
    let (mut scaled, mut rhs) = ([0.0; 25], [0.0; 5]);
    for i in 0..n {
        rhs[i] = b[i] * d[i];
        for j in 0..n {
            scaled[i * n + j] = a[i * n + j] * d[i] * d[j];
        }
    }
    let mut lambda = 0.0;
    for _ in 0..20 {
        let mut v = [0.0; 5];
        let Some(decrease) = point(n, &scaled, &rhs, lambda, &mut v) else {
            x.fill(0.0);
            return false;
        };
        for i in 0..n {
            x[i] = v[i] * d[i];
        }
        let excess = v[..n].iter().map(|v| v * v).sum::<f64>() - r * r;
        if excess < SMALL {
            break;
        }
        let step = excess / decrease;
        if step < SMALL {
            break;
        }
        lambda += step;
    }
    lambda != 0.0
}

/// v = -(A + λ)⁻¹ b; returns 2 vᵀ (A + λ)⁻¹ v, or nothing if the matrix is singular.
fn point(n: usize, a: &[f64; 25], b: &[f64; 5], lambda: f64, v: &mut [f64; 5]) -> Option<f64> {
    let mut inverse = [0.0; 9];
    match n {
        2 => {
            let (p, q, o) = (a[0] + lambda, a[3] + lambda, a[1]);
            let det = p * q - o * o;
            if det < SMALL {
                return None;
            }
            let scale = 1.0 / det;
            inverse[..4].copy_from_slice(&[q * scale, -o * scale, -o * scale, p * scale]);
        }
        3 => {
            let (p, q, s) = (a[0] + lambda, a[4] + lambda, a[8] + lambda);
            let (o, t, u) = (a[1], a[2], a[5]);
            let first = [q * s - u * u, t * u - o * s, o * u - t * q];
            let det = p * first[0] + o * first[1] + t * first[2];
            if det < SMALL {
                return None;
            }
            let rest = [p * s - t * t, o * t - u * p, p * q - o * o];
            inverse = [
                first[0], first[1], first[2], first[1], rest[0], rest[1], first[2], rest[1],
                rest[2],
            ]
            .map(|c| c * (1.0 / det));
        }
        _ => {
            let mut factor = *a;
            for i in 0..n {
                factor[i * (n + 1)] += lambda;
            }
            if cholesky_factor(&mut factor[..n * n], n, SMALL) < n {
                return None;
            }
            for i in 0..n {
                v[i] = -b[i];
            }
            cholesky_solve(&factor, n, v);
            let mut again = *v;
            cholesky_solve(&factor, n, &mut again);
            return Some(2.0 * (0..n).map(|i| v[i] * again[i]).sum::<f64>());
        }
    }
    let times = |i: usize, x: &[f64; 5]| (0..n).map(|j| inverse[i * n + j] * x[j]).sum::<f64>();
    for i in 0..n {
        v[i] = -times(i, b);
    }
    Some(2.0 * (0..n).map(|i| v[i] * times(i, v)).sum::<f64>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_satisfy_the_optimality_conditions() {
        for n in [2, 3, 5] {
            let entry = |i: usize, j: usize| {
                let coupled = 0.1 * ((i + j) as f64).cos();
                if i == j { 2.0 + i as f64 } else { coupled }
            };
            let a: Vec<f64> = (0..n * n).map(|k| entry(k / n, k % n)).collect();
            let b: Vec<f64> = (0..n).map(|i| 1.0 - 0.7 * i as f64).collect();
            let d: Vec<f64> = (0..n).map(|i| 0.5 + 0.2 * i as f64).collect();
            let mut x = vec![0.0; n];
            assert!(!solve(&mut x, &a, &b, &d, 100.0));
            let gradient =
                |x: &[f64], i: usize| b[i] + (0..n).map(|j| a[i * n + j] * x[j]).sum::<f64>();
            assert!((0..n).all(|i| gradient(&x, i).abs() < 1e-12));
            assert!(solve(&mut x, &a, &b, &d, 0.1));
            let size: f64 = (0..n).map(|i| (x[i] / d[i]).powi(2)).sum();
            assert!((size - 0.01).abs() < 1e-9);
            // the gradient points into the set, along the normal of the surface
            let lambda = -gradient(&x, 0) * d[0] * d[0] / x[0];
            assert!(lambda > 0.0);
            let rest = |i: usize| gradient(&x, i) + lambda * x[i] / (d[i] * d[i]);
            assert!((0..n).all(|i| rest(i).abs() < 1e-9));
        }
    }

    #[test]
    fn singular_matrices_give_no_friction() {
        let mut x = [1.0; 2];
        assert!(!solve(&mut x, &[0.0; 4], &[1.0, 1.0], &[1.0, 1.0], 1.0));
        assert_eq!(x, [0.0; 2]);
    }
}
