//! Blocks of rows in a Hessian in which everything is coupled with everything.
//!
//! The rows of a block are spread over all columns, with zeros where they have none, and put side by side. What they add to
//! a row of the Hessian is then a combination of long runs without indices. Up to some size this is cheaper than
//! leaving out what is zero, and there is no structure to be found.

use ligament_math::simd::{Arith, Kernel, Pack, mul_add_pack};
use ligament_math::sparse::grouped::Grouped;

use super::FULL;
use crate::data::Block;
use crate::solver::problem::Problem;

/// A Hessian of at most [`FULL`] degrees of freedom.
pub(super) struct Full<'a> {
    values: &'a mut [Pack],
}

impl<'a> Full<'a> {
    /// The Hessian in `values`.
    pub fn new(values: &'a mut [Pack]) -> Self {
        Self { values }
    }
}

/// Adds Jᵀ W J with a diagonal W; rows of weight zero cost nothing.
pub(super) struct AddWeighted<'a, W> {
    pub full: Full<'a>,
    pub p: &'a Problem<'a>,
    pub weight: W,
}

impl<W: Fn(usize) -> f64> Kernel for AddWeighted<'_, W> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arith>(self) {
        let AddWeighted {
            mut full,
            p,
            weight,
        } = self;
        for b in p.blocks {
            let cols = &p.cols[b.col..b.col + b.cols];
            let values = &p.J[b.val..b.val + b.rows * b.cols];
            if let ([column], [j]) = (cols, values) {
                full.add_diagonal(*column, weight(b.row) * j * j);
                continue;
            }
            let mut r = 0;
            while r < b.rows {
                // up to four rows at a time
                let (mut count, mut rows, mut weights) = (0, [&values[..0]; 4], [0.0; 4]);
                while r < b.rows && count < 4 {
                    let w = weight(b.row + r);
                    if w != 0.0 {
                        rows[count] = &values[r * b.cols..(r + 1) * b.cols];
                        weights[count] = w;
                        count += 1;
                    }
                    r += 1;
                }
                match count {
                    0 => {}
                    1 => full.add_some::<A, 1>(cols, &rows, &weights),
                    2 => full.add_some::<A, 2>(cols, &rows, &weights),
                    3 => full.add_some::<A, 3>(cols, &rows, &weights),
                    _ => full.add_some::<A, 4>(cols, &rows, &weights),
                }
            }
        }
    }
}

/// Adds Jᵀ W J of one block for a dense W.
pub(super) struct AddFullCone<'a> {
    pub full: Full<'a>,
    pub p: &'a Problem<'a>,
    pub block: &'a Block,
    pub hessian: &'a [f64; 36],
}

impl Kernel for AddFullCone<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arith>(self) {
        match self.block.rows {
            1 => self.add::<A, 1>(),
            2 => self.add::<A, 2>(),
            3 => self.add::<A, 3>(),
            4 => self.add::<A, 4>(),
            5 => self.add::<A, 5>(),
            _ => self.add::<A, 6>(),
        }
    }
}

impl AddFullCone<'_> {
    #[inline(always)]
    fn add<A: Arith, const R: usize>(mut self) {
        let (b, w) = (self.block, self.hessian);
        let cols = &self.p.cols[b.col..b.col + b.cols];
        let mut rows = [&self.p.J[..0]; R];
        for r in 0..R {
            rows[r] = &self.p.J[b.val + r * b.cols..][..b.cols];
        }
        self.full.add::<A, R>(cols, &rows, Dense(w));
    }
}

/// The weights of `R` rows: a symmetric matrix.
trait Weights<const R: usize> {
    /// Its product with a vector.
    fn times<A: Arith>(&self, x: [f64; R]) -> [f64; R];
}

struct Diagonal<'a>(&'a [f64; 4]);
struct Dense<'a>(&'a [f64; 36]);

impl<const R: usize> Weights<R> for Diagonal<'_> {
    #[inline(always)]
    fn times<A: Arith>(&self, x: [f64; R]) -> [f64; R] {
        let mut out = [0.0; R];
        for r in 0..R {
            out[r] = self.0[r] * x[r];
        }
        out
    }
}

impl<const R: usize> Weights<R> for Dense<'_> {
    #[inline(always)]
    fn times<A: Arith>(&self, x: [f64; R]) -> [f64; R] {
        let mut out = [0.0; R];
        for s in 0..R {
            for r in 0..R {
                out[r] = A::mul_add(self.0[r * R + s], x[s], out[r]);
            }
        }
        out
    }
}

impl Full<'_> {
    /// Adds to one entry of the diagonal.
    #[inline(always)]
    fn add_diagonal(&mut self, column: i32, value: f64) {
        let c = column as usize;
        self.values[Grouped::row_of_full(c) + c / 4][c % 4] += value;
    }

    /// Adds Σ w x xᵀ over the first `R` rows x and their weights.
    #[inline(always)]
    fn add_some<A: Arith, const R: usize>(
        &mut self,
        cols: &[i32],
        rows: &[&[f64]; 4],
        weights: &[f64; 4],
    ) {
        let mut used = [rows[0]; R];
        used.copy_from_slice(&rows[..R]);
        self.add::<A, R>(cols, &used, Diagonal(weights));
    }

    /// Adds Σ s x to the row of each column of the block, up to its diagonal, where the factors s are the weights times what
    /// the rows x have in that column.
    #[inline(always)]
    fn add<A: Arith, const R: usize>(
        &mut self,
        cols: &[i32],
        rows: &[&[f64]; R],
        weights: impl Weights<R>,
    ) {
        let mut rows = *rows;
        for row in &mut rows {
            *row = &row[..cols.len()];
        }
        let first = cols.first().map_or(0, |c| *c as usize % FULL / 4);
        // pack by pack, the rows side by side
        let mut spread = [[[0.0; 4]; R]; FULL / 4];
        for (j, &c) in cols.iter().enumerate() {
            let c = c as usize % FULL;
            for r in 0..R {
                spread[c / 4][r][c % 4] = rows[r][j];
            }
        }
        for (j, &c) in cols.iter().enumerate() {
            let c = c as usize % FULL;
            let mut x = [0.0; R];
            for r in 0..R {
                x[r] = rows[r][j];
            }
            let scale = weights.times::<A>(x);
            // entries right of the diagonal mean nothing and may be written
            let row = Grouped::row_of_full(c);
            let out = &mut self.values[row + first..row + c / 4 + 1];
            for (out, packs) in out.iter_mut().zip(&spread[first..]) {
                let mut sum = *out;
                for r in 0..R {
                    sum = mul_add_pack::<A, _>(&packs[r], scale[r], sum);
                }
                *out = sum;
            }
        }
    }
}
