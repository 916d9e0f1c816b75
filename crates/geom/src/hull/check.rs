//! Checks that a surface is what a hull should be.

use super::listing::Listing;
use super::rounding_of_distance;
use ligament_math::Vec3;

/// Points may stick out of a side by this many roundings of a distance, or thicknesses of sides.
const ALLOWANCE: f64 = 8.0;
/// Sides are compared with points until about this many comparisons are made.
const COMPARISONS: usize = 1 << 17;
/// At least this many sides are compared with all points.
const SIDES: usize = 8;

/// Whether a listing is one closed surface.
pub(super) fn is_closed(listing: &Listing) -> bool {
    let mut edges: Vec<u64> = listing
        .triangles
        .iter()
        .flat_map(|&[a, b, c]| [directed(a, b), directed(b, c), directed(c, a)])
        .collect();
    let mut reversed: Vec<u64> = edges.iter().map(|e| e.rotate_left(32)).collect();
    edges.sort_unstable();
    reversed.sort_unstable();
    listing.triangles.len() + 4 == 2 * listing.vertices.len()
        && edges.windows(2).all(|pair| pair[0] != pair[1])
        && edges == reversed
}

/// An edge from one vertex to another as one number.
fn directed(from: u32, to: u32) -> u64 {
    u64::from(from) << 32 | u64::from(to)
}

/// Whether no point sticks out of the triangles by more than rounding, or by more than a few times `thickness`: that of
/// sides which were taken for flat. When there are many of both, an even choice of triangles is checked.
pub(super) fn covers(points: &[Vec3], triangles: &[[u32; 3]], thickness: f64) -> bool {
    let allowed = ALLOWANCE * rounding_of_distance(points).max(thickness);
    let size = points
        .iter()
        .map(|p| p.norm_squared())
        .fold(0.0, f64::max)
        .sqrt();
    let sides = (COMPARISONS / points.len().max(1)).max(SIDES);
    let stride = triangles.len().div_ceil(sides).max(1);
    triangles.iter().step_by(stride).all(|t| {
        let [a, b, c] = t.map(|v| points[v as usize]);
        let (u, v) = (b - a, c - a);
        let (normal, area) = u.cross(v).normalize_or_x();
        // the direction of a sliver is uncertain
        let lever = 1.0 + size * (u.norm() + v.norm()) / area;
        let limit = normal.dot(a) + allowed * lever;
        points.iter().all(|&p| normal.dot(p) <= limit)
    })
}
