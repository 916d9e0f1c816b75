//! The Hessian of the cost, H = M + Σ Jᵀ W J over blocks of rows, and its factorization.
//!
//! W is diagonal (the mass of rows with quadratic cost) or the Hessian of a cone. Rows of a block share their columns, so
//! that a block adds a small dense matrix. Between iterations only blocks whose rows changed state are touched: their
//! difference is added to the part of H that does not depend on cones, and H is factored anew. Factoring costs
//! about as much as two or three rank-one updates of the factor at twenty degrees of freedom, and unlike these it does not
//! depend on how many rows changed.

use ligament_math::simd::{Arith, Kernel, add_rows, run};
use ligament_math::sparse::grouped::{Grouped, Piece};

use super::problem::{CONE, Problem, QUADRATIC};
use crate::data::{Block, Contact};

/// Columns of a block that follow one another in one group.
#[derive(Clone, Copy, Debug, Default)]
struct Run {
    group: u32,
    /// First column within the block.
    col: u32,
    len: u32,
    /// Row of the matrix that belongs to the first column.
    row: u32,
    /// Distance between rows.
    stride: u32,
    /// Index within the group of the first column.
    local: u32,
    /// Pieces that lead from a row of the block into rows of this run's group.
    pieces: u32,
    pieces_end: u32,
}

/// The Hessian with its factor and working memory.
#[derive(Clone, Debug, Default)]
pub struct Hessian {
    structure: Grouped,
    /// H without cones.
    base: Vec<f64>,
    /// The factor of H.
    factor: Vec<f64>,
    /// Runs of all blocks.
    runs: Vec<Run>,
    /// First run of each block.
    runs_of: Vec<u32>,
    pieces: Vec<Piece>,
    work: Work,
}

/// Rows of one block that take part, and what they are multiplied with.
#[derive(Clone, Debug, Default)]
struct Work {
    rows: Vec<f64>,
    weighted: Vec<f64>,
    weights: Vec<f64>,
}

impl Hessian {
    /// Number of stored values.
    pub fn nnz(&self) -> usize {
        self.structure.len()
    }

    /// Finds the structure of a problem.
    pub fn analyze(&mut self, p: &Problem) {
        let parent = |i: usize| match p.pattern.row_columns(i) {
            [.., parent, _] => *parent,
            _ => -1,
        };
        let s = &mut self.structure;
        s.begin(p.nv(), |i| p.joined[i], parent);
        self.runs.clear();
        self.runs_of.clear();
        for b in p.blocks {
            self.runs_of.push(self.runs.len() as u32);
            let first = self.runs.len();
            push_runs(s, &p.cols[b.col..b.col + b.cols], &mut self.runs, first);
            for i in first + 1..self.runs.len() {
                for k in first..i {
                    s.couple(self.runs[i].group as usize, self.runs[k].group as usize);
                }
            }
        }
        self.runs_of.push(self.runs.len() as u32);
        s.finish();
        self.plan();
        self.base.resize(s_len(&self.structure), 0.0);
        self.factor.resize(s_len(&self.structure), 0.0);
    }

    /// Where the rows of blocks go.
    fn plan(&mut self) {
        self.pieces.clear();
        for block in self.runs_of.windows(2) {
            let runs = &mut self.runs[block[0] as usize..block[1] as usize];
            for t in 0..runs.len() {
                let group = runs[t].group as usize;
                let start = self.structure.group_start(group);
                let index = start + runs[t].local as usize;
                runs[t].row = self.structure.row(index) as u32;
                runs[t].stride = self.structure.stride(group) as u32;
                runs[t].pieces = self.pieces.len() as u32;
                for s in 0..=t {
                    let offset = self.structure.offset(group, runs[s].group as usize) as u32;
                    let piece = Piece {
                        src: runs[s].col,
                        dst: offset + runs[s].local,
                        len: runs[s].len,
                    };
                    match self.pieces[runs[t].pieces as usize..].last_mut() {
                        Some(last)
                            if last.src + last.len == piece.src
                                && last.dst + last.len == piece.dst =>
                        {
                            last.len += piece.len;
                        }
                        _ => self.pieces.push(piece),
                    }
                }
                runs[t].pieces_end = self.pieces.len() as u32;
            }
        }
    }

    /// Builds H anew for given states and factors it.
    pub fn rebuild(&mut self, p: &Problem, state: &[i32], contacts: &[Contact], ncone: usize) {
        self.structure.load_tree(p.pattern, p.M, &mut self.base);
        let weight = |i: usize| if state[i] == QUADRATIC { p.D[i] } else { 0.0 };
        self.add_weighted(p, weight);
        self.refactor(p, state, contacts, ncone);
    }

    /// Follows changes of state. Returns how many rows changed their part in the Hessian.
    pub fn follow(
        &mut self,
        p: &Problem,
        old: &[i32],
        state: &[i32],
        contacts: &[Contact],
        ncone: usize,
        had_cones: bool,
    ) -> usize {
        let differs = |i: usize| (old[i] == QUADRATIC) != (state[i] == QUADRATIC);
        let changed = (p.ne..p.nefc()).filter(|&i| differs(i)).count();
        if changed > 0 {
            self.add_weighted(p, |i| {
                if !differs(i) {
                    0.0
                } else if state[i] == QUADRATIC {
                    p.D[i]
                } else {
                    -p.D[i]
                }
            });
        }
        if changed > 0 || ncone > 0 || had_cones {
            self.refactor(p, state, contacts, ncone);
        }
        changed + ncone
    }

