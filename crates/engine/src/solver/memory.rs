//! Contact forces of the step before, as a start for projected Gauss–Seidel: an option, off by default.
//!
//! A contact is found again by its two geoms and by the cell of a grid of one centimetre in which it lies. Forces of contacts
//! that are found replace those that follow from the previous acceleration, if the dual cost is then lower. Over models with
//! contacts this saves a sixth of the iterations; results then depend on the step before beyond what the state holds.

use super::problem::Problem;
use super::run::{Workspace, dual_cost};
use crate::constraint::RowKind;
use crate::data::{Block, Contact};

/// Cells per metre.
const CELLS: f64 = 100.0;
/// Most rows of a contact.
const ROWS: usize = 10;

/// Geoms, cell and number of rows of a contact.
type Key = [i32; 6];

/// The forces of one contact.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: Key,
    /// The row, so that the first of several in one cell stays the first.
    row: usize,
    force: [f64; ROWS],
}

/// What is remembered.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    /// Sorted by key.
    entries: Vec<Entry>,
    candidate: Vec<f64>,
    qfrc: Vec<f64>,
}

fn key(contact: &Contact, block: &Block) -> Key {
    let [x, y, z] = contact.pos.0.map(|x| (x * CELLS).floor() as i32);
    let [a, b] = contact.geom;
    [a, b, x, y, z, block.rows as i32]
}

/// Blocks of contacts with their contacts.
fn touching<'a>(
    p: &Problem<'a>,
    contacts: &'a [Contact],
) -> impl Iterator<Item = (&'a Block, &'a Contact)> {
    let (kind, id) = (p.kind, p.id);
    p.blocks.iter().filter_map(move |block| {
        let kind = RowKind::from_number(kind[block.row]);
        let contact = contacts.get(usize::try_from(id[block.row]).ok()?)?;
        (kind.is_contact() && block.rows <= ROWS).then_some((block, contact))
    })
}

impl Memory {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.clear();
    }

    /// Replaces starting forces by remembered ones where that costs less.
    pub fn recall(
        &mut self,
        p: &Problem,
        contacts: &[Contact],
        b: &[f64],
        force: &mut [f64],
        w: &mut Workspace,
    ) {
        let mut found = false;
        self.candidate.clear();
        self.candidate.extend_from_slice(force);
        for (block, contact) in touching(p, contacts) {
            let key = key(contact, block);
            let at = self.entries.partition_point(|entry| entry.key < key);
            if let Some(entry) = self.entries.get(at).filter(|entry| entry.key == key) {
                let rows = block.row..block.row + block.rows;
                self.candidate[rows].copy_from_slice(&entry.force[..block.rows]);
                found = true;
            }
        }
        if !found {
            return;
        }
        self.qfrc.resize(p.nv(), 0.0);
        let before = dual_cost(p, force, b, &mut self.qfrc, &mut w.buffer);
        if dual_cost(p, &self.candidate, b, &mut self.qfrc, &mut w.buffer) < before {
            force.copy_from_slice(&self.candidate);
        }
    }

    /// Remembers the forces of all contacts.
    pub fn store(&mut self, p: &Problem, contacts: &[Contact], force: &[f64]) {
        self.entries.clear();
        self.entries
            .extend(touching(p, contacts).map(|(block, contact)| {
                let mut entry = Entry {
                    key: key(contact, block),
                    row: block.row,
                    force: [0.0; ROWS],
                };
                let rows = block.row..block.row + block.rows;
                entry.force[..block.rows].copy_from_slice(&force[rows]);
                entry
            }));
        self.entries
            .sort_unstable_by_key(|entry| (entry.key, entry.row));
    }
}
