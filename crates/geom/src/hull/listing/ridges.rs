//! Edges between facets, of which at least one is a polygon.

use super::facets::{Facets, delete};

/// An edge between two facets; its vertices are the later one and the earlier one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ridge {
    pub(super) vertices: [usize; 2],
    pub(super) top: usize,
    pub(super) bottom: usize,
    /// Whether the fold between its facets has been looked at since they changed.
    pub(super) is_tested: bool,
    /// Whether the latest look found that it does not bend outwards.
    pub(super) is_folded: bool,
}

impl Ridge {
    pub(super) fn other(&self, facet: usize) -> usize {
        if self.top == facet {
            self.bottom
        } else {
            self.top
        }
    }

    pub(super) fn replace(&mut self, old: usize, new: usize) {
        if self.top == old {
            self.top = new;
        } else {
            self.bottom = new;
        }
    }
}

impl Facets {
    /// Whether two facets share a ridge.
    pub(super) fn have_ridge(&self, facet: usize, other: usize) -> bool {
        self[facet]
            .ridges
            .iter()
            .any(|&r| self.ridges[r].other(facet) == other)
    }

    /// Notes that an edge between two facets does not bend outwards.
    pub(super) fn note_fold(&mut self, facet: usize, other: usize) {
        let shared = |&&r: &&usize| self.ridges[r].other(facet) == other;
        if let Some(&ridge) = self[facet].ridges.iter().find(shared) {
            self.ridges[ridge].is_folded = true;
        }
    }

    /// The edges of a facet are to be looked at again.
    pub(super) fn forget_tests(&mut self, facet: usize) {
        for i in 0..self[facet].ridges.len() {
            let ridge = self[facet].ridges[i];
            self.ridges[ridge].is_tested = false;
        }
    }

    /// Gives a facet a ridge.
    pub(super) fn add_ridge(&mut self, facet: usize, ridge: usize) {
        self[facet].ridges.push(ridge);
        self[facet].had_ridges = true;
    }

    /// Forgets a ridge between two facets.
    pub(super) fn drop_ridge(&mut self, ridge: usize) {
        let Ridge {
            top,
            bottom,
            vertices,
            ..
        } = self.ridges[ridge];
        for v in vertices {
            self.vertices.loosen(v);
        }
        delete(&mut self[top].ridges, ridge);
        delete(&mut self[bottom].ridges, ridge);
    }

    /// Gives a triangle ridges to all its neighbours, which makes it a polygon.
    pub(super) fn make_ridges(&mut self, facet: usize) {
        if self[facet].is_polygon {
            return;
        }
        self[facet].is_polygon = true;
        let known: Vec<usize> = self[facet]
            .ridges
            .iter()
            .map(|&r| self.ridges[r].other(facet))
            .collect();
        for i in 0..self[facet].neighbors.len() {
            let f = &self[facet];
            let neighbor = f.neighbors[i];
            if known.contains(&neighbor) {
                continue;
            }
            let mut rest = f
                .vertices
                .iter()
                .enumerate()
                .filter(|&(k, _)| k != i)
                .map(|(_, &v)| v);
            let (Some(a), Some(b)) = (rest.next(), rest.next()) else {
                continue;
            };
            let on_top = f.clockwise != (i % 2 == 1);
            let (top, bottom) = if on_top {
                (facet, neighbor)
            } else {
                (neighbor, facet)
            };
            self.ridges.push(Ridge {
                vertices: [a, b],
                top,
                bottom,
                is_tested: false,
                is_folded: false,
            });
            let ridge = self.ridges.len() - 1;
            self.add_ridge(facet, ridge);
            self.add_ridge(neighbor, ridge);
        }
    }
}
