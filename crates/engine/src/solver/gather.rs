//! Islands as problems of their own.
//!
//! Values of the Jacobian and of the inertia matrix stay where they are: an island has its own numbering of rows and
//! columns over them. Only vectors are copied.

use ligament_math::sparse::Pattern;

use super::problem::{Classes, Problem};
use crate::awake::Awake;
use crate::data::{Block, Contact, Islands};

/// Copies of what an island renumbers.
#[derive(Clone, Debug, Default)]
pub struct Gathered {
    rownnz: Vec<i32>,
    rowadr: Vec<i32>,
    /// Columns of the inertia matrix in the numbering of the islands, at the places of the whole matrix.
    colind: Vec<i32>,
    diag_inv: Vec<f64>,
    joined: Vec<bool>,
    qfrc_smooth: Vec<f64>,
    qacc_smooth: Vec<f64>,
    blocks: Vec<Block>,
    cols: Vec<i32>,
    mass: Vec<f64>,
    inverse: Vec<f64>,
    aref: Vec<f64>,
    bound: Vec<f64>,
    kind: Vec<i32>,
    id: Vec<i32>,
    classes: Classes,
}

/// Blocks of all islands.
#[derive(Clone, Debug, Default)]
pub struct SortedBlocks {
    /// Blocks of each island, one island after the other.
    blocks: Vec<u32>,
    /// First block of each island.
    first: Vec<u32>,
}

/// `out` = the entries of `source` at `index`.
pub fn gather<T: Copy>(out: &mut Vec<T>, source: &[T], index: &[i32]) {
    out.clear();
    out.extend(index.iter().map(|&i| source[i as usize]));
}

/// `out` at `index` = the entries of `source`.
pub fn scatter<T: Copy>(out: &mut [T], source: &[T], index: &[i32]) {
    for (&i, &value) in index.iter().zip(source) {
        out[i as usize] = value;
    }
}

/// Degrees of freedom of an island.
pub fn dofs(islands: &Islands, island: usize) -> &[i32] {
    let first = islands.island_idofadr[island] as usize;
    &islands.map_idof2dof[first..first + islands.island_nv[island] as usize]
}

/// Rows of an island.
pub fn rows(islands: &Islands, island: usize) -> &[i32] {
    let first = islands.island_iefcadr[island] as usize;
    &islands.map_iefc2efc[first..first + islands.island_nefc[island] as usize]
}

/// True if all that sleeps has the acceleration without constraints to start with, and is in no island: then a solver may
/// leave it as it is.
pub fn rests(awake: Awake<'_>, islands: &Islands, warm: Option<&[f64]>, smooth: &[f64]) -> bool {
    let constrained = match (islands.island_itreeadr.last(), islands.island_ntree.last()) {
        (Some(start), Some(count)) => (start + count) as usize,
        _ => 0,
    };
    let mut trees = islands.map_itree2tree.iter().take(constrained);
    let same = |a: &[f64], b: &[f64]| {
        let bits = a.iter().zip(b).map(|(a, b)| a.to_bits() ^ b.to_bits());
        bits.fold(0, |all, bits| all | bits) == 0
    };
    !awake.all
        && islands.nisland > 0
        && trees.all(|&tree| awake.tree.get(tree as usize).is_some_and(|&on| on != 0))
        && warm.is_none_or(|warm| {
            awake
                .sleeping_dofs()
                .all(|run| same(&warm[run.clone()], &smooth[run]))
        })
}

impl SortedBlocks {
    /// Sorts blocks by island.
    pub fn sort(&mut self, blocks: &[Block], islands: &Islands) {
        let island_of = |b: &Block| usize::try_from(islands.efc_island[b.row]).ok();
        self.first.clear();
        self.first.resize(islands.nisland + 1, 0);
        for island in blocks.iter().filter_map(island_of) {
            self.first[island + 1] += 1;
        }
        for island in 0..islands.nisland {
            self.first[island + 1] += self.first[island];
        }
        let total = self.first[islands.nisland] as usize;
        self.blocks.clear();
        self.blocks.resize(total, 0);
        // fill from behind: afterwards each counter stands at the first block of its island
        for (index, b) in blocks.iter().enumerate().rev() {
            if let Some(island) = island_of(b) {
                let at = &mut self.first[island + 1];
                *at -= 1;
                self.blocks[*at as usize] = index as u32;
            }
        }
        self.first.remove(0);
        self.first.push(total as u32);
    }

