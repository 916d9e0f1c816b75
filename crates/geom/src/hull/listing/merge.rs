//! Coplanar facets become one polygon.

use super::History;
use super::facets::{delete, replace};
use ligament_math::Vec3;

/// Polygons with more vertices than this keep the centre they have.
const SMALL_POLYGON: usize = 8;
/// Polygons with more vertices than this are left to the caller.
const LARGE_POLYGON: usize = 18;

/// Two facets to be merged, and how far one's centre is from the other's plane.
struct Pair {
    facets: [usize; 2],
    distance: f64,
}

impl History<'_> {
    /// Merges the new triangles that lie in the plane of their horizon into it, then neighbours that turn out
    /// to be coplanar. Nothing when facets fold inwards or a side would vanish.
    pub(super) fn merge_cone(&mut self, waiting: &[usize]) -> Option<()> {
        for facet in self.facets.from(self.facets.first_new) {
            if waiting.contains(&facet) && !self.facets[facet].is_gone {
                let horizon = *self.facets[facet].neighbors.first()?;
                self.merge_into(facet, horizon);
            }
        }
        let mut untested = self.facets.from(self.facets.first_new);
        if !untested.iter().all(|&f| self.is_proper(f)) {
            return None;
        }
        loop {
            let pairs = self.coplanar_pairs(&untested)?;
            if pairs.is_empty() {
                return Some(());
            }
            for pair in pairs.iter().rev() {
                let [first, second] = pair.facets;
                let stale = |f: usize| {
                    self.facets[f].is_gone || !self.facets[f].is_tested && self.facets[f].is_new
                };
                if !stale(first) && !stale(second) {
                    self.merge_pair(first, second)?;
                }
            }
            untested = self.facets.from(self.facets.first_new);
            untested.retain(|&f| !self.facets[f].is_tested);
        }
    }

    /// Coplanar neighbours among and around some facets, the flattest pair last.
    fn coplanar_pairs(&mut self, facets: &[usize]) -> Option<Vec<Pair>> {
        let mut pairs = Vec::new();
        let mut visited = Vec::new();
        for &facet in facets {
            visited.push(facet);
            for neighbor in self.facets[facet].neighbors.clone() {
                if visited.contains(&neighbor) {
                    continue;
                }
                let (from, to) = (self.center(facet), self.center(neighbor));
                let (there, back) = (self.height(neighbor, from), self.height(facet, to));
                let flat = self.tolerance.coplanar;
                if there > flat || back > flat {
                    return None;
                }
                if there >= -flat || back >= -flat {
                    let distance = there.abs().min(back.abs());
                    pairs.push(Pair {
                        facets: [facet, neighbor],
                        distance,
                    });
                }
            }
            self.facets[facet].is_tested = true;
        }
        pairs.sort_by(|a, b| b.distance.total_cmp(&a.distance));
        Some(pairs)
    }

    /// The mean of a facet's vertices in its plane.
    fn center(&mut self, facet: usize) -> Vec3 {
        if let Some(center) = self.facets[facet].center {
            return center;
        }
        let f = &self.facets[facet];
        let at = |v: &usize| self.points[self.facets.point_of[*v]];
        let mean =
            f.vertices.iter().map(at).fold(Vec3::ZERO, |sum, p| sum + p) / f.vertices.len() as f64;
        let (normal, _) = f.plane.unwrap_or((Vec3::ZERO, 0.0));
        let center = mean - normal * self.height(facet, mean);
        self.facets[facet].center = Some(center);
        center
    }

    /// Merges one of two coplanar facets into its best neighbour: the one with the smaller deviation.
    fn merge_pair(&mut self, first: usize, second: usize) -> Option<()> {
        let (first, second) = if self.facets[first].is_new {
            (first, second)
        } else {
            (second, first)
        };
        let (best, deviation) = self.best_neighbor(first)?;
        let (other_best, other_deviation) = self.best_neighbor(second)?;
        let (merging, into) = if deviation[0] < other_deviation[0] {
            self.max_outside = self.max_outside.max(deviation[1]);
            (first, best)
        } else {
            self.max_outside = self.max_outside.max(other_deviation[1]);
            (second, other_best)
        };
        self.merge_into(merging, into);
        self.is_proper(into).then_some(())
    }

    /// The neighbour in whose plane a facet's vertices lie best, with their largest distance and height.
    fn best_neighbor(&self, facet: usize) -> Option<(usize, [f64; 2])> {
        if self.facets[facet].vertices.len() > LARGE_POLYGON {
            return None;
        }
        let mut best: Option<(usize, [f64; 2])> = None;
        for &neighbor in &self.facets[facet].neighbors {
            let (mut low, mut high) = (0.0_f64, 0.0_f64);
            for v in &self.facets[facet].vertices {
                if !self.facets[neighbor].vertices.contains(v) {
                    let height = self.height(neighbor, self.points[self.facets.point_of[*v]]);
                    (low, high) = (low.min(height), high.max(height));
                }
            }
            let distance = high.max(-low);
            if best.is_none_or(|(_, [record, _])| distance < record) {
                best = Some((neighbor, [distance, high]));
            }
        }
        best
    }

    /// Merges a facet into a neighbour, which moves to the end of the list.
    fn merge_into(&mut self, facet: usize, target: usize) {
        self.merges += 1;
        self.facets.make_ridges(facet);
        self.facets.make_ridges(target);
        self.forget_center(target);
        self.merge_vertices(facet, target);
        self.merge_edges(facet, target);
        self.facets.move_to_end(target);
        self.facets.unlink(facet);
        let f = &mut self.facets[target];
        f.is_new = true;
        f.is_tested = false;
        let f = &mut self.facets[facet];
        f.is_gone = true;
        f.replacement = Some(target);
    }

    fn forget_center(&mut self, facet: usize) {
        let f = &mut self.facets[facet];
        f.keep_center |= f.center.is_some() && f.vertices.len() > SMALL_POLYGON;
        if !f.keep_center {
            f.center = None;
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
        self.facets.take_into_cone(moved);
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
            self.facets[target].ridges.push(ridge);
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

    /// Whether a merged facet has at least three neighbours and swallows none of them.
    fn is_proper(&self, facet: usize) -> bool {
        let f = &self.facets[facet];
        let swallowed = |n: &usize| {
            self.facets[*n]
                .vertices
                .iter()
                .all(|v| f.vertices.contains(v))
        };
        f.neighbors.len() >= 3 && !f.neighbors.iter().any(swallowed)
    }
}
