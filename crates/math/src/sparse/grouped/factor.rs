//! Factorization of matrices in groups.
//!
//! Eliminating row k of H = Lᵀ D L subtracts h_ki h_kj / h_kk from every entry (i, j) below. The rows are left as they are when
//! they are eliminated; L is row k divided by its pivot, which solves do on the fly.

use super::super::Pattern;
use super::{Grouped, Piece, full, with_rows};
use crate::simd::{Arith, Pack, add_columns, add_pack_rows, add_rows, run_at_best};
use crate::{MINVAL, kernel};

impl Grouped {
    /// Puts a matrix over the tree into `values`, which are cleared first.
    pub fn load_tree(&self, pattern: Pattern, matrix: &[f64], values: &mut Vec<Pack>) {
        values.resize(self.packs(), [0.0; 4]);
        // group by group: short runs are cleared with less ado than long ones
        for g in 0..self.start.len() - 1 {
            let packs = self.size(g) as usize * self.stride[g];
            values[self.adr[g]..][..packs].fill([0.0; 4]);
        }
        let flat = values.as_flattened_mut();
        if self.is_small_and_full() {
            return full::load(pattern, matrix, flat);
        }
        if self.full {
            for i in 0..pattern.rows() {
                let range = pattern.row_range(i);
                let row = &mut flat[4 * self.row(i)..][..=i];
                for (&value, &c) in matrix[range].iter().zip(pattern.row_columns(i)) {
                    row[c as usize] = value;
                }
            }
            return;
        }
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
        if self.is_small_and_full() {
            let small = full::Factor {
                n: self.indices(),
                values: &mut *values,
                inverse: &mut self.diag_inv,
            };
            if let Ok(raised) = run_at_best(small) {
                return raised;
            }
        }
        factor(self, values)
    }
}

kernel! {
    fn factor(s: &mut Grouped, values: &mut [Pack]) -> usize = factor_with::<A>;
}

#[inline(always)]
pub(super) fn factor_with<A: Arith>(s: &mut Grouped, values: &mut [Pack]) -> usize {
    let mut raised = 0;
    for g in (0..s.start.len() - 1).rev() {
        let (stride, own) = (s.stride[g], s.own[g] as usize);
        let (first, last) = (s.start[g] as usize, s.start[g + 1] as usize);
        let size = last - first;
        let (before, rows) = values.split_at_mut(s.adr[g]);
        let rows = &mut rows[..size * stride];
        raised += eliminate_own::<A>(rows, stride, own, &mut s.diag_inv[first..last]);
        if own == 0 {
            continue;
        }
        let source = Source {
            columns: &mut s.columns[..size * own.div_ceil(4)],
            inverse: &s.diag_inv[first..last],
        };
        interleave(source.columns, rows, stride);
        for segment in s.segment_of[g] as usize..s.segment_of[g + 1] as usize {
            let below = s.segments[segment].group as usize;
            let target = Target {
                stride: s.stride[below],
                offset: s.segments[segment].offset as usize,
            };
            let size_below = (s.start[below + 1] - s.start[below]) as usize;
            let target_rows = &mut before[s.adr[below]..][..size_below * target.stride];
            let pieces = &s.pairs[s.pair_of[segment] as usize..s.pair_of[segment + 1] as usize];
            if pieces.len() == 1 && pieces[0].src == 0 && pieces[0].dst == 0 {
                with_rows!(size, eliminate_below::<A>(target_rows, target, &source));
            } else if s.padded {
                with_rows!(
                    size,
                    eliminate_packs::<A>(target_rows, target, pieces, &source)
                );
            } else {
                let inverse = source.inverse;
                eliminate_pieces::<A>(target_rows, target, pieces, rows, stride, inverse);
            }
        }
    }
    raised
}

/// Rows that are eliminated: column by column, the packs of all rows side by side.
struct Source<'a> {
    columns: &'a mut [Pack],
    inverse: &'a [f64],
}

impl Source<'_> {
    /// What the rows contribute to the target row of column `end`: their entries over minus their pivots.
    #[inline(always)]
    fn scale<const R: usize>(&self, end: usize) -> [f64; R] {
        let packs = &self.columns[end / 4 * R..][..R];
        let inverse = &self.inverse[..R];
        let mut scale = [0.0; R];
        for r in 0..R {
            scale[r] = -packs[r][end % 4] * inverse[r];
        }
        scale
    }
}

