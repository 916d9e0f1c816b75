//! Contacts of a plane with an ellipsoid or a mesh.
//!
//! The farthest point against the normal of the plane is the first contact. A mesh adds corners of the hull polygon
//! at that vertex which looks most at the plane: up to three, so that the four points span much area.

use ligament_math::Vec3;

use super::clip::{Area, grow_quadrilateral};
use super::shape::{Convex, HullMesh, Placed};
use crate::{Pose, PreContact, PreContacts};

/// Finds the contacts of the plane z = 0 of a pose with a convex shape at a distance of at most `margin`.
pub fn plane_convex(
    plane: &Pose,
    (shape, pose): (&Convex, &Pose),
    margin: f64,
    out: &mut PreContacts,
) {
    let normal = plane.mat.col(2);
    let mut placed = Placed::new(shape, pose, 0.0);
    let contact = |p: Vec3| {
        let dist = normal.dot(p - plane.pos);
        PreContact {
            dist,
            pos: p + normal * (dist * -0.5),
            normal,
            tangent: Vec3::ZERO,
        }
    };
    let deepest = contact(placed.support(-normal));
    if deepest.dist > margin {
        return;
    }
    out.push(deepest);

    let Convex::Mesh(mesh) = shape else {
        return;
    };
    let local_normal = pose.mat.tr_mul_vec(normal);
    let mut corners = [0; 3];
    let count = further_corners(mesh, placed.vertex, local_normal, &mut corners);
    for &corner in &corners[..count] {
        let p = placed.to_world(mesh.vertex(corner as usize));
        let further = contact(p);
        if further.dist > margin || normal.dot(p - pose.pos) > 0.0 {
            continue;
        }
        out.push(further);
    }
}

/// The corners that span a contact area with `vertex`; gives their number.
fn further_corners(mesh: &HullMesh, vertex: i32, normal: Vec3, out: &mut [i32; 3]) -> usize {
    if vertex < 0 || mesh.polynormal.is_empty() {
        return 0;
    }
    let mut against = 1.0;
    let mut polygon = None;
    for &i in mesh.polygons_at(vertex) {
        let cosine = normal.dot(mesh.normal(i));
        if cosine < against {
            (against, polygon) = (cosine, Some(i));
        }
    }
    let Some(polygon) = polygon else {
        return 0;
    };
    let corners = mesh.polygon(polygon);
    let n = corners.len();
    if n < 2 {
        return 0;
    }
    let a = corners.iter().position(|&c| c == vertex).unwrap_or(0);
    let mut bcd = [1, 2, 3].map(|k| (a + k) % n);
    if n > 4 {
        let at = |i: usize| mesh.vertex(corners[i] as usize);
        let mut most = Area::of(at(a), at(bcd[0]), at(bcd[1]), at(bcd[2]));
        grow_quadrilateral(n, at, a, &mut bcd, &mut most);
    }
    *out = bcd.map(|i| corners[i]);
    n.min(4) - 1
}
