//! Signed distances to a mesh, and whether a triangle meets a box.
//!
//! The sign of a distance comes from the normal of the nearest feature: of the triangle, of the edge (the sum of the
//! normals of its triangles) or of the vertex (their sum weighted by the angles of the triangles there). These normals
//! tell inside from outside at sharp edges and corners too, where that of a single triangle does not.

use std::collections::HashMap;

use ligament_geom::bvh::Bvh;
use ligament_math::{Vec3, func};

use super::process::corners;

/// A closed surface to which distances are measured.
pub(super) struct Triangles<'a> {
    vertices: &'a [Vec3],
    faces: &'a [[u32; 3]],
    bvh: &'a Bvh,
    /// The first vertex at the same place: files may list a vertex once per triangle.
    same: Vec<u32>,
    vertex_normals: Vec<Vec3>,
    edge_normals: HashMap<(u32, u32), Vec3>,
}

/// Where on a triangle a point lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Feature {
    Corner(usize),
    /// From this corner to the next.
    Edge(usize),
    Inside,
}

impl<'a> Triangles<'a> {
    /// Prepares the normals of all features.
    pub(super) fn new(vertices: &'a [Vec3], faces: &'a [[u32; 3]], bvh: &'a Bvh) -> Self {
        let mut first: HashMap<[u64; 3], u32> = HashMap::new();
        // adding zero makes negative zero positive: they are equal numbers
        let key = |v: &Vec3| v.0.map(|x| (x + 0.0).to_bits());
        let number = |(i, v): (usize, &Vec3)| *first.entry(key(v)).or_insert(i as u32);
        let same: Vec<u32> = vertices.iter().enumerate().map(number).collect();
        let mut surface = Self {
            vertices,
            faces,
            bvh,
            same,
            vertex_normals: vec![Vec3::ZERO; vertices.len()],
            edge_normals: HashMap::new(),
        };
        for face in faces {
            surface.add_normals(face);
        }
        surface
    }

    fn add_normals(&mut self, face: &[u32; 3]) {
        let points = corners(self.vertices, face);
        let area = (points[1] - points[0]).cross(points[2] - points[0]);
        let length = area.norm();
        if length.is_nan() || length <= 0.0 {
            return;
        }
        let normal = area / length;
        for k in 0..3 {
            let (to_next, to_last) = (
                points[(k + 1) % 3] - points[k],
                points[(k + 2) % 3] - points[k],
            );
            let angle = func::atan2(to_next.cross(to_last).norm(), to_next.dot(to_last));
            let at = self.same[face[k] as usize];
            self.vertex_normals[at as usize] += normal * angle;
            let edge = self.edge_key(face, k);
            *self.edge_normals.entry(edge).or_insert(Vec3::ZERO) += normal;
        }
    }

    /// The edge from corner `k` to the next, in either direction.
    fn edge_key(&self, face: &[u32; 3], k: usize) -> (u32, u32) {
        let [a, b] = [face[k], face[(k + 1) % 3]].map(|v| self.same[v as usize]);
        (a.min(b), a.max(b))
    }

    /// Distance to the surface, negative inside.
    pub(super) fn distance(&self, point: Vec3) -> f64 {
        let (mut nearest, mut best) = (None, f64::INFINITY);
        let mut pending = vec![0_usize];
        while let Some(node) = pending.pop() {
            let (Some(aabb), Some(children)) = (self.bvh.aabb.get(node), self.bvh.child.get(node))
            else {
                continue;
            };
            if box_distance_squared(point, aabb) >= best {
                continue;
            }
            let children = children.iter().rev();
            pending.extend(children.filter_map(|&c| usize::try_from(c).ok()));
            let id = self.bvh.nodeid.get(node).copied().unwrap_or(-1);
            let face = usize::try_from(id).ok().and_then(|f| self.faces.get(f));
            let Some(face) = face else {
                continue;
            };
            let (closest, feature) = closest_point(point, &corners(self.vertices, face));
            let squared = (point - closest).norm_squared();
            if squared < best {
                best = squared;
                nearest = Some((face, closest, feature));
            }
        }
        let Some((face, closest, feature)) = nearest else {
            return 0.0;
        };
        let outside = (point - closest).dot(self.normal(face, feature)) > 0.0;
        if outside { best.sqrt() } else { -best.sqrt() }
    }

    /// The direction outward at a feature of a triangle; its length means nothing.
    fn normal(&self, face: &[u32; 3], feature: Feature) -> Vec3 {
        match feature {
            Feature::Corner(k) => self.vertex_normals[self.same[face[k] as usize] as usize],
            Feature::Edge(k) => {
                let found = self.edge_normals.get(&self.edge_key(face, k));
                found.copied().unwrap_or(Vec3::ZERO)
            }
            Feature::Inside => {
                let [a, b, c] = corners(self.vertices, face);
                (b - a).cross(c - a)
            }
        }
    }
}

