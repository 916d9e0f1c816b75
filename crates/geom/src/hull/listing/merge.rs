//! Coplanar facets become one polygon.

use super::History;
use super::facets::{delete, replace};
use super::fold::Fold;

/// Polygons with more vertices than this keep the centre they have.
const SMALL_POLYGON: usize = 8;
/// Polygons with more vertices than this merge over folded edges only.
const LARGE_POLYGON: usize = 18;
/// Polygons with more vertices than this are represented by their centre.
const HUGE_POLYGON: usize = 26;

/// The neighbour to merge a facet into.
pub(super) struct Best {
    pub(super) facet: usize,
    /// Largest distance of a vertex from its plane, or an estimate.
    distance: f64,
    /// The least and the greatest height of a vertex over it.
    heights: [f64; 2],
}

impl History<'_> {
    /// Merges the new triangles that lie in the plane of their horizon into it, then neighbours that turn out
    /// to be coplanar or to fold inwards. Nothing when a side would vanish.
    pub(super) fn merge_cone(&mut self) -> Option<()> {
        for facet in self.facets.from(self.facets.first_new) {
            if self.facets[facet].plane.is_none() {
                let horizon = *self.facets[facet].neighbors.first()?;
                if !self.facets[horizon].keep_center {
                    self.facets[horizon].center = None;
                }
                self.merge_into(facet, horizon);
            }
        }
        let mut untested = self.facets.from(self.facets.first_new);
        if !untested.iter().all(|&f| self.is_proper(f)) {
            return None;
        }
        let mut pairs = self.folded_pairs(&untested);
        loop {
            if pairs.is_empty() {
                return self.straighten_edges();
            }
            for pair in pairs.iter().rev() {
                let [first, second] = pair.facets;
                let stale = |f: usize| {
                    let f = &self.facets[f];
                    f.is_gone || (pair.fold == Fold::Coplanar && f.is_new && !f.is_tested)
                };
                if !stale(first) && !stale(second) {
                    self.merge_pair(first, second)?;
                }
            }
            untested = self.facets.from(self.facets.first_new);
            untested.retain(|&f| !self.facets[f].is_tested);
            pairs = self.folded_pairs_again(&untested);
        }
    }

    /// Merges one of two facets into its best neighbour: the one with the smaller deviation.
    fn merge_pair(&mut self, first: usize, second: usize) -> Option<()> {
        let (first, second) = if self.facets[first].is_new {
            (first, second)
        } else {
            (second, first)
        };
        let best = self.best_neighbor(first)?;
        let other_best = self.best_neighbor(second)?;
        let (merging, best) = if best.distance < other_best.distance {
            (first, best)
        } else {
            (second, other_best)
        };
        let into = best.facet;
        self.note_heights(&best);
        self.merge_into(merging, into);
        self.absorb_degenerate(merging, into)
    }

    /// Remembers how flat a facet is after a merge.
    pub(super) fn note_heights(&mut self, merge: &Best) {
        let [low, high] = merge.heights;
        self.max_outside = self.max_outside.max(high);
        self.thickness = self.thickness.max(high).max(-low);
    }

    /// The neighbour in whose plane a facet's vertices lie best.
    pub(super) fn best_neighbor(&mut self, facet: usize) -> Option<Best> {
        let size = self.facets[facet].vertices.len();
        let center = (size > HUGE_POLYGON).then(|| self.center(facet));
        let f = &self.facets[facet];
        let over_folds = || {
            let folded = f.ridges.iter().map(|&r| &self.facets.ridges[r]);
            folded.filter(|r| r.is_folded).map(|r| r.other(facet))
        };
        let candidates: Vec<usize> = if size > LARGE_POLYGON && over_folds().next().is_some() {
            over_folds().collect()
        } else {
            f.neighbors.clone()
        };
        let mut best: Option<(usize, f64)> = None;
        for neighbor in candidates {
            let distance = match center {
                // the furthest vertex is about three times as far
                Some(center) => (3.0 * self.height(neighbor, center)).abs(),
                None => {
                    let [low, high] = self.heights(facet, neighbor);
                    high.max(-low)
                }
            };
            if best.is_none_or(|(_, record)| distance < record) {
                best = Some((neighbor, distance));
            }
        }
        let (neighbor, distance) = best?;
        Some(Best {
            facet: neighbor,
            distance,
            heights: self.heights(facet, neighbor),
        })
    }

    /// The least and the greatest height over a neighbour of a facet's vertices, zero included.
    fn heights(&self, facet: usize, neighbor: usize) -> [f64; 2] {
        let (mut low, mut high) = (0.0_f64, 0.0_f64);
        for v in &self.facets[facet].vertices {
            if !self.facets[neighbor].vertices.contains(v) {
                let height = self.height(neighbor, self.points[self.facets.vertices.point_of(*v)]);
                (low, high) = (low.min(height), high.max(height));
            }
        }
        [low, high]
    }

    /// Merges a facet into a neighbour, which moves to the end of the list.
    pub(super) fn merge_into(&mut self, facet: usize, target: usize) {
        self.merges += 1;
        // sets are searched a few times for every member of the smaller one
        self.work += 8 * self.facets[target].vertices.len();
        self.facets.track_surroundings();
        self.facets.make_ridges(facet);
        self.facets.make_ridges(target);
        self.forget_tests(facet, target);
        self.facets.track_merge(facet, target);
        self.merge_vertices(facet, target);
        self.merge_edges(facet, target);
        self.drop_inner_vertices_of(target, facet);
        self.facets.move_to_end(target);
        self.facets.unlink(facet);
        let f = &mut self.facets[target];
        f.is_new = true;
        f.is_tested = false;
        f.has_grown = true;
        let f = &mut self.facets[facet];
        f.is_gone = true;
        f.replacement = Some(target);
        self.facets.merged_away.push(facet);
    }

    /// Edges of a merged facet, and of the facet it merges into if its centre moves, are to be looked at again.
    fn forget_tests(&mut self, merged: usize, target: usize) {
        self.facets.forget_tests(merged);
        let f = &mut self.facets[target];
        if f.center.is_none() {
            return;
        }
        f.keep_center |= f.vertices.len() > SMALL_POLYGON;
        if !f.keep_center {
            f.center = None;
            self.facets.forget_tests(target);
        }
    }

    fn merge_vertices(&mut self, facet: usize, target: usize) {
        let extra = self.facets[facet].vertices.clone();
        let mut joined = self.facets[target].vertices.clone();
        joined.extend(
            extra
                .iter()
                .filter(|v| !self.facets[target].vertices.contains(v)),
        );
        joined.sort_unstable_by(|a, b| b.cmp(a));
        let moved = if self.facets[target].is_new {
            &extra
        } else {
            &joined
        };
        self.facets.vertices.take_into_cone(moved);
        self.facets[target].vertices = joined;
    }

    /// Moves the ridges and neighbours of a facet to the facet it merges into, less what they share.
    fn merge_edges(&mut self, facet: usize, target: usize) {
        let mut i = 0;
        while let Some(&ridge) = self.facets[facet].ridges.get(i) {
            let other = self.facets.ridges[ridge].other(facet);
            if other == target {
                self.facets.drop_ridge(ridge);
                delete(&mut self.facets[target].neighbors, facet);
                continue;
            }
            i += 1;
            self.facets.add_ridge(target, ridge);
            if !self.facets[target].neighbors.contains(&other) {
                self.facets[target].neighbors.push(other);
                replace(&mut self.facets[other].neighbors, facet, target);
            } else {
                self.facets.make_ridges(other);
                let beyond_first = self.facets[other].neighbors.first() == Some(&facet);
                let neighbors = &mut self.facets[other].neighbors;
                if beyond_first {
                    delete(neighbors, target);
                    replace(neighbors, facet, target);
                } else {
                    delete(neighbors, facet);
                }
            }
            self.facets.ridges[ridge].replace(facet, target);
        }
    }

    /// Forgets vertices that a polygon got from a merged facet and that are on none of its edges.
    fn drop_inner_vertices_of(&mut self, polygon: usize, merged: usize) {
        for vertex in self.facets[merged].vertices.clone() {
            let ridges = &self.facets.ridges;
            let on_edge = |&r: &usize| ridges[r].vertices.contains(&vertex);
            if !self.facets[polygon].ridges.iter().any(on_edge) {
                self.facets.vertices.drop(vertex);
                self.facets[polygon].vertices.retain(|&v| v != vertex);
            }
        }
    }

    /// Removes vertices at which only two facets meet from the edge between them.
    fn straighten_edges(&mut self) -> Option<()> {
        for facet in self.facets.from(self.facets.first_new) {
            if !std::mem::take(&mut self.facets[facet].has_grown) {
                continue;
            }
            let mut i = 0;
            while let Some(&vertex) = self.facets[facet].vertices.get(i) {
                match self.edge_through(facet, vertex) {
                    Some((ridges, beyond)) => {
                        self.remove_from_edge(vertex, ridges, [facet, beyond])?;
                    }
                    None => i += 1,
                }
            }
        }
        Some(())
    }

    /// The two ridges at a vertex of a polygon, if they lead to the same facet.
    fn edge_through(&self, facet: usize, vertex: usize) -> Option<([usize; 2], usize)> {
        if !self.facets.vertices.is_loosened(vertex) {
            return None;
        }
        let ridges = &self.facets.ridges;
        let mut own = self.facets[facet].ridges.iter().copied();
        let mut next = || own.by_ref().find(|&r| ridges[r].vertices.contains(&vertex));
        let (first, second) = (next()?, next()?);
        let beyond = ridges[first].other(facet);
        (beyond == ridges[second].other(facet)).then_some(([first, second], beyond))
    }

    /// Joins the two ridges at a vertex between two facets, in favour of the end that comes first in the
    /// vertices they share.
    fn remove_from_edge(
        &mut self,
        vertex: usize,
        pair: [usize; 2],
        facets: [usize; 2],
    ) -> Option<()> {
        let far_end = |r: usize| {
            let [a, b] = self.facets.ridges[r].vertices;
            if a == vertex { b } else { a }
        };
        let ends = pair.map(far_end);
        let beyond = &self.facets[facets[1]].vertices;
        let mut shared: Vec<usize> = self.facets[facets[0]]
            .vertices
            .iter()
            .copied()
            .filter(|v| beyond.contains(v))
            .collect();
        delete(&mut shared, vertex);
        let &kept = shared.iter().find(|v| ends.contains(v))?;
        for (ridge, end) in pair.into_iter().zip(ends) {
            if end == kept {
                self.facets.drop_ridge(ridge);
                continue;
            }
            let r = &mut self.facets.ridges[ridge];
            let old_place = r.vertices[0] == vertex;
            let new_place = kept > end;
            r.vertices = if new_place { [kept, end] } else { [end, kept] };
            if old_place != new_place {
                (r.top, r.bottom) = (r.bottom, r.top);
            }
        }
        for facet in facets {
            self.facets[facet].vertices.retain(|&v| v != vertex);
        }
        self.facets.vertices.drop(vertex);
        facets.iter().all(|&f| self.is_proper(f)).then_some(())
    }

    /// Whether a merged facet has at least three neighbours and swallows none of them.
    fn is_proper(&mut self, facet: usize) -> bool {
        let own = self.facets[facet].vertices.clone();
        self.facets.vertices.mark(&own);
        let neighbors = &self.facets[facet].neighbors;
        let swallows = |&n: &usize| self.facets.vertices.are_marked(&self.facets[n].vertices);
        neighbors.len() >= 3 && !neighbors.iter().any(swallows)
    }
}
