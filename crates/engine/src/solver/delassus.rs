//! The inverse inertia that constraint rows see, A = J M⁻¹ Jᵀ.
//!
//! With M = Lᵀ D L and Y = D^(-½) L⁻ᵀ Jᵀ, A = Yᵀ Y. Solving with Lᵀ leads from a degree of freedom to its ancestors, so that a
//! row of Y lives on the trees that its block touches. Blocks without a common tree do not see each other: each block of
//! A has values for the blocks it does see, in runs of consecutive rows.

mod whiten;

use std::ops::Range;

use ligament_math::simd::{Arith, Kernel, Pack, add_rows, dot, run};

use super::problem::Problem;
use whiten::Whiten;

/// A block of rows in A.
#[derive(Clone, Copy, Debug, Default)]
struct Part {
    /// First row.
    row: usize,
    rows: usize,
    /// Its runs of columns.
    runs: usize,
    runs_end: usize,
    /// Where its values start, and the distance between its rows.
    val: usize,
    width: usize,
    /// Where its own columns start in its rows.
    own: usize,
    /// Degrees of freedom of its rows of Y, and where their values are.
    support: usize,
    support_len: usize,
    whitened: usize,
}

/// Consecutive columns of a block of A.
#[derive(Clone, Copy, Debug, Default)]
struct RowRun {
    first: usize,
    len: usize,
    /// Where they start in the rows of the block.
    offset: usize,
}

/// A + R, with what is needed to make it.
#[derive(Clone, Debug, Default)]
pub struct Delassus {
    parts: Vec<Part>,
    runs: Vec<RowRun>,
    values: Vec<f64>,
    /// The part of each row.
    part_of: Vec<u32>,
    /// Degrees of freedom of rows of Y, and values, part after part.
    support: Vec<i32>,
    whitened: Vec<f64>,
    /// Blocks that touch each root of a tree, as linked lists.
    first_touch: Vec<i32>,
    touches: Vec<(u32, i32)>,
    seen: Vec<u32>,
    neighbours: Vec<u32>,
    marked: Vec<bool>,
    row: Vec<f64>,
    lanes: Vec<Pack>,
    local: Vec<f64>,
}

impl Delassus {
    /// Makes A + R of a problem; false, without having made it, if that takes more than `most` numbers.
    pub fn make(&mut self, p: &Problem, most: usize) -> bool {
        self.whiten(p);
        if !self.find_neighbours(p, most) {
            return false;
        }
        let mut local = std::mem::take(&mut self.local);
        let mut row = std::mem::take(&mut self.row);
        for b in 0..self.parts.len() {
            self.multiply(b, &mut row, &mut local);
        }
        self.local = local;
        self.row = row;
        for i in 0..p.nefc() {
            *self.diagonal_mut(i) += p.R[i];
        }
        true
    }

    /// Rows of Y and the degrees of freedom they live on.
    fn whiten(&mut self, p: &Problem) {
        self.parts.clear();
        self.part_of.clear();
        self.support.clear();
        self.whitened.clear();
        self.marked.clear();
        self.marked.resize(p.nv(), false);
        self.row.clear();
        self.row.resize(p.nv(), 0.0);
        self.lanes.clear();
        self.lanes.resize(p.nv(), [0.0; 4]);
        for (index, b) in p.blocks.iter().enumerate() {
            let mut part = Part {
                row: b.row,
                rows: b.rows,
                support: self.support.len(),
                whitened: self.whitened.len(),
                ..Part::default()
            };
            self.part_of.resize(b.row + b.rows, index as u32);
            let cols = &p.cols[b.col..b.col + b.cols];
            for &c in cols {
                for &up in p.pattern.row_columns(c as usize) {
                    if !self.marked[up as usize] {
                        self.marked[up as usize] = true;
                        self.support.push(up);
                    }
                }
            }
            let support = &mut self.support[part.support..];
            support.sort_unstable();
            part.support_len = support.len();
            let end = part.whitened + b.rows * part.support_len;
            self.whitened.resize(end, 0.0);
            run(Whiten {
                p,
                block: b,
                support,
                lanes: &mut self.lanes,
                out: &mut self.whitened[part.whitened..],
            });
            for &i in &*support {
                self.marked[i as usize] = false;
            }
            self.parts.push(part);
        }
    }

