//! Rank-one updates of factors: the factor of H + Σ σ w wᵀ from that of H.
//!
//! From the last index to the first, with pivot d and row h of index k, row of L l = h / d (Gill, Golub, Murray and Saunders 1974,
//! method C1):
//!
//! ```text
//! d' = d + σ w_k²,   w' = w - w_k l,   h' = (d'/d) h + σ w_k w',   σ' = σ d/d'
//! ```
//!
//! The groups of the nonzeros of w couple, so that all of them lie on one path of the elimination tree, and so does what
//! fills in: a group leads to the highest group it couples with. Only rows on that path are touched.

use super::Grouped;
use crate::simd::{Arith, Pack, mul_add_pack};
use crate::{MINVAL, kernel};

/// Vectors that change a factor together, all on one path.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// The vectors, one after the other, zero when not in use.
    vectors: Vec<f64>,
    /// Their weights.
    weights: Vec<f64>,
    /// The vectors as a row of a group has its columns.
    rows: Vec<Pack>,
}

impl Changes {
    /// Adds a vector: its weight, and its nonzeros as places and values.
    pub fn push(&mut self, n: usize, weight: f64, entries: impl Iterator<Item = (usize, f64)>) {
        let first = self.weights.len() * n;
        self.vectors
            .resize((first + n).max(self.vectors.len()), 0.0);
        for (place, value) in entries {
            self.vectors[first + place] = value;
        }
        self.weights.push(weight);
    }

    /// True if there are no vectors.
    pub fn is_empty(&self) -> bool {
        self.weights.is_empty()
    }
}

impl Grouped {
    /// The cost of a factorization in products of packs, about.
    pub fn factor_work(&self) -> u64 {
        self.work
    }

    /// The cost of a rank-one update with a vector whose highest nonzero lies in `group`, in products of packs, about.
    pub fn update_work(&self, group: usize) -> u64 {
        self.path[group]
    }

    /// Adds the changes, whose highest nonzeros lie in `highest`, to the matrix that `values` is the factor of, and takes
    /// them. Returns false, with an unusable factor, if a pivot would fall below [`MINVAL`].
    pub fn update(&mut self, values: &mut [Pack], changes: &mut Changes, highest: usize) -> bool {
        let fine = update(self, values, changes, highest);
        if !fine {
            changes.vectors.fill(0.0);
        }
        changes.weights.clear();
        fine
    }
}

kernel! {
    fn update(s: &mut Grouped, values: &mut [Pack], changes: &mut Changes, highest: usize) -> bool = update_with::<A>;
}

#[inline(always)]
fn update_with<A: Arith>(
    s: &mut Grouped,
    values: &mut [Pack],
    changes: &mut Changes,
    highest: usize,
) -> bool {
    let n = s.start.last().map_or(0, |n| *n as usize);
    let Changes {
        vectors,
        weights,
        rows,
    } = changes;
    let mut g = highest;
    loop {
        let (stride, own) = (s.stride[g], s.own[g] as usize);
        let (first, last) = (s.start[g] as usize, s.start[g + 1] as usize);
        let pieces = &s.dofs[s.dofs_of[g] as usize..s.dofs_of[g + 1] as usize];
        rows.clear();
        rows.resize(weights.len() * stride, [0.0; 4]);
        for (r, row) in rows.chunks_exact_mut(stride).enumerate() {
            let (row, vector) = (row.as_flattened_mut(), &mut vectors[r * n..][..n]);
            for piece in pieces {
                let (src, dst, len) = (piece.src as usize, piece.dst as usize, piece.len as usize);
                row[src..src + len].copy_from_slice(&vector[dst..dst + len]);
            }
            row[own..own + last - first].copy_from_slice(&vector[first..last]);
            vector[first..last].fill(0.0);
        }
        let factor = &mut values[s.adr[g]..][..(last - first) * stride];
        for (k, row) in factor.chunks_exact_mut(stride).enumerate().rev() {
            let Some(pivot) = update_row::<A>(row, own + k, rows, weights) else {
                return false;
            };
            s.diag_inv[first + k] = 1.0 / pivot;
        }
        for (r, row) in rows.chunks_exact(stride).enumerate() {
            let (row, vector) = (row.as_flattened(), &mut vectors[r * n..][..n]);
            for piece in pieces {
                let (src, dst, len) = (piece.src as usize, piece.dst as usize, piece.len as usize);
                vector[dst..dst + len].copy_from_slice(&row[src..src + len]);
            }
        }
        match s.segment_of[g + 1] as usize {
            end if end > s.segment_of[g] as usize => g = s.segments[end - 1].group as usize,
            _ => return true,
        }
    }
}

/// Updates the row whose diagonal is entry `end`, vector by vector. Returns its new pivot, none if that is too small.
#[inline(always)]
fn update_row<A: Arith>(
    row: &mut [Pack],
    end: usize,
    vectors: &mut [Pack],
    weights: &mut [f64],
) -> Option<f64> {
    let stride = row.len();
    let row = &mut row[..end / 4 + 1];
    let mut pivot = row[end / 4][end % 4];
    for (vector, weight) in vectors.chunks_exact_mut(stride).zip(weights) {
        let w = vector[end / 4][end % 4];
        if w == 0.0 {
            continue;
        }
        let new = A::mul_add(*weight * w, w, pivot);
        if new < MINVAL || !new.is_finite() {
            return None;
        }
        let (grow, add, carry) = (new / pivot, *weight * w, -w / pivot);
        // entries right of the diagonal mean nothing and may be written
        for (h, x) in row.iter_mut().zip(vector) {
            *x = mul_add_pack::<A, _>(h, carry, *x);
            *h = mul_add_pack::<A, _>(x, add, h.map(|h| h * grow));
        }
        *weight *= pivot / new;
        pivot = new;
    }
    row[end / 4][end % 4] = pivot;
    Some(pivot)
}
