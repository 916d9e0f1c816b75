//! The layout of sparse matrices over degrees of freedom.
//!
//! Two dofs are related if one is an ancestor of the other. D has an entry for every related pair, M for every dof and
//! its ancestors (only itself if the dof is simple), B for every body and the dofs that move it or that it carries.
//! Columns are in increasing order. The legacy form of M holds each row backwards: the dof, its parent, and so on.

use ligament_model::Model;
use ligament_model::rooms::Sparsity;

use super::ancestors;

fn stored(index: usize) -> i32 {
    i32::try_from(index).unwrap_or(i32::MAX)
}

/// Rows of a sparse matrix, flattened.
struct Rows {
    count: Vec<i32>,
    start: Vec<i32>,
    columns: Vec<i32>,
}

impl Rows {
    fn new(rows: impl Iterator<Item = Vec<i32>>) -> Self {
        let mut out = Self {
            count: Vec::new(),
            start: Vec::new(),
            columns: Vec::new(),
        };
        for row in rows {
            out.count.push(stored(row.len()));
            out.start.push(stored(out.columns.len()));
            out.columns.extend(row);
        }
        out
    }

    /// Where an entry lies, if the matrix has it.
    fn find(&self, row: usize, column: usize) -> Option<usize> {
        let start = usize::try_from(*self.start.get(row)?).ok()?;
        let count = usize::try_from(*self.count.get(row)?).ok()?;
        let columns = self.columns.get(start..start + count)?;
        Some(start + columns.binary_search(&stored(column)).ok()?)
    }
}

/// Sets sizes, patterns and the maps between them.
pub(super) fn lay_out(m: &mut Model) {
    let nv = m.size.nv;
    let lower: Vec<Vec<usize>> = (0..nv).map(|d| ancestors(m, d).collect()).collect();
    let reduced = reduced_rows(m, &lower);
    let full = full_rows(&lower);
    let bodies = body_rows(m);
    m.size.nC = reduced.columns.len();
    m.size.nD = full.columns.len();
    m.size.nB = bodies.columns.len();
    m.size.nM = lower.iter().map(Vec::len).sum();
    let mut s = Sparsity::new(&m.size);
    fill_maps(m, &mut s, &lower, &reduced, &full);
    (s.M_rownnz, s.M_rowadr, s.M_colind) = (reduced.count, reduced.start, reduced.columns);
    (s.D_rownnz, s.D_rowadr, s.D_colind) = (full.count, full.start, full.columns);
    if nv > 0 {
        (s.B_rownnz, s.B_rowadr, s.B_colind) = (bodies.count, bodies.start, bodies.columns);
    }
    *m.sparse = s;
}

fn reduced_rows(m: &Model, lower: &[Vec<usize>]) -> Rows {
    Rows::new(lower.iter().enumerate().map(|(d, row)| {
        let row = if m.dof.simplenum[d] > 0 {
            &row[..1]
        } else {
            row
        };
        row.iter().rev().map(|&x| stored(x)).collect()
    }))
}

fn full_rows(lower: &[Vec<usize>]) -> Rows {
    let mut rows: Vec<Vec<i32>> = lower
        .iter()
        .map(|row| row.iter().rev().map(|&x| stored(x)).collect())
        .collect();
    // descendants come in increasing order
    for (d, row) in lower.iter().enumerate() {
        for &above in row.iter().skip(1) {
            rows[above].push(stored(d));
        }
    }
    Rows::new(rows.into_iter())
}

fn body_rows(m: &Model) -> Rows {
    let nbody = m.size.nbody;
    let own = |b: usize| {
        let start = m.body.dofadr[b].max(0);
        start..start + m.body.dofnum[b]
    };
    let mut rows: Vec<Vec<i32>> = vec![Vec::new(); nbody];
    for b in 0..nbody {
        let parent = m.body.parentid[b].index();
        // rows of parents hold their ancestors and themselves so far
        let mut row = if b == 0 {
            Vec::new()
        } else {
            rows[parent].clone()
        };
        row.extend(own(b));
        rows[b] = row;
    }
    for b in 1..nbody {
        let mut above = b;
        while above > 0 {
            above = m.body.parentid[above].index();
            rows[above].extend(own(b));
        }
    }
    Rows::new(rows.into_iter())
}

/// Maps between the legacy form of M, M, and D. Entries of D that M does not store map to -1.
fn fill_maps(m: &Model, s: &mut Sparsity, lower: &[Vec<usize>], reduced: &Rows, full: &Rows) {
    for (d, row) in lower.iter().enumerate() {
        let legacy = usize::try_from(m.dof.Madr[d]).unwrap_or(0);
        for (k, &above) in row.iter().enumerate() {
            let here = reduced.find(d, above);
            let below = full.find(d, above);
            let mirrored = full.find(above, d);
            if let Some(entry) = here {
                s.mapM2M[entry] = stored(legacy + k);
                s.mapD2M[entry] = below.map_or(-1, stored);
            }
            for place in [below, mirrored].into_iter().flatten() {
                s.mapM2D[place] = here.map_or(-1, stored);
            }
            if above == d {
                let start = usize::try_from(full.start[d]).unwrap_or(0);
                s.D_diag[d] = below.map_or(0, |place| stored(place - start));
            }
        }
    }
}
