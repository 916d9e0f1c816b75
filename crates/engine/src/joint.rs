//! Everything that depends on the type of a joint: sizes, transform, motion subspace, integration, difference, springs and
//! limits. No other file of the engine tells joint types apart.
//!
//! - free: three translations in the world, then a quaternion; velocities are linear in the world and angular in the body
//! - ball: a quaternion, angular velocity in the body
//! - slide, hinge: one coordinate along or about an axis

use std::f64::consts::{PI, TAU};
use std::ops::Range;

use ligament_math::{Mat3, Motion, Quat, Real, Vec3, func};
use ligament_model::Model;
use ligament_model::enums::JointType;

/// Number of position coordinates.
#[inline]
pub const fn nq(kind: JointType) -> usize {
    match kind {
        JointType::Free => 7,
        JointType::Ball => 4,
        JointType::Slide | JointType::Hinge => 1,
    }
}

/// Number of degrees of freedom.
#[inline]
pub const fn nv(kind: JointType) -> usize {
    match kind {
        JointType::Free => 6,
        JointType::Ball => 3,
        JointType::Slide | JointType::Hinge => 1,
    }
}

/// The type of a joint.
#[inline]
pub fn kind(m: &Model, joint: usize) -> JointType {
    m.jnt.kind[joint].get().unwrap_or(JointType::Hinge)
}

/// Where the coordinates of a joint are in `qpos`.
#[inline]
pub fn positions(m: &Model, joint: usize) -> Range<usize> {
    let start = usize::try_from(m.jnt.qposadr[joint]).unwrap_or(0);
    start..start + nq(kind(m, joint))
}

/// Where the degrees of freedom of a joint are in `qvel`.
#[inline]
pub fn dofs(m: &Model, joint: usize) -> Range<usize> {
    let start = usize::try_from(m.jnt.dofadr[joint]).unwrap_or(0);
    start..start + nv(kind(m, joint))
}

/// True for a degree of freedom measured in radians; `offset` counts from the first one of its joint.
#[inline]
pub const fn is_angular(kind: JointType, offset: usize) -> bool {
    match kind {
        JointType::Free => offset >= 3,
        JointType::Ball | JointType::Hinge => true,
        JointType::Slide => false,
    }
}

/// True for a joint that gives its body a pose of its own, wherever the parent is.
#[inline]
pub const fn is_free(kind: JointType) -> bool {
    matches!(kind, JointType::Free)
}

/// True for a joint that turns its body about a point, about any axis.
#[inline]
pub const fn is_ball(kind: JointType) -> bool {
    matches!(kind, JointType::Ball)
}

/// True for an axis that turns with the body of the joint, as those of orientations do; `offset` counts degrees of freedom
/// from the first one of the joint.
#[inline]
pub const fn turns_with_body(kind: JointType, offset: usize) -> bool {
    match kind {
        JointType::Free => offset >= 3,
        JointType::Ball => true,
        JointType::Slide | JointType::Hinge => false,
    }
}

/// The degrees of freedom of a joint in the order in which they carry one another: translations, then rotations. Those
/// of one part have axes that are carried alike.
#[inline]
pub fn parts(kind: JointType, dofs: Range<usize>) -> [Range<usize>; 2] {
    let middle = match kind {
        JointType::Free => dofs.start + 3,
        JointType::Ball | JointType::Slide | JointType::Hinge => dofs.end,
    };
    [dofs.start..middle, middle..dofs.end]
}

/// What the range of a joint bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bounded {
    /// Nothing: there are no limits.
    Nothing,
    /// The coordinate, from below and above.
    Coordinate(f64),
    /// The angle of a rotation, from above; with its axis in the frame of the child.
    Angle {
        /// Axis of the rotation from the reference.
        axis: Vec3,
        /// Angle about it.
        angle: f64,
    },
}

