//! LU factorization with partial pivoting: P A = L U, with unit diagonal in L.

/// Factors a matrix of order `n` in place and records in `pivots` the row swapped in at each step. Returns
/// `false` when a pivot is zero or not finite, in which case the matrix is singular.
pub fn lu_factor(a: &mut [f64], n: usize, pivots: &mut [usize]) -> bool {
    for k in 0..n {
        let mut best = k;
        for r in k + 1..n {
            if a[r * n + k].abs() > a[best * n + k].abs() {
                best = r;
            }
        }
        pivots[k] = best;
        if best != k {
            for c in 0..n {
                a.swap(k * n + c, best * n + c);
            }
        }
        let pivot = a[k * n + k];
        if pivot == 0.0 || !pivot.is_finite() {
            return false;
        }
        let (head, below) = a.split_at_mut((k + 1) * n);
        let row_k = &head[k * n..];
        for row in below.chunks_exact_mut(n).take(n - k - 1) {
            let factor = row[k] / pivot;
            row[k] = factor;
            super::add_scaled(&mut row[k + 1..], &row_k[k + 1..], -factor);
        }
    }
    true
}

/// Solves A x = b in place, given the factors and pivots of A.
pub fn lu_solve(lu: &[f64], n: usize, pivots: &[usize], x: &mut [f64]) {
    for k in 0..n {
        x.swap(k, pivots[k]);
    }
    for i in 0..n {
        x[i] -= super::dot(&lu[i * n..i * n + i], x);
    }
    for i in (0..n).rev() {
        let row = &lu[i * n..(i + 1) * n];
        x[i] = (x[i] - super::dot(&row[i + 1..], &x[i + 1..n])) / row[i];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solves_a_system_that_needs_pivoting() {
        let n = 5;
        let a: Vec<f64> = (0..n * n)
            .map(|i| {
                if i % (n + 1) == 0 {
                    0.0
                } else {
                    (i as f64 * 2.3).sin()
                }
            })
            .collect();
        let b = [1.0, -2.0, 0.5, 3.0, 0.0];
        let (mut lu, mut pivots, mut x) = (a.clone(), vec![0; n], b.to_vec());
        assert!(lu_factor(&mut lu, n, &mut pivots));
        lu_solve(&lu, n, &pivots, &mut x);
        for r in 0..n {
            assert!((super::super::dot(&a[r * n..][..n], &x) - b[r]).abs() < 1e-13);
        }
    }

    #[test]
    fn reports_singular_matrices() {
        let mut a = vec![1.0, 2.0, 2.0, 4.0];
        assert!(!lu_factor(&mut a, 2, &mut [0; 2]));
    }
}
