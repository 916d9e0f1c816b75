//! Matrices for the tests.

use super::OwnedPattern;

/// Trees with runs of every length, branches, and single nodes.
pub const TREES: [&[i32]; 5] = [
    &[-1, 0, 1, 2, 1, 4, -1, 6, 6],
    &[-1, 0, 1, 2, 3, 4, 5, 6, 2, 8, 9, 10, 11, 4, 13],
    &[-1, -1, -1],
    &[-1, 0, 0, 0, 3, 4, 5, 6, 7, 8],
    &[
        -1, -1, 1, 2, 3, 4, 4, -1, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23,
        24,
    ],
];

/// A positive matrix over a tree.
pub fn matrix(parent: &[i32], seed: f64) -> (OwnedPattern, Vec<f64>) {
    let pattern = OwnedPattern::from_tree(parent);
    let mut values = Vec::new();
    for i in 0..parent.len() {
        for &j in pattern.view().row_columns(i) {
            let off = (seed + (i * 7) as f64 + f64::from(j)).sin();
            values.push(if j as usize == i { 9.0 + i as f64 } else { off });
        }
    }
    (pattern, values)
}

/// The same matrix in full.
pub fn dense(pattern: &OwnedPattern, values: &[f64]) -> Vec<f64> {
    let n = pattern.rownnz.len();
    let mut dense = vec![0.0; n * n];
    for i in 0..n {
        let row = pattern.view().row_range(i);
        for (&j, &value) in pattern.view().row_columns(i).iter().zip(&values[row]) {
            dense[i * n + j as usize] = value;
            dense[j as usize * n + i] = value;
        }
    }
    dense
}

/// Equal up to rounding.
pub fn close(a: &[f64], b: &[f64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(x, y)| (x - y).abs() < 1e-13)
}
