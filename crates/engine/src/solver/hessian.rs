//! The Hessian of the cost, H = M + Σ Jᵀ W J over blocks of rows, and its factorization.
//!
//! W is diagonal (the mass of rows with quadratic cost) or the Hessian of a cone. Rows of a block share their columns, so
//! that a block adds a small dense matrix. Between iterations only blocks whose rows changed state are touched: their
//! difference is added to the part of H that does not depend on cones. Then H is factored anew, or, where it is large and few
//! rows changed, its factor is updated row by row. At twenty degrees of freedom factoring costs about as much as two or three
//! rank-one updates; in a pile of 300 boxes it costs as much as a hundred.

mod full;
mod order;

use ligament_math::simd::{Arith, Kernel, Pack, add_pack_rows, add_rows, mul_add_pack, run};
use ligament_math::sparse::grouped::{Changes, Grouped, Piece};

use super::problem::{CONE, Problem, QUADRATIC};
use crate::data::{Block, Contact};
use full::Full;
use order::Order;

/// Up to this many degrees of freedom a full Hessian is cheaper than a sparse one.
pub const FULL: usize = 32;

/// What a product of packs costs in a rank-one update, in units of one in a factorization: it loads and stores more.
const UPDATE_COST: u64 = 2;

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
    /// How degrees of freedom are numbered inside.
    order: Order,
    structure: Grouped,
    /// Of the last problem that was full if this one is not, and the reverse.
    other: Grouped,
    /// The inertia matrix, where the Hessian is full.
    mass: Vec<Pack>,
    /// H without cones.
    base: Vec<Pack>,
    /// The factor of H.
    factor: Vec<Pack>,
    /// Runs of all blocks.
    runs: Vec<Run>,
    /// First run of each block.
    runs_of: Vec<u32>,
    pieces: Vec<Piece>,
    work: Work,
    changes: Changes,
}

/// Rows of one block that take part, and these rows times their weights, in packs with zeros at the end.
#[derive(Clone, Debug, Default)]
struct Work {
    rows: Vec<Pack>,
    weighted: Vec<Pack>,
    /// How many rows.
    count: usize,
    /// Packs in a row.
    stride: usize,
}

impl Hessian {
    /// Number of stored values.
    pub fn nnz(&self) -> usize {
        4 * self.structure.packs()
    }

