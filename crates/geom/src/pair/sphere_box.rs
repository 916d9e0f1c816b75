//! Sphere against box: the nearest point of the box to the centre, or the nearest face when the centre is inside.

use ligament_math::{MINVAL, Vec3};

use crate::contact::{Pose, PreContact, PreContacts};

/// The point of a box nearest to `point`, both in the frame of the box. A half length of zero does not limit.
#[inline]
fn clamp_to_box(point: Vec3, half: Vec3) -> Vec3 {
    let mut clamped = point;
    for i in 0..3 {
        if half[i] > 0.0 {
            clamped[i] = point[i].min(half[i]).max(-half[i]);
        }
    }
    clamped
}

/// The face nearest to a point inside a box: distance and the direction that leads away from it. Faces are looked at
/// in the order −x +x −y +y −z +z, the first of equals counts.
fn nearest_face(point: Vec3, half: Vec3) -> (f64, Vec3) {
    let mut best = f64::INFINITY;
    let mut inward = Vec3::ZERO;
    for axis in 0..3 {
        for side in [-1.0, 1.0] {
            let distance = (side * half[axis] - point[axis]).abs();
            if distance < best {
                best = distance;
                inward = Vec3::ZERO;
                inward[axis] = -side;
            }
        }
    }
    (best, inward)
}

/// Contact of a ball and a box.
#[inline]
pub(super) fn ball_box(
    margin: f64,
    center: Vec3,
    radius: f64,
    b: &Pose,
    half: Vec3,
) -> Option<PreContact> {
    let local = b.mat.tr_mul_vec(center - b.pos);
    let clamped = clamp_to_box(local, half);
    let (towards, gap) = (clamped - local).normalize_or_x();
    if gap - radius > margin {
        return None;
    }
    let (dist, pos, normal) = if gap <= MINVAL {
        let (depth, inward) = nearest_face(local, half);
        (-depth, local + inward * (0.5 * (radius - depth)), inward)
    } else {
        let deepest = local + towards * radius;
        (gap, clamped * 0.5 + deepest * 0.5, towards)
    };
    Some(PreContact {
        dist: dist - radius,
        pos: b.pos + b.mat.mul_vec(pos),
        normal: b.mat.mul_vec(normal),
        tangent: Vec3::ZERO,
    })
}

/// Contact of a sphere and a box.
pub fn sphere_box(
    out: &mut PreContacts,
    margin: f64,
    a: &Pose,
    size_a: Vec3,
    b: &Pose,
    size_b: Vec3,
) {
    if let Some(contact) = ball_box(margin, a.pos, size_a[0], b, size_b) {
        out.push(contact);
    }
}
