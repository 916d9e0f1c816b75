//! The order in which a hull lists its vertices and triangles.
//!
//! A mesh that is given by its vertices alone takes its faces from its hull, so their order is part of the
//! compiled model. MuJoCo gets it from Qhull, whose lists record the history of the construction: new facets go
//! to the end, facets that grow by a coplanar point move to the end, flat sides are kept as polygons and cut
//! into fans last. This module replays that history over the corners of a hull.
//!
//! Anything out of the ordinary (a flat start, a side that would vanish or lose a corner) makes it give up, and the
//! caller keeps its own order.

mod cone;
mod degenerate;
mod facets;
mod fold;
mod merge;
mod output;
mod partition;
mod ridges;
mod start;
mod vertices;

use facets::Facets;
use ligament_math::Vec3;

/// Vertices and triangles over point indices.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Listing {
    pub(super) vertices: Vec<u32>,
    pub(super) triangles: Vec<[u32; 3]>,
    /// The points next to each vertex.
    pub(super) adjacent: Vec<Vec<u32>>,
    /// How far points of sides that were taken for flat stick out of their planes.
    pub(super) thickness: f64,
}

/// Tolerances that follow from the size of the coordinates.
#[derive(Clone, Copy, Debug)]
struct Tolerance {
    /// Rounding of one distance.
    distance: f64,
    /// Heights up to this count as coplanar: two roundings.
    coplanar: f64,
    /// Heights from here on count as outside: four roundings.
    outside: f64,
}

/// Inputs that take more work than this, because of sides with very many corners, are left to the caller.
const MAX_WORK: usize = 1 << 28;

/// The replayed construction.
struct History<'a> {
    points: &'a [Vec3],
    tolerance: Tolerance,
    facets: Facets,
    /// Whether the first tetrahedron is nearly flat: coplanar points then wait outside of facets.
    is_narrow: bool,
    /// Largest height of a point that was taken for coplanar.
    max_outside: f64,
    /// Largest distance of a vertex from the plane of a facet that it was merged into.
    thickness: f64,
    merges: usize,
    /// Distances measured and members of sets gone through.
    work: usize,
    /// Whether the latest cone has normals in different octants, once that is known.
    is_sharp: Option<bool>,
    /// Buffers: facets that the latest point sees, and the triangles that replace them.
    visible: Vec<usize>,
    cone: Vec<usize>,
}

/// Replays the construction of the hull of `points`. With a limit, the point furthest from its facet is taken
/// first, and the hull stops growing at that many vertices. Nothing when the input is out of the ordinary.
pub(super) fn list(points: &[Vec3], max_vertices: Option<usize>) -> Option<Listing> {
    let mut history = History::start(points)?;
    while let Some(facet) = history.next_facet(max_vertices.is_some()) {
        if max_vertices.is_some_and(|limit| history.facets.vertices.count() >= limit.max(4)) {
            break;
        }
        history.add_furthest_point(facet)?;
        if history.work > MAX_WORK {
            return None;
        }
    }
    let thickness = history.thickness.max(history.max_outside);
    let listing = history.facets.into_listing()?;
    Some(Listing {
        thickness,
        ..listing
    })
}

impl History<'_> {
    /// The next facet in the list that has points outside. With `furthest`, the facet with the furthest point
    /// of all is brought there first.
    fn next_facet(&mut self, furthest: bool) -> Option<usize> {
        loop {
            let facet = self.facets.cursor?;
            let f = &self.facets[facet];
            let too_low = self.is_narrow && f.furthest < self.tolerance.outside;
            if !f.outside.is_empty() && !too_low {
                break;
            }
            self.facets.cursor = self.facets.after(facet);
        }
        if furthest {
            self.bring_furthest_to_cursor();
        }
        self.facets.cursor
    }

    fn bring_furthest_to_cursor(&mut self) {
        if let Some(best) = self.facets.furthest() {
            self.facets.move_to_cursor(best);
        }
    }
}

#[cfg(test)]
mod tests;
