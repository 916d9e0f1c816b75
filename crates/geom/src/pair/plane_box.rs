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
    let edges: [Vec3; 3] = core::array::from_fn(|i| b.mat.col(i) * size_b[i]);
    let rise: [f64; 3] = core::array::from_fn(|i| normal.dot(edges[i]));

    let mut count = 0;
    for corner in 0..8 {
        let sign = |i: usize| if corner >> i & 1 == 1 { 1.0 } else { -1.0 };
        let above_center = sign(0) * rise[0] + sign(1) * rise[1] + sign(2) * rise[2];
        let dist = height + above_center;
        if dist > margin || above_center > 0.0 {
            continue;
        }
        let offset = edges[0] * sign(0) + edges[1] * sign(1) + edges[2] * sign(2);
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
