//! Contacts of a field with the triangles of a mesh: on each triangle that may reach the surface, the deepest points are
//! searched from several starts by the Frank-Wolfe method.

use ligament_math::{MINVAL, Vec3};

use super::{Change, Collector, Field, Frame, HUGE, halton};
use crate::MAX_CONTACTS;
use crate::contact::PreContacts;

/// A mesh with the bounding volumes of its triangles.
#[derive(Clone, Copy, Debug)]
pub struct TriangleTree<'a> {
    /// Vertices.
    pub vert: &'a [[f32; 3]],
    /// Vertices of each triangle.
    pub face: &'a [[i32; 3]],
    /// Boxes of the nodes: centre and half sizes, the root first.
    pub aabb: &'a [[f64; 6]],
    /// Children of each node, or -1.
    pub child: &'a [[i32; 2]],
    /// Triangle of each leaf, -1 for other nodes.
    pub leaf: &'a [i32],
}

/// Deepest tree that is followed.
const MAX_STACK: usize = 64;
/// A tetrahedron over a triangle is this many times lower than the distance at its middle.
const FLATNESS: f64 = 10.0;
/// Tetrahedra lower than this are as good as flat.
const MIN_HEIGHT: f64 = 0.1;

/// Points found so far.
struct Search<'a> {
    field: Field<'a>,
    starts: usize,
    steps: usize,
    points: [(Vec3, f64); MAX_CONTACTS],
    len: usize,
}

/// Contacts of a mesh (first) and a field (second): how many points to start from on each triangle, how many steps.
pub fn mesh_field(
    (mesh, frame1): (&TriangleTree<'_>, &Frame),
    (field, frame2): (Field<'_>, &Frame),
    starts: usize,
    steps: usize,
    out: &mut PreContacts,
) {
    let change = Change::new(frame1, frame2);
    let mut search = Search {
        field,
        starts: starts.max(1),
        steps,
        points: [(Vec3::ZERO, 0.0); MAX_CONTACTS],
        len: 0,
    };
    let (mut stack, mut height) = ([0i32; MAX_STACK], 1);
    while height > 0 {
        height -= 1;
        let Ok(node) = usize::try_from(stack[height]) else {
            continue;
        };
        let (Some(aabb), Some(&leaf), Some(children)) = (
            mesh.aabb.get(node),
            mesh.leaf.get(node),
            mesh.child.get(node),
        ) else {
            continue;
        };
        let [cx, cy, cz, sx, sy, sz] = *aabb;
        let center = change.apply(Vec3::new(cx, cy, cz));
        if search.field.distance(center) >= Vec3::new(sx, sy, sz).norm() {
            continue;
        }
        if let Ok(face) = usize::try_from(leaf) {
            if let Some(corners) = corners(mesh, face, &change) {
                search.triangle(&corners);
            }
            continue;
        }
        for child in children {
            if *child >= 0 && height < MAX_STACK {
                stack[height] = *child;
                height += 1;
            }
        }
    }
    let mut contacts = Collector::new(frame2, out);
    for (x, dist) in &search.points[..search.len] {
        contacts.add(*x, *dist, || search.field.gradient(*x));
    }
}

/// The corners of a triangle in the frame of the field.
fn corners(mesh: &TriangleTree<'_>, face: usize, change: &Change) -> Option<[Vec3; 3]> {
    let mut corners = [Vec3::ZERO; 3];
    for (corner, &vertex) in corners.iter_mut().zip(mesh.face.get(face)?) {
        let [x, y, z] = *mesh.vert.get(usize::try_from(vertex).ok()?)?;
        *corner = change.apply(Vec3::new(x.into(), y.into(), z.into()));
    }
    Some(corners)
}

impl Search<'_> {
    /// Searches one triangle.
    fn triangle(&mut self, corners: &[Vec3; 3]) {
        if !self.may_touch(corners) {
            return;
        }
        for start in 0..self.starts {
            if self.len == MAX_CONTACTS {
                return;
            }
            let (mut u, mut v) = (halton(start + 1, 2), halton(start + 1, 3));
            if u + v > 1.0 {
                (u, v) = (1.0 - u, 1.0 - v);
            }
            let mut x = corners[0] * (1.0 - u - v) + corners[1] * u + corners[2] * v;
            let depth = self.frank_wolfe(corners, &mut x);
            if depth < 0.0 {
                self.points[self.len] = (x, depth);
                self.len += 1;
            }
        }
    }

    /// Moves a point of a triangle towards the corners that lie deepest along the gradient, by ever smaller steps.
    fn frank_wolfe(&self, corners: &[Vec3; 3], x: &mut Vec3) -> f64 {
        for step in 0..self.steps {
            let gradient = self.field.gradient(*x);
            let mut best = HUGE;
            let mut target = Vec3::ZERO;
            for corner in corners {
                let value = corner.dot(gradient);
                if value < best {
                    (best, target) = (value, *corner);
                }
            }
            *x += (target - *x) * (2.0 / (step as f64 + 2.0));
        }
        self.field.distance(*x)
    }

    /// Whether a ball around a triangle reaches the surface: the ball through the corners and a point off the middle, or
    /// that around the middle when this point is too near.
    fn may_touch(&self, corners: &[Vec3; 3]) -> bool {
        let [a, b, c] = *corners;
        let third = 1.0 / 3.0;
        let middle = a * third + b * third + c * third;
        let dist = self.field.distance(middle);
        let height = dist / FLATNESS;
        let around_middle = || {
            let reach = |corner: &Vec3| (*corner - middle).norm_squared();
            dist < corners.iter().map(reach).fold(0.0, f64::max).sqrt()
        };
        if height.abs() < MIN_HEIGHT {
            return around_middle();
        }
        let (normal, _) = (b - a).cross(c - a).normalize_or_x();
        let apex = middle - normal * height;
        let (a, b, c) = (a - apex, b - apex, c - apex);
        let (bc, ca, ab) = (b.cross(c), c.cross(a), a.cross(b));
        let volume = 2.0 * a.dot(bc);
        if volume.abs() < MINVAL {
            return around_middle();
        }
        let sum = bc * a.norm_squared() + ca * b.norm_squared() + ab * c.norm_squared();
        let center = sum * (1.0 / volume);
        self.field.distance(center + apex) < center.norm()
    }
}
