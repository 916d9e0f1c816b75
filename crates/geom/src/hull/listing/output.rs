//! The facets around each vertex, and the final list.
//!
//! Facets around a vertex are collected once, from the list, when they are first needed: at the first merge, or
//! at the end. From then on they are kept up to date, and their order shows in the adjacency of the result.

use super::Listing;
use super::facets::{Facets, delete, replace};
use super::ridges::Ridge;

impl Facets {
    /// Collects the facets around every vertex, unless that has been done.
    pub(super) fn track_surroundings(&mut self) {
        if std::mem::replace(&mut self.is_tracking, true) {
            return;
        }
        for facet in self.from(self.head()) {
            if !self[facet].is_gone {
                self.surround(facet);
            }
        }
    }

    fn surround(&mut self, facet: usize) {
        for i in 0..self[facet].vertices.len() {
            let vertex = self[facet].vertices[i];
            self.vertices.around(vertex).push(facet);
        }
    }

    /// Exchanges hidden facets for those of a cone around the vertices of both.
    pub(super) fn track_cone(&mut self, visible: &[usize], cone: &[usize]) {
        if !self.is_tracking {
            return;
        }
        for &facet in visible {
            for i in 0..self[facet].vertices.len() {
                let vertex = self[facet].vertices[i];
                self.forget_gone_around(vertex);
            }
        }
        for &facet in cone {
            self.surround(facet);
        }
    }

    /// Deletes hidden facets around a vertex one by one; the last one takes the place of each.
    fn forget_gone_around(&mut self, vertex: usize) {
        let mut around = std::mem::take(self.vertices.around(vertex));
        let mut i = 0;
        while let Some(&facet) = around.get(i) {
            if self[facet].is_gone {
                around.swap_remove(i);
            } else {
                i += 1;
            }
        }
        *self.vertices.around(vertex) = around;
    }

    /// Puts a facet that another merges into in its place around their vertices. Must be called before the
    /// vertices are merged.
    pub(super) fn track_merge(&mut self, facet: usize, target: usize) {
        for i in 0..self[facet].vertices.len() {
            let vertex = self[facet].vertices[i];
            let is_shared = self[target].vertices.contains(&vertex);
            let around = self.vertices.around(vertex);
            if is_shared {
                delete(around, facet);
            } else {
                replace(around, facet, target);
            }
        }
    }

    /// Cuts polygons into fans around their latest vertex and lists everything.
    pub(super) fn into_listing(mut self) -> Option<Listing> {
        self.track_surroundings();
        self.vertices.start_cone();
        let mut triangles = Vec::new();
        let mut fans: Vec<([usize; 3], bool)> = Vec::new();
        let mut place_of = vec![usize::MAX; self.capacity()];
        for id in self.from(self.head()) {
            let facet = &self[id];
            if !facet.is_polygon {
                let &[a, b, c] = facet.vertices.as_slice() else {
                    return None;
                };
                place_of[id] = triangles.len();
                triangles.push(([a, b, c], facet.clockwise));
                continue;
            }
            let &apex = facet.vertices.first()?;
            for &ridge in &facet.ridges {
                let Ridge {
                    vertices: [a, b],
                    top,
                    ..
                } = self.ridges[ridge];
                fans.push(([apex, a, b], top == id));
            }
        }
        let mut fans_around = vec![Vec::new(); self.vertices.capacity()];
        for (vertices, clockwise) in fans {
            self.vertices.take_into_cone(&vertices);
            if vertices[0] != vertices[1] {
                for v in vertices {
                    fans_around[v].push(triangles.len());
                }
                triangles.push((vertices, clockwise));
            }
        }
        self.write(&triangles, &place_of, &fans_around)
    }

    fn write(
        mut self,
        triangles: &[([usize; 3], bool)],
        place_of: &[usize],
        fans_around: &[Vec<usize>],
    ) -> Option<Listing> {
        let mut listing = Listing::default();
        let mut met_at = vec![usize::MAX; fans_around.len()];
        for vertex in self.vertices.in_order() {
            listing.vertices.push(self.vertices.point_of(vertex) as u32);
            let around = std::mem::take(self.vertices.around(vertex));
            let whole = around.iter().filter_map(|&f| place_of.get(f)).copied();
            let mut adjacent = Vec::new();
            for t in whole
                .filter(|&t| t != usize::MAX)
                .chain(fans_around[vertex].iter().copied())
            {
                for v in triangles.get(t)?.0 {
                    if v != vertex && std::mem::replace(&mut met_at[v], vertex) != vertex {
                        adjacent.push(self.vertices.point_of(v) as u32);
                    }
                }
            }
            listing.adjacent.push(adjacent);
        }
        let point = |v: usize| self.vertices.point_of(v) as u32;
        listing.triangles = triangles
            .iter()
            .map(|&(t, c)| oriented(t, c).map(point))
            .collect();
        Some(listing)
    }
}

/// Counter-clockwise order of a triangle: a clockwise one has its first two vertices swapped.
fn oriented([a, b, c]: [usize; 3], clockwise: bool) -> [usize; 3] {
    if clockwise { [b, a, c] } else { [a, b, c] }
}
