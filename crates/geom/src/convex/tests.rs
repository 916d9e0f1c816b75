//! Properties of the convex collision routine.

mod legacy;
mod motion;
mod strange;
mod terrain;

use ligament_math::{Mat3, Quat, Vec3};

use super::*;

/// A small generator of reproducible numbers.
struct Rng(u64);

impl Rng {
    fn unit(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn range(&mut self, lo: f64, hi: f64) -> f64 {
        lo + (hi - lo) * self.unit()
    }

    fn vec(&mut self, size: f64) -> Vec3 {
        Vec3(core::array::from_fn(|_| self.range(-size, size)))
    }

    fn rotation(&mut self) -> Mat3 {
        let q = Quat(core::array::from_fn(|_| self.range(-1.0, 1.0)));
        q.normalized().to_mat3()
    }

    fn pose(&mut self, spread: f64) -> Pose {
        Pose {
            pos: self.vec(spread),
            mat: self.rotation(),
        }
    }
}

fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose {
        pos: Vec3::new(x, y, z),
        mat: Mat3::IDENTITY,
    }
}

fn contacts(a: (&Convex, &Pose), b: (&Convex, &Pose), margin: f64) -> PreContacts {
    let mut out = PreContacts::default();
    let mut scratch = ConvexScratch::default();
    let settings = ConvexSettings::default();
    convex_convex(a, b, margin, &settings, &mut scratch, &mut out);
    out
}

/// The unit cube with its hull polygons.
struct CubeMesh {
    vert: Vec<[f32; 3]>,
    normal: Vec<Vec3>,
    polyvert: Vec<i32>,
    polymap: Vec<i32>,
}

const FOURS: [i32; 6] = [4; 6];
const THREES: [i32; 8] = [3; 8];
const BY_FOUR: [i32; 6] = [0, 4, 8, 12, 16, 20];
const BY_THREE: [i32; 8] = [0, 3, 6, 9, 12, 15, 18, 21];

impl CubeMesh {
    fn new(half: f32) -> Self {
        let sign = |i: usize, bit: usize| if i >> bit & 1 == 1 { half } else { -half };
        let vert = (0..8)
            .map(|i| [sign(i, 0), sign(i, 1), sign(i, 2)])
            .collect();
        let (mut normal, mut polyvert) = (Vec::new(), Vec::new());
        let mut polymap = vec![Vec::new(); 8];
        for axis in 0..3 {
            for side in 0..2 {
                let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
                let mut ring = [(0, 0), (1, 0), (1, 1), (0, 1)]
                    .map(|(a, b): (usize, usize)| side << axis | a << u | b << v);
                if side == 0 {
                    ring.reverse();
                }
                for i in ring {
                    polymap[i].push(normal.len() as i32);
                    polyvert.push(i as i32);
                }
                let mut n = Vec3::ZERO;
                n[axis] = if side == 1 { 1.0 } else { -1.0 };
                normal.push(n);
            }
        }
        CubeMesh {
            vert,
            normal,
            polyvert,
            polymap: polymap.concat(),
        }
    }

    fn hull(&self) -> Convex<'_> {
        Convex::Mesh(HullMesh {
            polynormal: &self.normal,
            polyvertadr: &BY_FOUR,
            polyvertnum: &FOURS,
            polyvert: &self.polyvert,
            polymapadr: &BY_THREE,
            polymapnum: &THREES,
            polymap: &self.polymap,
            ..HullMesh::from_points(&self.vert)
        })
    }
}

#[test]
fn a_mesh_that_is_a_cube_lies_on_a_box_with_four_points() {
    let cube = CubeMesh::new(0.5);
    let floor = Convex::Box {
        size: Vec3::new(2.0, 2.0, 1.0),
    };
    let found = contacts(
        (&floor, &at(0., 0., -1.0)),
        (&cube.hull(), &at(0.1, 0.2, 0.49)),
        0.0,
    );
    assert_eq!(found.len(), 4);
    for c in found.iter() {
        assert!((c.dist + 0.01).abs() < 1e-9);
        assert!((c.normal - Vec3::Z).norm() < 1e-9);
        assert!((c.pos[0] - 0.1).abs() - 0.5 < 1e-9 && (c.pos[2] + 0.005).abs() < 1e-9);
    }
    let single = ConvexSettings {
        multiccd: false,
        ..ConvexSettings::default()
    };
    let mut out = PreContacts::default();
    convex_convex(
        (&floor, &at(0., 0., -1.0)),
        (&cube.hull(), &at(0.1, 0.2, 0.49)),
        0.0,
        &single,
        &mut ConvexScratch::default(),
        &mut out,
    );
    assert_eq!(out.len(), 1);
    assert!((out[0].dist + 0.01).abs() < 1e-9);
}

#[test]
fn capsules_and_cylinders_lie_on_faces() {
    let cube = CubeMesh::new(0.5);
    let lying = Mat3::from_cols(-Vec3::Z, Vec3::Y, Vec3::X);
    let capsule = Convex::Capsule {
        radius: 0.1,
        half: 0.3,
    };
    let pose = Pose {
        pos: Vec3::new(0.0, 0.0, 0.59),
        mat: lying,
    };
    let found = contacts((&capsule, &pose), (&cube.hull(), &at(0., 0., 0.)), 0.0);
    assert_eq!(found.len(), 2);
    assert!(found.iter().all(|c| (c.dist + 0.01).abs() < 1e-9));
    assert!((found[0].pos - found[1].pos).norm() > 0.59);

    let cylinder = Convex::Cylinder {
        radius: 0.2,
        half: 0.3,
    };
    let found = contacts(
        (&cylinder, &at(0., 0., 0.79)),
        (&cube.hull(), &at(0., 0., 0.)),
        0.0,
    );
    assert_eq!(found.len(), 4);
    assert!(found.iter().all(|c| (c.normal + Vec3::Z).norm() < 1e-9));
}

