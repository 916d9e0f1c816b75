//! Spheres, cones, superspheres and supertori.

use ligament_math::func;
use std::collections::HashMap;
use std::f64::consts::PI;

use crate::asset::mesh::RawMesh;

/// A mesh of vertices and faces only.
fn surface(vertices: Vec<[f32; 3]>, faces: Vec<[i32; 3]>) -> RawMesh {
    RawMesh {
        vertices,
        faces,
        ..RawMesh::default()
    }
}

fn single(p: [f64; 3]) -> [f32; 3] {
    p.map(|x| x as f32)
}

/// Faces of the icosahedron whose vertices [`sphere`] starts with.
const ICOSAHEDRON: [[i32; 3]; 20] = [
    [0, 11, 5],
    [0, 5, 1],
    [0, 1, 7],
    [0, 7, 10],
    [0, 10, 11],
    [1, 5, 9],
    [5, 11, 4],
    [11, 10, 2],
    [10, 7, 6],
    [7, 1, 8],
    [3, 9, 4],
    [3, 4, 2],
    [3, 2, 6],
    [3, 6, 8],
    [3, 8, 9],
    [4, 9, 5],
    [2, 4, 11],
    [6, 2, 10],
    [8, 6, 7],
    [9, 8, 1],
];

/// An icosahedron whose faces are split in four `subdivisions` times, all vertices on the unit sphere.
pub fn sphere(subdivisions: u32) -> RawMesh {
    // the corners of three golden rectangles
    let golden = ((1.0 + 5f64.sqrt()) / 2.0) as f32;
    let length = (1.0 + f64::from(golden * golden)).sqrt();
    let [long, short] = [golden, 1.0].map(|x| (f64::from(x) / length) as f32);
    let mut vertices = Vec::new();
    for axis in 0..3 {
        for (s, l) in [
            (-short, long),
            (short, long),
            (-short, -long),
            (short, -long),
        ] {
            let mut v = [0.0; 3];
            match axis {
                0 => [v[0], v[1]] = [s, l],
                1 => [v[1], v[2]] = [s, l],
                _ => [v[2], v[0]] = [s, l],
            }
            vertices.push(v);
        }
    }
    let mut faces = ICOSAHEDRON.to_vec();
    for _ in 0..subdivisions {
        let mut known = HashMap::new();
        let mut middle = |a: i32, b: i32| {
            *known.entry((a.min(b), a.max(b))).or_insert_with(|| {
                vertices.push(arc_middle(vertices[a as usize], vertices[b as usize]));
                vertices.len() as i32 - 1
            })
        };
        let split = |[a, b, c]: [i32; 3]| {
            let (ab, bc, ca) = (middle(a, b), middle(b, c), middle(c, a));
            [[a, ab, ca], [b, bc, ab], [c, ca, bc], [ab, bc, ca]]
        };
        faces = faces.into_iter().flat_map(split).collect();
    }
    surface(vertices, faces)
}

/// The point of the unit sphere halfway between two of its points.
fn arc_middle(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    let m: [f32; 3] = std::array::from_fn(|k| (a[k] + b[k]) / 2.0);
    let length = (m[0] * m[0] + m[1] * m[1] + m[2] * m[2]).sqrt();
    m.map(|x| x / length)
}

/// The upper half of the unit sphere: rings of 4, 8, … vertices from the pole to the equator, and a cap below.
pub fn hemisphere(resolution: u32) -> RawMesh {
    const POLE: [f64; 3] = [0.0, 0.0, 1.0];
    const EQUATOR: [[f64; 3]; 4] = [
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [-1.0, 0.0, 0.0],
        [0.0, -1.0, 0.0],
    ];
    let rings = resolution as i32 + 1;
    let mut vertices = vec![single(POLE)];
    for ring in 1..=rings {
        let share = f64::from(ring) / f64::from(rings);
        let on_ring = |side: usize| -> [f64; 3] {
            std::array::from_fn(|k| POLE[k] + share * (EQUATOR[side % 4][k] - POLE[k]))
        };
        for side in 0..4 {
            let (start, end) = (on_ring(side), on_ring(side + 1));
            for i in 0..ring {
                let p: [f64; 3] = std::array::from_fn(|k| {
                    start[k] + f64::from(i) * ((end[k] - start[k]) / f64::from(ring))
                });
                let length = (p[0] * p[0] + p[1] * p[1] + p[2] * p[2]).sqrt();
                vertices.push(single(p.map(|x| x / length)));
            }
        }
    }
    let centre = vertices.len() as i32;
    vertices.push([0.0; 3]);

    // ring r has 4r vertices and starts after the pole and the rings inside it
    let start = |ring: i32| 1 + 2 * ring * (ring - 1);
    let on = |ring: i32, i: i32| start(ring) + i % (4 * ring);
    let mut faces: Vec<[i32; 3]> = (0..4).map(|i| [0, on(1, i), on(1, i + 1)]).collect();
    for ring in 1..rings {
        for side in 0..4 {
            for i in 0..=ring {
                let (inner, outer) = (i + ring * side, i + (ring + 1) * side);
                faces.push([
                    on(ring, inner),
                    on(ring + 1, outer),
                    on(ring + 1, outer + 1),
                ]);
                if i < ring {
                    faces.push([
                        on(ring, inner),
                        on(ring + 1, outer + 1),
                        on(ring, inner + 1),
                    ]);
                }
            }
        }
    }
    faces.extend((0..4 * rings).map(|i| [on(rings, i), centre, on(rings, i + 1)]));
    surface(vertices, faces)
}