    /// Adds Jᵀ W J with a diagonal W; rows of weight zero cost nothing.
    fn add_weighted(&mut self, p: &Problem, weight: impl Fn(usize) -> f64) {
        for (block, b) in p.blocks.iter().enumerate() {
            if let (1, 1) = (b.rows, b.cols) {
                let w = weight(b.row);
                if w != 0.0 {
                    let j = p.J[b.val];
                    let r = self.runs[self.runs_of[block] as usize];
                    let own = self.pieces[r.pieces as usize].dst as usize;
                    self.base[r.row as usize + own] += w * j * j;
                }
                continue;
            }
            self.work.clear();
            for r in 0..b.rows {
                let w = weight(b.row + r);
                if w != 0.0 {
                    self.work.weights.push(w);
                    let row = &p.J[b.val + r * b.cols..][..b.cols];
                    self.work.rows.extend_from_slice(row);
                    self.work.weighted.extend(row.iter().map(|j| w * j));
                }
            }
            if !self.work.weights.is_empty() {
                let runs =
                    &self.runs[self.runs_of[block] as usize..self.runs_of[block + 1] as usize];
                run(AddBlock {
                    values: &mut self.base,
                    runs,
                    pieces: &self.pieces,
                    cols: b.cols,
                    work: &mut self.work,
                });
            }
        }
    }

    /// Adds cones and factors.
    fn refactor(&mut self, p: &Problem, state: &[i32], contacts: &[Contact], ncone: usize) {
        self.factor.clone_from(&self.base);
        if ncone > 0 {
            for cone in &p.classes.cones {
                if state[cone.row] == CONE {
                    let b = &p.blocks[cone.block];
                    self.add_cone(p, cone.block, b, &contacts[cone.contact].H);
                }
            }
        }
        self.structure.factor(&mut self.factor);
    }

    fn add_cone(&mut self, p: &Problem, block: usize, b: &Block, hessian: &[f64; 36]) {
        let (dim, cols) = (b.rows.min(6), b.cols);
        self.work.clear();
        self.work
            .rows
            .extend_from_slice(&p.J[b.val..b.val + dim * cols]);
        self.work.weighted.resize(dim * cols, 0.0);
        self.work.weights.resize(dim, 0.0);
        for r in 0..dim {
            let out = &mut self.work.weighted[r * cols..(r + 1) * cols];
            for s in 0..dim {
                let w = hessian[r * dim + s];
                let row = &self.work.rows[s * cols..(s + 1) * cols];
                for (o, j) in out.iter_mut().zip(row) {
                    *o += w * j;
                }
            }
        }
        let runs = &self.runs[self.runs_of[block] as usize..self.runs_of[block + 1] as usize];
        run(AddBlock {
            values: &mut self.factor,
            runs,
            pieces: &self.pieces,
            cols,
            work: &mut self.work,
        });
    }

    /// `x` becomes H⁻¹ `x`.
    pub fn solve(&self, x: &mut [f64]) {
        self.structure.solve(&self.factor, x);
    }
}

impl Work {
    fn clear(&mut self) {
        self.rows.clear();
        self.weighted.clear();
        self.weights.clear();
    }
}

fn s_len(s: &Grouped) -> usize {
    s.len()
}

/// Cuts the columns of a block into runs.
fn push_runs(s: &Grouped, cols: &[i32], runs: &mut Vec<Run>, first: usize) {
    let mut next = -1;
    for (col, &c) in cols.iter().enumerate() {
        let group = s.group_of(c as usize) as u32;
        match runs[first..].last_mut() {
            Some(last) if last.group == group && c == next => last.len += 1,
            _ => runs.push(Run {
                group,
                col: col as u32,
                len: 1,
                local: c as u32 - s.group_start(group as usize) as u32,
                ..Run::default()
            }),
        }
        next = c + 1;
    }
}

/// Adds Σ x yᵀ over the rows x and the weighted rows y of a block, lower triangle only.
struct AddBlock<'a> {
    values: &'a mut [f64],
    runs: &'a [Run],
    pieces: &'a [Piece],
    cols: usize,
    work: &'a mut Work,
}

impl Kernel for AddBlock<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arith>(self) {
        let AddBlock {
            values,
            runs,
            pieces,
            cols,
            work,
        } = self;
        let Work {
            rows,
            weighted,
            weights,
        } = work;
        for run in runs {
            let pieces = &pieces[run.pieces as usize..run.pieces_end as usize];
            for i in 0..run.len as usize {
                let j = run.col as usize + i;
                for (r, w) in weights.iter_mut().enumerate() {
                    *w = weighted[r * cols + j];
                }
                let row = run.row as usize + i * run.stride as usize;
                for piece in pieces {
                    let (src, dst) = (piece.src as usize, row + piece.dst as usize);
                    let len = (piece.len as usize).min(j + 1 - src);
                    add_rows::<A>(&mut values[dst..dst + len], rows, src, cols, weights);
                }
            }
        }
    }
}
