//! Patterns of sparse matrices, which follow from the chains of degrees of freedom.

use super::wrong;
use crate::Model;
use crate::io::BinaryError;

/// A pattern of compressed rows, by columns of the model.
struct Pattern<'a> {
    /// Name of the array of columns.
    name: &'static str,
    start: &'a [i32],
    count: &'a [i32],
    columns: &'a [i32],
}

impl Pattern<'_> {
    /// The columns of a row; the table has seen that they are there.
    fn row(&self, row: usize) -> &[i32] {
        let start = usize::try_from(self.start[row]).unwrap_or(0);
        let count = usize::try_from(self.count[row]).unwrap_or(0);
        self.columns.get(start..start + count).unwrap_or(&[])
    }

    /// Where an entry lies.
    fn find(&self, row: usize, column: i32) -> Option<i32> {
        let place = self.row(row).binary_search(&column).ok()?;
        Some(self.start[row] + i32::try_from(place).ok()?)
    }

    /// Rows follow one another, and a row has the columns `expected`.
    fn check(&self, row: usize, expected: &[i32]) -> Result<(), BinaryError> {
        let next = self.start.get(row + 1);
        if self.row(row) != expected
            || next.is_some_and(|&n| n != self.start[row] + self.count[row])
        {
            return wrong(self.name, row);
        }
        Ok(())
    }
}

pub(super) fn check(m: &Model) -> Result<(), BinaryError> {
    let s = &*m.sparse;
    let lower = Pattern {
        name: "M_colind",
        start: &s.M_rowadr,
        count: &s.M_rownnz,
        columns: &s.M_colind,
    };
    let full = Pattern {
        name: "D_colind",
        start: &s.D_rowadr,
        count: &s.D_rownnz,
        columns: &s.D_colind,
    };
    let nv = m.size.nv;
    simple(m)?;
    let mut rows: Vec<Vec<i32>> = Vec::with_capacity(nv);
    for dof in 0..nv {
        let mut chain: Vec<i32> = m.dof_ancestors(Some(dof)).map(|d| d as i32).collect();
        chain.reverse();
        let own = if m.dof.simplenum[dof] > 0 {
            &chain[chain.len() - 1..]
        } else {
            &chain
        };
        lower.check(dof, own)?;
        for &above in &chain[..chain.len() - 1] {
            rows[above as usize].push(dof as i32);
        }
        rows.push(chain);
    }
    for (dof, row) in rows.iter().enumerate() {
        full.check(dof, row)?;
        if full.find(dof, dof as i32) != Some(s.D_rowadr[dof] + s.D_diag[dof]) {
            return wrong("D_diag", dof);
        }
    }
    maps(m, &lower, &full)?;
    tendons(m)
}

/// Runs of simple degrees of freedom end where one is not simple.
fn simple(m: &Model) -> Result<(), BinaryError> {
    let mut run = 0;
    for dof in (0..m.size.nv).rev() {
        let simple = m.body.simple[m.dof.bodyid[dof].index()] > 0;
        run = if simple { run + 1 } else { 0 };
        if m.dof.simplenum[dof] != run {
            return wrong("dof_simplenum", dof);
        }
    }
    Ok(())
}

/// Entries of one pattern in the other, and in the older layout, which lists each chain from its end.
fn maps(m: &Model, lower: &Pattern, full: &Pattern) -> Result<(), BinaryError> {
    let s = &*m.sparse;
    let mut lower_of_full = vec![-1; m.size.nD];
    for dof in 0..m.size.nv {
        let row = lower.row(dof);
        for (place, &column) in row.iter().enumerate() {
            let entry = lower.start[dof] as usize + place;
            let below = full.find(dof, column);
            if below != Some(s.mapD2M[entry]) {
                return wrong("mapD2M", entry);
            }
            let older = m.dof.Madr[dof] as usize + row.len() - 1 - place;
            if s.mapM2M[entry] as usize != older {
                return wrong("mapM2M", entry);
            }
            for place in [below, full.find(column as usize, dof as i32)]
                .into_iter()
                .flatten()
            {
                lower_of_full[place as usize] = entry as i32;
            }
        }
    }
    match lower_of_full
        .iter()
        .zip(&s.mapM2D)
        .position(|(a, b)| a != b)
    {
        Some(entry) => wrong("mapM2D", entry),
        None => Ok(()),
    }
}

/// Columns of a tendon increase, and lie in as many trees as it says.
fn tendons(m: &Model) -> Result<(), BinaryError> {
    for tendon in 0..m.size.ntendon {
        let columns = m
            .tendon
            .J_colind
            .get(m.tendon_entries(tendon))
            .unwrap_or(&[]);
        if !columns.is_sorted_by(|a, b| a < b) {
            return wrong("ten_J_colind", tendon);
        }
        // increasing columns visit one tree after the other
        let trees = columns.iter().map(|&c| m.dof.treeid[c as usize].0);
        let mut trees: Vec<i32> = trees.collect();
        trees.dedup();
        if usize::try_from(m.tendon.treenum[tendon]) != Ok(trees.len()) {
            return wrong("tendon_treenum", tendon);
        }
    }
    Ok(())
}
