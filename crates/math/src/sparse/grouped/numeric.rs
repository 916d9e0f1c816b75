//! Factorization and solves of matrices in groups.

use super::super::Pattern;
use super::{Grouped, Piece};
use crate::MINVAL;
use crate::simd::{Arith, Kernel, add_rows, add_scaled, dot, run};

impl Grouped {
    /// Puts a matrix over the tree into `values`, which are cleared first.
    pub fn load_tree(&self, pattern: Pattern, matrix: &[f64], values: &mut Vec<f64>) {
        values.clear();
        values.resize(self.nnz, 0.0);
        for g in 0..self.start.len() - 1 {
            let pieces = &self.trees[self.tree_of[g] as usize..self.tree_of[g + 1] as usize];
            let first = self.start[g] as usize;
            for i in first..self.start[g + 1] as usize {
                let source = &matrix[pattern.row_range(i)];
                let row = self.adr[g] + (i - first) * self.stride[g];
                for piece in pieces {
                    let (src, dst) = (piece.src as usize, row + piece.dst as usize);
                    let len = piece.len as usize;
                    values[dst..dst + len].copy_from_slice(&source[src..src + len]);
                }
                // what lies within the group need not be there for all of its members
                let outside = pieces.iter().map(|p| p.len as usize).sum();
                let own = &mut values[row + self.own[g] as usize..];
                let columns = pattern.row_columns(i);
                for (&value, &c) in source.iter().zip(columns).skip(outside) {
                    own[c as usize - first] = value;
                }
            }
        }
    }

    /// Factors in place. Pivots below [`MINVAL`] are raised to it; returns how many were.
    pub fn factor(&mut self, values: &mut [f64]) -> usize {
        run(Factor { s: self, values })
    }

    /// `x` becomes H⁻¹ `x`, given the factor of H.
    pub fn solve(&self, values: &[f64], x: &mut [f64]) {
        run(Solve { s: self, values, x });
    }

    #[inline(always)]
    fn pair(&self, segment: usize) -> &[Piece] {
        &self.pairs[self.pair_of[segment] as usize..self.pair_of[segment + 1] as usize]
    }

    #[inline(always)]
    fn dof_pieces(&self, group: usize) -> &[Piece] {
        &self.dofs[self.dofs_of[group] as usize..self.dofs_of[group + 1] as usize]
    }
}

struct Factor<'a> {
    s: &'a mut Grouped,
    values: &'a mut [f64],
}

impl Kernel for Factor<'_> {
    type Output = usize;

    #[inline(always)]
    fn run<A: Arith>(self) -> usize {
        let Factor { s, values } = self;
        let mut raised = 0;
        for g in (0..s.start.len() - 1).rev() {
            let (stride, own) = (s.stride[g], s.own[g] as usize);
            let (first, last) = (s.start[g] as usize, s.start[g + 1] as usize);
            let size = last - first;
            let (before, rows) = values.split_at_mut(s.adr[g]);
            let rows = &mut rows[..size * stride];
            let inverse = &mut s.diag_inv[first..last];
            raised += eliminate_own::<A>(rows, stride, own, inverse);
            let mut coefficient = std::mem::take(&mut s.coefficient);
            for segment in s.segment_of[g] as usize..s.segment_of[g + 1] as usize {
                let below = s.segments[segment].group as usize;
                let offset = s.segments[segment].offset as usize;
                let target = Target {
                    rows: &mut before[s.adr[below]..],
                    stride: s.stride[below],
                    size: (s.start[below + 1] - s.start[below]) as usize,
                    offset,
                };
                let inverse = &s.diag_inv[first..last];
                let pieces = s.pair(segment);
                eliminate_below::<A>(
                    target,
                    pieces,
                    rows,
                    stride,
                    inverse,
                    &mut coefficient[..size],
                );
            }
            s.coefficient = coefficient;
            for (k, row) in rows.chunks_exact_mut(stride).enumerate() {
                let scale = s.diag_inv[first + k];
                for entry in &mut row[..own + k] {
                    *entry *= scale;
                }
            }
        }
        raised
    }
}

/// Eliminates the rows of a group among themselves, from the last.
#[inline(always)]
fn eliminate_own<A: Arith>(
    rows: &mut [f64],
    stride: usize,
    own: usize,
    inverse: &mut [f64],
) -> usize {
    let mut raised = 0;
    for k in (0..inverse.len()).rev() {
        let (above, row) = rows.split_at_mut(k * stride);
        let mut pivot = row[own + k];
        if pivot < MINVAL {
            pivot = MINVAL;
            row[own + k] = pivot;
            raised += 1;
        }
        inverse[k] = 1.0 / pivot;
        for (i, target) in above.chunks_exact_mut(stride).enumerate() {
            let scale = -row[own + i] * inverse[k];
            // entries right of the diagonal mean nothing and may be written
            let len = (own + i + 1).next_multiple_of(4);
            add_scaled::<A>(&mut target[..len], row, scale);
        }
    }
    raised
}

struct Target<'a> {
    rows: &'a mut [f64],
    stride: usize,
    size: usize,
    offset: usize,
}

