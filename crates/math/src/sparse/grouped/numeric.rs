//! Factorization and solves of matrices in groups.
//!
//! Eliminating row k of H = Lᵀ D L subtracts h_ki h_kj / h_kk from every entry (i, j) below. The rows are left as they are when
//! they are eliminated; L is row k divided by its pivot, which solves do on the fly.

use super::super::Pattern;
use super::{Grouped, Piece};
use crate::MINVAL;
use crate::simd::{
    Arith, Kernel, Pack, add_pack_rows, add_rows, mul_add_pack, mul_add_packs, run, sum_pack,
};

impl Grouped {
    /// Puts a matrix over the tree into `values`, which are cleared first.
    pub fn load_tree(&self, pattern: Pattern, matrix: &[f64], values: &mut Vec<Pack>) {
        values.clear();
        values.resize(self.packs, [0.0; 4]);
        let flat = values.as_flattened_mut();
        for g in 0..self.start.len() - 1 {
            let pieces = &self.trees[self.tree_of[g] as usize..self.tree_of[g + 1] as usize];
            let outside: usize = pieces.iter().map(|p| p.len as usize).sum();
            let first = self.start[g] as usize;
            for i in first..self.start[g + 1] as usize {
                let source = &matrix[pattern.row_range(i)];
                let row = 4 * (self.adr[g] + (i - first) * self.stride[g]);
                for piece in pieces {
                    let (src, dst) = (piece.src as usize, row + piece.dst as usize);
                    let len = piece.len as usize;
                    flat[dst..dst + len].copy_from_slice(&source[src..src + len]);
                }
                // what lies within the group need not be there for all of its members
                let own = &mut flat[row + self.own[g] as usize..];
                let columns = pattern.row_columns(i);
                for (&value, &c) in source.iter().zip(columns).skip(outside) {
                    own[c as usize - first] = value;
                }
            }
        }
    }

    /// Factors in place. Pivots below [`MINVAL`] are raised to it; returns how many were.
    pub fn factor(&mut self, values: &mut [Pack]) -> usize {
        run(Factor { s: self, values })
    }

    /// `x` becomes H⁻¹ `x`, given the factor of H.
    pub fn solve(&mut self, values: &[Pack], x: &mut [f64]) {
        run(Solve { s: self, values, x });
    }

    #[inline(always)]
    fn pair(&self, segment: usize) -> &[Piece] {
        &self.pairs[self.pair_of[segment] as usize..self.pair_of[segment + 1] as usize]
    }
}

/// Calls a function that is generic over the number of rows with a number that is known at run time, at most eight.
macro_rules! with_rows {
    ($n:expr, $f:ident::<$a:ident>($($arg:expr),*)) => {
        match $n {
            1 => $f::<$a, 1>($($arg),*),
            2 => $f::<$a, 2>($($arg),*),
            3 => $f::<$a, 3>($($arg),*),
            4 => $f::<$a, 4>($($arg),*),
            5 => $f::<$a, 5>($($arg),*),
            6 => $f::<$a, 6>($($arg),*),
            7 => $f::<$a, 7>($($arg),*),
            _ => $f::<$a, 8>($($arg),*),
        }
    };
}

struct Factor<'a> {
    s: &'a mut Grouped,
    values: &'a mut [Pack],
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
            raised += eliminate_own::<A>(rows, stride, own, &mut s.diag_inv[first..last]);
            let inverse = &s.diag_inv[first..last];
            for segment in s.segment_of[g] as usize..s.segment_of[g + 1] as usize {
                let below = s.segments[segment].group as usize;
                let target = Target {
                    stride: s.stride[below],
                    size: (s.start[below + 1] - s.start[below]) as usize,
                    offset: s.segments[segment].offset as usize,
                };
                let target_rows = &mut before[s.adr[below]..][..target.size * target.stride];
                let pieces = s.pair(segment);
                if pieces.len() == 1 && pieces[0].src == 0 && pieces[0].dst == 0 {
                    with_rows!(
                        size,
                        eliminate_below::<A>(target_rows, target, rows, stride, inverse)
                    );
                } else {
                    eliminate_pieces::<A>(target_rows, target, pieces, rows, stride, inverse);
                }
            }
        }
        raised
    }
}

/// Eliminates the rows of a group among themselves, from the last.
#[inline(always)]
fn eliminate_own<A: Arith>(
    rows: &mut [Pack],
    stride: usize,
    own: usize,
    inverse: &mut [f64],
) -> usize {
    let mut raised = 0;
    for k in (0..inverse.len()).rev() {
        let (above, row) = rows.split_at_mut(k * stride);
        let row = &mut row[..stride];
        let pivot = &mut row.as_flattened_mut()[own + k];
        if *pivot < MINVAL {
            *pivot = MINVAL;
            raised += 1;
        }
        let minus_inverse = -1.0 / *pivot;
        inverse[k] = -minus_inverse;
        for (i, target) in above.chunks_exact_mut(stride).enumerate() {
            let scale = row.as_flattened()[own + i] * minus_inverse;
            // entries right of the diagonal mean nothing and may be written
            let packs = (own + i) / 4 + 1;
            for (t, r) in target.iter_mut().zip(&*row).take(packs) {
                *t = mul_add_pack::<A>(r, scale, *t);
            }
        }
    }
    raised
}

/// Rows of a group below, seen from a group that is eliminated.
#[derive(Clone, Copy)]
struct Target {
    stride: usize,
    size: usize,
    /// Where its columns start in the rows that are eliminated.
    offset: usize,
}