/// What the range of a joint bounds at coordinates `q`.
#[inline]
pub fn bounded(kind: JointType, q: &[f64]) -> Bounded {
    match kind {
        JointType::Slide | JointType::Hinge => Bounded::Coordinate(q[0]),
        JointType::Ball => {
            let (axis, angle) = quat(q).to_rotation_vector().normalize_or_x();
            Bounded::Angle { axis, angle }
        }
        JointType::Free => Bounded::Nothing,
    }
}

/// Position and orientation of a body while its joints are applied one after the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame<T = f64> {
    /// Position in the world.
    pub pos: Vec3<T>,
    /// Orientation in the world.
    pub quat: Quat<T>,
}

/// The three numbers of a slice that starts with them.
#[inline(always)]
fn vec3<T: Real>(q: &[T]) -> Vec3<T> {
    Vec3([q[0], q[1], q[2]])
}

/// The unit quaternion of a slice that starts with one.
#[inline(always)]
fn quat<T: Real>(q: &[T]) -> Quat<T> {
    Quat([q[0], q[1], q[2], q[3]]).normalized()
}

/// The orientation held by the coordinates of a free or ball joint; none for the other types.
pub fn orientation<T: Real>(kind: JointType, q: &[T]) -> Option<Quat<T>> {
    match kind {
        JointType::Free => Some(quat(&q[3..])),
        JointType::Ball => Some(quat(q)),
        JointType::Slide | JointType::Hinge => None,
    }
}

/// True for a body whose only joint is free: its coordinates are its pose.
#[inline(always)]
pub fn moves_freely(m: &Model, body: usize) -> bool {
    let joints = m.body_joints(body);
    joints.len() == 1 && m.jnt.kind[joints.start].is(JointType::Free)
}

/// Moves a body frame by a joint with local `anchor` and `axis` at coordinates `q` (reference `q0`); returns the anchor
/// and the axis in the world.
#[inline(always)]
pub fn transform<T: Real>(
    kind: JointType,
    frame: &mut Frame<T>,
    [anchor, axis]: [Vec3; 2],
    q: &[T],
    q0: &[f64],
) -> (Vec3<T>, Vec3<T>) {
    let centred = anchor == Vec3::ZERO;
    let (anchor, axis) = (Vec3::from_f64(anchor), Vec3::from_f64(axis));
    if kind == JointType::Free {
        frame.pos = vec3(q);
        frame.quat = quat(&q[3..]);
        return (frame.pos, axis);
    }
    let axis_world = frame.quat.rotate(axis);
    let anchor_world = match centred {
        true => frame.pos,
        false => frame.quat.rotate(anchor) + frame.pos,
    };
    let turn = match kind {
        JointType::Ball => quat(q),
        JointType::Hinge => Quat::from_axis_angle(axis, q[0] - T::from_f64(q0[0])),
        JointType::Slide | JointType::Free => {
            frame.pos += axis_world * (q[0] - T::from_f64(q0[0]));
            return (anchor_world, axis_world);
        }
    };
    // the anchor stays where it is while the body turns about it
    frame.quat = frame.quat.mul(turn);
    if !centred {
        frame.pos = anchor_world - frame.quat.rotate(anchor);
    }
    (anchor_world, axis_world)
}

/// The motion axes of a joint about the reference point that `to_reference` leads to from the anchor; `axis` is the joint
/// axis and `axes` the orientation of the body, in the world.
#[inline(always)]
pub fn subspace<T: Real>(
    kind: JointType,
    axis: Vec3<T>,
    axes: &Mat3<T>,
    to_reference: Vec3<T>,
    out: &mut [Motion<T>],
) {
    let turns = match kind {
        JointType::Slide => {
            out[0] = Motion::slide(axis);
            return;
        }
        JointType::Hinge => {
            out[0] = Motion::hinge(axis, to_reference);
            return;
        }
        JointType::Ball => 0,
        JointType::Free => {
            out[0] = Motion::slide(Vec3::X);
            out[1] = Motion::slide(Vec3::Y);
            out[2] = Motion::slide(Vec3::Z);
            3
        }
    };
    for k in 0..3 {
        out[turns + k] = Motion::hinge(axes.col(k), to_reference);
    }
}

