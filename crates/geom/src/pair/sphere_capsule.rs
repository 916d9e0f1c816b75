//! Sphere against capsule: the sphere and the ball around the nearest point of the capsule's segment.

use ligament_math::Vec3;

use super::sphere_sphere::{Ball, balls};
use crate::contact::{Pose, PreContacts};

/// Contact of a sphere and a capsule.
pub fn sphere_capsule(
    out: &mut PreContacts,
    margin: f64,
    a: &Pose,
    size_a: Vec3,
    b: &Pose,
    size_b: Vec3,
) {
    let (axis, half) = (b.mat.col(2), size_b[1]);
    let along = axis.dot(a.pos - b.pos).min(half).max(-half);
    let sphere = Ball {
        center: a.pos,
        radius: size_a[0],
        axis: a.mat.col(2),
    };
    let nearest = Ball {
        center: b.pos + axis * along,
        radius: size_b[0],
        axis,
    };
    if let Some(contact) = balls(margin, sphere, nearest) {
        out.push(contact);
    }
}
