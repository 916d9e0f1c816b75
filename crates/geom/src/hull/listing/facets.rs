//! Facets in lists whose order matters.
//!
//! Sets follow two rules that show in the result: a member is replaced in place, and a deleted member's place
//! is taken by the last one.

use super::ridges::Ridge;
use super::vertices::Vertices;
use ligament_math::Vec3;
use std::ops::{Index, IndexMut};

/// A facet of the list, or its end.
pub(super) type Tail = Option<usize>;

/// A side of the hull: a triangle, or a polygon once it has ridges all around.
#[derive(Clone, Debug, Default)]
pub(super) struct Facet {
    /// Vertices by number, latest first.
    pub(super) vertices: Vec<usize>,
    /// Whether the first three vertices are clockwise seen from outside.
    pub(super) clockwise: bool,
    /// Neighbours; that of a triangle faces the vertex of the same position.
    pub(super) neighbors: Vec<usize>,
    pub(super) ridges: Vec<usize>,
    /// Whether there has ever been a ridge.
    pub(super) had_ridges: bool,
    pub(super) is_polygon: bool,
    /// Unit normal and offset; missing while the facet waits to be merged.
    pub(super) plane: Option<(Vec3, f64)>,
    /// Mean of the vertices, projected onto the plane.
    pub(super) center: Option<Vec3>,
    pub(super) keep_center: bool,
    /// Points outside, the furthest one last, and its distance.
    pub(super) outside: Vec<usize>,
    pub(super) furthest: f64,
    pub(super) is_new: bool,
    pub(super) is_tested: bool,
    /// Whether other facets of the latest cone were merged into this one.
    pub(super) has_grown: bool,
    pub(super) is_gone: bool,
    /// Whether it waits to be merged because it has too few neighbours, or because another facet covers it.
    pub(super) is_degenerate: bool,
    pub(super) is_redundant: bool,
    /// Whether the latest point to join lies in the plane of this facet.
    pub(super) is_coplanar: bool,
    pub(super) replacement: Option<usize>,
    /// The latest search that met this facet.
    pub(super) visit: u32,
    pub(super) previous: Tail,
    pub(super) next: Tail,
}

impl Facet {
    /// Starts over as a triangle, keeping the capacity of the sets.
    fn reset(&mut self, vertices: [usize; 3], neighbors: [usize; 3], clockwise: bool) {
        let mut sets = [
            &mut self.vertices,
            &mut self.neighbors,
            &mut self.ridges,
            &mut self.outside,
        ]
        .map(std::mem::take);
        for set in &mut sets {
            set.clear();
        }
        let [mut v, mut n, ridges, outside] = sets;
        v.extend(vertices);
        n.extend(neighbors);
        *self = Facet {
            vertices: v,
            neighbors: n,
            ridges,
            outside,
            clockwise,
            ..Facet::default()
        };
    }
}

/// Replaces a member of a set in place.
pub(super) fn replace(set: &mut [usize], old: usize, new: usize) {
    if let Some(place) = set.iter_mut().find(|m| **m == old) {
        *place = new;
    }
}

/// Deletes a member of a set; the last member takes its place.
pub(super) fn delete(set: &mut Vec<usize>, old: usize) {
    if let Some(place) = set.iter().position(|&m| m == old) {
        set.swap_remove(place);
    }
}

/// All facets ever made, and the list of current ones.
#[derive(Debug, Default)]
pub(super) struct Facets {
    all: Vec<Facet>,
    unused: Vec<usize>,
    /// Facets merged into others since storage was last given back.
    pub(super) merged_away: Vec<usize>,
    pub(super) ridges: Vec<Ridge>,
    head: Tail,
    last: Tail,
    /// Where the next facet with outside points is looked for.
    pub(super) cursor: Tail,
    /// The first facet of the latest cone.
    pub(super) first_new: Tail,
    expecting_new: bool,
    pub(super) vertices: Vertices,
    /// Whether facets around vertices are kept up to date.
    pub(super) is_tracking: bool,
    search: u32,
}

impl Index<usize> for Facets {
    type Output = Facet;
    fn index(&self, facet: usize) -> &Facet {
        &self.all[facet]
    }
}

impl IndexMut<usize> for Facets {
    fn index_mut(&mut self, facet: usize) -> &mut Facet {
        &mut self.all[facet]
    }
}

impl Facets {
    pub(super) fn head(&self) -> Tail {
        self.head
    }

    pub(super) fn after(&self, facet: usize) -> Tail {
        self.all[facet].next
    }

    /// One more than the largest facet number.
    pub(super) fn capacity(&self) -> usize {
        self.all.len()
    }

    /// Starts a search: nothing has been met yet.
    pub(super) fn start_search(&mut self) {
        self.search += 1;
    }

    /// Whether a facet has not been met in this search; it has from now on.
    pub(super) fn meets(&mut self, facet: usize) -> bool {
        std::mem::replace(&mut self.all[facet].visit, self.search) != self.search
    }

    /// Whether a facet has been met in this search.
    pub(super) fn has_met(&self, facet: usize) -> bool {
        self.all[facet].visit == self.search
    }