/// Adds the velocities `speed` along the motion axes of a joint to `v`, the velocity of the frame that carries the joint,
/// and writes the rates of change of the axes. Translations of a free joint are fixed in the world. The axes of a
/// rotation in three dimensions turn with the parent: their rates differ from those in the child only by terms that
/// cancel in Σ ṡ q̇.
#[inline(always)]
pub fn carry<T: Real>(
    kind: JointType,
    axes: &[Motion<T>],
    speed: &[T],
    v: &mut Motion<T>,
    rates: &mut [Motion<T>],
) {
    let turns = match kind {
        JointType::Slide | JointType::Hinge => {
            rates[0] = v.cross_motion(axes[0]);
            *v = v.add_scaled(axes[0], speed[0]);
            return;
        }
        JointType::Ball => 0,
        JointType::Free => {
            for k in 0..3 {
                rates[k] = Motion::ZERO;
                *v = v.add_scaled(axes[k], speed[k]);
            }
            3
        }
    };
    for k in turns..turns + 3 {
        rates[k] = v.cross_motion(axes[k]);
    }
    for k in turns..turns + 3 {
        *v = v.add_scaled(axes[k], speed[k]);
    }
}

/// How far a spring of a joint is stretched: the displacement of a slide or hinge; a translation and a rotation vector
/// of the joints with more freedom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stretch {
    /// Of a slide or hinge.
    Scalar(f64),
    /// Of a ball joint: rotation vector from rest, in the body.
    Ball(Vec3),
    /// Of a free joint: translation, then rotation vector.
    Free(Vec3, Vec3),
}

/// The stretch of a joint's spring at coordinates `q`, at rest at `rest`.
#[inline]
pub fn stretch(kind: JointType, q: &[f64], rest: &[f64]) -> Stretch {
    let turned =
        |k: usize| quat(&q[k..]).sub(Quat([rest[k], rest[k + 1], rest[k + 2], rest[k + 3]]));
    match kind {
        JointType::Slide | JointType::Hinge => Stretch::Scalar(q[0] - rest[0]),
        JointType::Ball => Stretch::Ball(turned(0)),
        JointType::Free => Stretch::Free(vec3(q) - vec3(rest), turned(3)),
    }
}

/// Moves the coordinates `q` along the velocity `v` for a time `dt`.
#[inline(always)]
pub fn integrate<T: Real>(kind: JointType, q: &mut [T], v: &[T], dt: T) {
    let (turn, spin) = match kind {
        JointType::Slide | JointType::Hinge => {
            q[0] += v[0] * dt;
            return;
        }
        JointType::Ball => (0, 0),
        JointType::Free => {
            for k in 0..3 {
                q[k] += v[k] * dt;
            }
            (3, 3)
        }
    };
    let start = Quat([q[turn], q[turn + 1], q[turn + 2], q[turn + 3]]);
    let end = start.integrate(vec3(&v[spin..]), dt);
    q[turn..turn + 4].copy_from_slice(&end.0);
}

/// The velocity `v` that leads from `q1` to `q2` in a time `dt`.
#[inline(always)]
pub fn difference<T: Real>(kind: JointType, v: &mut [T], q1: &[T], q2: &[T], dt: T) {
    let rate = T::ONE / dt;
    let (turn, spin) = match kind {
        JointType::Slide | JointType::Hinge => {
            v[0] = (q2[0] - q1[0]) * rate;
            return;
        }
        JointType::Ball => (0, 0),
        JointType::Free => {
            for k in 0..3 {
                v[k] = (q2[k] - q1[k]) * rate;
            }
            (3, 3)
        }
    };
    let at = |q: &[T]| Quat([q[turn], q[turn + 1], q[turn + 2], q[turn + 3]]);
    let turned = at(q2).sub(at(q1)) * rate;
    v[spin..spin + 3].copy_from_slice(&turned.0);
}