    /// Finds the structure of a problem, or takes everything as coupled if it is to be full.
    pub fn analyze(&mut self, p: &Problem, full: bool) {
        if full != self.structure.is_full() {
            std::mem::swap(&mut self.structure, &mut self.other);
        }
        if full {
            self.structure.couple_all(p.nv());
            return;
        }
        self.order.find(p);
        let (pattern, joined) = (self.order.pattern(p), self.order.joined(p));
        let parent = |i: usize| match pattern.row_columns(i) {
            [.., parent, _] => *parent,
            _ => -1,
        };
        let s = &mut self.structure;
        s.begin(p.nv(), |i| joined[i], parent);
        self.runs.clear();
        self.runs_of.clear();
        for b in p.blocks {
            self.runs_of.push(self.runs.len() as u32);
            let first = self.runs.len();
            let cols = &p.cols[b.col..b.col + b.cols];
            push_runs(s, &self.order, cols, &mut self.runs, first);
            for i in first + 1..self.runs.len() {
                for k in first..i {
                    s.couple(self.runs[i].group as usize, self.runs[k].group as usize);
                }
            }
        }
        self.runs_of.push(self.runs.len() as u32);
        s.finish();
        self.plan();
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

    /// Builds H without cones for given states.
    pub fn rebuild(&mut self, p: &Problem, state: &[i32]) {
        if self.structure.is_full() {
            self.structure.load_tree(p.pattern, p.M, &mut self.mass);
            self.base.clone_from(&self.mass);
        } else {
            let pattern = self.order.pattern(p);
            self.structure.load_tree(pattern, p.M, &mut self.base);
        }
        self.add_weighted(p, |i| if state[i] == QUADRATIC { p.D[i] } else { 0.0 });
    }

    /// `out = M x`. `buffer` must have two places per degree of freedom.
    ///
    /// Where the Hessian is full M is there with all of its zeros, and the product needs no indices.
    pub fn mul_m(&self, p: &Problem, x: &[f64], out: &mut [f64], buffer: &mut [f64]) {
        let diagonal = p.pattern.nnz() == p.pattern.rows();
        if self.structure.has_times() && !diagonal {
            self.structure.times(&self.mass, x, out);
        } else {
            p.mul_m(x, out, buffer);
        }
    }

    /// Follows changes of state: H without cones, and its factor where that costs less than factoring anew. Returns
    /// whether the factor has followed.
    pub fn follow(&mut self, p: &Problem, old: &[i32], state: &[i32], cones: bool) -> bool {
        let weight = |i: usize| match (old[i] == QUADRATIC, state[i] == QUADRATIC) {
            (false, true) => p.D[i],
            (true, false) => -p.D[i],
            _ => 0.0,
        };
        self.add_weighted(p, weight);
        !cones && self.updates_pay(p, weight) && self.update_factor(p, weight)
    }

    /// True if updating the factor row by row costs less than factoring anew.
    fn updates_pay(&self, p: &Problem, weight: impl Fn(usize) -> f64) -> bool {
        if self.structure.is_full() {
            return false;
        }
        let mut left = self.structure.factor_work();
        for (block, b) in p.blocks.iter().enumerate() {
            let changed = (b.row..b.row + b.rows).filter(|&i| weight(i) != 0.0);
            let changed = changed.count() as u64;
            if changed > 0 {
                let cost = self.structure.update_work(self.highest(block));
                match left.checked_sub(changed * UPDATE_COST * cost) {
                    Some(rest) => left = rest,
                    None => return false,
                }
            }
        }
        true
    }

    /// The highest group that a block has columns in.
    fn highest(&self, block: usize) -> usize {
        let end = self.runs_of[block + 1] as usize;
        self.runs[end - 1].group as usize
    }

    /// Updates the factor by the rows that have a weight; false if that fails.
    fn update_factor(&mut self, p: &Problem, weight: impl Fn(usize) -> f64) -> bool {
        for (block, b) in p.blocks.iter().enumerate() {
            let cols = &p.cols[b.col..b.col + b.cols];
            for r in 0..b.rows {
                let w = weight(b.row + r);
                if w != 0.0 {
                    let row = &p.J[b.val + r * b.cols..][..b.cols];
                    let places = cols.iter().map(|&c| self.order.place(c as usize));
                    let entries = places.zip(row.iter().copied());
                    self.changes.push(p.nv(), w, entries);
                }
            }
            if self.changes.is_empty() {
                continue;
            }
            let highest = self.highest(block);
            let (factor, changes) = (&mut self.factor, &mut self.changes);
            if !self.structure.update(factor, changes, highest) {
                return false;
            }
        }
        true
    }

    /// Adds Jᵀ W J with a diagonal W; rows of weight zero cost nothing.
    fn add_weighted(&mut self, p: &Problem, weight: impl Fn(usize) -> f64) {
        if self.structure.is_full() {
            return run(full::AddWeighted {
                full: Full::new(&mut self.base),
                p,
                weight,
            });
        }
        for (block, b) in p.blocks.iter().enumerate() {
            if let (1, 1) = (b.rows, b.cols) {
                let w = weight(b.row);
                if w != 0.0 {
                    let j = p.J[b.val];
                    let r = self.runs[self.runs_of[block] as usize];
                    let own = self.pieces[r.pieces as usize].dst as usize;
                    self.base[r.row as usize + own / 4][own % 4] += w * j * j;
                }
                continue;
            }
            self.work.start(b.cols);
            for r in 0..b.rows {
                let w = weight(b.row + r);
                if w != 0.0 {
                    self.work.push(&p.J[b.val + r * b.cols..][..b.cols], w);
                }
            }
            if self.work.count > 0 {
                let runs = self.runs_of[block] as usize..self.runs_of[block + 1] as usize;
                run(AddBlock {
                    values: &mut self.base,
                    runs: &self.runs[runs],
                    pieces: &self.pieces,
                    work: &self.work,
                });
            }
        }
    }

    /// Adds the cones of contacts that slide, and factors.
    pub fn factor(&mut self, p: &Problem, state: &[i32], contacts: &[Contact], ncone: usize) {
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
        if self.structure.is_full() {
            return run(full::AddFullCone {
                full: Full::new(&mut self.factor),
                p,
                block: b,
                hessian,
            });
        }
        let dim = b.rows.min(6);
        self.work.start(b.cols);
        for r in 0..dim {
            self.work.push(&p.J[b.val + r * b.cols..][..b.cols], 0.0);
        }
        let runs = self.runs_of[block] as usize..self.runs_of[block + 1] as usize;
        run(AddCone {
            values: &mut self.factor,
            runs: &self.runs[runs],
            pieces: &self.pieces,
            work: &mut self.work,
            hessian,
        });
    }

    /// `x` becomes H⁻¹ `x`.
    pub fn solve(&mut self, x: &mut [f64]) {
        if self.structure.is_full() {
            return self.structure.solve(&self.factor, x);
        }
        let (structure, factor) = (&mut self.structure, &self.factor);
        self.order.within(x, |x| structure.solve(factor, x));
    }
}

impl Work {
    /// Starts a block with a number of columns.
    fn start(&mut self, cols: usize) {
        self.rows.clear();
        self.weighted.clear();
        self.count = 0;
        self.stride = cols.div_ceil(4);
    }