/// Subtracts what `R` rows contribute to the rows of a group below; their columns up to it are those of that group.
#[inline(always)]
fn eliminate_below<A: Arith, const R: usize>(
    target_rows: &mut [Pack],
    target: Target,
    source: &[Pack],
    stride: usize,
    inverse: &[f64],
) {
    let flat = source.as_flattened();
    let inverse = &inverse[..R];
    for (i, row) in target_rows.chunks_exact_mut(target.stride).enumerate() {
        let end = target.offset + i;
        let mut scale = [0.0; R];
        for r in 0..R {
            scale[r] = -flat[4 * r * stride + end] * inverse[r];
        }
        add_pack_rows::<A, R>(&mut row[..end / 4 + 1], source, stride, &scale);
    }
}

/// As [`eliminate_below`], where the columns of the two groups differ.
#[inline(always)]
fn eliminate_pieces<A: Arith>(
    target_rows: &mut [Pack],
    target: Target,
    pieces: &[Piece],
    source: &[Pack],
    stride: usize,
    inverse: &[f64],
) {
    let source = source.as_flattened();
    let mut scale = [0.0; super::LONGEST_GROUP];
    let scale = &mut scale[..inverse.len()];
    for (i, row) in target_rows.chunks_exact_mut(target.stride).enumerate() {
        let row = row.as_flattened_mut();
        let end = target.offset + i;
        for (r, s) in scale.iter_mut().enumerate() {
            *s = -source[4 * r * stride + end] * inverse[r];
        }
        for piece in pieces {
            let (src, dst) = (piece.src as usize, piece.dst as usize);
            let len = (piece.len as usize).min(end + 1 - src);
            add_rows::<A>(&mut row[dst..dst + len], source, src, 4 * stride, scale);
        }
    }
}

struct Solve<'a> {
    s: &'a mut Grouped,
    values: &'a [Pack],
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
            let size = last - first;
            let rows = &values[s.adr[g]..][..size * stride];
            let (below, here) = x.split_at_mut(first);
            let here = &mut here[..size];
            for k in (0..size).rev() {
                let (head, tail) = here.split_at_mut(k);
                let scaled = tail[0] * s.diag_inv[first + k];
                tail[0] = scaled;
                let row = &rows.as_flattened()[4 * k * stride + own..];
                for (xi, h) in head.iter_mut().zip(row) {
                    *xi = A::mul_add(-h, scaled, *xi);
                }
            }
            if own == 0 {
                continue;
            }
            let sum = &mut s.buffer[..own.div_ceil(4)];
            with_rows!(size, combine::<A>(sum, rows, stride, here));
            let sum = sum.as_flattened();
            for piece in &s.dofs[s.dofs_of[g] as usize..s.dofs_of[g + 1] as usize] {
                let (src, dst, len) = (piece.src as usize, piece.dst as usize, piece.len as usize);
                let target = below[dst..dst + len].iter_mut();
                for (xi, sum) in target.zip(&sum[src..src + len]) {
                    *xi -= sum;
                }
            }
        }
        for g in 0..groups {
            let (stride, own) = (s.stride[g], s.own[g] as usize);
            let (first, last) = (s.start[g] as usize, s.start[g + 1] as usize);
            let size = last - first;
            let rows = &values[s.adr[g]..][..size * stride];
            let (below, here) = x.split_at_mut(first);
            let here = &mut here[..size];
            let mut sums = [0.0; super::LONGEST_GROUP];
            if own > 0 {
                let gathered = &mut s.buffer[..own.div_ceil(4)];
                // beyond the columns below there may be anything in the rows
                gathered[own.div_ceil(4) - 1] = [0.0; 4];
                let flat = gathered.as_flattened_mut();
                for piece in &s.dofs[s.dofs_of[g] as usize..s.dofs_of[g + 1] as usize] {
                    let (src, dst, len) =
                        (piece.src as usize, piece.dst as usize, piece.len as usize);
                    flat[src..src + len].copy_from_slice(&below[dst..dst + len]);
                }
                with_rows!(size, products::<A>(&mut sums, rows, stride, gathered));
            }
            for k in 0..size {
                let row = &rows.as_flattened()[4 * k * stride + own..];
                let mut sum = sums[k];
                for (xi, h) in here[..k].iter().zip(row) {
                    sum = A::mul_add(*h, *xi, sum);
                }
                here[k] = A::mul_add(-sum, s.diag_inv[first + k], here[k]);
            }
        }
    }
}

/// `sum = Σ s_r row_r`.
#[inline(always)]
fn combine<A: Arith, const R: usize>(sum: &mut [Pack], rows: &[Pack], stride: usize, s: &[f64]) {
    sum.fill([0.0; 4]);
    let mut scale = [0.0; R];
    scale.copy_from_slice(&s[..R]);
    add_pack_rows::<A, R>(sum, rows, stride, &scale);
}

/// Scalar products of `R` rows with x.
#[inline(always)]
fn products<A: Arith, const R: usize>(out: &mut [f64], rows: &[Pack], stride: usize, x: &[Pack]) {
    let n = x.len();
    let source = rows;
    let mut rows = [&source[..0]; R];
    for r in 0..R {
        rows[r] = &source[r * stride..r * stride + n];
    }
    let mut sums = [[0.0; 4]; R];
    for p in 0..n {
        for r in 0..R {
            sums[r] = mul_add_packs::<A>(&rows[r][p], &x[p], sums[r]);
        }
    }
    for r in 0..R {
        out[r] = sum_pack(&sums[r]);
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
                        let at = 4 * s.row(a) + s.offset(g, below) + b - s.group_start(below);
                        values.as_flattened_mut()[at] += value;
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
}
