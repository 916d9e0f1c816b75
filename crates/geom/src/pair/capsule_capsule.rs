//! Capsule against capsule: balls around the nearest points of the two segments.
//!
//! With segments p + s d and q + t e, s and t in [0, 1], and r = p − q, the lines are nearest at
//! s = (d × e)·(e × r) / |d × e|², and the point of the second segment nearest to a given s is t = (s d·e + r·e) / |e|².
//! Parallel segments touch along a stretch: there is one contact at either end of it.

use ligament_math::{MINVAL, Vec3};

use super::sphere_sphere::{Ball, balls};
use crate::contact::{Pose, PreContacts};

/// Squared sine of the angle below which segments count as parallel.
const PARALLEL: f64 = 1e-8;

/// A segment between two points.
#[derive(Clone, Copy)]
struct Segment {
    start: Vec3,
    span: Vec3,
}

/// Contacts of two capsules: one, or two when they are parallel.
pub fn capsule_capsule(
    out: &mut PreContacts,
    margin: f64,
    a: &Pose,
    size_a: Vec3,
    b: &Pose,
    size_b: Vec3,
) {
    let (axis_a, axis_b) = (a.mat.col(2), b.mat.col(2));
    let segment = |center: Vec3, half: Vec3| {
        let start = center - half;
        Segment {
            start,
            span: center + half - start,
        }
    };
    let on_a = segment(a.pos, axis_a * size_a[1]);
    let on_b = segment(b.pos, axis_b * size_b[1]);
    let (first, second) = nearest(&on_a, &on_b);
    for (s, t) in core::iter::once(first).chain(second) {
        let ball_a = Ball {
            center: on_a.start + on_a.span * s,
            radius: size_a[0],
            axis: axis_a,
        };
        let ball_b = Ball {
            center: on_b.start + on_b.span * t,
            radius: size_b[0],
            axis: axis_b,
        };
        if let Some(contact) = balls(margin, ball_a, ball_b) {
            out.push(contact);
        }
    }
}

/// Parameters of the nearest points, and of a second pair when the segments are parallel.
fn nearest(a: &Segment, b: &Segment) -> ((f64, f64), Option<(f64, f64)>) {
    let (d, e) = (a.span, b.span);
    let r = a.start - b.start;
    let (dd, ee, de) = (d.norm_squared(), e.norm_squared(), d.dot(e));
    let (dr, er) = (d.dot(r), e.dot(r));
    let unit = |x: f64| x.clamp(0.0, 1.0);

    // segments that are points
    match (dd <= MINVAL, ee <= MINVAL) {
        (true, true) => return ((0.0, 0.0), None),
        (true, false) => return ((0.0, unit(er / ee)), None),
        (false, true) => return ((unit(-dr / dd), 0.0), None),
        (false, false) => {}
    }
    // the best pair for a point s of the first segment, where the second may end before
    let partner = |s: f64| {
        let t = (de * s + er) / ee;
        if t < 0.0 {
            (unit(-dr / dd), 0.0)
        } else if t > 1.0 {
            (unit((de - dr) / dd), 1.0)
        } else {
            (s, t)
        }
    };
    let normal = d.cross(e);
    let squared = normal.norm_squared();
    if squared > PARALLEL * dd * ee {
        (partner(unit(normal.dot(e.cross(r)) / squared)), None)
    } else {
        (partner(0.0), Some(partner(1.0)))
    }
}
