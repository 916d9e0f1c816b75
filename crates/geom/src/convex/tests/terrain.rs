//! Height fields: leaving out prisms that cannot touch changes nothing.

use super::super::hfield::{bounds, visit_prisms};
use super::*;
use crate::MAX_CONTACTS;

/// The contacts with all prisms, one by one.
fn contacts_of_all_prisms(
    (field, field_pose): (&HeightField, &Pose),
    shape: (&Convex, &Pose),
    margin: f64,
    settings: &ConvexSettings,
) -> PreContacts {
    let mut out = PreContacts::default();
    let mut scratch = ConvexScratch::default();
    visit_prisms(
        (field, field_pose),
        shape,
        RADIUS,
        margin,
        |prism, placed| {
            let count = out.len();
            penetration(prism, placed, margin, 1, settings, &mut scratch, &mut out);
            for c in &mut out[count..] {
                c.normal = field_pose.mat.mul_vec(c.normal);
                c.pos = field_pose.mat.mul_vec(c.pos) + field_pose.pos;
            }
            out.len() < MAX_CONTACTS
        },
    );
    out
}

/// How many pairs are tried.
const ROUNDS: usize = 1000;
/// All shapes of the tests lie within.
const RADIUS: f64 = 1.5;

fn some_shape<'a>(
    rng: &mut Rng,
    kind: usize,
    cube: &'a CubeMesh,
    cloud: &'a [[f32; 3]],
) -> Convex<'a> {
    let size = Vec3(core::array::from_fn(|_| 10f64.powf(rng.range(-2.0, -0.2))));
    let [radius, half, _] = size.0;
    match kind {
        0 => Convex::Sphere { radius },
        1 => Convex::Capsule { radius, half },
        2 => Convex::Ellipsoid { size },
        3 => Convex::Cylinder { radius, half },
        4 => Convex::Box { size },
        5 => cube.hull(),
        _ => Convex::Mesh(HullMesh::from_points(cloud)),
    }
}

/// A turn that maps axes to axes.
fn quarter_turns(rng: &mut Rng) -> Mat3 {
    let mut turn = |axis: usize| {
        let (mut q, k) = ([0.0; 4], (rng.unit() * 4.0).floor());
        let (sin, cos) = (k * core::f64::consts::FRAC_PI_4).sin_cos();
        (q[0], q[1 + axis]) = (cos, sin);
        Quat(q).to_mat3()
    };
    let exact = turn(0).mul_mat(&turn(2));
    Mat3(exact.0.map(f64::round))
}

#[test]
fn prisms_that_are_left_out_do_not_touch() {
    let mut rng = Rng(21);
    let cube = CubeMesh::new(0.25);
    let cloud: Vec<[f32; 3]> = (0..40)
        .map(|_| (rng.rotation().col(0) * 0.3).0.map(|x| x as f32))
        .collect();
    let mut scratch = ConvexScratch::default();
    let (mut touching, mut heights) = (0, [0.0_f32; 144]);
    for round in 0..ROUNDS {
        if round % 10 == 0 {
            let rough = [0.0, 0.2, 1.0][round / 10 % 3];
            heights.fill_with(|| (0.5 + rough * rng.range(-0.5, 0.5)) as f32);
        }
        let field = HeightField {
            nrow: 12,
            ncol: 12,
            size: [1.0, rng.range(0.5, 1.5), rng.range(0.1, 0.5), 0.1],
            data: &heights,
        };
        let shape = some_shape(&mut rng, round % 7, &cube, &cloud);
        let mut local = Pose {
            pos: Vec3::new(
                rng.range(-1.2, 1.2),
                rng.range(-1.2, 1.2),
                rng.range(-0.2, 0.8),
            ),
            mat: rng.rotation(),
        };
        let mut frame = rng.pose(1.0);
        if round % 4 == 0 {
            // faces along the grid and above each other
            frame = at(0.0, 0.0, 0.0);
            local.mat = quarter_turns(&mut rng);
            local.pos = Vec3(local.pos.0.map(|x| (x * 11.0).round() / 11.0));
        }
        let pose = Pose {
            pos: frame.pos + frame.mat.mul_vec(local.pos),
            mat: frame.mat.mul_mat(&local.mat),
        };
        let margin = [0.0, -0.1, 0.02, 0.2][round / 7 % 4];
        let settings = ConvexSettings {
            tolerance: [1e-6, 1e-3, 1e-9][round / 28 % 3],
            ..ConvexSettings::default()
        };
        let mut out = PreContacts::default();
        let pair = ((&field, &frame), (&shape, &pose));
        hfield_convex(
            pair.0,
            pair.1,
            RADIUS,
            margin,
            &settings,
            &mut scratch,
            &mut out,
        );
        let all = contacts_of_all_prisms(pair.0, pair.1, margin, &settings);
        assert_eq!(out[..], all[..], "{shape:?} {local:?} margin {margin}");
        touching += usize::from(!out.is_empty());
    }
    assert!(touching > ROUNDS / 4);
}

