//! Pushing of rows: a draft of columns and values becomes a block, or nothing if it cannot move anything.

use ligament_model::Model;

use super::RowKind;
use crate::data::{Block, Efc, Path};

/// Where the columns and values of a block that is being made start.
#[derive(Clone, Copy, Debug)]
pub(super) struct Draft {
    col: usize,
    val: usize,
}

/// What a row says besides its Jacobian.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Row {
    /// Violation of the constraint, or distance to its limit.
    pub pos: f64,
    /// Distance at which the constraint becomes active.
    pub margin: f64,
    /// Estimate of the inverse inertia that the row sees.
    pub diag: f64,
}

impl Draft {
    /// Starts a block. Columns and values are then appended to the arrays of `efc`.
    pub fn new(efc: &Efc) -> Self {
        Self {
            col: efc.efc_cols.len(),
            val: efc.efc_J.len(),
        }
    }

    /// How many columns have been appended.
    pub fn cols(&self, efc: &Efc) -> usize {
        efc.efc_cols.len() - self.col
    }

    /// Appends zeros for `rows` rows and gives them to be filled.
    pub fn values<'a>(&self, efc: &'a mut Efc, rows: usize) -> &'a mut [f64] {
        let cols = self.cols(efc);
        efc.efc_J.resize(self.val + rows * cols, 0.0);
        &mut efc.efc_J[self.val..]
    }

    /// Takes back what has been appended.
    pub fn discard(self, efc: &mut Efc) {
        efc.efc_cols.truncate(self.col);
        efc.efc_J.truncate(self.val);
    }

    /// Makes a block of the draft. A block that moves nothing is dropped: one without columns and, where the Jacobian
    /// counts as dense, one of zeros only. False if it was dropped.
    pub fn commit(
        self,
        efc: &mut Efc,
        sparse: bool,
        kind: RowKind,
        id: usize,
        rows: &[Row],
    ) -> bool {
        if !sparse && rows.len() == 1 {
            self.drop_zeros(efc);
        }
        let values = &efc.efc_J[self.val..];
        if self.cols(efc) == 0 || (!sparse && values.iter().all(|&v| v == 0.0)) {
            self.discard(efc);
            if !sparse {
                efc.dropped += rows.len();
            }
            return false;
        }
        self.push(efc, kind, id, rows);
        true
    }

    /// Takes entries that are zero out of a draft of one row: where the Jacobian counts as dense they couple nothing.
    fn drop_zeros(&self, efc: &mut Efc) {
        let mut kept = 0;
        for k in 0..self.cols(efc) {
            let (column, value) = (efc.efc_cols[self.col + k], efc.efc_J[self.val + k]);
            if value != 0.0 {
                efc.efc_cols[self.col + kept] = column;
                efc.efc_J[self.val + kept] = value;
                kept += 1;
            }
        }
        efc.efc_cols.truncate(self.col + kept);
        efc.efc_J.truncate(self.val + kept);
    }

    /// Makes a block of the draft, whatever it contains.
    pub fn push(self, efc: &mut Efc, kind: RowKind, id: usize, rows: &[Row]) {
        self.push_block(efc, kind, id, rows.len());
        for row in rows {
            efc.efc_pos.push(row.pos);
            efc.efc_margin.push(row.margin);
            efc.efc_diagA.push(row.diag);
        }
    }

    /// Makes a block of the draft, with all that rows say left to the caller.
    pub fn push_block(self, efc: &mut Efc, kind: RowKind, id: usize, rows: usize) {
        let row = efc.efc_type.len();
        efc.blocks.push(Block {
            row,
            rows,
            col: self.col,
            cols: self.cols(efc),
            val: self.val,
        });
        efc.efc_type.resize(row + rows, kind as i32);
        efc.efc_id.resize(row + rows, id as i32);
    }
}

/// Appends the entries of a tendon's row of the Jacobian, scaled.
pub(super) fn append_tendon(m: &Model, path: &Path, tendon: usize, scale: f64, efc: &mut Efc) {
    let entries = m.tendon_entries(tendon);
    efc.efc_cols
        .extend_from_slice(&m.tendon.J_colind[entries.clone()]);
    efc.efc_J
        .extend(path.ten_J[entries].iter().map(|v| v * scale));
}

/// Notes the first row that involves a tendon.
pub(super) fn note_tendon(efc: &mut Efc, tendon: usize, row: usize) {
    if let Some(address) = efc.tendon_efcadr.get_mut(tendon) {
        if *address < 0 {
            *address = row as i32;
        }
    }
}
