//! Plane against sphere.
//!
//! With plane normal n, height h = n·(c − p) of the centre: dist = h − r, the contact lies on the line through the
//! centre along n.

use ligament_math::Vec3;

use crate::contact::{Pose, PreContact, PreContacts};

/// Contact of the half space below a plane through `origin` with a ball.
#[inline]
pub(super) fn plane_ball(
    margin: f64,
    origin: Vec3,
    normal: Vec3,
    center: Vec3,
    radius: f64,
) -> Option<PreContact> {
    let height = normal.dot(center - origin);
    if height > margin + radius {
        return None;
    }
    let dist = height - radius;
    Some(PreContact {
        dist,
        pos: center + normal * (-0.5 * dist - radius),
        normal,
        tangent: Vec3::ZERO,
    })
}

/// Contact of a plane and a sphere.
pub fn plane_sphere(
    out: &mut PreContacts,
    margin: f64,
    a: &Pose,
    _size_a: Vec3,
    b: &Pose,
    size_b: Vec3,
) {
    if let Some(contact) = plane_ball(margin, a.pos, a.mat.col(2), b.pos, size_b[0]) {
        out.push(contact);
    }
}