/// The box that decides which prisms are visited is the one of the farthest points, to the last bit.
#[test]
fn bounds_are_the_farthest_points() {
    let mut rng = Rng(22);
    let cube = CubeMesh::new(0.25);
    let cloud = [[0.1, 0.2, 0.3], [-0.2, 0.4, 0.0], [0.0, -0.3, 0.1]];
    for round in 0..700 {
        let shape = some_shape(&mut rng, round % 7, &cube, &cloud);
        let mut pose = rng.pose(1.0);
        if round % 3 == 0 {
            pose.mat = quarter_turns(&mut rng);
        }
        let mut placed = Placed::new(&shape, &pose, 0.0);
        let (lo, hi) = bounds(&mut placed, 0.01);
        for axis in 0..3 {
            let mut dir = Vec3::ZERO;
            dir[axis] = 1.0;
            assert_eq!(hi[axis], placed.support(dir)[axis] + 0.01);
            assert_eq!(lo[axis], placed.support(-dir)[axis] - 0.01);
        }
    }
}

/// A mesh with many corners that are equally far along the axes: which one is found depends on every query before.
#[test]
fn corners_of_a_mesh_that_are_equally_far_stay_the_same() {
    let mut cloud = Vec::new();
    for [a, b, c] in (0..8).map(|i| [i & 1, i >> 1 & 1, i >> 2].map(|bit| 2.0 * bit as f32 - 1.0)) {
        cloud.extend([[0.2 * a, 0.2 * b, 0.1 * c], [0.2 * a, 0.1 * b, 0.2 * c]]);
        cloud.push([0.1 * a, 0.2 * b, 0.2 * c]);
    }
    let shape = Convex::Mesh(HullMesh::from_points(&cloud));
    let mut rng = Rng(23);
    let mut scratch = ConvexScratch::default();
    let settings = ConvexSettings::default();
    let mut heights = [0.0_f32; 49];
    for round in 0..600 {
        if round % 40 == 0 {
            heights.fill_with(|| 0.25 + 0.25 * (rng.unit() * 3.0).floor() as f32);
        }
        let field = HeightField {
            nrow: 7,
            ncol: 7,
            size: [0.75, 0.75, 0.5, 0.25],
            data: &heights,
        };
        let mut step = |lo: f64, hi: f64| 0.0625 * rng.range(lo, hi).round();
        let (x, y, z) = (step(-12.0, 12.0), step(-12.0, 12.0), step(0.0, 11.0));
        let pose = Pose {
            mat: quarter_turns(&mut rng),
            ..at(x, y, z + 0.01 * (round % 2) as f64)
        };
        let mut out = PreContacts::default();
        let pair = ((&field, &at(0.0, 0.0, 0.0)), (&shape, &pose));
        hfield_convex(
            pair.0,
            pair.1,
            RADIUS,
            0.0,
            &settings,
            &mut scratch,
            &mut out,
        );
        let all = contacts_of_all_prisms(pair.0, pair.1, 0.0, &settings);
        assert_eq!(out[..], all[..], "round {round}");
    }
}