/// Squared distance to a box given by centre and half-sizes; zero inside.
fn box_distance_squared(point: Vec3, aabb: &[f64; 6]) -> f64 {
    (0..3)
        .map(|i| ((point[i] - aabb[i]).abs() - aabb[i + 3]).max(0.0))
        .map(|outside| outside * outside)
        .sum()
}

/// The point of a triangle nearest to `p`, and the feature it lies on.
fn closest_point(p: Vec3, [a, b, c]: &[Vec3; 3]) -> (Vec3, Feature) {
    let (ab, ac) = (*b - *a, *c - *a);
    let along = |from: Vec3| (ab.dot(p - from), ac.dot(p - from));
    let ((ab_a, ac_a), (ab_b, ac_b), (ab_c, ac_c)) = (along(*a), along(*b), along(*c));
    if ab_a <= 0.0 && ac_a <= 0.0 {
        return (*a, Feature::Corner(0));
    }
    if ab_b >= 0.0 && ac_b <= ab_b {
        return (*b, Feature::Corner(1));
    }
    let beyond_ab = ab_a * ac_b - ab_b * ac_a;
    if beyond_ab <= 0.0 && ab_a >= 0.0 && ab_b <= 0.0 {
        return (*a + ab * (ab_a / (ab_a - ab_b)), Feature::Edge(0));
    }
    if ac_c >= 0.0 && ab_c <= ac_c {
        return (*c, Feature::Corner(2));
    }
    let beyond_ac = ab_c * ac_a - ab_a * ac_c;
    if beyond_ac <= 0.0 && ac_a >= 0.0 && ac_c <= 0.0 {
        return (*a + ac * (ac_a / (ac_a - ac_c)), Feature::Edge(2));
    }
    let beyond_bc = ab_b * ac_c - ab_c * ac_b;
    let (from_b, from_c) = (ac_b - ab_b, ab_c - ac_c);
    if beyond_bc <= 0.0 && from_b >= 0.0 && from_c >= 0.0 {
        return (
            *b + (*c - *b) * (from_b / (from_b + from_c)),
            Feature::Edge(1),
        );
    }
    let scale = 1.0 / (beyond_bc + beyond_ac + beyond_ab);
    let inside = *a + ab * (beyond_ac * scale) + ac * (beyond_ab * scale);
    (inside, Feature::Inside)
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
    use super::super::bounds::face_tree;
    use super::*;

    const TRIANGLE: [Vec3; 3] = [Vec3::ZERO, Vec3::X, Vec3::Y];

    #[test]
    fn closest_points_in_every_region() {
        for (point, expected, feature) in [
            ([-1.0, -1.0, 1.0], [0.0, 0.0, 0.0], Feature::Corner(0)),
            ([2.0, -1.0, 0.0], [1.0, 0.0, 0.0], Feature::Corner(1)),
            ([-1.0, 2.0, 3.0], [0.0, 1.0, 0.0], Feature::Corner(2)),
            ([0.3, -1.0, 0.5], [0.3, 0.0, 0.0], Feature::Edge(0)),
            ([1.0, 1.0, 0.5], [0.5, 0.5, 0.0], Feature::Edge(1)),
            ([-1.0, 0.4, 0.5], [0.0, 0.4, 0.0], Feature::Edge(2)),
            ([0.2, 0.3, -2.0], [0.2, 0.3, 0.0], Feature::Inside),
        ] {
            let (found, on) = closest_point(Vec3(point), &TRIANGLE);
            assert!((found - Vec3(expected)).norm() < 1e-14, "{point:?}");
            assert_eq!(on, feature);
        }
    }

    #[test]
    fn sharp_corners_do_not_confuse_the_sign() {
        // a needle, every triangle with vertices of its own
        let tip = Vec3::new(0.0, 0.0, 5.0);
        let base = [
            Vec3::new(0.1, 0.0, 0.0),
            Vec3::new(-0.1, 0.1, 0.0),
            Vec3::new(-0.1, -0.1, 0.0),
        ];
        let [a, b, c] = base;
        let vertices = [a, c, b, a, b, tip, b, c, tip, c, a, tip];
        let faces: Vec<[u32; 3]> = (0..4).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        let bvh = face_tree(&vertices, &faces);
        let surface = Triangles::new(&vertices, &faces, &bvh);
        for i in 0..200_i32 {
            let t = f64::from(i);
            let around = Vec3::new(t.sin(), t.cos(), (3.0 * t).sin()) * 0.5;
            assert!(surface.distance(tip + around + Vec3::Z * 0.6) > 0.0, "{i}");
            assert!(surface.distance(a + Vec3::X * 0.6 + around) > 0.0, "{i}");
        }
        assert!(surface.distance(Vec3::Z) < 0.0);
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
