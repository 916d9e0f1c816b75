//! Sparse symmetric positive matrices whose indices come in groups: H = Lᵀ D L with dense rows inside groups.
//!
//! A group is a run of consecutive indices that share their couplings, such as the degrees of freedom of a limb. Which
//! groups couple is a bit matrix: group g couples with groups below it. Eliminating from the last index to the first, a
//! group hands its couplings to the highest group it couples with (its parent in the elimination), which is the exact
//! fill-in on the level of groups. All rows of a group have the same columns: the groups it couples with in increasing
//! order, then the group itself, padded to a multiple of four. Runs of columns that lie side by side in two rows are
//! found once per structure; where the structure is a tree, a whole row is one run and the arithmetic is that of
//! dense rows without indices. Where groups are large enough for it, the columns of every group are padded with zeros to a
//! multiple of four, so that runs have no ends that are not whole packs.

mod factor;
mod full;
mod solve;
#[cfg(test)]
mod tests;
mod update;

use crate::simd::Pack;
pub use update::Changes;

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
use with_rows;

/// A run of consecutive entries that two arrays have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Piece {
    /// Where it starts in the source.
    pub src: u32,
    /// Where it starts in the destination.
    pub dst: u32,
    /// Its length.
    pub len: u32,
}

/// Appends a piece to `pieces[first..]`, joined with the last one where both sides continue.
fn push_piece(pieces: &mut Vec<Piece>, first: usize, piece: Piece) {
    if let Some(last) = pieces[first..].last_mut() {
        if last.src + last.len == piece.src && last.dst + last.len == piece.dst {
            last.len += piece.len;
            return;
        }
    }
    pieces.push(piece);
}

/// A coupled group in the rows of another one.
#[derive(Clone, Copy, Debug, Default)]
struct Segment {
    /// The group below.
    group: u32,
    /// Where its columns start in the row.
    offset: u32,
}

/// Structure and factor of a symmetric matrix in groups.
#[derive(Clone, Debug, Default)]
pub struct Grouped {
    /// First index of each group, and the number of indices at the end.
    start: Vec<u32>,
    /// Group of each index.
    group_of: Vec<u32>,
    /// Whether every index couples with every other one.
    full: bool,
    /// Whether the columns of every group are padded to whole packs.
    padded: bool,
    /// Words of 64 bits in a row of couplings.
    words: usize,
    /// Couplings of the tree alone.
    tree: Vec<u64>,
    /// Couplings, with fill-in after [`Grouped::finish`].
    bits: Vec<u64>,
    /// Couplings of the structure that the layout was made for.
    laid_out: Vec<u64>,
    /// First index of the groups that the layout was made for.
    laid_out_start: Vec<u32>,
    /// Where the first row of each group is, in packs.
    adr: Vec<usize>,
    /// Distance between rows of a group, in packs.
    stride: Vec<usize>,
    /// Where the own columns of a group start in its rows.
    own: Vec<u32>,
    /// Segments of each group, in increasing order.
    segment_of: Vec<u32>,
    segments: Vec<Segment>,
    /// For each segment: pieces from the row of the group into rows of the segment's group.
    pair_of: Vec<u32>,
    pairs: Vec<Piece>,
    /// For each group: pieces from the row of the group into a vector.
    dofs_of: Vec<u32>,
    dofs: Vec<Piece>,
    /// For each group: pieces from a row of the tree's matrix into a row of the group, up to its own columns.
    tree_of: Vec<u32>,
    trees: Vec<Piece>,
    /// The cost of a factorization.
    work: u64,
    /// For each group: the cost of a rank-one update that starts there.
    path: Vec<u64>,
    /// Inverse pivots.
    diag_inv: Vec<f64>,
    /// One row.
    buffer: Vec<Pack>,
    /// The rows of one group, column by column.
    columns: Vec<Pack>,
}

/// Most members of a group.
pub const LONGEST_GROUP: usize = 8;

