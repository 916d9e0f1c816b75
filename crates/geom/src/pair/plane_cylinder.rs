//! Plane against cylinder: the deepest point of either rim and two more on the nearer rim, which together make an
//! equilateral triangle.

use ligament_math::{MINVAL, Vec3};

use crate::contact::{Pose, PreContact, PreContacts};

/// Contacts of a plane and a cylinder, at most four; none when the deepest point is too far.
pub fn plane_cylinder(
    out: &mut PreContacts,
    margin: f64,
    a: &Pose,
    _size_a: Vec3,
    b: &Pose,
    size_b: Vec3,
) {
    let (radius, half) = (size_b[0], size_b[1]);
    let normal = a.mat.col(2);

    // axis from the centre to the disk nearer to the plane, and how far it descends
    let up = b.mat.col(2);
    let (dir, descent) = match normal.dot(up) {
        cos if cos > 0.0 => (-up, -cos),
        cos => (up, cos),
    };
    let axis = dir * half;
    let height = normal.dot(b.pos - a.pos);
    let descent_of_disk = descent * half;

    // steepest descent within the disk; a disk parallel to the plane takes its own x axis
    let slope = dir * descent - normal;
    let steepness = slope.norm_squared();
    let spoke = if steepness >= MINVAL * MINVAL {
        slope * (radius / steepness.sqrt())
    } else {
        b.mat.col(0) * radius
    };
    let drop = spoke.dot(normal);

    let contact = |dist: f64, point: Vec3| PreContact {
        dist,
        pos: point + normal * (-0.5 * dist),
        normal,
        tangent: Vec3::ZERO,
    };

    // deepest point of the nearer rim
    let near = height + descent_of_disk + drop;
    if near > margin {
        return;
    }
    out.push(contact(near, b.pos + spoke + axis));

    // deepest point of the farther rim
    let far = height - descent_of_disk + drop;
    if far <= margin {
        out.push(contact(far, b.pos + spoke - axis));
    }

    // other two corners of the triangle inscribed in the nearer disk
    let sides = height + descent_of_disk - 0.5 * drop;
    if sides <= margin {
        let (sideways, _) = spoke.cross(axis).normalize_or_x();
        let sideways = sideways * (radius * 3f64.sqrt() / 2.0);
        out.push(contact(sides, b.pos + sideways + axis - spoke * 0.5));
        out.push(contact(sides, b.pos - sideways + axis - spoke * 0.5));
    }
}
