//! Comparison with dense matrices, and edges of what is allowed.

use super::{Changes, Grouped};
use crate::dense::{cholesky_factor, cholesky_solve};
use crate::simd::Pack;
use crate::sparse::OwnedPattern;

/// Three trees, one with branches; groups 0-1, 2-3, 4, 5-7, 8, 9-10.
const PARENT: [i32; 11] = [-1, 0, 1, 2, 1, -1, 5, 6, 6, -1, 9];
const JOINED: [bool; 11] = [
    false, true, false, true, false, false, true, false, false, false, true,
];

fn check(cliques: &[&[usize]]) {
    check_tree(&PARENT, &JOINED, cliques);
}

/// Values of a symmetric matrix over the pattern of a tree, and the same matrix in full.
fn example(pattern: &OwnedPattern, n: usize) -> (Vec<f64>, Vec<f64>) {
    let (mut tree, mut dense) = (Vec::new(), vec![0.0; n * n]);
    for i in 0..n {
        for &j in pattern.view().row_columns(i) {
            let j = j as usize;
            let value = if i == j {
                9.0
            } else {
                ((i * 5 + j) as f64).sin()
            };
            tree.push(value);
            dense[i * n + j] = value;
            dense[j * n + i] = value;
        }
    }
    (tree, dense)
}

fn check_tree(parent: &[i32], joined: &[bool], cliques: &[&[usize]]) {
    let n = parent.len();
    let pattern = OwnedPattern::from_tree(parent);
    let mut s = Grouped::default();
    let (tree, mut dense) = example(&pattern, n);
    // twice, so that the second time reuses the layout
    let mut values = Vec::new();
    for _ in 0..2 {
        s.begin(n, |i| joined[i], |i| parent[i]);
        for clique in cliques {
            for &a in *clique {
                for &b in *clique {
                    s.couple(s.group_of(a), s.group_of(b));
                }
            }
        }
        s.finish();
        s.load_tree(pattern.view(), &tree, &mut values);
    }
    for clique in cliques {
        for &a in *clique {
            for &b in *clique {
                let value = 0.3 * (1.0 + a as f64) * (1.0 + b as f64) / 20.0;
                dense[a * n + b] += value;
                if b <= a {
                    let (g, below) = (s.group_of(a), s.group_of(b));
                    let at = 4 * s.row(a) + s.offset(g, below) + b - s.group_start(below);
                    values.as_flattened_mut()[at] += value;
                }
            }
        }
    }
    assert_eq!(s.factor(&mut values), 0);
    compare(&mut s, &values, &dense, 1e-13);
    // add two vectors over each clique, then take the first away again
    for clique in cliques {
        let highest = clique.iter().map(|&i| s.group_of(i)).max().unwrap_or(0);
        let mut changes = Changes::default();
        for (weight, phase) in [(0.7, 1.0), (1.3, 2.0), (-0.7, 1.0)] {
            let value = |i: usize| (i as f64 + phase).sin();
            changes.push(n, weight, clique.iter().map(|&i| (i, value(i))));
            for &a in *clique {
                for &b in *clique {
                    dense[a * n + b] += weight * value(a) * value(b);
                }
            }
        }
        assert!(s.update(&mut values, &mut changes, highest));
        assert!(changes.is_empty());
    }
    compare(&mut s, &values, &dense, 1e-12);
    let mut changes = Changes::default();
    changes.push(n, -1e3, std::iter::once((0, 1.0)));
    assert!(!s.update(&mut values, &mut changes, 0));
}

/// Solves with a factor and with the matrix in full.
fn compare(s: &mut Grouped, values: &[Pack], dense: &[f64], tolerance: f64) {
    let n = dense.len().isqrt();
    let mut x: Vec<f64> = (0..n).map(|i| (i as f64).cos()).collect();
    let (mut y, mut dense) = (x.clone(), dense.to_vec());
    s.solve(values, &mut x);
    cholesky_factor(&mut dense, n, 0.0);
    cholesky_solve(&dense, n, &mut y);
    let near = x.iter().zip(&y).all(|(a, b)| (a - b).abs() < tolerance);
    assert!(near, "{x:?} {y:?}");
}

#[test]
fn agrees_with_dense_with_and_without_fill_in() {
    check(&[]);
    check(&[&[0, 1, 2, 3]]);
    check(&[&[3, 4]]);
    check(&[&[3, 7, 8], &[0, 10]]);
    check(&[&[9, 8], &[4, 2], &[3, 10]]);
    check(&[&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]]);
}

#[test]
fn padded_groups_agree_with_dense() {
    // bodies in a plane, the last two with a common one above them
    let parent: Vec<i32> = (0..15)
        .map(|i| if i % 3 > 0 || i == 12 { i - 1 } else { -1 })
        .collect();
    let joined: Vec<bool> = (0..15).map(|i| i % 3 > 0).collect();
    check_tree(&parent, &joined, &[]);
    check_tree(&parent, &joined, &[&[0, 14], &[3, 4, 9]]);
    check_tree(&parent, &joined, &[&[1, 5, 13], &[8, 10], &[2, 7]]);
    let all: Vec<usize> = (0..15).collect();
    check_tree(&parent, &joined, &[&all]);
}

#[test]
fn full_structures_agree_with_dense_at_every_size() {
    let mut s = Grouped::default();
    // up and down: layouts are reused
    for n in [11, 3, 0, 1, 8, 20, 9, 17, 16] {
        let parent: Vec<i32> = (0..n).map(|i| (i / 2) - i32::from(i < 2)).collect();
        let parent: Vec<i32> = parent
            .iter()
            .zip(0..)
            .map(|(p, i)| *p.min(&(i - 1)))
            .collect();
        let n = parent.len();
        let pattern = OwnedPattern::from_tree(&parent);
        let (tree, mut dense) = example(&pattern, n);
        s.couple_all(n);
        assert!(s.is_full());
        let mut values = Vec::new();
        s.load_tree(pattern.view(), &tree, &mut values);
        assert_eq!(values.len(), s.packs());
        for i in 0..n {
            for j in 0..=i {
                let value = 0.1 * ((1 + i) * (1 + j)) as f64 / (n * n) as f64;
                values[s.row(i) + j / 4][j % 4] += value;
                dense[i * n + j] += value;
                dense[j * n + i] = dense[i * n + j];
            }
        }
        assert_eq!(s.factor(&mut values), 0);
        let mut x: Vec<f64> = (0..n).map(|i| (i as f64).cos()).collect();
        let mut y = x.clone();
        s.solve(&values, &mut x);
        cholesky_factor(&mut dense, n, 0.0);
        cholesky_solve(&dense, n, &mut y);
        assert!(x.iter().zip(&y).all(|(a, b)| (a - b).abs() < 1e-13));
    }
    // and back to a tree
    s.begin(2, |_| true, |i| i as i32 - 1);
    s.finish();
    assert!(!s.is_full());
}

#[test]
fn nothing_is_solved_quietly() {
    let mut s = Grouped::default();
    s.begin(0, |_| false, |_| -1);
    s.finish();
    assert_eq!(s.packs(), 0);
    assert_eq!(s.factor(&mut []), 0);
    s.solve(&[], &mut []);
}

#[test]
fn low_pivots_are_raised() {
    let mut s = Grouped::default();
    s.begin(2, |_| false, |_| -1);
    s.finish();
    let mut values = vec![[0.0; 4]; s.packs()];
    values[s.row(0)][0] = -1.0;
    values[s.row(1)][0] = 2.0;
    assert_eq!(s.factor(&mut values), 1);
}