impl Grouped {
    /// Starts a structure of `n` indices. `joined(i)` tells whether index i belongs to the group of i - 1 (unless
    /// that is full), and
    /// `parent(i)` is the index that i hangs from in the tree, negative for roots: the matrix couples every index with all
    /// of its ancestors. What hangs from a group must hang from all of its members.
    pub fn begin(
        &mut self,
        n: usize,
        joined: impl Fn(usize) -> bool,
        parent: impl Fn(usize) -> i32,
    ) {
        self.full = false;
        self.start.clear();
        self.group_of.clear();
        for i in 0..n {
            let full = i - self.start.last().map_or(0, |s| *s as usize) >= LONGEST_GROUP;
            if i == 0 || full || !joined(i) {
                self.start.push(i as u32);
            }
            self.group_of.push(self.start.len() as u32 - 1);
        }
        let groups = self.start.len();
        self.start.push(n as u32);
        self.words = groups.div_ceil(64);
        self.tree.clear();
        self.tree.resize(groups * self.words, 0);
        for g in 0..groups {
            let Ok(up) = usize::try_from(parent(self.start[g] as usize)) else {
                continue;
            };
            let up = self.group_of[up] as usize;
            let (before, row) = self.tree.split_at_mut(g * self.words);
            row[..self.words].copy_from_slice(&before[up * self.words..][..self.words]);
            row[up / 64] |= 1 << (up % 64);
        }
        self.bits.clone_from(&self.tree);
    }

    /// Makes a structure of `n` indices in which all couple. Column c of every row is then its entry c.
    ///
    /// Groups do not depend on those behind them: what has been laid out for more indices serves for fewer.
    pub fn couple_all(&mut self, n: usize) {
        let most = n.next_multiple_of(4 * LONGEST_GROUP);
        if !self.full || self.group_of.len() < most {
            self.begin(most, |_| true, |i| i as i32 - 1);
            self.finish();
            self.full = true;
        }
        self.start.clear();
        self.start
            .extend((0..n).step_by(LONGEST_GROUP).map(|i| i as u32));
        self.start.push(n as u32);
    }

