//! Sphere against sphere, and balls as parts of other shapes.

use ligament_math::{MINVAL, Vec3};

use crate::contact::{Pose, PreContact, PreContacts};

/// A ball: a sphere, or the part of a round shape next to the other one.
#[derive(Clone, Copy)]
pub(super) struct Ball {
    pub center: Vec3,
    pub radius: f64,
    /// Axis of the shape; decides the normal of concentric balls.
    pub axis: Vec3,
}

/// Contact of two balls: dist = |c₂ − c₁| − r₁ − r₂. Concentric balls take z₁ × z₂ as normal, or +x when that is zero.
#[inline]
pub(super) fn balls(margin: f64, a: Ball, b: Ball) -> Option<PreContact> {
    let between = b.center - a.center;
    let squared = between.norm_squared();
    let reach = margin + a.radius + b.radius;
    if squared > reach * reach {
        return None;
    }
    let (mut normal, length) = between.normalize_or_x();
    if length < MINVAL {
        normal = a.axis.cross(b.axis).normalize_or_x().0;
    }
    let dist = length - a.radius - b.radius;
    Some(PreContact {
        dist,
        pos: a.center + normal * (a.radius + 0.5 * dist),
        normal,
        tangent: Vec3::ZERO,
    })
}

/// Contact of two spheres.
pub fn sphere_sphere(
    out: &mut PreContacts,
    margin: f64,
    a: &Pose,
    size_a: Vec3,
    b: &Pose,
    size_b: Vec3,
) {
    let ball = |pose: &Pose, size: Vec3| Ball {
        center: pose.pos,
        radius: size[0],
        axis: pose.mat.col(2),
    };
    if let Some(contact) = balls(margin, ball(a, size_a), ball(b, size_b)) {
        out.push(contact);
    }
}