/// Subtracts what the rows of a group contribute to the rows of a group below.
#[inline(always)]
fn eliminate_below<A: Arith>(
    target: Target,
    pieces: &[Piece],
    source: &[f64],
    source_stride: usize,
    inverse: &[f64],
    coefficient: &mut [f64],
) {
    let Target {
        rows,
        stride,
        size,
        offset,
    } = target;
    let whole = pieces.len() == 1 && pieces[0].src == 0 && pieces[0].dst == 0;
    for (i, row) in rows.chunks_exact_mut(stride).take(size).enumerate() {
        let end = offset + i;
        for (k, c) in coefficient.iter_mut().enumerate() {
            *c = -source[k * source_stride + end] * inverse[k];
        }
        if whole {
            let len = (end + 1).next_multiple_of(4).min(stride);
            add_rows::<A>(&mut row[..len], source, 0, source_stride, coefficient);
            continue;
        }
        for piece in pieces {
            let (src, dst) = (piece.src as usize, piece.dst as usize);
            let len = (piece.len as usize).min(end + 1 - src);
            add_rows::<A>(
                &mut row[dst..dst + len],
                source,
                src,
                source_stride,
                coefficient,
            );
        }
    }
}

struct Solve<'a> {
    s: &'a Grouped,
    values: &'a [f64],
    x: &'a mut [f64],
}

impl Kernel for Solve<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arith>(self) {
        let Solve { s, values, x } = self;
        let groups = s.start.len() - 1;
        for g in (0..groups).rev() {
            let (stride, own) = (s.stride[g], s.own[g] as usize);
            let (first, last) = (s.start[g] as usize, s.start[g + 1] as usize);
            let rows = &values[s.adr[g]..][..(last - first) * stride];
            let (below, here) = x.split_at_mut(first);
            let here = &mut here[..last - first];
            for k in (1..here.len()).rev() {
                let (head, tail) = here.split_at_mut(k);
                let row = &rows[k * stride + own..];
                for (xi, l) in head.iter_mut().zip(row) {
                    *xi = A::mul_add(-l, tail[0], *xi);
                }
            }
            for xk in here.iter_mut() {
                *xk = -*xk;
            }
            for piece in s.dof_pieces(g) {
                let (src, dst, len) = (piece.src as usize, piece.dst as usize, piece.len as usize);
                add_rows::<A>(&mut below[dst..dst + len], rows, src, stride, here);
            }
            for (xk, inverse) in here.iter_mut().zip(&s.diag_inv[first..last]) {
                *xk *= -inverse;
            }
        }
        for g in 0..groups {
            let (stride, own) = (s.stride[g], s.own[g] as usize);
            let (first, last) = (s.start[g] as usize, s.start[g + 1] as usize);
            for k in 0..last - first {
                let row = &values[s.adr[g] + k * stride..][..stride];
                let mut sum = dot::<A>(&row[own..own + k], &x[first..]);
                for piece in s.dof_pieces(g) {
                    let (src, dst, len) =
                        (piece.src as usize, piece.dst as usize, piece.len as usize);
                    sum += dot::<A>(&row[src..src + len], &x[dst..]);
                }
                x[first + k] -= sum;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dense::{cholesky_factor, cholesky_solve};
    use crate::sparse::OwnedPattern;

    /// Three trees, one with branches; groups 0-1, 2-3, 4, 5-7, 8, 9-10.
    const PARENT: [i32; 11] = [-1, 0, 1, 2, 1, -1, 5, 6, 6, -1, 9];
    const JOINED: [bool; 11] = [
        false, true, false, true, false, false, true, false, false, false, true,
    ];

    fn check(cliques: &[&[usize]]) {
        let n = PARENT.len();
        let pattern = OwnedPattern::from_tree(&PARENT);
        let mut s = Grouped::default();
        let mut dense = vec![0.0; n * n];
        let mut tree = Vec::new();
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
        // twice, so that the second time reuses the layout
        let mut values = Vec::new();
        for _ in 0..2 {
            s.begin(n, |i| JOINED[i], |i| PARENT[i]);
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
                        let at = s.row(a) + s.offset(g, below) + b - s.group_start(below);
                        values[at] += value;
                    }
                }
            }
        }
        assert_eq!(s.factor(&mut values), 0);
        let mut x: Vec<f64> = (0..n).map(|i| (i as f64).cos()).collect();
        let mut y = x.clone();
        s.solve(&values, &mut x);
        cholesky_factor(&mut dense, n, 0.0);
        cholesky_solve(&dense, n, &mut y);
        assert!(
            x.iter().zip(&y).all(|(a, b)| (a - b).abs() < 1e-13),
            "{x:?} {y:?}"
        );
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
    fn nothing_is_solved_quietly() {
        let mut s = Grouped::default();
        s.begin(0, |_| false, |_| -1);
        s.finish();
        assert!(s.is_empty());
        assert_eq!(s.factor(&mut []), 0);
        s.solve(&[], &mut []);
    }

    #[test]
    fn low_pivots_are_raised() {
        let mut s = Grouped::default();
        s.begin(2, |_| false, |_| -1);
        s.finish();
        let mut values = vec![0.0; s.len()];
        values[s.row(0)] = -1.0;
        values[s.row(1)] = 2.0;
        assert_eq!(s.factor(&mut values), 1);
    }
}
