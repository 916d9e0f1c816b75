//! Tests of fields.

use super::*;
use crate::contact::PreContacts;

const SHAPES: [Field<'static>; 5] = [
    Field::Sphere { radius: 0.3 },
    Field::Capsule {
        radius: 0.2,
        half: 0.4,
    },
    Field::Ellipsoid {
        size: Vec3([0.2, 0.3, 0.4]),
    },
    Field::Cylinder {
        radius: 0.3,
        half: 0.2,
    },
    Field::Box {
        size: Vec3([0.2, 0.3, 0.4]),
    },
];

fn frame(x: f64) -> Frame {
    Frame {
        pos: Vec3::new(x, 0.1, -0.2),
        quat: Quat([0.8, 0.6, 0.0, 0.0]),
    }
}

#[test]
fn gradients_outside_are_those_of_the_distance() {
    for field in SHAPES {
        // the distance of an ellipsoid is approximate, its gradient only a direction
        let exact = !matches!(field, Field::Ellipsoid { .. });
        for x in [Vec3::new(0.5, 0.4, 0.7), Vec3::new(-0.6, 0.1, 0.1)] {
            let gradient = field.gradient(x);
            let slope = |axis: usize| {
                let (mut up, mut down) = (x, x);
                up[axis] += 1e-6;
                down[axis] -= 1e-6;
                (field.distance(up) - field.distance(down)) / 2e-6
            };
            let finite = Vec3::new(slope(0), slope(1), slope(2));
            let finite = if exact {
                finite
            } else {
                finite.normalize_or_x().0
            };
            assert!(
                (gradient - finite).norm() < 1e-6,
                "{field:?}: {gradient:?} {finite:?}"
            );
        }
    }
}

#[test]
fn distances_change_sign_at_the_surface() {
    for field in SHAPES {
        assert!(field.distance(Vec3::new(0.01, 0.02, 0.03)) < 0.0);
        assert!(field.distance(Vec3::new(0.19999, 0.001, 0.001)) < 0.0);
        assert!(field.distance(Vec3::new(0.7, 0.7, 0.7)) > 0.0);
    }
}

#[test]
fn an_octree_interpolates_and_continues_outside() {
    // one cell with the distance to the plane z = 0
    let tree = Octree {
        aabb: &[[0.0, 0.0, 0.0, 1.0, 1.0, 1.0]],
        child: &[[-1; 8]],
        coeff: &[[-1.0, -1.0, -1.0, -1.0, 1.0, 1.0, 1.0, 1.0]],
    };
    assert!((tree.distance(Vec3::new(0.3, 0.2, 0.25)) - 0.25).abs() < 1e-12);
    assert!((tree.gradient(Vec3::new(0.3, 0.2, 0.25)) - Vec3::Z).norm() < 1e-12);
    assert!((tree.distance(Vec3::new(0.0, 0.0, 3.0)) - 3.0).abs() < 1e-5);
    assert!((tree.gradient(Vec3::new(0.0, 0.0, 3.0)) - Vec3::Z).norm() < 1e-5);
}

#[test]
fn two_spheres_touch_between_their_centres() {
    let sphere = Field::Sphere { radius: 0.3 };
    let aabb = [0.0, 0.0, 0.0, 0.3, 0.3, 0.3];
    let mut out = PreContacts::default();
    let (a, b) = (frame(0.0), frame(0.5));
    field_field((sphere, &a, &aabb), (sphere, &b, &aabb), 20, 30, &mut out);
    assert!(!out.is_empty());
    let deepest = out.iter().map(|c| c.dist).fold(0.0, f64::min);
    assert!((-0.051..-0.03).contains(&deepest), "{deepest}");
    for c in out.iter() {
        assert!(c.normal.dot(Vec3::X) > 0.9, "{:?}", c.normal);
        assert!((c.pos - Vec3::new(0.25, 0.1, -0.2)).norm() < 0.2);
    }
}

#[test]
fn a_triangle_sinks_into_a_sphere() {
    let mesh = TriangleTree {
        vert: &[[-1.0, -1.0, 0.25], [1.0, -1.0, 0.25], [0.0, 1.0, 0.25]],
        face: &[[0, 1, 2]],
        aabb: &[[0.0, 0.0, 0.25, 1.0, 1.0, 0.01]],
        child: &[[-1, -1]],
        leaf: &[0],
    };
    let mut out = PreContacts::default();
    let sphere = Field::Sphere { radius: 0.3 };
    mesh_field((&mesh, &frame(0.0)), (sphere, &frame(0.0)), 5, 10, &mut out);
    assert!(!out.is_empty());
    for c in out.iter() {
        assert!(c.dist < 0.0 && c.dist >= -0.0501, "{}", c.dist);
    }
}

#[test]
fn empty_data_does_not_panic() {
    let octree = Octree {
        aabb: &[],
        child: &[],
        coeff: &[],
    };
    let field = Field::Sampled(octree);
    let mesh = TriangleTree {
        vert: &[],
        face: &[[0, 1, 2]],
        aabb: &[[0.0; 6]],
        child: &[[0, 0]],
        leaf: &[0],
    };
    let mut out = PreContacts::default();
    let aabb = [0.0, 0.0, 0.0, 1.0, 1.0, 1.0];
    field_field(
        (field, &frame(0.0), &aabb),
        (field, &frame(0.0), &aabb),
        5,
        5,
        &mut out,
    );
    mesh_field((&mesh, &frame(0.0)), (field, &frame(0.0)), 5, 5, &mut out);
    assert!(out.is_empty());
}

#[test]
fn gradients_are_finite_everywhere() {
    let size = Vec3::new(0.1, 0.2, 0.3);
    let (radius, half) = (0.1, 0.2);
    for field in [
        Field::Sphere { radius },
        Field::Capsule { radius, half },
        Field::Ellipsoid { size },
        Field::Cylinder { radius, half },
        Field::Box { size },
    ] {
        for x in [Vec3::ZERO, Vec3::Z * 0.05, Vec3::Z * 0.2, size, -size] {
            assert!(field.distance(x).is_finite(), "{field:?} {x:?}");
            let gradient = field.gradient(x);
            assert!(gradient.norm() < 1.0 + 1e-12, "{field:?} {x:?}");
        }
    }
    assert_eq!(Field::Ellipsoid { size }.distance(Vec3::ZERO), -0.1);
    // on faces, edges and corners of a box the normals are averaged
    let on = |x: Vec3| Field::Box { size }.gradient(x);
    assert_eq!(on(Vec3::new(-0.1, 0.05, 0.1)), -Vec3::X);
    let edge = on(Vec3::new(0.1, -0.2, 0.1));
    assert!((edge - Vec3::new(1.0, -1.0, 0.0) / 2_f64.sqrt()).norm() < 1e-15);
}
