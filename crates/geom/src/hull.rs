//! Convex hulls of points in space.
//!
//! [`convex_hull`] is quickhull with exact visibility tests: the surface it builds is closed and convex for
//! every input. Vertices that lie inside a flat side or a straight edge, up to rounding of the coordinates,
//! are then removed, so that a box has eight vertices however finely its sides are sampled.
//!
//! [`HullGraph`] stores a hull with the adjacency of its vertices, for walking uphill to a support point.

mod graph;
mod listing;
mod predicate;
mod quickhull;
mod sides;
mod simplex;
mod snap;

pub use graph::HullGraph;

use ligament_math::Vec3;

/// A corner may be left out if it sticks out by no more than this many roundings of a distance.
const MISSING_TOLERANCE: f64 = 8.0;

/// A convex polyhedron over indices of the points it was made of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hull {
    /// The points that are vertices.
    pub vertices: Vec<u32>,
    /// The surface, counter-clockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
}

impl From<listing::Listing> for Hull {
    fn from(listing: listing::Listing) -> Self {
        Hull {
            vertices: listing.vertices,
            triangles: listing.triangles,
        }
    }
}

/// Why points have no convex hull of positive volume.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HullError {
    /// There are fewer than four points.
    TooFewPoints,
    /// There are more points than indices.
    TooManyPoints,
    /// A coordinate is infinite or not a number.
    NotFinite,
    /// All points are at the same place.
    Colocated,
    /// All points lie on a line.
    Collinear,
    /// All points lie in a plane.
    Coplanar,
}

impl core::fmt::Display for HullError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            HullError::TooFewPoints => "a convex hull needs at least four points",
            HullError::TooManyPoints => "there are too many points for a convex hull",
            HullError::NotFinite => "a point has a coordinate that is not a finite number",
            HullError::Colocated => {
                "all points are at the same place; a small sphere may serve instead"
            }
            HullError::Collinear => "all points lie on a line; a thin capsule may serve instead",
            HullError::Coplanar => {
                "all points lie in a plane; a plane or a thin box may serve instead"
            }
        })
    }
}

impl core::error::Error for HullError {}

/// A bound on the rounding of the distance of a point from a plane, for points with these coordinates.
fn rounding_of_distance(points: &[Vec3]) -> f64 {
    let largest = points
        .iter()
        .flat_map(|p| p.0)
        .fold(0.0_f64, |m, x| m.max(x.abs()));
    // an inner product of three terms of length sqrt(3) max|x|, and the offset; twice, for plane and point
    2.0 * (3.03 * 3.0_f64.sqrt() + 1.0) * largest * f64::EPSILON
}

/// The convex hull of some points, or an approximation from inside with at most `max_vertices` vertices (but
/// no fewer than four), which takes the furthest outlying point at every step.
pub fn convex_hull(points: &[Vec3], max_vertices: Option<usize>) -> Result<Hull, HullError> {
    if points.len() < 4 {
        return Err(HullError::TooFewPoints);
    }
    if points.len() >= u32::MAX as usize / 4 {
        return Err(HullError::TooManyPoints);
    }
    let snapped = snap::snap(points).ok_or(HullError::NotFinite)?;
    let (corners, triangles) = corners_and_triangles(&snapped)?;
    let limit = max_vertices
        .map(|limit| limit.max(4))
        .filter(|&limit| limit < corners.len());
    let listing = listing::list(points, limit).filter(|l| is_closed(l));
    match (limit, listing) {
        (None, Some(found)) if covers(&snapped, &found, &corners) => Ok(found.into()),
        (None, _) => Ok(Hull {
            vertices: corners,
            triangles,
        }),
        (Some(_), Some(found)) => Ok(found.into()),
        (Some(limit), None) => {
            let start = simplex::initial_simplex(&snapped)?;
            let triangles = quickhull::hull_triangles(&snapped, start, limit);
            Ok(Hull {
                vertices: vertices_of(&triangles),
                triangles,
            })
        }
    }
}

/// The corners of the hull in increasing order, and its triangles over them.
fn corners_and_triangles(points: &[Vec3]) -> Result<(Vec<u32>, Vec<[u32; 3]>), HullError> {
    let start = simplex::initial_simplex(points)?;
    let triangles = quickhull::hull_triangles(points, start, usize::MAX);
    let (corners, others) = sides::find_corners(points, &triangles);
    if others == 0 {
        return Ok((corners, triangles));
    }
    // build again from the corners alone
    let kept: Vec<Vec3> = corners.iter().map(|&v| points[v as usize]).collect();
    let start = simplex::initial_simplex(&kept)?;
    let triangles: Vec<[u32; 3]> = quickhull::hull_triangles(&kept, start, usize::MAX)
        .into_iter()
        .map(|t| t.map(|v| corners[v as usize]))
        .collect();
    Ok((vertices_of(&triangles), triangles))
}

/// Whether a listing is one closed surface.
fn is_closed(listing: &listing::Listing) -> bool {
    let mut edges: Vec<(u32, u32)> = listing
        .triangles
        .iter()
        .flat_map(|&[a, b, c]| [(a, b), (b, c), (c, a)])
        .collect();
    edges.sort_unstable();
    let paired = |&(a, b): &(u32, u32)| a != b && edges.binary_search(&(b, a)).is_ok();
    listing.triangles.len() + 4 == 2 * listing.vertices.len()
        && edges.windows(2).all(|pair| pair[0] != pair[1])
        && edges.iter().all(paired)
}

/// Whether no corner sticks out of a listed surface.
fn covers(points: &[Vec3], listing: &listing::Listing, corners: &[u32]) -> bool {
    let mut listed = listing.vertices.clone();
    listed.sort_unstable();
    let missing: Vec<Vec3> = corners
        .iter()
        .filter(|c| listed.binary_search(c).is_err())
        .map(|&c| points[c as usize])
        .collect();
    let tolerance = MISSING_TOLERANCE * rounding_of_distance(points);
    listing.triangles.iter().all(|t| {
        let [a, b, c] = t.map(|v| points[v as usize]);
        let (normal, _) = (b - a).cross(c - a).normalize_or_x();
        missing.iter().all(|&p| normal.dot(p - a) <= tolerance)
    })
}

/// The vertices of some triangles in increasing order.
fn vertices_of(triangles: &[[u32; 3]]) -> Vec<u32> {
    let mut vertices: Vec<u32> = triangles.iter().flatten().copied().collect();
    vertices.sort_unstable();
    vertices.dedup();
    vertices
}

#[cfg(test)]
mod tests;
