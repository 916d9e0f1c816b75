//! Contact forces that are remembered from step to step, with the option `contactmemory`.

/// Most rows of a contact.
pub(crate) const ROWS: usize = 10;

/// The forces of one contact.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ContactForces {
    /// Geoms, cell and number of rows.
    pub key: [i32; 6],
    /// The row, so that the first of several in one cell stays the first.
    pub row: usize,
    pub force: [f64; ROWS],
}

/// Contact forces of the step before, sorted by key.
#[derive(Clone, Debug, Default)]
pub struct ContactMemory {
    pub(crate) entries: Vec<ContactForces>,
}

impl ContactMemory {
    /// Forgets all forces.
    pub fn clear(&mut self) {
        self.entries.clear();
    }
}
