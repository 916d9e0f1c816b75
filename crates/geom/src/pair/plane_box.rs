//! Plane against box: the corners on the side of the plane.

use ligament_math::Vec3;

use crate::contact::{Pose, PreContact, PreContacts};

/// Contacts of a plane and a box: corners below the centre and within the margin, the first four in binary order of
/// their signs (x fastest).
pub fn plane_box(
    out: &mut PreContacts,
    margin: f64,
    a: &Pose,
    _size_a: Vec3,
    b: &Pose,
    size_b: Vec3,
) {
    let normal = a.mat.col(2);
    let height = normal.dot(b.pos - a.pos);

    let mut count = 0;
    for corner in 0..8 {
        let signed = |i: usize| {
            if corner >> i & 1 == 1 {
                size_b[i]
            } else {
                -size_b[i]
            }
        };
        let offset = b.mat.mul_vec(Vec3::new(signed(0), signed(1), signed(2)));
        let above_center = normal.dot(offset);
        let dist = height + above_center;
        if dist > margin || above_center > 0.0 {
            continue;
        }
        out.push(PreContact {
            dist,
            pos: b.pos + offset + normal * (-0.5 * dist),
            normal,
            tangent: Vec3::ZERO,
        });
        count += 1;
        if count == 4 {
            return;
        }
    }
}
