//! Orders that MuJoCo 4.0.0 reports, and agreement with the exact hull.

use super::list;
use crate::hull::surface;
use ligament_math::Vec3;

/// Points, and the vertices and triangles of their hull in MuJoCo's order.
type Golden<'a> = (&'a [[f32; 3]], &'a [u32], &'a [[u32; 3]]);

const SIX_POINTS: Golden = (
    &[
        [0.12, 0.0, 0.0],
        [-0.1, 0.02, 0.0],
        [0.0, 0.11, 0.01],
        [0.01, -0.13, 0.0],
        [0.0, 0.0, 0.14],
        [0.02, 0.0, -0.12],
    ],
    &[3, 2, 4, 1, 0, 5],
    &[
        [3, 4, 1],
        [4, 3, 0],
        [5, 3, 1],
        [3, 5, 0],
        [4, 2, 1],
        [2, 4, 0],
        [2, 5, 1],
        [5, 2, 0],
    ],
);

const CUBE: Golden = (
    &[
        [-1.0, -1.0, -1.0],
        [1.0, -1.0, -1.0],
        [1.0, 1.0, -1.0],
        [1.0, 1.0, 1.0],
        [1.0, -1.0, 1.0],
        [-1.0, 1.0, -1.0],
        [-1.0, 1.0, 1.0],
        [-1.0, -1.0, 1.0],
    ],
    &[4, 3, 2, 1, 5, 0, 7, 6],
    &[
        [3, 4, 2],
        [2, 4, 1],
        [5, 2, 1],
        [5, 1, 0],
        [4, 7, 1],
        [1, 7, 0],
        [6, 3, 2],
        [5, 6, 2],
        [6, 4, 3],
        [6, 7, 4],
        [6, 5, 0],
        [7, 6, 0],
    ],
);

const SEVEN_POINTS: Golden = (
    &[
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [1.0, 1.0, 0.0],
        [0.0, 0.0, 1.0],
        [1.0, 0.0, 1.0],
        [0.0, 1.0, 1.0],
    ],
    &[3, 2, 0, 1, 5, 4, 6],
    &[
        [3, 5, 1],
        [6, 3, 2],
        [5, 6, 4],
        [6, 5, 3],
        [2, 3, 0],
        [3, 1, 0],
        [1, 5, 0],
        [5, 4, 0],
        [6, 2, 0],
        [4, 6, 0],
    ],
);

const WEDGE: Golden = (
    &[
        [9.0, 2.0, 0.0],
        [-10.0, 10.0, 10.0],
        [9.0, -2.0, 0.0],
        [10.0, 3.0, -10.0],
        [10.0, -3.0, -10.0],
        [-8.0, 10.0, -10.0],
        [-10.0, -10.0, 10.0],
        [-8.0, -10.0, -10.0],
        [-5.0, 0.0, 20.0],
    ],
    &[8, 7, 5, 1, 6, 4, 3, 0, 2],
    &[
        [6, 8, 1],
        [3, 5, 1],
        [0, 3, 1],
        [8, 0, 1],
        [2, 8, 6],
        [2, 0, 8],
        [7, 4, 6],
        [4, 2, 6],
        [5, 7, 1],
        [7, 6, 1],
        [4, 7, 5],
        [4, 5, 3],
        [0, 4, 3],
        [2, 4, 0],
    ],
);

#[test]
fn orders_are_those_of_mujoco() {
    for (points, vertices, triangles) in [SIX_POINTS, CUBE, SEVEN_POINTS, WEDGE] {
        let points: Vec<Vec3> = points.iter().map(|p| Vec3(p.map(f64::from))).collect();
        let listing = list(&points, None).unwrap_or_default();
        assert_eq!(listing.vertices, vertices);
        assert_eq!(listing.triangles, triangles);
    }
}

#[test]
fn corners_are_those_of_the_exact_hull() {
    let mut state = 5_u64;
    let mut next = || {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    let mut replayed = 0;
    for round in 0..200 {
        let grid = [4.0, 8.0, 1e6][round % 3];
        let points: Vec<Vec3> = (0..10 + round)
            .map(|_| Vec3([0; 3].map(|_| (next() * grid).round())))
            .collect();
        let Some(listing) = list(&points, None) else {
            continue;
        };
        let mut exact: Vec<Vec3> = surface(&points)
            .unwrap_or_default()
            .iter()
            .flatten()
            .map(|&v| points[v as usize])
            .collect();
        let mut corners: Vec<Vec3> = listing
            .vertices
            .iter()
            .map(|&v| points[v as usize])
            .collect();
        for set in [&mut exact, &mut corners] {
            set.sort_by(|a, b| a.0.partial_cmp(&b.0).unwrap_or(std::cmp::Ordering::Equal));
            set.dedup();
        }
        assert_eq!(corners, exact);
        replayed += 1;
    }
    assert!(replayed > 180);
}

#[test]
fn a_limit_stops_the_growth() {
    let points: Vec<Vec3> = (0..60)
        .map(|i| {
            let t = f64::from(i);
            Vec3::new(
                (t * 2.4).cos() * (t * 0.7).sin(),
                (t * 2.4).sin() * (t * 0.7).sin(),
                (t * 0.7).cos(),
            )
        })
        .collect();
    for limit in [4, 5, 12, 30] {
        let listing = list(&points, Some(limit)).unwrap_or_default();
        assert_eq!(listing.vertices.len(), limit);
        assert_eq!(listing.triangles.len(), 2 * limit - 4);
        assert_eq!(
            listing.adjacent.iter().map(Vec::len).sum::<usize>(),
            6 * limit - 12
        );
    }
}