/// Turns the velocity `v` of a joint that has moved by `moved` into the rate of change of `moved` itself.
///
/// Coordinates without orientations are their own charts. An orientation q exp(r) with angular velocity w in the body has
/// r' = w + r × w / 2 + c r × (r × w), where c = (1 − x cot x) / |r|² and x = |r| / 2.
pub fn chart_rate(kind: JointType, moved: &[f64], v: &mut [f64]) {
    let spin = match kind {
        JointType::Slide | JointType::Hinge => return,
        JointType::Ball => 0,
        JointType::Free => 3,
    };
    let mut r: Vec3 = vec3(&moved[spin..]);
    let angle = r.norm();
    if angle > PI {
        // the shortest of all vectors with this rotation
        r *= (angle - TAU * (angle / TAU + 0.5).floor()) / angle;
    }
    let w: Vec3 = vec3(&v[spin..]);
    let cross = r.cross(w);
    let rate = w + cross * 0.5 + r.cross(cross) * cotangent_term(r.norm_squared());
    v[spin..spin + 3].copy_from_slice(&rate.0);
}

/// (1 − x cot x) / (4 x²) as a function of 4 x², with x below half a turn.
fn cotangent_term(square: f64) -> f64 {
    /// |B₂ₖ| / (2k)! for k = 1, 2, …, with the Bernoulli numbers B.
    const SERIES: [f64; 9] = [
        1.0 / 12.0,
        1.0 / 720.0,
        1.0 / 30240.0,
        1.0 / 1_209_600.0,
        1.0 / 47_900_160.0,
        691.0 / 1_307_674_368_000.0,
        1.0 / 74_724_249_600.0,
        3617.0 / 10_670_622_842_880_000.0,
        43867.0 / 5_109_094_217_170_944_000.0,
    ];
    if square < 1.0 {
        return SERIES.iter().rev().fold(0.0, |sum, c| sum * square + c);
    }
    let half = 0.5 * square.sqrt();
    (1.0 - half / func::tan(half)) / square
}

/// Moves all coordinates along a velocity for a time `dt`.
pub fn integrate_pos(m: &Model, qpos: &mut [f64], qvel: &[f64], dt: f64) {
    for joint in 0..m.size.njnt {
        let (q, v) = (&mut qpos[positions(m, joint)], &qvel[dofs(m, joint)]);
        integrate(kind(m, joint), q, v, dt);
    }
}

/// The velocity that leads from one set of coordinates to another in a time `dt`.
pub fn differentiate_pos(m: &Model, qvel: &mut [f64], dt: f64, from: &[f64], to: &[f64]) {
    for joint in 0..m.size.njnt {
        let q = positions(m, joint);
        let v = &mut qvel[dofs(m, joint)];
        difference(kind(m, joint), v, &from[q.clone()], &to[q], dt);
    }
}

