//! Contacts by refinement of portals.

use super::*;

#[test]
fn portals_agree_with_polytopes_on_faces() {
    let cube = CubeMesh::new(0.5);
    let floor = Convex::Box {
        size: Vec3::new(2.0, 2.0, 1.0),
    };
    let mut out = PreContacts::default();
    legacy_convex_convex(
        (&floor, &at(0., 0., -1.0), 3.0),
        (&cube.hull(), &at(0.1, 0.2, 0.49), 0.87),
        0.0,
        &ConvexSettings::default(),
        &mut out,
    );
    assert!(out.len() > 2);
    for c in out.iter() {
        assert!((c.dist + 0.01).abs() < 1e-6 && (c.normal - Vec3::Z).norm() < 2e-3);
    }
}

#[test]
fn normals_at_round_surfaces_are_exact() {
    let egg = Convex::Ellipsoid {
        size: Vec3::new(1.0, 2.0, 3.0),
    };
    for p in [Vec3::new(0.5, 1.0, 2.0), Vec3::new(0.9, 1.5, 2.5)] {
        let mut c = PreContact {
            pos: p,
            normal: p.normalize_or_x().0,
            ..PreContact::default()
        };
        fix_normal(&mut c, Some((&egg, &at(0., 0., 0.))), None);
        assert!((c.normal.norm() - 1.0).abs() < 1e-12);
        // the normal at the surface point that the normal itself leads to
        let size2 = Vec3::new(1.0, 4.0, 9.0);
        let x = Vec3(core::array::from_fn(|i| c.normal[i] * size2[i]));
        let surface = x * (1.0 / x.dot(c.normal).sqrt());
        assert!((surface - p).cross(c.normal).norm() < 1e-3);
    }
}
