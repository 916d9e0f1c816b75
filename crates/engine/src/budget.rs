//! Memory that a world may grow to, and how it is shared out.
//!
//! Pairs, contacts and constraint rows are lists without a fixed length, and solvers keep matrices over them. Each has a share
//! of the limit: what does not fit is left out, or solved without a matrix, and counted as a warning.

/// Bytes that a world may grow to unless it says otherwise.
pub const MEMORY_LIMIT: usize = 2 << 30;

/// Bytes of working memory and copies per constraint row, besides its values.
const PER_ROW: usize = 320;
/// Bytes of working memory and copies per block of rows.
const PER_BLOCK: usize = 256;

/// Shares of a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget(
    /// Bytes in all.
    pub usize,
);

impl Budget {
    /// Most pairs of geoms.
    pub(crate) fn pairs<T>(self) -> usize {
        self.0 / 8 / size_of::<T>().max(1)
    }

    /// Most contacts.
    pub(crate) fn contacts<T>(self) -> usize {
        self.0 / 4 / size_of::<T>().max(1)
    }

    /// Whether the rows made so far leave room for more. Lists grow by doubling, so that they may take twice what is counted.
    pub(crate) fn has_room(self, rows: usize, values: usize, blocks: usize) -> bool {
        PER_ROW.saturating_mul(rows) + 8 * values + PER_BLOCK * blocks < self.0 / 4
    }

    /// Most numbers in a matrix of a solver.
    pub(crate) fn matrix(self) -> usize {
        self.0 / 32
    }
}

/// Makes room for `count` more in a list that never has room for more than `most`; gives how many of them fit.
#[inline]
pub(crate) fn make_room<T>(list: &mut Vec<T>, most: usize, count: usize) -> usize {
    let left = most.saturating_sub(list.len());
    let fits = count.min(left);
    if list.capacity() - list.len() < fits {
        list.reserve_exact(fits.max(list.len().max(4).min(left)));
    }
    fits
}

/// Appends to a list that never has room for more than `most`; false if it is full.
#[inline]
pub(crate) fn push<T>(list: &mut Vec<T>, most: usize, item: T) -> bool {
    let fits = make_room(list, most, 1) == 1;
    if fits {
        list.push(item);
    }
    fits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_stop_at_their_share() {
        let mut list = Vec::new();
        let kept = (0..100).filter(|&i| push(&mut list, 40, i)).count();
        assert_eq!((kept, list.len()), (40, 40));
        assert!(list.capacity() <= 40);
    }
}
