//! Properties that hold for every pair.

use ligament_math::{Quat, Vec3};

use super::*;
use crate::contact::{Pose, PreContact, PreContacts};

type Pair = fn(&mut PreContacts, f64, &Pose, Vec3, &Pose, Vec3);

const PAIRS: [(&str, Pair); 11] = [
    ("plane_sphere", plane_sphere),
    ("plane_capsule", plane_capsule),
    ("plane_cylinder", plane_cylinder),
    ("plane_box", plane_box),
    ("sphere_sphere", sphere_sphere),
    ("sphere_capsule", sphere_capsule),
    ("sphere_cylinder", sphere_cylinder),
    ("sphere_box", sphere_box),
    ("capsule_capsule", capsule_capsule),
    ("capsule_box", capsule_box),
    ("box_box", box_box),
];

/// A reproducible source of numbers in [−1, 1].
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    fn vec(&mut self) -> Vec3 {
        Vec3::new(self.next(), self.next(), self.next())
    }

    fn pose(&mut self) -> Pose {
        let quat = Quat([self.next(), self.next(), self.next(), self.next()]).normalized();
        Pose {
            pos: self.vec() * 0.5,
            mat: quat.to_mat3(),
        }
    }

    fn size(&mut self) -> Vec3 {
        self.vec().abs() * 0.5 + Vec3::splat(0.05)
    }
}

fn contacts(pair: Pair, margin: f64, a: &Pose, sa: Vec3, b: &Pose, sb: Vec3) -> Vec<PreContact> {
    let mut out = PreContacts::default();
    pair(&mut out, margin, a, sa, b, sb);
    out.to_vec()
}

fn upright(x: f64, y: f64, z: f64) -> Pose {
    Pose {
        pos: Vec3::new(x, y, z),
        mat: Quat([1.0, 0.0, 0.0, 0.0]).to_mat3(),
    }
}

fn assert_near(a: f64, b: f64, what: &str) {
    assert!((a - b).abs() < 1e-9, "{what}: {a} {b}");
}

#[test]
fn contacts_have_unit_normals_and_lie_within_the_margin() {
    let mut random = Random(7);
    for (name, pair) in PAIRS {
        let mut seen = 0;
        for _ in 0..400 {
            let (a, b) = (random.pose(), random.pose());
            let (sa, sb) = (random.size(), random.size());
            for c in contacts(pair, 0.02, &a, sa, &b, sb) {
                seen += 1;
                assert_near(c.normal.norm(), 1.0, name);
                assert!(c.dist <= 0.02 + 1e-9, "{name}: {}", c.dist);
                assert!(c.tangent == Vec3::ZERO || (c.tangent.norm() - 1.0).abs() < 1e-9);
            }
        }
        assert!(seen > 50, "{name}: {seen}");
    }
}

#[test]
fn a_larger_margin_keeps_contacts() {
    let mut random = Random(11);
    for (name, pair) in PAIRS {
        for _ in 0..200 {
            let (a, b) = (random.pose(), random.pose());
            let (sa, sb) = (random.size(), random.size());
            let few = contacts(pair, 0.0, &a, sa, &b, sb).len();
            let many = contacts(pair, 0.3, &a, sa, &b, sb).len();
            assert!(many >= few.min(1), "{name}: {few} {many}");
        }
    }
}

#[test]
fn moving_both_moves_the_contacts() {
    let mut random = Random(3);
    let turn = Quat([0.3, -0.5, 0.7, 0.2]).normalized();
    let by = Vec3::new(0.25, -1.5, 2.0);
    let moved = |p: &Pose| Pose {
        pos: turn.rotate(p.pos) + by,
        mat: turn.to_mat3().mul_mat(&p.mat),
    };
    for (name, pair) in PAIRS {
        for _ in 0..200 {
            let (a, b) = (random.pose(), random.pose());
            let (sa, sb) = (random.size(), random.size());
            let before = contacts(pair, 0.1, &a, sa, &b, sb);
            let after = contacts(pair, 0.1, &moved(&a), sa, &moved(&b), sb);
            assert_eq!(before.len(), after.len(), "{name}");
            for (x, y) in before.iter().zip(&after) {
                assert_near(x.dist, y.dist, name);
                assert_near((turn.rotate(x.pos) + by - y.pos).norm(), 0.0, name);
                assert_near((turn.rotate(x.normal) - y.normal).norm(), 0.0, name);
            }
        }
    }
}

#[test]
fn like_shapes_can_be_exchanged() {
    let mut random = Random(5);
    for (name, pair) in [PAIRS[4], PAIRS[8], PAIRS[10]] {
        for _ in 0..300 {
            let (a, b) = (random.pose(), random.pose());
            let (sa, sb) = (random.size(), random.size());
            let one = contacts(pair, 0.1, &a, sa, &b, sb);
            let two = contacts(pair, 0.1, &b, sb, &a, sa);
            assert_eq!(one.len(), two.len(), "{name}");
            let deepest =
                |list: &[PreContact]| list.iter().map(|c| c.dist).fold(f64::INFINITY, f64::min);
            if let (Some(x), Some(y)) = (one.first(), two.first()) {
                assert_near(deepest(&one), deepest(&two), name);
                assert_near((x.normal + y.normal).norm(), 0.0, name);
            }
        }
    }
}