    /// The facet that a facet has been merged into, itself if it has not.
    pub(super) fn standing_for(&self, facet: usize) -> Tail {
        let mut at = Some(facet);
        while let Some(gone) = at.filter(|&f| self.all[f].is_gone) {
            at = self.all[gone].replacement;
        }
        at
    }

    /// The current facets from one on.
    pub(super) fn from(&self, start: Tail) -> Vec<usize> {
        let (mut found, mut at) = (Vec::new(), start);
        while let Some(facet) = at {
            found.push(facet);
            at = self.all[facet].next;
        }
        found
    }

    /// Adds a triangle at the end of the list, in the storage of a facet that is no longer used.
    pub(super) fn push(
        &mut self,
        vertices: [usize; 3],
        neighbors: [usize; 3],
        clockwise: bool,
    ) -> usize {
        let id = self.unused.pop().unwrap_or_else(|| {
            self.all.push(Facet::default());
            self.all.len() - 1
        });
        self.all[id].reset(vertices, neighbors, clockwise);
        self.append(id);
        id
    }

    /// Gives back the storage of facets that are not in the list any more.
    pub(super) fn recycle(&mut self, gone: &[usize]) {
        self.unused.extend_from_slice(gone);
        let merged = std::mem::take(&mut self.merged_away);
        self.unused.extend_from_slice(&merged);
        self.merged_away = merged;
        self.merged_away.clear();
    }

    fn append(&mut self, facet: usize) {
        if self.expecting_new {
            self.first_new = Some(facet);
            self.expecting_new = false;
        }
        self.all[facet].previous = self.last;
        self.all[facet].next = None;
        match self.last {
            Some(last) => self.all[last].next = Some(facet),
            None => self.head = Some(facet),
        }
        self.last = Some(facet);
        if self.cursor.is_none() {
            self.cursor = Some(facet);
        }
    }

    /// Takes a facet out of the list; a cursor at it moves on.
    pub(super) fn unlink(&mut self, facet: usize) {
        let (previous, next) = (self.all[facet].previous, self.all[facet].next);
        if self.cursor == Some(facet) {
            self.cursor = next;
        }
        if self.first_new == Some(facet) {
            self.first_new = next;
            self.expecting_new = next.is_none();
        }
        match previous {
            Some(previous) => self.all[previous].next = next,
            None => self.head = next,
        }
        match next {
            Some(next) => self.all[next].previous = previous,
            None => self.last = previous,
        }
    }

    /// Moves a facet to the end of the list.
    pub(super) fn move_to_end(&mut self, facet: usize) {
        self.unlink(facet);
        self.append(facet);
    }

    /// Moves a facet in front of the cursor, which then points to it.
    pub(super) fn move_to_cursor(&mut self, facet: usize) {
        if self.cursor == Some(facet) {
            return;
        }
        self.unlink(facet);
        let Some(next) = self.cursor else {
            return self.append(facet);
        };
        let previous = self.all[next].previous;
        self.all[facet].previous = previous;
        self.all[facet].next = Some(next);
        self.all[next].previous = Some(facet);
        match previous {
            Some(previous) => self.all[previous].next = Some(facet),
            None => self.head = Some(facet),
        }
        self.cursor = Some(facet);
    }

    /// Announces that the facets pushed from now on are new.
    pub(super) fn expect_new(&mut self) {
        self.first_new = None;
        self.expecting_new = true;
        self.vertices.start_cone();
    }

    /// Ends the life of a cone: its members are ordinary from now on.
    pub(super) fn settle(&mut self) {
        for facet in self.from(self.first_new) {
            self.all[facet].is_new = false;
        }
        self.first_new = None;
        self.expecting_new = false;
    }

    /// The facet whose outside points reach furthest.
    pub(super) fn furthest(&self) -> Option<usize> {
        let (mut best, mut reach) = (None, f64::NEG_INFINITY);
        for facet in self.from(self.head) {
            let f = &self.all[facet];
            if !f.outside.is_empty() && f.furthest > reach {
                (best, reach) = (Some(facet), f.furthest);
            }
        }
        best
    }

    /// Makes the triangles of a cone neighbours of each other. Nothing unless exactly two of them meet at each
    /// vertex of the base.
    pub(super) fn join_cone(&mut self, cone: &[usize]) -> Option<()> {
        for &facet in cone {
            for i in [1, 2] {
                self.vertices.clear_sides(self.all[facet].vertices[i]);
            }
        }
        for &facet in cone {
            for skip in [1, 2] {
                let base = self.all[facet].vertices[3 - skip];
                match self.vertices.add_side(base, (facet, skip)) {
                    (1, _) => {}
                    (2, (other, other_skip)) => {
                        self.all[facet].neighbors[skip] = other;
                        self.all[other].neighbors[other_skip] = facet;
                    }
                    _ => return None,
                }
            }
        }
        let complete = |f: &usize| self.all[*f].neighbors.iter().all(|&n| n != usize::MAX);
        cone.iter().all(complete).then_some(())
    }
}
