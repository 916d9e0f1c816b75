//! Factorizations of small dense matrices stored row-major in slices.
//!
//! A matrix argument `a` of order `n` must hold at least `n * n` numbers and a vector at least `n`; the
//! routines panic otherwise, as slice indexing does.

mod box_qp;
mod cholesky;
mod eig3;
mod lu;

pub use box_qp::BoxQp;
pub use cholesky::{cholesky_factor, cholesky_solve, cholesky_update};
pub use eig3::{Eigen3, eig3, eig3_roughly, eig3_to_precision};
pub use lu::{lu_factor, lu_solve};

/// Scalar product of two slices over their common length, summed in four interleaved partial sums.
#[inline]
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    let n = a.len().min(b.len());
    let (a4, b4) = (a[..n].chunks_exact(4), b[..n].chunks_exact(4));
    let (a_rest, b_rest) = (a4.remainder(), b4.remainder());
    let mut sums = [0.0; 4];
    for (x, y) in a4.zip(b4) {
        for lane in 0..4 {
            sums[lane] += x[lane] * y[lane];
        }
    }
    let rest: f64 = a_rest.iter().zip(b_rest).map(|(x, y)| x * y).sum();
    (sums[0] + sums[2]) + (sums[1] + sums[3]) + rest
}

/// `y += scale * x` over the common length.
#[inline]
pub fn add_scaled(y: &mut [f64], x: &[f64], scale: f64) {
    for (yi, xi) in y.iter_mut().zip(x) {
        *yi += xi * scale;
    }
}

/// `out = A x` for a row-major matrix with as many rows as `out` and as many columns as `x`.
pub fn mul_mat_vec(out: &mut [f64], a: &[f64], x: &[f64]) {
    for (r, o) in out.iter_mut().enumerate() {
        *o = dot(&a[r * x.len()..(r + 1) * x.len()], x);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dot_covers_every_remainder() {
        for n in 0..11 {
            let a: Vec<f64> = (0..n).map(|i| i as f64 + 1.0).collect();
            let expected: f64 = a.iter().map(|x| x * x).sum();
            assert_eq!(dot(&a, &a), expected);
        }
    }
}
