//! Convex hulls of points in space.
//!
//! [`convex_hull`] first replays the construction that gives MuJoCo's order of vertices and faces (see
//! `listing`) and checks the result. Where that gives up, quickhull with exact visibility tests takes over: the
//! surface it builds is closed and convex for every input. Either way, vertices that lie inside a flat side or
//! a straight edge, up to rounding of the coordinates, are left out, so that a box has eight vertices however
//! finely its sides are sampled.
//!
//! [`HullGraph`] stores a hull with the adjacency of its vertices, for walking uphill to a support point.

mod check;
mod graph;
mod listing;
mod predicate;
mod quickhull;
mod sides;
mod simplex;
mod snap;

pub use graph::HullGraph;

use ligament_math::Vec3;

/// Coordinates for which products of three are far from overflow and underflow.
const MODERATE: core::ops::Range<f64> = 1e-60..1e60;

/// A convex polyhedron over indices of the points it was made of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hull {
    /// The points that are vertices.
    pub vertices: Vec<u32>,
    /// The surface, counter-clockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
    /// The points next to each vertex along an edge.
    pub adjacent: Vec<Vec<u32>>,
}

impl Hull {
    /// A closed surface of triangles, with its vertices in increasing order.
    fn from_triangles(triangles: Vec<[u32; 3]>) -> Self {
        let mut edges: Vec<(u32, u32)> = triangles
            .iter()
            .flat_map(|&[a, b, c]| [(a, b), (b, c), (c, a)])
            .collect();
        edges.sort_unstable();
        let stars = || edges.chunk_by(|a, b| a.0 == b.0);
        Hull {
            vertices: stars().map(|star| star[0].0).collect(),
            adjacent: stars()
                .map(|star| star.iter().map(|edge| edge.1).collect())
                .collect(),
            triangles,
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
    simplex::check_dimension(&snapped)?;
    let limit = max_vertices.map(|limit| limit.max(4));
    let largest = points
        .iter()
        .flat_map(|p| p.0)
        .fold(0.0_f64, |m, x| m.max(x.abs()));
    if MODERATE.contains(&largest) {
        let listing = listing::list(points, limit).filter(check::is_closed);
        let complete = |l: &listing::Listing| {
            limit.is_some() || check::covers(&snapped, &l.triangles, l.thickness)
        };
        if let Some(found) = listing.filter(complete) {
            let listing::Listing {
                vertices,
                triangles,
                adjacent,
                ..
            } = found;
            return Ok(Hull {
                vertices,
                triangles,
                adjacent,
            });
        }
    }
    let whole = Hull::from_triangles(surface(&snapped)?);
    match limit {
        Some(limit) if limit < whole.vertices.len() => {
            let start = simplex::initial_simplex(&snapped)?;
            Ok(Hull::from_triangles(quickhull::hull_triangles(
                &snapped, start, limit,
            )))
        }
        _ => Ok(whole),
    }
}

/// The triangles of the hull over its corners.
fn surface(points: &[Vec3]) -> Result<Vec<[u32; 3]>, HullError> {
    let start = simplex::initial_simplex(points)?;
    let triangles = quickhull::hull_triangles(points, start, usize::MAX);
    let (corners, others) = sides::find_corners(points, &triangles);
    if others == 0 {
        return Ok(triangles);
    }
    // build again from the corners alone
    let kept: Vec<Vec3> = corners.iter().map(|&v| points[v as usize]).collect();
    let start = simplex::initial_simplex(&kept)?;
    let over_corners = quickhull::hull_triangles(&kept, start, usize::MAX);
    Ok(over_corners
        .into_iter()
        .map(|t| t.map(|v| corners[v as usize]))
        .collect())
}

#[cfg(test)]
mod tests;
