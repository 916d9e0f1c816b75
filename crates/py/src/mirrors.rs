//! Which columns have an array that shows them, and which of these the user may have written to.

use crate::storage::Mirror;

/// What becomes of an array once it was looked at.
pub enum Fate {
    /// The user may write to it.
    Live,
    /// Nobody has it.
    Idle,
    /// It goes.
    Gone,
}

struct MirroredColumn {
    column: u16,
    live: bool,
    mirror: Mirror,
}

/// The arrays of a simulation.
#[derive(Default)]
pub struct Mirrors {
    /// Per column, where its array is in `made`, plus one; zero without an array. Empty until the first array is made.
    place: Vec<u16>,
    made: Vec<MirroredColumn>,
    /// Columns whose arrays the user may have written to since they were last looked at.
    live: Vec<u16>,
}

impl Mirrors {
    /// True if no array can have been written to.
    pub fn is_quiet(&self) -> bool {
        self.live.is_empty()
    }

    fn entry(&mut self, column: usize) -> Option<&mut MirroredColumn> {
        let place = usize::from(*self.place.get(column)?);
        self.made.get_mut(place.checked_sub(1)?)
    }

    /// The array of a column, if the user may write to it already.
    pub fn live(&mut self, column: usize) -> Option<&Mirror> {
        let entry = self.entry(column)?;
        entry.live.then_some(&entry.mirror)
    }

    /// The array of a column, which counts as handed out from now on.
    pub fn wake(&mut self, column: usize) -> Option<&Mirror> {
        let place = usize::from(*self.place.get(column)?).checked_sub(1)?;
        let entry = self.made.get_mut(place)?;
        if !entry.live {
            entry.live = true;
            self.live.push(entry.column);
        }
        Some(&entry.mirror)
    }

    /// Takes in the array of a column, in place of one it had, and counts it as handed out.
    pub fn insert(&mut self, column: usize, mirror: Mirror) {
        let Ok(number) = u16::try_from(column) else {
            return;
        };
        self.remove(column);
        if self.place.len() <= column {
            self.place.resize(column + 1, 0);
        }
        self.made.push(MirroredColumn {
            column: number,
            live: true,
            mirror,
        });
        self.place[column] = self.made.len() as u16;
        self.live.push(number);
    }

    /// Lets go of the array of a column.
    pub fn remove(&mut self, column: usize) {
        let Some(place) = self.place.get_mut(column) else {
            return;
        };
        let Some(at) = usize::from(std::mem::take(place)).checked_sub(1) else {
            return;
        };
        let gone = self.made.swap_remove(at);
        if let Some(moved) = self.made.get(at) {
            self.place[usize::from(moved.column)] = at as u16 + 1;
        }
        if gone.live {
            self.live.retain(|live| usize::from(*live) != column);
        }
    }

    /// Looks at all arrays that the user may have written to, and does with them what `f` says.
    pub fn review(&mut self, mut f: impl FnMut(usize, &Mirror) -> Fate) {
        let mut kept = 0;
        for i in 0..self.live.len() {
            let number = self.live[i];
            let column = usize::from(number);
            let Some(entry) = self.entry(column) else {
                continue;
            };
            match f(column, &entry.mirror) {
                Fate::Live => {
                    self.live[kept] = number;
                    kept += 1;
                }
                Fate::Idle => entry.live = false,
                Fate::Gone => {
                    entry.live = false;
                    self.remove(column);
                }
            }
        }
        self.live.truncate(kept);
    }
}
