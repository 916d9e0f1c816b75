//! Degenerate shapes, and storage that does not grow.

use super::motion::moving;
use super::*;
use crate::MAX_CONTACTS;

fn strange_shape<'a>(rng: &mut Rng, clouds: &'a [Vec<[f32; 3]>], cube: &'a CubeMesh) -> Convex<'a> {
    let size = 10f64.powf(rng.range(-9.0, 9.0));
    let thin = 10f64.powf(rng.range(-12.0, 0.0));
    match (rng.unit() * 8.0) as usize {
        0 => Convex::Sphere { radius: size },
        1 => Convex::Capsule {
            radius: size * thin,
            half: size,
        },
        2 => Convex::Ellipsoid {
            size: Vec3::new(size, size * thin, size),
        },
        3 => Convex::Cylinder {
            radius: size,
            half: size * thin,
        },
        4 => Convex::Box {
            size: Vec3::new(size, size * thin, 0.0),
        },
        5 => cube.hull(),
        6 => Convex::Simplex {
            points: core::array::from_fn(|_| rng.vec(1.0)),
            len: 1 + (rng.unit() * 4.0) as usize,
            center: Vec3::ZERO,
            radius: thin,
        },
        _ => {
            let i = (rng.unit() * clouds.len() as f64) as usize;
            Convex::Mesh(HullMesh::from_points(&clouds[i]))
        }
    }
}

/// Points, needles, sheets, huge and tiny shapes, coincident centres: everything ends, with finite numbers.
#[test]
fn strange_shapes_end_with_finite_numbers() {
    let mut rng = Rng(3);
    let mut clouds = vec![vec![[0.0; 3]], vec![[0.0; 3], [1.0, 0.0, 0.0]], Vec::new()];
    for flat in [[1.0, 1.0, 0.0], [1.0, 1e-7, 1e-7], [1.0, 1.0, 1.0_f32]] {
        let mut point = || core::array::from_fn(|i| rng.range(-1.0, 1.0) as f32 * flat[i]);
        clouds.push((0..30).map(|_| point()).collect());
    }
    let cube = CubeMesh::new(0.5);
    let mut scratch = ConvexScratch::default();
    let settings = ConvexSettings::default();
    for round in 0..3000 {
        let a = strange_shape(&mut rng, &clouds, &cube);
        let b = strange_shape(&mut rng, &clouds, &cube);
        let spread = [0.0, 1e-12, 1.0, 1e6][round % 4];
        let (pa, pb) = (rng.pose(spread), rng.pose(spread));
        let margin = [0.0, 0.1, 1e3][round % 3];
        let mut out = PreContacts::default();
        convex_convex(
            (&a, &pa),
            (&b, &pb),
            margin,
            &settings,
            &mut scratch,
            &mut out,
        );
        assert!(out.len() <= MAX_CONTACTS);
        for c in out.iter() {
            let values = [
                c.dist,
                c.pos[0],
                c.pos[1],
                c.pos[2],
                c.normal[0],
                c.normal[1],
                c.normal[2],
            ];
            assert!(
                values.iter().all(|v| v.is_finite()),
                "{a:?} {pa:?} {b:?} {pb:?} {margin}"
            );
        }
        let mut old = PreContacts::default();
        legacy_convex_convex((&a, &pa, 1.0), (&b, &pb, 1.0), margin, &settings, &mut old);
        let (shift, turn) = (rng.vec(10.0), rng.vec(3.0));
        let still = moving(b, pb, Vec3::ZERO, Vec3::ZERO, 1.0);
        let fast = moving(a, pa, shift, turn, 1.0);
        if let Some(hit) = convex_advance(&fast, &still, margin, &settings, &mut scratch) {
            assert!(hit.time.is_finite() && hit.speed.is_finite());
        }
        let measured = convex_distance((&a, &pa), (&b, &pb), 1.0, &settings, &mut scratch);
        assert!(measured.dist.is_finite());
    }
}

/// Once grown, the storage stays as it is.
#[test]
fn storage_does_not_grow() {
    let mut rng = Rng(5);
    let cube = CubeMesh::new(0.5);
    let mut scratch = ConvexScratch::new(35, 4, 3);
    let settings = ConvexSettings::default();
    let capacity = |s: &ConvexScratch| {
        let pt = &s.polytope;
        [pt.verts.capacity(), pt.faces.capacity()]
    };
    let before = capacity(&scratch);
    for _ in 0..300 {
        let a = Convex::Ellipsoid {
            size: Vec3(core::array::from_fn(|_| rng.range(0.1, 0.5))),
        };
        let mut out = PreContacts::default();
        let (pa, pb) = (rng.pose(0.3), rng.pose(0.3));
        convex_convex(
            (&a, &pa),
            (&cube.hull(), &pb),
            0.0,
            &settings,
            &mut scratch,
            &mut out,
        );
    }
    assert_eq!(capacity(&scratch), before);
}
