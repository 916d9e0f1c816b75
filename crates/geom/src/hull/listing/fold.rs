//! Edges at which facets do not bend outwards.

use super::History;
use ligament_math::Vec3;

/// How two facets fail to bend outwards, in the order in which they are merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fold {
    Coplanar,
    Concave,
    /// One centre is in the plane of the other facet, the other one is above.
    ConcaveAndCoplanar,
}

/// Two facets to be merged, and how far one's centre is from the other's plane.
pub(super) struct FoldedPair {
    pub(super) facets: [usize; 2],
    pub(super) fold: Fold,
    distance: f64,
}

impl History<'_> {
    /// Neighbours among and around some facets that do not bend outwards, the flattest pair last.
    pub(super) fn folded_pairs(&mut self, facets: &[usize]) -> Vec<FoldedPair> {
        let mut pairs = Vec::new();
        self.facets.start_search();
        for &facet in facets {
            self.facets.meets(facet);
            for i in 0..self.facets[facet].neighbors.len() {
                let neighbor = self.facets[facet].neighbors[i];
                if self.facets.has_met(neighbor) {
                    continue;
                }
                if let Some(pair) = self.fold_between(facet, neighbor) {
                    pairs.push(pair);
                    self.facets.note_fold(neighbor, facet);
                }
            }
            self.facets[facet].is_tested = true;
            for i in 0..self.facets[facet].ridges.len() {
                let ridge = self.facets[facet].ridges[i];
                self.facets.ridges[ridge].is_tested = true;
            }
        }
        sort(&mut pairs);
        pairs
    }

    /// The same after merges, over the edges that have changed.
    pub(super) fn folded_pairs_again(&mut self, facets: &[usize]) -> Vec<FoldedPair> {
        let mut pairs = Vec::new();
        self.facets.start_search();
        let mut seen = Vec::new();
        for &facet in facets {
            self.facets.meets(facet);
            seen.clear();
            for i in 0..self.facets[facet].ridges.len() {
                let ridge = self.facets[facet].ridges[i];
                let r = &mut self.facets.ridges[ridge];
                if r.is_tested && !r.is_folded {
                    continue;
                }
                let neighbor = r.other(facet);
                if seen.contains(&neighbor) {
                    (r.is_tested, r.is_folded) = (true, false);
                } else if !self.facets.has_met(neighbor) {
                    seen.push(neighbor);
                    let pair = self.fold_between(facet, neighbor);
                    let r = &mut self.facets.ridges[ridge];
                    (r.is_tested, r.is_folded) = (true, pair.is_some());
                    pairs.extend(pair);
                }
            }
            self.facets[facet].is_tested = true;
        }
        sort(&mut pairs);
        pairs
    }

    /// How the centres of two facets lie to their planes, unless the edge between them is convex.
    fn fold_between(&mut self, facet: usize, neighbor: usize) -> Option<FoldedPair> {
        let (from, to) = (self.center(facet), self.center(neighbor));
        let (there, back) = (self.height(neighbor, from), self.height(facet, to));
        let flat = self.tolerance.coplanar;
        let concave = there > flat || back > flat;
        let coplanar = there.abs() <= flat || back.abs() <= flat;
        let (fold, distance) = match (concave, coplanar) {
            (false, false) => return None,
            (false, true) => (Fold::Coplanar, there.abs().min(back.abs())),
            (true, false) => (Fold::Concave, there.max(back)),
            (true, true) => (Fold::ConcaveAndCoplanar, there.max(back)),
        };
        let swapped = fold == Fold::ConcaveAndCoplanar && there <= back;
        Some(FoldedPair {
            facets: if swapped {
                [neighbor, facet]
            } else {
                [facet, neighbor]
            },
            fold,
            distance,
        })
    }

    /// The mean of a facet's vertices in its plane.
    pub(super) fn center(&mut self, facet: usize) -> Vec3 {
        if let Some(center) = self.facets[facet].center {
            return center;
        }
        let f = &self.facets[facet];
        let at = |v: &usize| self.points[self.facets.vertices.point_of(*v)];
        let mean =
            f.vertices.iter().map(at).fold(Vec3::ZERO, |sum, p| sum + p) / f.vertices.len() as f64;
        let (normal, _) = f.plane.unwrap_or((Vec3::ZERO, 0.0));
        let center = mean - normal * self.height(facet, mean);
        self.facets[facet].center = Some(center);
        center
    }
}

/// The flattest pair last.
fn sort(pairs: &mut [FoldedPair]) {
    pairs.sort_by(|a, b| {
        let by_distance = b.distance.total_cmp(&a.distance);
        b.fold.cmp(&a.fold).then(by_distance)
    });
}
