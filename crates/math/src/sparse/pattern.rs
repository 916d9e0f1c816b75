//! Where the entries of a sparse matrix are.

use core::ops::Range;

/// The compressed-row structure of a sparse matrix, borrowed from the arrays that store it.
#[derive(Clone, Copy, Debug)]
pub struct Pattern<'a> {
    rownnz: &'a [i32],
    rowadr: &'a [i32],
    colind: &'a [i32],
}

impl<'a> Pattern<'a> {
    /// A pattern from the number of entries in each row, the place of each row's first entry, and the column
    /// of every entry.
    pub fn new(rownnz: &'a [i32], rowadr: &'a [i32], colind: &'a [i32]) -> Self {
        let rows = rownnz.len().min(rowadr.len());
        Pattern {
            rownnz: &rownnz[..rows],
            rowadr: &rowadr[..rows],
            colind,
        }
    }

    /// Number of rows.
    #[inline(always)]
    pub fn rows(&self) -> usize {
        self.rownnz.len()
    }

    /// Number of stored entries.
    #[inline(always)]
    pub fn nnz(&self) -> usize {
        self.colind.len()
    }

    /// Number of entries in row `i`.
    #[inline(always)]
    pub fn row_len(&self, i: usize) -> usize {
        self.rownnz[i] as usize
    }

    /// Where the entries of row `i` are.
    #[inline(always)]
    pub fn row_range(&self, i: usize) -> Range<usize> {
        let start = self.rowadr[i] as usize;
        start..start + self.rownnz[i] as usize
    }

    /// Where the entries of a range of rows are, which follow each other.
    #[inline(always)]
    pub fn rows_range(&self, rows: Range<usize>) -> Range<usize> {
        if rows.is_empty() {
            return 0..0;
        }
        let start = self.row_start(rows.start);
        start..self.row_range(rows.end - 1).end.max(start)
    }

    /// Where the entries of row `i` start.
    #[inline(always)]
    pub fn row_start(&self, i: usize) -> usize {
        self.rowadr[i] as usize
    }

    /// In a tree: true if row `i` + 1 exists and is a child of row `i`. The rows of nodes next to one another then differ
    /// by one entry; only a child of `i` can have `i` next to its diagonal.
    #[inline(always)]
    pub fn follows(&self, i: usize) -> bool {
        let (Some(&count), Some(&start)) = (self.rownnz.get(i + 1), self.rowadr.get(i + 1)) else {
            return false;
        };
        count >= 2 && self.colind[(start + count - 2) as usize] == i as i32
    }

    /// The columns of row `i`.
    #[inline(always)]
    pub fn row_columns(&self, i: usize) -> &'a [i32] {
        &self.colind[self.row_range(i)]
    }
}

/// A pattern that owns its arrays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnedPattern {
    /// Number of entries in each row.
    pub rownnz: Vec<i32>,
    /// Place of the first entry of each row.
    pub rowadr: Vec<i32>,
    /// Column of every entry.
    pub colind: Vec<i32>,
}

impl OwnedPattern {
    /// The lower-triangular pattern of a tree: `parent[i]` is the parent of node i, negative for a root, and
    /// always smaller than i. Nodes that name themselves or a later node as parent count as roots.
    pub fn from_tree(parent: &[i32]) -> Self {
        let mut pattern = OwnedPattern::default();
        for i in 0..parent.len() {
            let start = pattern.colind.len();
            let up = usize::try_from(parent[i]).ok().filter(|&p| p < i);
            if let Some(p) = up {
                let from = pattern.rowadr[p] as usize;
                pattern
                    .colind
                    .extend_from_within(from..from + pattern.rownnz[p] as usize);
            }
            pattern.colind.push(i as i32);
            pattern.rowadr.push(start as i32);
            pattern.rownnz.push((pattern.colind.len() - start) as i32);
        }
        pattern
    }

    /// A borrowed view.
    pub fn view(&self) -> Pattern<'_> {
        Pattern::new(&self.rownnz, &self.rowadr, &self.colind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_list_ancestors_then_self() {
        let pattern = OwnedPattern::from_tree(&[-1, 0, 1, 0, -1]);
        assert_eq!(pattern.rownnz, [1, 2, 3, 2, 1]);
        assert_eq!(pattern.rowadr, [0, 1, 3, 6, 8]);
        assert_eq!(pattern.view().row_columns(2), [0, 1, 2]);
        assert_eq!(pattern.view().row_columns(3), [0, 3]);
        assert_eq!(pattern.view().nnz(), 9);
        assert_eq!(pattern.view().rows_range(2..4), 3..8);
        assert_eq!(pattern.view().rows_range(5..5), 0..0);
    }
}
