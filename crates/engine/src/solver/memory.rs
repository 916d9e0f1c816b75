//! Contact forces of the step before, as a start for projected Gauss–Seidel: an option, off by default.
//!
//! A contact is found again by its two geoms and by the cell of a grid of one centimetre in which it lies. Forces of contacts
//! that are found replace those that follow from the previous acceleration, if the dual cost is then lower. Over models with
//! contacts this saves a sixth of the iterations; results then depend on the step before beyond what the state holds.

use super::problem::Problem;
use super::run::{SolverWork, dual_cost};
use crate::data::memory::ROWS;
use crate::data::{Block, Contact, ContactForces, ContactMemory, RowKind};

/// Cells per metre.
const CELLS: f64 = 100.0;
/// Geoms, cell and number of rows of a contact.
type Key = [i32; 6];

/// Working memory of recalling.
#[derive(Clone, Debug, Default)]
pub(super) struct RecallScratch {
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

/// Replaces starting forces by remembered ones where that costs less.
pub(super) fn recall(
    memory: &ContactMemory,
    p: &Problem,
    contacts: &[Contact],
    b: &[f64],
    force: &mut [f64],
    scratch: &mut RecallScratch,
    w: &mut SolverWork,
) {
    let RecallScratch { candidate, qfrc } = scratch;
    let mut found = false;
    candidate.clear();
    candidate.extend_from_slice(force);
    for (block, contact) in touching(p, contacts) {
        let key = key(contact, block);
        let at = memory.entries.partition_point(|entry| entry.key < key);
        if let Some(entry) = memory.entries.get(at).filter(|entry| entry.key == key) {
            let rows = block.row..block.row + block.rows;
            candidate[rows].copy_from_slice(&entry.force[..block.rows]);
            found = true;
        }
    }
    if !found {
        return;
    }
    qfrc.resize(p.nv(), 0.0);
    let before = dual_cost(p, force, b, qfrc, &mut w.buffer);
    if dual_cost(p, candidate, b, qfrc, &mut w.buffer) < before {
        force.copy_from_slice(candidate);
    }
}

/// Remembers the forces of all contacts.
pub(super) fn store(memory: &mut ContactMemory, p: &Problem, contacts: &[Contact], force: &[f64]) {
    memory.entries.clear();
    memory
        .entries
        .extend(touching(p, contacts).map(|(block, contact)| {
            let mut entry = ContactForces {
                key: key(contact, block),
                row: block.row,
                force: [0.0; ROWS],
            };
            let rows = block.row..block.row + block.rows;
            entry.force[..block.rows].copy_from_slice(&force[rows]);
            entry
        }));
    memory
        .entries
        .sort_unstable_by_key(|entry| (entry.key, entry.row));
}
