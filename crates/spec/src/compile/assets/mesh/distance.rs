//! Distances from points to triangles, and whether a triangle meets a box.

use ligament_geom::bvh::Bvh;
use ligament_math::Vec3;

use super::process::corners;

/// Distance to the nearest triangle, negative on its inner side.
pub(super) fn signed_distance(
    point: Vec3,
    vertices: &[Vec3],
    faces: &[[u32; 3]],
    bvh: &Bvh,
) -> f64 {
    let (mut nearest, mut best) = (None, f64::INFINITY);
    let mut pending = vec![0_usize];
    while let Some(node) = pending.pop() {
        let (Some(aabb), Some(children)) = (bvh.aabb.get(node), bvh.child.get(node)) else {
            continue;
        };
        if box_distance_squared(point, aabb) >= best {
            continue;
        }
        // the first child is visited first: it decides between triangles at the same distance
        let children = children.iter().rev();
        pending.extend(children.filter_map(|&c| usize::try_from(c).ok()));
        let face = usize::try_from(bvh.nodeid.get(node).copied().unwrap_or(-1));
        let Some(face) = face.ok().and_then(|f| faces.get(f)) else {
            continue;
        };
        let triangle = corners(vertices, face);
        let closest = closest_point(point, &triangle);
        let squared = (point - closest).norm_squared();
        if squared < best {
            best = squared;
            nearest = Some((triangle, closest));
        }
    }
    let Some(([a, b, c], closest)) = nearest else {
        return 0.0;
    };
    let (normal, distance) = ((b - a).cross(c - a), best.sqrt());
    let outside = (point - closest).dot(normal) > 1e-12 * normal.norm() * distance;
    if outside { distance } else { -distance }
}

/// Squared distance to a box given by centre and half-sizes; zero inside.
fn box_distance_squared(point: Vec3, aabb: &[f64; 6]) -> f64 {
    (0..3)
        .map(|i| ((point[i] - aabb[i]).abs() - aabb[i + 3]).max(0.0).powi(2))
        .sum()
}

/// The point of a triangle nearest to `p`, by the region of the triangle's plane (corner, edge, inside) it falls in.
fn closest_point(p: Vec3, [a, b, c]: &[Vec3; 3]) -> Vec3 {
    let (ab, ac) = (*b - *a, *c - *a);
    let along = |from: Vec3| (ab.dot(p - from), ac.dot(p - from));
    let ((ab_a, ac_a), (ab_b, ac_b), (ab_c, ac_c)) = (along(*a), along(*b), along(*c));
    if ab_a <= 0.0 && ac_a <= 0.0 {
        return *a;
    }
    if ab_b >= 0.0 && ac_b <= ab_b {
        return *b;
    }
    let beyond_ab = ab_a * ac_b - ab_b * ac_a;
    if beyond_ab <= 0.0 && ab_a >= 0.0 && ab_b <= 0.0 {
        return *a + ab * (ab_a / (ab_a - ab_b));
    }
    if ac_c >= 0.0 && ab_c <= ac_c {
        return *c;
    }
    let beyond_ac = ab_c * ac_a - ab_a * ac_c;
    if beyond_ac <= 0.0 && ac_a >= 0.0 && ac_c <= 0.0 {
        return *a + ac * (ac_a / (ac_a - ac_c));
    }
    let beyond_bc = ab_b * ac_c - ab_c * ac_b;
    let (from_b, from_c) = (ac_b - ab_b, ab_c - ac_c);
    if beyond_bc <= 0.0 && from_b >= 0.0 && from_c >= 0.0 {
        return *b + (*c - *b) * (from_b / (from_b + from_c));
    }
    let total = beyond_bc + beyond_ac + beyond_ab;
    *a + ab * (beyond_ac / total) + ac * (beyond_ab / total)
}

/// Whether a triangle meets a box: no axis separates them (three of the box, one of the triangle, nine of edge pairs).
pub(super) fn overlaps_box(triangle: &[Vec3; 3], low: Vec3, high: Vec3) -> bool {
    let (center, half) = ((low + high) / 2.0, (high - low) / 2.0);
    let moved = triangle.map(|v| v - center);
    let separates = |axis: Vec3| {
        let reach = half.dot(axis.abs());
        let [x, y, z] = moved.map(|v| v.dot(axis));
        x.min(y).min(z) > reach || x.max(y).max(z) < -reach
    };
    let axes = [Vec3::X, Vec3::Y, Vec3::Z];
    let [a, b, c] = moved;
    let edges = [b - a, c - b, a - c];
    !axes.into_iter().any(separates)
        && !separates(edges[0].cross(edges[1]))
        && !edges
            .iter()
            .any(|e| axes.into_iter().any(|x| separates(x.cross(*e))))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRIANGLE: [Vec3; 3] = [Vec3::ZERO, Vec3::X, Vec3::Y];

    #[test]
    fn closest_points_in_every_region() {
        for (point, expected) in [
            ([-1.0, -1.0, 1.0], [0.0, 0.0, 0.0]),
            ([2.0, -1.0, 0.0], [1.0, 0.0, 0.0]),
            ([-1.0, 2.0, 3.0], [0.0, 1.0, 0.0]),
            ([0.3, -1.0, 0.5], [0.3, 0.0, 0.0]),
            ([-1.0, 0.4, 0.5], [0.0, 0.4, 0.0]),
            ([1.0, 1.0, 0.5], [0.5, 0.5, 0.0]),
            ([0.2, 0.3, -2.0], [0.2, 0.3, 0.0]),
        ] {
            let found = closest_point(Vec3(point), &TRIANGLE);
            assert!((found - Vec3(expected)).norm() < 1e-14, "{point:?}");
        }
    }

    #[test]
    fn boxes_and_triangles() {
        let meets =
            |low: f64, high: f64| overlaps_box(&TRIANGLE, Vec3::splat(low), Vec3::splat(high));
        assert!(meets(-1.0, 1.0));
        assert!(meets(0.0, 0.2));
        assert!(!meets(0.1, 0.4));
        // inside the bounding box of the triangle and in its plane, but beyond the diagonal
        let (low, high) = (Vec3::new(0.7, 0.7, -0.1), Vec3::new(0.9, 0.9, 0.1));
        assert!(!overlaps_box(&TRIANGLE, low, high));
    }
}
