use super::*;
use crate::convex::HeightField;
use crate::field::{Field, Octree, TriangleTree};

const STRAIGHT: Pose = Pose {
    pos: Vec3::ZERO,
    mat: Mat3::IDENTITY,
};

fn ray(origin: [f64; 3], dir: [f64; 3]) -> Ray {
    Ray {
        origin: Vec3(origin),
        dir: Vec3(dir),
    }
}

/// Directions spread over the sphere.
fn directions() -> impl Iterator<Item = Vec3> {
    (0..200).map(|i| {
        let t = f64::from(i);
        Vec3([(1.3 * t).sin(), (0.7 * t).cos(), (2.1 * t + 1.0).sin()])
    })
}

/// Hits lie on the surface, which is where `level` is zero, and normals are along its gradient.
fn check(shape: impl Fn(&Ray) -> Option<Hit>, level: impl Fn(Vec3) -> f64) {
    let mut hits = 0;
    for target in directions() {
        let origin = Vec3([3.0, -2.0, 2.5]);
        let ray = Ray {
            origin,
            dir: target * 0.5 - origin,
        };
        let Some(hit) = shape(&ray) else { continue };
        hits += 1;
        let point = ray.at(hit.x);
        assert!(level(point).abs() < 1e-12, "{point:?}");
        let normal = hit.outward(&Mat3::IDENTITY);
        let slope = Vec3(std::array::from_fn(|k| {
            let mut e = Vec3::ZERO;
            e[k] = 1e-6;
            (level(point + e) - level(point - e)) / 2e-6
        }));
        assert!((slope.normalize_or_x().0 - normal).norm() < 1e-5);
        assert!(normal.dot(ray.dir) < 0.0);
        // nothing is nearer: the points before the hit are outside
        assert!((1..20).all(|k| level(ray.at(hit.x * f64::from(k) / 20.0)) > 0.0));
    }
    assert!(hits > 20);
}

#[test]
fn primitives_are_hit_on_their_surfaces() {
    let size = Vec3([0.7, 0.4, 0.5]);
    let side = |p: Vec3| p[0].hypot(p[1]);
    check(|r| sphere(r, 0.7), |p| p.norm() - 0.7);
    check(
        |r| ellipsoid(r, size),
        |p| {
            p.0.iter()
                .zip(size.0)
                .map(|(x, s)| x * x / s / s)
                .sum::<f64>()
                - 1.0
        },
    );
    check(
        |r| solid_box(r, size),
        |p| {
            (0..3)
                .map(|k| p[k].abs() - size[k])
                .fold(f64::MIN, f64::max)
        },
    );
    check(
        |r| cylinder(r, 0.7, 0.4),
        |p| (side(p) - 0.7).max(p[2].abs() - 0.4),
    );
    check(
        |r| capsule(r, 0.3, 0.4),
        |p| side(p).hypot((p[2].abs() - 0.4).max(0.0)) - 0.3,
    );
}

#[test]
fn rays_from_inside_hit_the_far_side() {
    let r = ray([0.1, 0.0, 0.0], [1.0, 0.0, 0.0]);
    assert!((sphere(&r, 0.5).unwrap().x - 0.4).abs() < 1e-15);
    assert!((solid_box(&r, Vec3::splat(0.5)).unwrap().x - 0.4).abs() < 1e-15);
    assert!((capsule(&r, 0.5, 1.0).unwrap().x - 0.4).abs() < 1e-15);
}

#[test]
fn planes_are_seen_from_above_and_within_their_rectangle() {
    let down = ray([2.0, 0.0, 1.0], [0.0, 0.0, -2.0]);
    assert_eq!(plane(&down, Vec3::ZERO).unwrap().x, 0.5);
    assert_eq!(plane(&down, Vec3([1.0, 0.0, 0.0])), None);
    assert_eq!(
        plane(&ray([0.0, 0.0, -1.0], [0.0, 0.0, 1.0]), Vec3::ZERO),
        None
    );
}

#[test]
fn a_ray_follows_the_pose_of_the_shape() {
    let pose = Pose {
        pos: Vec3([1.0, 2.0, 3.0]),
        mat: Mat3::from_cols(Vec3::Y, Vec3::Z, Vec3::X),
    };
    let world = ray([1.0, 5.0, 3.0], [0.0, -1.0, 0.0]);
    let hit = solid_box(&world.in_frame(&pose), Vec3([0.5, 0.2, 0.1])).unwrap();
    assert_eq!(hit.x, 2.5);
    assert_eq!(hit.outward(&pose.mat), Vec3::Y);
    assert_eq!(world.in_frame(&STRAIGHT), world);
}