/// Normalizes every quaternion among the coordinates.
pub fn normalize_quat(m: &Model, qpos: &mut [f64]) {
    for joint in 0..m.size.njnt {
        let q = &mut qpos[positions(m, joint)];
        if let Some(turn) = orientation(kind(m, joint), q) {
            let end = q.len();
            q[end - 4..].copy_from_slice(&turn.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: [JointType; 4] = [
        JointType::Free,
        JointType::Ball,
        JointType::Slide,
        JointType::Hinge,
    ];

    fn start(kind: JointType) -> Vec<f64> {
        let mut q: Vec<f64> = (0..nq(kind)).map(|i| 0.3 + 0.2 * i as f64).collect();
        if let Some(turn) = orientation(kind, &q) {
            let end = q.len();
            q[end - 4..].copy_from_slice(&turn.0);
        }
        q
    }

    #[test]
    fn difference_undoes_integration() {
        for kind in KINDS {
            let from = start(kind);
            let v: Vec<f64> = (0..nv(kind)).map(|i| 0.4 - 0.3 * i as f64).collect();
            let (mut to, mut got) = (from.clone(), vec![0.0; nv(kind)]);
            integrate(kind, &mut to, &v, 0.7);
            difference(kind, &mut got, &from, &to, 0.7);
            assert!(v.iter().zip(&got).all(|(a, b)| (a - b).abs() < 1e-14));
        }
    }

    #[test]
    fn the_chart_rate_is_the_derivative_of_the_difference() {
        for kind in KINDS {
            for size in [0.1, 1.0, 2.0] {
                let from = start(kind);
                let moved: Vec<f64> = (0..nv(kind))
                    .map(|i| size * (0.9 - 0.7 * i as f64))
                    .collect();
                let mut v: Vec<f64> = (0..nv(kind)).map(|i| 0.3 + 0.4 * i as f64).collect();
                let difference_after = |dt: f64| {
                    let (mut to, mut got) = (from.clone(), vec![0.0; nv(kind)]);
                    integrate(kind, &mut to, &moved, 1.0);
                    integrate(kind, &mut to, &v, dt);
                    difference(kind, &mut got, &from, &to, 1.0);
                    got
                };
                let (ahead, behind) = (difference_after(1e-6), difference_after(-1e-6));
                chart_rate(kind, &moved, &mut v);
                for (i, rate) in v.iter().enumerate() {
                    let expected = (ahead[i] - behind[i]) / 2e-6;
                    assert!((rate - expected).abs() < 1e-8, "{kind:?} {size} {i}");
                }
            }
        }
    }

    #[test]
    fn the_series_meets_the_closed_form() {
        let below = cotangent_term(1.0 - 1e-12);
        assert!((below - cotangent_term(1.0)).abs() < 1e-14);
    }

    #[test]
    fn the_subspace_is_the_derivative_of_the_transform() {
        let (anchor, axis) = (Vec3([0.1, -0.2, 0.3]), Vec3([0.6, 0.0, 0.8]));
        let parent = Frame {
            pos: Vec3([1.0, 2.0, 3.0]),
            quat: Quat([0.5, 0.1, -0.7, 0.2]).normalized(),
        };
        for kind in KINDS {
            // a free joint has no anchor of its own
            let anchor = if kind == JointType::Free {
                Vec3::ZERO
            } else {
                anchor
            };
            let q0 = vec![0.1; nq(kind)];
            let place = |q: &[f64]| {
                let mut frame = parent;
                let (at, along) = transform(kind, &mut frame, [anchor, axis], q, &q0);
                (frame, at, along)
            };
            let q = start(kind);
            let (frame, at, along) = place(&q);
            let mut motions = vec![Motion::ZERO; nv(kind)];
            // the reference point is the world origin
            subspace(kind, along, &frame.quat.to_mat3(), -at, &mut motions);
            for (i, motion) in motions.iter().enumerate() {
                let mut v = vec![0.0; nv(kind)];
                v[i] = 1.0;
                let (mut ahead, mut behind, h) = (q.clone(), q.clone(), 1e-6);
                integrate(kind, &mut ahead, &v, h);
                integrate(kind, &mut behind, &v, -h);
                let (a, b) = (place(&ahead).0, place(&behind).0);
                let linear = (a.pos - b.pos) / (2.0 * h);
                let expected = motion.linear() + motion.angular().cross(frame.pos);
                assert!((linear - expected).norm() < 1e-8, "{kind:?} {i}");
                let angular = frame.quat.rotate(a.quat.sub(b.quat) / (2.0 * h));
                assert!((angular - motion.angular()).norm() < 1e-8, "{kind:?} {i}");
            }
        }
    }
}