#[test]
fn degenerate_input_gives_numbers() {
    let mut random = Random(9);
    let sizes = [
        Vec3::ZERO,
        Vec3::new(0.1, 0.0, 0.0),
        Vec3::new(0.0, 0.1, 0.0),
        Vec3::splat(0.1),
        Vec3::splat(1e6),
    ];
    let mut poses = vec![
        upright(0.0, 0.0, 0.0),
        upright(0.1, 0.0, 0.0),
        upright(0.0, 0.1, 0.1),
    ];
    poses.extend((0..4).map(|_| random.pose()));
    for (name, pair) in PAIRS {
        for a in &poses {
            for b in &poses {
                for sa in sizes {
                    for sb in sizes {
                        for c in contacts(pair, 0.1, a, sa, b, sb) {
                            let finite = |v: Vec3| v.0.iter().all(|x| x.is_finite());
                            assert!(
                                c.dist.is_finite() && finite(c.pos) && finite(c.normal),
                                "{name} {a:?} {sa:?} {b:?} {sb:?} {c:?}"
                            );
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn values_that_are_no_numbers_do_not_panic() {
    let nan = f64::NAN;
    let bad = Pose {
        pos: Vec3::splat(nan),
        mat: ligament_math::Mat3([nan; 9]),
    };
    let good = upright(0.0, 0.0, 0.0);
    for (_, pair) in PAIRS {
        for (a, b) in [(&bad, &good), (&good, &bad), (&bad, &bad)] {
            for size in [
                Vec3::splat(0.1),
                Vec3::splat(nan),
                Vec3::splat(f64::INFINITY),
            ] {
                contacts(pair, 0.1, a, size, b, Vec3::splat(0.1));
            }
        }
    }
}

#[test]
fn a_box_rests_on_a_box_with_four_corners() {
    let half = Vec3::splat(0.1);
    let list = contacts(
        box_box,
        0.0,
        &upright(0.0, 0.0, 0.0),
        half,
        &upright(0.05, 0.0, 0.19),
        half,
    );
    assert_eq!(list.len(), 4);
    for c in &list {
        assert_near(c.dist, -0.01, "depth");
        assert_near(c.normal[2], 1.0, "normal");
        assert_near(c.pos[2], 0.095, "halfway");
        assert!((-0.0501..=0.1001).contains(&c.pos[0]));
    }
}

#[test]
fn crossing_edges_touch_in_one_point() {
    let turn = |axis: Vec3, angle: f64, z: f64| Pose {
        pos: Vec3::new(0.0, 0.0, z),
        mat: Quat::from_axis_angle(axis, angle).to_mat3(),
    };
    let eighth = std::f64::consts::FRAC_PI_4;
    let half = Vec3::splat(0.1);
    let top = 0.1 * 2f64.sqrt();
    let list = contacts(
        box_box,
        0.0,
        &turn(Vec3::X, eighth, 0.0),
        half,
        &turn(Vec3::Y, eighth, 2.0 * top - 0.01),
        half,
    );
    assert_eq!(list.len(), 1);
    assert_near(list[0].dist, -0.01, "depth");
    assert_near(
        (list[0].pos - Vec3::new(0.0, 0.0, top - 0.005)).norm(),
        0.0,
        "position",
    );
    assert_near(list[0].normal[2], 1.0, "normal");
}

#[test]
fn a_capsule_lies_on_a_box_with_two_balls() {
    let capsule = Pose {
        pos: Vec3::new(0.0, 0.0, 0.14),
        mat: Quat::from_axis_angle(Vec3::Y, std::f64::consts::FRAC_PI_2).to_mat3(),
    };
    let list = contacts(
        capsule_box,
        0.0,
        &capsule,
        Vec3::new(0.05, 0.3, 0.0),
        &upright(0.0, 0.0, 0.0),
        Vec3::splat(0.1),
    );
    assert_eq!(list.len(), 2);
    for c in &list {
        assert_near(c.dist, -0.01, "depth");
        assert_near(c.normal[2], -1.0, "normal");
    }
    assert_near(
        (list[0].pos[0] - list[1].pos[0]).abs(),
        0.2,
        "the width of the box",
    );
}

#[test]
fn parallel_capsules_touch_at_both_ends_of_the_overlap() {
    let size = Vec3::new(0.1, 0.3, 0.0);
    let list = contacts(
        capsule_capsule,
        0.0,
        &upright(0.0, 0.0, 0.0),
        size,
        &upright(0.15, 0.0, 0.2),
        size,
    );
    assert_eq!(list.len(), 2);
    let heights: Vec<f64> = list.iter().map(|c| c.pos[2]).collect();
    assert_near(heights[0], -0.1, "lower end");
    assert_near(heights[1], 0.3, "upper end");
    assert_near(list[0].dist, -0.05, "depth");
}
