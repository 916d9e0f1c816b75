//! Bounding boxes of meshes and of their triangles.

use ligament_geom::bvh::{Bvh, BvhElement};
use ligament_math::Vec3;

use super::process::corners;

/// The least and the greatest corner of some points.
pub(super) fn box_of(points: &[Vec3]) -> [f64; 6] {
    let start = (Vec3::splat(f64::INFINITY), Vec3::splat(f64::NEG_INFINITY));
    let grow = |(low, high): (Vec3, Vec3), p: &Vec3| (low.min(*p), high.max(*p));
    let (low, high) = points.iter().fold(start, grow);
    [low[0], low[1], low[2], high[0], high[1], high[2]]
}

/// The tree of bounding boxes over some triangles, placed by their circumcentres.
pub(super) fn face_tree(vertices: &[Vec3], faces: &[[u32; 3]]) -> Bvh {
    let element = |(i, face): (usize, &[u32; 3])| {
        let [a, b, c] = corners(vertices, face);
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        let (center, half) = ((low + high) * 0.5, (high - low) * 0.5);
        BvhElement::from_box(i as i32, circumcenter(a, b, c), center, half)
    };
    let elements: Vec<BvhElement> = faces.iter().enumerate().map(element).collect();
    Bvh::new(&elements)
}

/// The centre of the circle through three points; the centroid if they are collinear.
fn circumcenter(p: Vec3, q: Vec3, r: Vec3) -> Vec3 {
    let (a, b) = (p - r, q - r);
    let normal = a.cross(b);
    let area = normal.norm();
    let offset = (b * a.norm_squared() - a * b.norm_squared()).cross(normal) / (2.0 * area * area);
    let center = offset + r;
    if center.0.iter().all(|x| x.is_finite()) {
        center
    } else {
        (p + q + r) / 3.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circumcenters_are_equally_far_from_all_corners() {
        let [p, q, r] = [
            Vec3::new(0.1, 0.2, 0.3),
            Vec3::new(1.0, -0.5, 0.2),
            Vec3::new(0.4, 0.9, -0.7),
        ];
        let c = circumcenter(p, q, r);
        let radius = (c - p).norm();
        assert!(((c - q).norm() - radius).abs() < 1e-14 && ((c - r).norm() - radius).abs() < 1e-14);
        assert_eq!(circumcenter(p, p, p), (p + p + p) / 3.0);
    }
}