    /// True if every index couples with every other one.
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        self.full
    }

    /// The group of an index.
    #[inline(always)]
    pub fn group_of(&self, index: usize) -> usize {
        self.group_of[index] as usize
    }

    /// First index of a group.
    #[inline(always)]
    pub fn group_start(&self, group: usize) -> usize {
        self.start[group] as usize
    }

    /// Couples two groups.
    #[inline(always)]
    pub fn couple(&mut self, a: usize, b: usize) {
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        if low != high {
            self.bits[high * self.words + low / 64] |= 1 << (low % 64);
        }
    }

    /// Number of packs that a matrix of this structure has.
    #[inline]
    pub fn packs(&self) -> usize {
        let groups = self.start.len().saturating_sub(1);
        groups.checked_sub(1).map_or(0, |last| {
            self.adr[last] + self.size(last) as usize * self.stride[last]
        })
    }

    /// Where row `index` starts, in packs.
    #[inline(always)]
    pub fn row(&self, index: usize) -> usize {
        let g = self.group_of[index] as usize;
        self.adr[g] + (index - self.start[g] as usize) * self.stride[g]
    }

    /// Distance between the rows of a group, in packs.
    #[inline(always)]
    pub fn stride(&self, group: usize) -> usize {
        self.stride[group]
    }

    /// Where the columns of group `below` start in the rows of `group`.
    #[inline]
    pub fn offset(&self, group: usize, below: usize) -> usize {
        if group == below {
            return self.own[group] as usize;
        }
        let range = self.segment_of[group] as usize..self.segment_of[group + 1] as usize;
        self.segments[range]
            .iter()
            .find(|s| s.group as usize == below)
            .map_or(0, |s| s.offset as usize)
    }

    /// Completes the structure: fill-in and layout. Reuses the layout if nothing has changed since the last time.
    pub fn finish(&mut self) {
        let (groups, words) = (self.start.len() - 1, self.words);
        for g in (0..groups).rev() {
            let (before, row) = self.bits.split_at_mut(g * words);
            let Some(word) = row[..words].iter().rposition(|w| *w != 0) else {
                continue;
            };
            let bit = 63 - row[word].leading_zeros() as usize;
            let up = &mut before[(word * 64 + bit) * words..][..words];
            for w in 0..=word {
                up[w] |= row[w];
            }
            up[word] &= !(1 << bit);
        }
        if self.laid_out == self.bits && self.laid_out_start == self.start {
            return;
        }
        self.laid_out.clone_from(&self.bits);
        self.laid_out_start.clone_from(&self.start);
        self.lay_out(groups);
        self.plan(groups);
        self.estimate(groups);
    }

    /// The cost of factorizations and updates, in products of packs.
    fn estimate(&mut self, groups: usize) {
        self.work = 0;
        self.path.clear();
        for g in 0..groups {
            let (size, stride) = (u64::from(self.size(g)), self.stride[g] as u64);
            let segments =
                &self.segments[self.segment_of[g] as usize..self.segment_of[g + 1] as usize];
            self.work += size * size * stride / 2;
            for segment in segments {
                let width = u64::from(segment.offset) / 4 + 1;
                self.work += size * u64::from(self.size(segment.group as usize)) * width;
            }
            let rest = segments.last().map_or(0, |up| self.path[up.group as usize]);
            self.path.push(2 * size * stride + rest);
        }
    }

    fn size(&self, group: usize) -> u32 {
        self.start[group + 1] - self.start[group]
    }

    /// Columns of a group in the rows of others.
    fn width(&self, group: usize) -> u32 {
        let size = self.size(group);
        if self.padded {
            size.next_multiple_of(4)
        } else {
            size
        }
    }

    /// Columns and addresses.
    fn lay_out(&mut self, groups: usize) {
        self.adr.clear();
        self.stride.clear();
        self.own.clear();
        self.segments.clear();
        self.segment_of.clear();
        let (mut packs, mut longest) = (0, 0);
        let padded: u32 = (0..groups).map(|g| self.size(g).next_multiple_of(4)).sum();
        // a third more columns is what whole packs are worth
        self.padded = 2 * padded as usize <= 3 * self.group_of.len();
        for g in 0..groups {
            self.segment_of.push(self.segments.len() as u32);
            let mut offset = 0;
            for word in 0..self.words {
                let mut rest = self.bits[g * self.words + word];
                while rest != 0 {
                    let group = (word * 64) as u32 + rest.trailing_zeros();
                    rest &= rest - 1;
                    self.segments.push(Segment { group, offset });
                    offset += self.width(group as usize);
                }
            }
            self.own.push(offset);
            let stride = (offset + self.size(g)).div_ceil(4) as usize;
            self.adr.push(packs);
            self.stride.push(stride);
            packs += stride * self.size(g) as usize;
            longest = longest.max(stride);
        }
        self.segment_of.push(self.segments.len() as u32);
        let n = self.group_of.len();
        self.diag_inv.resize(n, 0.0);
        self.buffer.resize(longest, [0.0; 4]);
        self.columns.resize(longest * LONGEST_GROUP, [0.0; 4]);
    }

    /// Runs of columns that rows have in common.
    fn plan(&mut self, groups: usize) {
        self.pair_of.clear();
        self.pairs.clear();
        self.dofs_of.clear();
        self.dofs.clear();
        self.tree_of.clear();
        self.trees.clear();
        for g in 0..groups {
            let range = self.segment_of[g] as usize..self.segment_of[g + 1] as usize;
            self.dofs_of.push(self.dofs.len() as u32);
            self.tree_of.push(self.trees.len() as u32);
            let (first_dof, first_tree) = (self.dofs.len(), self.trees.len());
            let mut tree_src = 0;
            for s in range.clone() {
                let Segment { group, offset } = self.segments[s];
                let below = group as usize;
                let len = self.size(below);
                let dof = Piece {
                    src: offset,
                    dst: self.start[below],
                    len,
                };
                push_piece(&mut self.dofs, first_dof, dof);
                if self.tree[g * self.words + below / 64] >> (below % 64) & 1 == 1 {
                    let piece = Piece {
                        src: tree_src,
                        dst: offset,
                        len,
                    };
                    push_piece(&mut self.trees, first_tree, piece);
                    tree_src += len;
                }
                self.plan_pair(range.start, s, below);
            }
        }
        self.pair_of.push(self.pairs.len() as u32);
        self.dofs_of.push(self.dofs.len() as u32);
        self.tree_of.push(self.trees.len() as u32);
    }

    /// Pieces from a row with the segments `first..=s` into the rows of group `below`, the group of segment s.
    fn plan_pair(&mut self, first: usize, s: usize, below: usize) {
        self.pair_of.push(self.pairs.len() as u32);
        let first_piece = self.pairs.len();
        let mut target = self.segment_of[below] as usize;
        for source in first..s {
            let Segment { group, offset } = self.segments[source];
            // fill-in makes sure that the group below has every earlier segment
            while self.segments[target].group < group {
                target += 1;
            }
            let piece = Piece {
                src: offset,
                dst: self.segments[target].offset,
                len: self.width(group as usize),
            };
            push_piece(&mut self.pairs, first_piece, piece);
        }
        let own = Piece {
            src: self.segments[s].offset,
            dst: self.own[below],
            len: self.width(below),
        };
        push_piece(&mut self.pairs, first_piece, own);
    }
}