    /// Which blocks see each other, and where their values go; false if there are more than `most` values.
    fn find_neighbours(&mut self, p: &Problem, most: usize) -> bool {
        let root = |i: i32| p.pattern.row_columns(i as usize)[0];
        self.first_touch.clear();
        self.first_touch.resize(p.nv(), -1);
        self.touches.clear();
        for (index, part) in self.parts.iter().enumerate() {
            let support = &self.support[part.support..part.support + part.support_len];
            for &i in support.iter().filter(|&&i| root(i) == i) {
                self.touches
                    .push((index as u32, self.first_touch[i as usize]));
                self.first_touch[i as usize] = self.touches.len() as i32 - 1;
            }
        }
        self.runs.clear();
        self.seen.clear();
        self.seen.resize(self.parts.len(), u32::MAX);
        let mut val = 0;
        for index in 0..self.parts.len() {
            let part = self.parts[index];
            self.neighbours.clear();
            let support = &self.support[part.support..part.support + part.support_len];
            for &i in support.iter().filter(|&&i| root(i) == i) {
                let mut at = self.first_touch[i as usize];
                while at >= 0 {
                    let (other, next) = self.touches[at as usize];
                    if self.seen[other as usize] != index as u32 {
                        self.seen[other as usize] = index as u32;
                        self.neighbours.push(other);
                    }
                    at = next;
                }
            }
            self.neighbours.sort_unstable();
            let first = self.runs.len();
            let (mut offset, mut own) = (0, 0);
            for &other in &self.neighbours {
                let other = &self.parts[other as usize];
                if other.row == part.row {
                    own = offset;
                }
                match self.runs[first..].last_mut() {
                    Some(last) if last.first + last.len == other.row => last.len += other.rows,
                    _ => self.runs.push(RowRun {
                        first: other.row,
                        len: other.rows,
                        offset,
                    }),
                }
                offset += other.rows;
            }
            self.parts[index] = Part {
                runs: first,
                runs_end: self.runs.len(),
                val,
                width: offset,
                own,
                ..part
            };
            val += offset * part.rows;
            if val > most {
                return false;
            }
        }
        self.values.clear();
        self.values.resize(val, 0.0);
        true
    }

    /// Values of one block with all blocks up to itself, and their mirror images.
    fn multiply(&mut self, b: usize, dense: &mut [f64], local: &mut Vec<f64>) {
        let part = self.parts[b];
        let columns = |p: &Part| p.support..p.support + p.support_len;
        for r in 0..part.rows {
            let from = part.whitened + r * part.support_len;
            let source = &self.whitened[from..from + part.support_len];
            for (&i, &y) in self.support[columns(&part)].iter().zip(source) {
                dense[i as usize] = y;
            }
            let mut at = part.val + r * part.width;
            for run_index in part.runs..part.runs_end {
                let RowRun { first, len, .. } = self.runs[run_index];
                let mut row = first;
                while row < first + len {
                    let other = self.parts[self.part_of[row] as usize];
                    if other.row > part.row {
                        break;
                    }
                    let support = &self.support[columns(&other)];
                    // rows on the same degrees of freedom need no gathering
                    let x = if support == &self.support[columns(&part)] {
                        source
                    } else {
                        local.clear();
                        local.extend(support.iter().map(|&i| dense[i as usize]));
                        local.as_slice()
                    };
                    run(Products {
                        out: &mut self.values[at..at + other.rows],
                        rows: &self.whitened[other.whitened..],
                        x,
                    });
                    at += other.rows;
                    row += other.rows;
                }
            }
            for &i in &self.support[columns(&part)] {
                dense[i as usize] = 0.0;
            }
        }
        self.mirror(part);
    }