#[test]
fn round_shapes_meet_where_geometry_says() {
    let ball = Convex::Sphere { radius: 0.5 };
    let egg = Convex::Ellipsoid {
        size: Vec3::new(1.0, 2.0, 3.0),
    };
    let found = contacts((&ball, &at(1.4, 0., 0.)), (&egg, &at(0., 0., 0.)), 0.0);
    assert_eq!(found.len(), 1);
    assert!((found[0].dist + 0.1).abs() < 1e-6);
    assert!((found[0].normal + Vec3::X).norm() < 1e-4);
    assert!(contacts((&ball, &at(1.6, 0., 0.)), (&egg, &at(0., 0., 0.)), 0.0).is_empty());
    assert_eq!(
        contacts((&ball, &at(1.6, 0., 0.)), (&egg, &at(0., 0., 0.)), 0.2).len(),
        1
    );
}

#[test]
fn distances_are_those_of_the_nearest_points() {
    let settings = ConvexSettings::default();
    let mut scratch = ConvexScratch::default();
    let rod = Convex::Capsule {
        radius: 0.1,
        half: 1.0,
    };
    let post = Convex::Cylinder {
        radius: 0.5,
        half: 1.0,
    };
    let apart = convex_distance(
        (&rod, &at(2., 0., 0.)),
        (&post, &at(0., 0., 0.)),
        10.0,
        &settings,
        &mut scratch,
    );
    assert!((apart.dist - 1.4).abs() < 1e-6);
    let [p, q] = apart.points.unwrap();
    assert!(((p - q).norm() - 1.4).abs() < 1e-6);
    let clipped = convex_distance(
        (&rod, &at(2., 0., 0.)),
        (&post, &at(0., 0., 0.)),
        1.0,
        &settings,
        &mut scratch,
    );
    assert_eq!(clipped.dist, 1.0);
    let deep = convex_distance(
        (&rod, &at(0.4, 0., 0.)),
        (&post, &at(0., 0., 0.)),
        1.0,
        &settings,
        &mut scratch,
    );
    assert!((deep.dist + 0.2).abs() < 1e-6);
}

#[test]
fn a_plane_touches_all_corners_of_a_face() {
    let cube = CubeMesh::new(0.5);
    let mut out = PreContacts::default();
    plane_convex(
        &at(0., 0., 0.),
        (&cube.hull(), &at(0.3, 0.2, 0.45)),
        0.0,
        &mut out,
    );
    assert_eq!(out.len(), 4);
    assert!(
        out.iter()
            .all(|c| (c.dist + 0.05).abs() < 1e-9 && c.normal == Vec3::Z)
    );
    out.clear();
    plane_convex(
        &at(0., 0., 0.),
        (&cube.hull(), &at(0.3, 0.2, 0.55)),
        0.0,
        &mut out,
    );
    assert!(out.is_empty());
}

#[test]
fn a_flat_field_carries_a_ball() {
    let data = [0.5_f32; 16];
    let field = HeightField {
        nrow: 4,
        ncol: 4,
        size: [3.0, 3.0, 1.0, 0.5],
        data: &data,
    };
    let ball = Convex::Sphere { radius: 0.4 };
    let mut out = PreContacts::default();
    let mut scratch = ConvexScratch::default();
    let settings = ConvexSettings::default();
    hfield_convex(
        (&field, &at(0., 0., 0.)),
        (&ball, &at(0.3, 0.4, 0.85)),
        0.4,
        0.0,
        &settings,
        &mut scratch,
        &mut out,
    );
    assert!(!out.is_empty());
    let deepest = out.iter().map(|c| c.dist).fold(0.0, f64::min);
    assert!((deepest + 0.05).abs() < 1e-9);
}

/// Exchanging the shapes keeps their distance or depth.
#[test]
fn distance_does_not_depend_on_the_order() {
    let mut rng = Rng(7);
    let settings = ConvexSettings::default();
    let mut scratch = ConvexScratch::default();
    let cube = CubeMesh::new(0.4);
    for _ in 0..200 {
        let size = Vec3(core::array::from_fn(|_| rng.range(0.2, 0.6)));
        let (a, b) = (Convex::Box { size }, cube.hull());
        let (pa, pb) = (rng.pose(0.3), rng.pose(0.3));
        let mut depth = |p: (&Convex, &Pose), q: (&Convex, &Pose)| {
            convex_distance(p, q, 1.0, &settings, &mut scratch).dist
        };
        let (ab, ba) = (depth((&a, &pa), (&b, &pb)), depth((&b, &pb), (&a, &pa)));
        assert!((ab - ba).abs() < 1e-6);
    }
}

/// Separation along some axis and contact exclude each other.
#[test]
fn no_contact_of_shapes_that_an_axis_separates() {
    let mut rng = Rng(11);
    for _ in 0..300 {
        let a = Convex::Cylinder {
            radius: rng.range(0.1, 0.5),
            half: rng.range(0.1, 0.5),
        };
        let b = Convex::Ellipsoid {
            size: Vec3(core::array::from_fn(|_| rng.range(0.1, 0.5))),
        };
        let (pa, pb) = (rng.pose(0.6), rng.pose(0.6));
        let dir = (pb.pos - pa.pos).normalize_or_x().0;
        if apart_along((&a, &pa), (&b, &pb), dir, 0.01) {
            assert!(contacts((&a, &pa), (&b, &pb), 0.01).is_empty());
        }
    }
}
