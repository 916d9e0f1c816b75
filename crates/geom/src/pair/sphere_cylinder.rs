//! Sphere against cylinder: by where the centre of the sphere is, the wall, a cap or a rim is nearest.

use ligament_math::{MINVAL, Vec3};

use super::plane_sphere::plane_ball;
use super::sphere_sphere::{Ball, balls};
use crate::contact::{Pose, PreContacts};

/// Contact of a sphere and a cylinder.
pub fn sphere_cylinder(
    out: &mut PreContacts,
    margin: f64,
    a: &Pose,
    size_a: Vec3,
    b: &Pose,
    size_b: Vec3,
) {
    let (radius, half) = (size_b[0], size_b[1]);
    let axis = b.mat.col(2);
    let between = a.pos - b.pos;
    let along = axis.dot(between);
    let radial = between - axis * along;
    let radial_squared = radial.norm_squared();

    let within_length = along.abs() < half;
    let within_radius = radial_squared < radius * radius;
    // from inside, the nearer surface counts; the wall on a tie
    let cap_is_nearer = half - along.abs() < radius - radial_squared.sqrt();
    let on_cap = within_radius && (!within_length || cap_is_nearer);
    let on_wall = within_length && (!within_radius || !cap_is_nearer);

    let sphere = Ball {
        center: a.pos,
        radius: size_a[0],
        axis: a.mat.col(2),
    };
    let side = if along > 0.0 { 1.0 } else { -1.0 };
    let contact = if on_wall {
        let center = b.pos + axis * along;
        let wall = Ball {
            center,
            radius,
            axis,
        };
        balls(margin, sphere, wall)
    } else if on_cap {
        let outward = axis * side;
        plane_ball(margin, b.pos + outward * half, outward, a.pos, size_a[0]).map(|mut contact| {
            contact.normal = -contact.normal;
            contact
        })
    } else {
        let rim = Ball {
            center: axis * (side * half)
                + radial * (radius / radial_squared.sqrt().max(MINVAL))
                + b.pos,
            radius: 0.0,
            axis,
        };
        balls(margin, sphere, rim)
    };
    if let Some(contact) = contact {
        out.push(contact);
    }
}
