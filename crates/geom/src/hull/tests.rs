//! Hulls of shapes with known corners, and properties over hostile point clouds.

use super::*;
use std::collections::HashSet;

struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
    fn point(&mut self) -> Vec3 {
        Vec3([self.unit() - 0.5, self.unit() - 0.5, self.unit() - 0.5])
    }
}

/// Panics unless the hull is closed, counter-clockwise, and holds all points up to rounding.
fn check(points: &[Vec3], hull: &Hull, complete: bool) {
    let (v, f) = (hull.vertices.len(), hull.triangles.len());
    assert_eq!(f, 2 * v - 4, "Euler's formula");
    let edges: HashSet<(u32, u32)> = hull
        .triangles
        .iter()
        .flat_map(|t| [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])])
        .collect();
    assert_eq!(edges.len(), 3 * f);
    assert!(edges.iter().all(|&(a, b)| edges.contains(&(b, a))));
    let used: HashSet<u32> = hull.triangles.iter().flatten().copied().collect();
    assert_eq!(used, hull.vertices.iter().copied().collect());
    let size = points.iter().map(|p| p.norm()).fold(0.0, f64::max);
    let against: Vec<Vec3> = if complete {
        points.to_vec()
    } else {
        hull.vertices.iter().map(|&v| points[v as usize]).collect()
    };
    for t in &hull.triangles {
        let [a, b, c] = t.map(|v| points[v as usize]);
        let (u, w) = (b - a, c - a);
        let normal = u.cross(w);
        // the direction of a sliver's normal is uncertain by the rounding of its cross product
        let doubt = 1e-14 * size * (1.0 + u.norm() * w.norm() * size / normal.norm().max(1e-300));
        let (unit, _) = normal.normalize_or_x();
        for &p in &against {
            assert!(
                unit.dot(p - a) <= doubt,
                "{} outside by {}",
                f,
                unit.dot(p - a)
            );
        }
    }
}

#[test]
fn a_sampled_cube_has_eight_corners() {
    let mut points = Vec::new();
    for i in 0..=10 {
        for j in 0..=10 {
            for k in 0..=10 {
                points.push(Vec3::new(f64::from(i), f64::from(j), f64::from(k)) * 0.1);
            }
        }
    }
    let hull = convex_hull(&points, None).unwrap_or_default();
    assert_eq!(hull.vertices.len(), 8);
    check(&points, &hull, true);
    let graph = HullGraph::new(&hull);
    assert_eq!(graph.edge_localid.len(), 8 + 3 * 12);
    assert_eq!(graph.to_flat().len(), 2 + 3 * 8 + 6 * 12);
}

#[test]
fn a_rotated_cube_with_rounded_faces_keeps_its_corners() {
    let turn = ligament_math::Quat([0.9, 0.1, -0.3, 0.2]).normalized();
    let mut points = Vec::new();
    for i in 0..=4 {
        for j in 0..=4 {
            for k in 0..=4 {
                points.push(turn.rotate(Vec3::new(f64::from(i), f64::from(j), f64::from(k))));
            }
        }
    }
    let hull = convex_hull(&points, None).unwrap_or_default();
    let mut corners = hull.vertices;
    corners.sort_unstable();
    assert_eq!(corners, [0, 4, 20, 24, 100, 104, 120, 124]);
}

#[test]
fn points_on_a_sphere_are_all_vertices() {
    let mut random = Random(3);
    let points: Vec<Vec3> = (0..2000)
        .map(|_| random.point().normalize_or_x().0)
        .collect();
    let hull = convex_hull(&points, None).unwrap_or_default();
    assert_eq!(hull.vertices.len(), points.len());
    check(&points, &hull, false);
    let coarse = convex_hull(&points, Some(20)).unwrap_or_default();
    assert_eq!(coarse.vertices.len(), 20);
    check(&points, &coarse, false);
}

#[test]
fn hostile_clouds_give_valid_hulls_or_errors() {
    let mut random = Random(11);
    for round in 0..400_u32 {
        let count = 4 + (random.unit() * 60.0) as usize;
        let grid = [1.0, 2.0, 3.0, 1e3, 1e9][(round % 5) as usize];
        let squash = [1.0, 1e-3, 1e-9, 1e-16][(round / 5 % 4) as usize];
        let mut points: Vec<Vec3> = (0..count)
            .map(|_| {
                let p = Vec3(random.point().0.map(|x| (x * grid).round() / grid));
                Vec3::new(p[0], p[1], p[2] * squash + 0.1 * p[0])
            })
            .collect();
        if round % 3 == 0 {
            points.extend_from_within(..count / 2);
        }
        if let Ok(hull) = convex_hull(&points, None) {
            check(&points, &hull, true);
        }
    }
}

#[test]
fn bad_input_is_refused() {
    let nan = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::splat(f64::NAN)];
    assert_eq!(convex_hull(&nan, None), Err(HullError::NotFinite));
    assert_eq!(convex_hull(&nan[..3], None), Err(HullError::TooFewPoints));
    assert_eq!(convex_hull(&[Vec3::X; 10], None), Err(HullError::Colocated));
}