    /// Copies the values of a block with earlier blocks to where these expect them.
    fn mirror(&mut self, part: Part) {
        for run_index in part.runs..part.runs_end {
            let RowRun { first, len, offset } = self.runs[run_index];
            let mut row = first;
            while row < first + len && row < part.row {
                let other = self.parts[self.part_of[row] as usize];
                let Some(target) = self.column(&other, part.row) else {
                    return;
                };
                for r in 0..part.rows {
                    for s in 0..other.rows {
                        let from = part.val + r * part.width + offset + row - first + s;
                        self.values[other.val + s * other.width + target + r] = self.values[from];
                    }
                }
                row += other.rows;
            }
        }
    }

    /// Where a column is in the rows of a block.
    fn column(&self, part: &Part, col: usize) -> Option<usize> {
        let runs = &self.runs[part.runs..part.runs_end];
        let at = runs.partition_point(|r| r.first + r.len <= col);
        let run = runs.get(at).filter(|r| r.first <= col)?;
        Some(run.offset + col - run.first)
    }

    fn diagonal_at(&self, row: usize) -> usize {
        let part = &self.parts[self.part_of[row] as usize];
        let r = row - part.row;
        part.val + r * part.width + part.own + r
    }

    fn diagonal_mut(&mut self, row: usize) -> &mut f64 {
        let at = self.diagonal_at(row);
        &mut self.values[at]
    }

    /// Entry of A + R on the diagonal.
    pub fn diagonal(&self, row: usize) -> f64 {
        self.values[self.diagonal_at(row)]
    }

    /// Number of stored values.
    pub fn nnz(&self) -> usize {
        self.values.len()
    }

    /// The row of A + R times x.
    pub fn times(&self, row: usize, x: &[f64]) -> f64 {
        run(RowTimes { a: self, row, x })
    }

    /// Adds the columns of A + R for consecutive rows of one block to `out`, each times its share.
    #[inline(always)]
    pub fn add_columns<A: Arith>(&self, first: usize, shares: &[f64], out: &mut [f64]) {
        let part = &self.parts[self.part_of[first] as usize];
        let from = part.val + (first - part.row) * part.width;
        for run in &self.runs[part.runs..part.runs_end] {
            // A is symmetric: columns are rows
            let out = &mut out[run.first..run.first + run.len];
            add_rows::<A, _>(out, &self.values, from + run.offset, part.width, shares);
        }
    }

    /// Copies the entries of consecutive rows of one block with each other, row by row.
    pub fn block(&self, rows: Range<usize>, out: &mut [f64]) {
        let part = &self.parts[self.part_of[rows.start] as usize];
        let first = rows.start - part.row;
        let n = rows.len();
        for r in 0..n {
            let from = part.val + (first + r) * part.width + part.own + first;
            out[r * n..(r + 1) * n].copy_from_slice(&self.values[from..from + n]);
        }
    }
}

/// Scalar products of one vector with several rows.
struct Products<'a> {
    out: &'a mut [f64],
    rows: &'a [f64],
    x: &'a [f64],
}

impl Kernel for Products<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arith>(self) {
        let n = self.x.len();
        for (s, out) in self.out.iter_mut().enumerate() {
            *out = dot::<A, _>(&self.rows[s * n..(s + 1) * n], self.x);
        }
    }
}

struct RowTimes<'a> {
    a: &'a Delassus,
    row: usize,
    x: &'a [f64],
}

impl Kernel for RowTimes<'_> {
    type Output = f64;

    #[inline(always)]
    fn run<A: Arith>(self) -> f64 {
        let part = &self.a.parts[self.a.part_of[self.row] as usize];
        let values = &self.a.values[part.val + (self.row - part.row) * part.width..][..part.width];
        let mut sum = 0.0;
        for run in &self.a.runs[part.runs..part.runs_end] {
            let values = &values[run.offset..run.offset + run.len];
            sum += dot::<A, _>(values, &self.x[run.first..]);
        }
        sum
    }
}
