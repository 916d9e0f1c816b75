//! Impacts of shapes in motion.

use super::*;

pub(super) fn moving<'a>(
    shape: Convex<'a>,
    pose: Pose,
    shift: Vec3,
    turn: Vec3,
    radius: f64,
) -> MovingShape<'a> {
    MovingShape {
        shape,
        pose,
        shift,
        turn,
        sweep: shift.norm() + turn.norm() * radius,
    }
}

#[test]
fn a_fast_ball_meets_a_thin_wall() {
    let wall = Convex::Box {
        size: Vec3::new(0.01, 1.0, 1.0),
    };
    let ball = Convex::Sphere { radius: 0.1 };
    let still = moving(wall, at(0., 0., 0.), Vec3::ZERO, Vec3::ZERO, 1.5);
    let fast = moving(ball, at(-1.11, 0.2, 0.1), Vec3::X * 2.0, Vec3::ZERO, 0.1);
    let settings = ConvexSettings::default();
    let mut scratch = ConvexScratch::default();
    let hit = convex_advance(&fast, &still, 0.0, &settings, &mut scratch).unwrap();
    assert!((hit.time - 0.5).abs() < 0.02 && (hit.speed - 2.0).abs() < 1e-6);
    assert!((hit.normal - Vec3::X).norm() < 1e-9);
    let point = hit.points()[0];
    assert!((point.at_start[0] - Vec3::new(-1.01, 0.2, 0.1)).norm() < 1e-6);
    assert!((point.at_start[1] - Vec3::new(-0.01, 0.2, 0.1)).norm() < 1e-6);

    // too slow, sideways, or away: no impact
    for shift in [Vec3::X * 0.5, Vec3::Y * 2.0, Vec3::X * -2.0] {
        let other = MovingShape {
            shift,
            sweep: shift.norm(),
            ..fast
        };
        assert!(convex_advance(&other, &still, 0.0, &settings, &mut scratch).is_none());
    }
}

#[test]
fn a_falling_box_meets_a_plane_with_its_face() {
    let size = Vec3::new(0.2, 0.3, 0.1);
    let plane = moving(
        Convex::HalfSpace,
        at(0., 0., 0.),
        Vec3::ZERO,
        Vec3::ZERO,
        0.0,
    );
    let falling = moving(
        Convex::Box { size },
        at(0., 0., 0.6),
        Vec3::Z * -1.0,
        Vec3::ZERO,
        size.norm(),
    );
    let mut scratch = ConvexScratch::default();
    let settings = ConvexSettings::default();
    let hit = convex_advance(&plane, &falling, 0.0, &settings, &mut scratch).unwrap();
    assert_eq!(hit.points().len(), 4);
    assert!((hit.time - 0.5).abs() < 0.02);
    assert!(
        hit.points()
            .iter()
            .all(|p| (p.at_start[1][2] - 0.5).abs() < 1e-9)
    );
}

/// The advancement never passes the first overlap.
#[test]
fn advancement_stops_before_overlap() {
    let mut rng = Rng(19);
    let settings = ConvexSettings::default();
    let mut scratch = ConvexScratch::default();
    for _ in 0..200 {
        let mut shape = || {
            let size = Vec3(core::array::from_fn(|_| rng.range(0.1, 0.4)));
            (Convex::Box { size }, size.norm())
        };
        let ((a, ra), (b, rb)) = (shape(), shape());
        let a = moving(a, rng.pose(1.5), rng.vec(2.0), rng.vec(1.0), ra);
        let b = moving(b, rng.pose(1.5), rng.vec(2.0), rng.vec(1.0), rb);
        let Some(hit) = convex_advance(&a, &b, 0.0, &settings, &mut scratch) else {
            continue;
        };
        assert!(hit.time > 0.0 && hit.time < 1.0 && hit.speed > 0.0);
        let then = |s: &MovingShape, time: f64| {
            let (axis, angle) = s.turn.normalize_or_x();
            Pose {
                pos: s.pose.pos + s.shift * time,
                mat: Quat::from_axis_angle(axis, angle * time)
                    .to_mat3()
                    .mul_mat(&s.pose.mat),
            }
        };
        for part in 0..8 {
            let time = hit.time * f64::from(part) / 8.0;
            let (pa, pb) = (then(&a, time), then(&b, time));
            let found = convex_distance(
                (&a.shape, &pa),
                (&b.shape, &pb),
                10.0,
                &settings,
                &mut scratch,
            );
            assert!(found.dist > -1e-9);
        }
    }
}