    /// Adds a row with its weight.
    fn push(&mut self, row: &[f64], weight: f64) {
        let packs = row.chunks_exact(4);
        let rest = packs.remainder();
        for pack in packs {
            self.push_pack([pack[0], pack[1], pack[2], pack[3]], weight);
        }
        if !rest.is_empty() {
            let mut pack = [0.0; 4];
            pack[..rest.len()].copy_from_slice(rest);
            self.push_pack(pack, weight);
        }
        self.count += 1;
    }

    #[inline(always)]
    fn push_pack(&mut self, pack: Pack, weight: f64) {
        self.rows.push(pack);
        self.weighted.push(pack.map(|x| x * weight));
    }
}

/// Cuts the columns of a block into runs, in increasing order.
fn push_runs(s: &Grouped, order: &Order, cols: &[i32], runs: &mut Vec<Run>, first: usize) {
    let mut next = usize::MAX;
    let mut increasing = true;
    for (col, &c) in cols.iter().enumerate() {
        let place = order.place(c as usize);
        let group = s.group_of(place) as u32;
        match runs[first..].last_mut() {
            Some(last) if last.group == group && place == next => last.len += 1,
            last => {
                increasing &= last.is_none_or(|last| last.group <= group);
                runs.push(Run {
                    group,
                    col: col as u32,
                    len: 1,
                    local: (place - s.group_start(group as usize)) as u32,
                    ..Run::default()
                });
            }
        }
        next = place + 1;
    }
    if !increasing {
        runs[first..].sort_unstable_by_key(|run| (run.group, run.local));
    }
}

/// Adds Σ x yᵀ over the rows x and the weighted rows y of a block, lower triangle only.
struct AddBlock<'a> {
    values: &'a mut [Pack],
    runs: &'a [Run],
    pieces: &'a [Piece],
    work: &'a Work,
}

impl Kernel for AddBlock<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arith>(self) {
        let AddBlock {
            values,
            runs,
            pieces,
            work,
        } = self;
        for run in runs {
            let pieces = &pieces[run.pieces as usize..run.pieces_end as usize];
            let mut first = 0;
            while first < work.count {
                // up to four rows at a time
                let count = (work.count - first).min(4);
                match count {
                    1 => add_run::<A, 1>(values, run, pieces, work, first),
                    2 => add_run::<A, 2>(values, run, pieces, work, first),
                    3 => add_run::<A, 3>(values, run, pieces, work, first),
                    _ => add_run::<A, 4>(values, run, pieces, work, first),
                }
                first += count;
            }
        }
    }
}

/// Adds `R` rows of a block, from `first` on, to the rows of the matrix that belong to one run.
#[inline(always)]
fn add_run<A: Arith, const R: usize>(
    values: &mut [Pack],
    run: &Run,
    pieces: &[Piece],
    work: &Work,
    first: usize,
) {
    let stride = work.stride;
    let rows = &work.rows[first * stride..(first + R) * stride];
    let weighted = &work.weighted.as_flattened()[4 * first * stride..4 * (first + R) * stride];
    let whole = matches!(pieces, [p] if p.src == 0 && p.dst == 0);
    for i in 0..run.len as usize {
        let j = run.col as usize + i;
        let scale: [f64; R] = std::array::from_fn(|r| weighted[4 * r * stride + j]);
        let row = run.row as usize + i * run.stride as usize;
        if whole {
            // entries right of the diagonal mean nothing and may be written
            let packs = j / 4 + 1;
            add_pack_rows::<A, _, R>(&mut values[row..row + packs], rows, stride, &scale);
            continue;
        }
        let values = values.as_flattened_mut();
        for (index, piece) in pieces.iter().enumerate() {
            let (src, dst) = (piece.src as usize, 4 * row + piece.dst as usize);
            // the last piece ends with the run itself: up to the diagonal
            let last = index + 1 == pieces.len();
            let right = if last { run.len as usize - 1 - i } else { 0 };
            let len = piece.len as usize - right;
            let rows = rows.as_flattened();
            add_rows::<A, _>(&mut values[dst..dst + len], rows, src, 4 * stride, &scale);
        }
    }
}

/// Adds Jᵀ W J for a dense W.
struct AddCone<'a> {
    values: &'a mut [Pack],
    runs: &'a [Run],
    pieces: &'a [Piece],
    work: &'a mut Work,
    hessian: &'a [f64; 36],
}

impl Kernel for AddCone<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arith>(self) {
        let AddCone {
            values,
            runs,
            pieces,
            work,
            hessian,
        } = self;
        let (dim, stride) = (work.count, work.stride);
        for r in 0..dim {
            let out = &mut work.weighted[r * stride..(r + 1) * stride];
            for s in 0..dim {
                let rows = &work.rows[s * stride..(s + 1) * stride];
                for (o, x) in out.iter_mut().zip(rows) {
                    *o = mul_add_pack::<A, _>(x, hessian[r * dim + s], *o);
                }
            }
        }
        AddBlock {
            values,
            runs,
            pieces,
            work,
        }
        .run::<A>();
    }
}
