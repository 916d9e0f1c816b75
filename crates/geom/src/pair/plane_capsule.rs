//! Plane against capsule: one contact per end, the first tangent along the capsule.

use ligament_math::Vec3;

use super::plane_sphere::plane_ball;
use crate::contact::{Pose, PreContacts};

/// Contacts of a plane and a capsule: upper end, then lower end.
pub fn plane_capsule(
    out: &mut PreContacts,
    margin: f64,
    a: &Pose,
    _size_a: Vec3,
    b: &Pose,
    size_b: Vec3,
) {
    let (normal, axis) = (a.mat.col(2), b.mat.col(2));
    for end in [b.pos + axis * size_b[1], b.pos - axis * size_b[1]] {
        if let Some(mut contact) = plane_ball(margin, a.pos, normal, end, size_b[0]) {
            contact.tangent = axis;
            out.push(contact);
        }
    }
}