/// Puts the packs of rows side by side, as far as there is room.
#[inline(always)]
fn interleave(columns: &mut [Pack], rows: &[Pack], stride: usize) {
    let count = rows.len() / stride;
    for (r, row) in rows.chunks_exact(stride).enumerate() {
        let places = columns[r..].iter_mut().step_by(count);
        for (place, pack) in places.zip(row) {
            *place = *pack;
        }
    }
}

/// Rows of a group that are eliminated together.
const TOGETHER: usize = 4;

/// Eliminates the rows of a group among themselves, from the last: a few rows one by one, then all of these at once from
/// the rows above them.
#[inline(always)]
fn eliminate_own<A: Arith>(
    rows: &mut [Pack],
    stride: usize,
    own: usize,
    inverse: &mut [f64],
) -> usize {
    let mut raised = 0;
    let mut end = inverse.len();
    while end > 0 {
        let first = end.saturating_sub(TOGETHER);
        let (above, few) = rows.split_at_mut(first * stride);
        for k in (first..end).rev() {
            let (others, row) = few.split_at_mut((k - first) * stride);
            let row = &mut row[..stride];
            let pivot = &mut row.as_flattened_mut()[own + k];
            if *pivot < MINVAL {
                *pivot = MINVAL;
                raised += 1;
            }
            let minus_inverse = -1.0 / *pivot;
            inverse[k] = -minus_inverse;
            for (i, target) in (first..k).zip(others.chunks_exact_mut(stride)) {
                let scale = row.as_flattened()[own + i] * minus_inverse;
                // entries right of the diagonal mean nothing and may be written
                let packs = (own + i) / 4 + 1;
                add_pack_rows::<A, _, 1>(&mut target[..packs], row, stride, &[scale]);
            }
        }
        let inverse = &inverse[first..end];
        match end - first {
            1 => eliminate_above::<A, 1>(above, own, few, stride, inverse),
            2 => eliminate_above::<A, 2>(above, own, few, stride, inverse),
            3 => eliminate_above::<A, 3>(above, own, few, stride, inverse),
            _ => eliminate_above::<A, TOGETHER>(above, own, few, stride, inverse),
        }
        end = first;
    }
    raised
}

/// Subtracts what `R` rows contribute to the rows of their group above them.
#[inline(always)]
fn eliminate_above<A: Arith, const R: usize>(
    above: &mut [Pack],
    own: usize,
    source: &[Pack],
    stride: usize,
    inverse: &[f64],
) {
    let flat = source.as_flattened();
    let inverse = &inverse[..R];
    for (i, row) in above.chunks_exact_mut(stride).enumerate() {
        let end = own + i;
        let mut scale = [0.0; R];
        for r in 0..R {
            scale[r] = -flat[4 * r * stride + end] * inverse[r];
        }
        add_pack_rows::<A, _, R>(&mut row[..end / 4 + 1], source, stride, &scale);
    }
}

/// Rows of a group below, seen from a group that is eliminated.
#[derive(Clone, Copy)]
struct Target {
    stride: usize,
    /// Where its columns start in the rows that are eliminated.
    offset: usize,
}

/// Subtracts what `R` rows contribute to the rows of a group below; their columns up to it are those of that group.
#[inline(always)]
fn eliminate_below<A: Arith, const R: usize>(
    target_rows: &mut [Pack],
    target: Target,
    source: &Source,
) {
    for (i, row) in target_rows.chunks_exact_mut(target.stride).enumerate() {
        let end = target.offset + i;
        let scale = source.scale::<R>(end);
        add_columns::<A, _, R>(&mut row[..end / 4 + 1], source.columns, &scale);
    }
}

/// As [`eliminate_below`], where the columns of the two groups differ and all are whole packs.
#[inline(always)]
fn eliminate_packs<A: Arith, const R: usize>(
    target_rows: &mut [Pack],
    target: Target,
    pieces: &[Piece],
    source: &Source,
) {
    for (i, row) in target_rows.chunks_exact_mut(target.stride).enumerate() {
        let end = target.offset + i;
        let scale = source.scale::<R>(end);
        for piece in pieces {
            let (src, dst) = (piece.src as usize / 4, piece.dst as usize / 4);
            let packs = (piece.len as usize / 4).min(end / 4 + 1 - src);
            let columns = &source.columns[src * R..];
            add_columns::<A, _, R>(&mut row[dst..dst + packs], columns, &scale);
        }
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
            add_rows::<A, _>(&mut row[dst..dst + len], source, src, 4 * stride, scale);
        }
    }
}