/// A wavy grid of triangles and a tree over them.
fn sheet() -> (Vec<[f32; 3]>, Vec<[i32; 3]>, crate::bvh::Bvh) {
    let n = 12;
    let mut vert = Vec::new();
    let mut face = Vec::new();
    for i in 0..n {
        for j in 0..n {
            let (x, y) = (i as f32 * 0.1 - 0.55, j as f32 * 0.1 - 0.55);
            vert.push([x, y, 0.2 * (5.0 * x).sin() * (4.0 * y).cos()]);
            if i > 0 && j > 0 {
                let k = i * n + j;
                face.push([k - n - 1, k - 1, k]);
                face.push([k - n - 1, k, k - n]);
            }
        }
    }
    let elements: Vec<_> = face
        .iter()
        .enumerate()
        .map(|(id, corners)| {
            let points = corners.map(|c: i32| Vec3(vert[c as usize].map(f64::from)));
            let low = points[0].min(points[1]).min(points[2]);
            let high = points[0].max(points[1]).max(points[2]);
            crate::bvh::BvhElement {
                id: id as i32,
                place: (low + high) / 2.0,
                low,
                high,
            }
        })
        .collect();
    let bvh = crate::bvh::Bvh::new(&elements);
    (vert, face, bvh)
}

#[test]
fn the_tree_of_a_mesh_finds_what_all_triangles_find() {
    let (vert, face, bvh) = sheet();
    let with_tree = TriangleTree {
        vert: &vert,
        face: &face,
        aabb: &bvh.aabb,
        child: &bvh.child,
        leaf: &bvh.nodeid,
    };
    let mut hits = 0;
    for dir in directions() {
        let r = Ray {
            origin: dir * 2.0,
            dir: Vec3([dir[1], dir[2], dir[0]]) * 0.3 - dir,
        };
        let probe = Probe::new(&r);
        let all = face
            .iter()
            .filter_map(|f| probe.triangle(f.map(|c| Vec3(vert[c as usize].map(f64::from)))));
        let expected = all.map(|hit| hit.x).reduce(f64::min);
        assert_eq!(mesh(&r, &with_tree).map(|hit| hit.x), expected);
        hits += usize::from(expected.is_some());
    }
    assert!(hits > 30);
}

#[test]
fn a_height_field_is_hit_where_its_triangles_are() {
    let (nrow, ncol) = (9, 14);
    let data: Vec<f32> = (0..nrow * ncol)
        .map(|k| 0.5 + 0.5 * ((k % ncol) as f32 * 0.9).sin() * ((k / ncol) as f32 * 0.8).cos())
        .collect();
    let field = HeightField {
        size: [1.5, 1.0, 0.6, 0.2],
        nrow,
        ncol,
        data: &data,
    };
    let (dx, dy) = (3.0 / (ncol - 1) as f64, 2.0 / (nrow - 1) as f64);
    let corner = |r: usize, c: usize| {
        let h = f64::from(data[r * ncol + c]) * 0.6;
        Vec3([dx * c as f64 - 1.5, dy * r as f64 - 1.0, h])
    };
    let mut hits = 0;
    for dir in directions() {
        let origin = Vec3([dir[0] * 3.0, dir[1] * 2.0, 1.0 + dir[2].abs()]);
        let r = Ray {
            origin,
            dir: Vec3([dir[1], dir[2] * 0.7, 0.2]) - origin,
        };
        let probe = Probe::new(&r);
        let mut expected = None;
        for (row, col) in (0..nrow - 1).flat_map(|r| (0..ncol - 1).map(move |c| (r, c))) {
            let (a, b) = (corner(row, col), corner(row + 1, col + 1));
            expected = nearer(expected, probe.triangle([a, corner(row, col + 1), b]));
            expected = nearer(expected, probe.triangle([a, b, corner(row + 1, col)]));
        }
        let Some(expected) = expected else { continue };
        let got = height_field(&r, &field).unwrap();
        // walls may come first
        assert!(got.x <= expected.x);
        if got.normal[2] > 0.0 && got.normal[0].hypot(got.normal[1]) > 0.0 {
            assert_eq!(got, expected);
            hits += 1;
        }
    }
    assert!(hits > 20);
    // a wall, the base, and a miss
    let low = ray([-3.0, 0.0, 0.05], [1.0, 0.0, 0.0]);
    assert_eq!(height_field(&low, &field).unwrap().normal, -Vec3::X);
    let under = ray([0.3, 0.1, -3.0], [0.0, 0.0, 1.0]);
    assert!((height_field(&under, &field).unwrap().x - 2.8).abs() < 1e-12);
    assert_eq!(
        height_field(&ray([0.0, 0.0, 3.0], [1.0, 0.0, 0.1]), &field),
        None
    );
}

#[test]
fn a_distance_field_stops_a_ray_at_its_surface() {
    // one cell around a plane: the distance is z
    let (aabb, child) = ([[0.0, 0.0, 0.0, 1.0, 1.0, 1.0]], [[-1; 8]]);
    let coeff = [[-1.0, -1.0, -1.0, -1.0, 1.0, 1.0, 1.0, 1.0]];
    let field = Field::Sampled(Octree {
        aabb: &aabb,
        child: &child,
        coeff: &coeff,
    });
    let r = ray([0.2, 0.1, 0.9], [0.0, 0.0, -2.0]);
    let hit = distance_field(&r, &field, Vec3::splat(1.0)).unwrap();
    assert!((hit.x - 0.45).abs() < 1e-7);
    assert_eq!(hit.outward(&Mat3::IDENTITY), Vec3::Z);
}