/// A regular polygon at z = -1 under one of the given radius at z = 1, or under a point if the radius is 0. No faces.
pub fn cone(corners: u32, radius: f64) -> RawMesh {
    let n = f64::from(corners);
    let corner = |i: u32, r: f64, z: f64| {
        let angle = 2.0 * f64::from(i) * PI / n;
        single([r * func::cos(angle), r * func::sin(angle), z])
    };
    let mut vertices: Vec<_> = (0..corners).map(|i| corner(i, 1.0, -1.0)).collect();
    if radius > 0.0 {
        vertices.extend((corners..2 * corners).map(|i| corner(i, radius, 1.0)));
    } else {
        vertices.push([0.0, 0.0, 1.0]);
    }
    surface(vertices, Vec::new())
}

/// cos and sin of an angle, raised to a power with their signs kept.
fn powered(angle: f64, exponent: f64) -> (f64, f64) {
    let raise = |x: f64| func::powf(x.abs(), exponent).copysign(x);
    (raise(func::cos(angle)), raise(func::sin(angle)))
}

/// A superellipsoid with half-axes 1: `resolution` meridians, and rings from the south pole to the north pole.
pub fn supersphere(resolution: u32, east: f64, north: f64) -> RawMesh {
    let n = resolution as i32;
    let mut vertices = vec![[0.0, 0.0, -1.0]];
    for i in 1..n {
        let (cv, sv) = powered(-PI / 2.0 + f64::from(i) * PI / f64::from(n), north);
        for j in 0..n {
            let (cu, su) = powered(-PI + f64::from(2 * j) * PI / f64::from(n), east);
            vertices.push(single([cv * cu, cv * su, sv]));
        }
    }
    vertices.push([0.0, 0.0, 1.0]);

    let top = vertices.len() as i32 - 1;
    let on = |ring: i32, j: i32| 1 + ring * n + j % n;
    let mut faces: Vec<[i32; 3]> = (0..n).map(|j| [0, on(0, j + 1), on(0, j)]).collect();
    for ring in 0..n - 2 {
        for j in 0..n {
            let (a, b) = (on(ring, j), on(ring, j + 1));
            let (c, d) = (on(ring + 1, j + 1), on(ring + 1, j));
            faces.extend([[a, b, d], [b, c, d]]);
        }
    }
    faces.extend((0..n).map(|j| [on(n - 2, j), on(n - 2, j + 1), top]));
    surface(vertices, faces)
}

/// A supertoroid with major radius 1.
pub fn supertorus(resolution: u32, radius: f64, minor: f64, major: f64) -> RawMesh {
    let n = resolution as i32;
    let angle = |i: i32| 2.0 * PI * f64::from(i) / f64::from(n);
    let mut vertices = Vec::new();
    let mut faces = Vec::new();
    for i in 0..n {
        let (cu, su) = powered(angle(i), major);
        for j in 0..n {
            let (cv, sv) = powered(angle(j), minor);
            let out = 1.0 + radius * cv;
            vertices.push(single([out * cu, out * su, radius * sv]));
            let (next_i, next_j) = ((i + 1) % n, (j + 1) % n);
            let (a, b) = (i * n + j, next_i * n + j);
            let (c, d) = (next_i * n + next_j, i * n + next_j);
            faces.extend([[a, b, d], [b, c, d]]);
        }
    }
    surface(vertices, faces)
}