    /// Blocks of one island.
    pub fn of(&self, island: usize) -> &[u32] {
        &self.blocks[self.first[island] as usize..self.first[island + 1] as usize]
    }
}

impl Gathered {
    /// Makes the problem of one island out of the whole.
    pub fn island<'a>(
        &'a mut self,
        whole: &Problem<'a>,
        contacts: &[Contact],
        islands: &Islands,
        island: usize,
        blocks: &[u32],
    ) -> Problem<'a> {
        self.renumber_dofs(whole, islands, island);
        self.renumber_rows(whole, islands, island, blocks);
        let (ne, nf) = (
            islands.island_ne[island] as usize,
            islands.island_nf[island] as usize,
        );
        self.classes
            .fill(ne + nf, &self.blocks, &self.kind, &self.id, contacts);
        Problem {
            pattern: Pattern::new(&self.rownnz, &self.rowadr, &self.colind),
            M: whole.M,
            mass: whole.mass,
            qLD: whole.qLD,
            qLDiagInv: &self.diag_inv,
            joined: &self.joined,
            qfrc_smooth: &self.qfrc_smooth,
            qacc_smooth: &self.qacc_smooth,
            ne,
            nf,
            blocks: &self.blocks,
            cols: &self.cols,
            J: whole.J,
            D: &self.mass,
            R: &self.inverse,
            aref: &self.aref,
            frictionloss: &self.bound,
            kind: &self.kind,
            id: &self.id,
            classes: &self.classes,
        }
    }

    fn renumber_dofs(&mut self, whole: &Problem, islands: &Islands, island: usize) {
        let dofs = dofs(islands, island);
        let first = islands.island_idofadr[island];
        self.rownnz.clear();
        self.rowadr.clear();
        self.colind.resize(whole.M.len(), 0);
        for &dof in dofs {
            let range = whole.pattern.row_range(dof as usize);
            self.rowadr.push(range.start as i32);
            self.rownnz.push(range.len() as i32);
            let columns = whole.pattern.row_columns(dof as usize);
            for (to, &c) in self.colind[range].iter_mut().zip(columns) {
                *to = islands.map_dof2idof[c as usize] - first;
            }
        }
        gather(&mut self.diag_inv, whole.qLDiagInv, dofs);
        gather(&mut self.joined, whole.joined, dofs);
        gather(&mut self.qfrc_smooth, whole.qfrc_smooth, dofs);
        gather(&mut self.qacc_smooth, whole.qacc_smooth, dofs);
    }

    fn renumber_rows(&mut self, whole: &Problem, islands: &Islands, island: usize, blocks: &[u32]) {
        let first_dof = islands.island_idofadr[island];
        let first_row = islands.island_iefcadr[island];
        self.blocks.clear();
        self.cols.clear();
        for &index in blocks {
            let b = &whole.blocks[index as usize];
            let row = (islands.map_efc2iefc[b.row] - first_row) as usize;
            let col = self.cols.len();
            self.blocks.push(Block { row, col, ..*b });
            let columns = &whole.cols[b.col..b.col + b.cols];
            let local = |c: &i32| islands.map_dof2idof[*c as usize] - first_dof;
            self.cols.extend(columns.iter().map(local));
        }
        let rows = rows(islands, island);
        gather(&mut self.mass, whole.D, rows);
        gather(&mut self.inverse, whole.R, rows);
        gather(&mut self.aref, whole.aref, rows);
        gather(&mut self.bound, whole.frictionloss, rows);
        gather(&mut self.kind, whole.kind, rows);
        gather(&mut self.id, whole.id, rows);
    }
}
