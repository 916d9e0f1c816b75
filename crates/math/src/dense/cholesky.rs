//! Cholesky factorization A = L Lᵀ in the lower triangle, with a floor under the pivots.

use super::dot;
use crate::MINVAL;

/// Factors a symmetric matrix of order `n` in place; only the lower triangle is read and written. A pivot
/// below `min_pivot` is raised to it and its column is cleared. Returns the rank: `n` less the number of
/// raised pivots.
pub fn cholesky_factor(a: &mut [f64], n: usize, min_pivot: f64) -> usize {
    let mut rank = n;
    for j in 0..n {
        let (head, below) = a.split_at_mut((j + 1) * n);
        let row_j = &mut head[j * n..];
        let (left, pivot_and_right) = row_j.split_at_mut(j);
        let pivot = pivot_and_right[0] - dot(left, left);
        let deficient = pivot < min_pivot;
        let diagonal = if deficient { min_pivot } else { pivot }.sqrt();
        pivot_and_right[0] = diagonal;
        rank -= usize::from(deficient);
        let scale = if deficient { 0.0 } else { 1.0 / diagonal };
        for row_i in below.chunks_exact_mut(n).take(n - j - 1) {
            row_i[j] = if deficient {
                0.0
            } else {
                (row_i[j] - dot(&row_i[..j], left)) * scale
            };
        }
    }
    rank
}

/// Solves A x = b in place, given the factor of A.
pub fn cholesky_solve(l: &[f64], n: usize, x: &mut [f64]) {
    for i in 0..n {
        let row = &l[i * n..=i * n + i];
        x[i] = (x[i] - dot(&row[..i], x)) / row[i];
    }
    for i in (0..n).rev() {
        let row = &l[i * n..=i * n + i];
        x[i] /= row[i];
        let xi = x[i];
        for (xj, lij) in x[..i].iter_mut().zip(row) {
            *xj -= lij * xi;
        }
    }
}

/// Turns the factor of A into that of A + x xᵀ, or of A - x xᵀ when `subtract` is set. Destroys `x`. Returns
/// the rank, counting pivots that had to be raised to [`MINVAL`].
pub fn cholesky_update(l: &mut [f64], n: usize, x: &mut [f64], subtract: bool) -> usize {
    let sign = if subtract { -1.0 } else { 1.0 };
    let mut rank = n;
    for k in 0..n {
        if x[k] == 0.0 {
            continue;
        }
        let old = l[k * n + k];
        let mut squared = old * old + sign * x[k] * x[k];
        if squared < MINVAL {
            squared = MINVAL;
            rank -= 1;
        }
        let diagonal = squared.sqrt();
        let (c, s) = (diagonal / old, x[k] / old);
        let c_inv = 1.0 / c;
        l[k * n + k] = diagonal;
        for i in k + 1..n {
            let entry = (l[i * n + k] + sign * s * x[i]) * c_inv;
            l[i * n + k] = entry;
            x[i] = c * x[i] - s * entry;
        }
    }
    rank
}

#[cfg(test)]
mod tests {
    use super::*;

    const N: usize = 7;

    fn spd() -> Vec<f64> {
        let b =
            |r: usize, c: usize| ((3 * r + 5 * c) as f64).sin() + f64::from(u8::from(r == c)) * 2.0;
        let entry = |r: usize, c: usize| (0..N).map(|k| b(r, k) * b(c, k)).sum::<f64>();
        (0..N * N).map(|i| entry(i / N, i % N)).collect()
    }

    fn residual(a: &[f64], l: &[f64]) -> f64 {
        let b: Vec<f64> = (0..N).map(|i| i as f64 - 2.5).collect();
        let mut x = b.clone();
        cholesky_solve(l, N, &mut x);
        (0..N)
            .map(|r| (dot(&a[r * N..][..N], &x) - b[r]).abs())
            .fold(0.0, f64::max)
    }

    #[test]
    fn solves_and_updates() {
        let mut a = spd();
        let mut l = a.clone();
        assert_eq!(cholesky_factor(&mut l, N, MINVAL), N);
        assert!(residual(&a, &l) < 1e-11);
        let x: Vec<f64> = (0..N).map(|i| (i as f64 * 1.7).cos()).collect();
        for subtract in [false, true] {
            let sign = if subtract { -1.0 } else { 1.0 };
            for i in 0..N * N {
                a[i] += sign * x[i / N] * x[i % N];
            }
            assert_eq!(cholesky_update(&mut l, N, &mut x.clone(), subtract), N);
            assert!(residual(&a, &l) < 1e-11);
        }
    }

    #[test]
    fn counts_deficient_pivots() {
        let mut a = vec![1.0, 2.0, 0.0, 2.0, 4.0, 0.0, 0.0, 0.0, 9.0];
        assert_eq!(cholesky_factor(&mut a, 3, 1e-10), 2);
        assert_eq!(a[8], 3.0);
        assert_eq!(cholesky_factor(&mut [], 0, 1e-10), 0);
    }
}
