//! Faces and edges of convex shapes around the corners that support a contact.

use ligament_math::{MINVAL, Vec3};

use super::gjk::Simplex;
use super::shape::{Convex, Placed};
use super::support::Vertex;

/// Cosine above which a direction counts as a normal of a box (about 5.1 degrees).
const FACE_TOL: f64 = 0.996;

/// The corners of one shape that support a contact.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Feature {
    /// Corner numbers, of which the first `dim` are different.
    corner: [i32; 3],
    /// Position of the first corner.
    first: Vec3,
    /// How many corners are different: one for a corner, two for an edge, three for a face.
    pub dim: usize,
}

impl Feature {
    /// Gathers the corners of one shape from a simplex. A plane counts as a face.
    pub fn new(simplex: &Simplex, plane: bool, side: impl Fn(&Vertex) -> (Vec3, i32)) -> Self {
        if plane {
            return Feature {
                dim: 3,
                ..Self::default()
            };
        }
        let second = usize::from(simplex.n > 1);
        let third = if simplex.n > 2 { 2 } else { 0 };
        let mut corner = [0, second, third].map(|i| side(&simplex.p[i]).1);
        let dim = if corner[0] == corner[1] {
            if corner[0] == corner[2] {
                1
            } else {
                corner[1] = corner[2];
                2
            }
        } else if corner[2] == corner[0] || corner[2] == corner[1] {
            2
        } else {
            3
        };
        Feature {
            corner,
            first: side(&simplex.p[0]).0,
            dim,
        }
    }
}

/// Lists the normals of the faces that meet in a feature, with the numbers of the faces. `dir` points out of the
/// shape through the contact.
pub(super) fn normals(p: &Placed, f: &Feature, dir: Vec3, out: &mut Vec<(Vec3, i32)>) {
    out.clear();
    match &p.shape {
        Convex::HalfSpace => out.push((p.mat.col(2), 0)),
        Convex::Box { .. } => box_normals(p, f, dir, out),
        Convex::Cylinder { .. } if f.dim == 1 => {
            let side = f.corner[0];
            let z = if side == 0 { 1.0 } else { -1.0 };
            out.push((p.mat.mul_vec(Vec3::new(0.0, 0.0, z)), side));
        }
        Convex::Mesh(mesh) => {
            let rotate = |i: i32| (p.mat.mul_vec(mesh.normal(i)), i);
            let around = mesh.polygons_at(f.corner[0]);
            if f.dim == 1 {
                out.extend(around.iter().map(|&i| rotate(i)));
                return;
            }
            // an edge lies between up to two polygons, a face is one
            let (edge, count) = common(around, mesh.polygons_at(f.corner[1]));
            if f.dim == 2 {
                out.extend(edge[..count].iter().map(|&i| rotate(i)));
            } else {
                let (face, count) = common(&edge[..count], mesh.polygons_at(f.corner[2]));
                out.extend(face[..count.min(1)].iter().map(|&i| rotate(i)));
            }
        }
        _ => {}
    }
}

/// Up to two numbers that are in both lists.
fn common(p: &[i32], q: &[i32]) -> ([i32; 2], usize) {
    let (mut found, mut count) = ([0; 2], 0);
    for &i in p {
        for &j in q {
            if i == j {
                found[count] = i;
                count += 1;
                if count == 2 {
                    return (found, count);
                }
            }
        }
    }
    (found, count)
}

fn box_normals(p: &Placed, f: &Feature, dir: Vec3, out: &mut Vec<(Vec3, i32)>) {
    let bits = |axis: usize, i: usize| f.corner[i] & (1 << axis) != 0;
    // +1, -1 or 0 if the corners are all on the positive or negative side of an axis, or on both
    let side = |axis: usize| {
        let positive = (0..f.dim).filter(|&i| bits(axis, i)).count();
        if positive == f.dim {
            1
        } else if positive == 0 {
            -1
        } else {
            0
        }
    };
    let sides: [i32; 3] = core::array::from_fn(side);
    let face = |axis: usize| 2 * axis as i32 + i32::from(sides[axis] < 0);
    let shared = sides.iter().filter(|&&s| s != 0).count();
    if f.dim == 3 && shared != 1 || shared == 0 {
        box_normal_along(p, dir, out);
        return;
    }
    if f.dim == 3 {
        let n = p.mat.mul_vec(Vec3(sides.map(f64::from)));
        let axis = sides.iter().position(|&s| s != 0).unwrap_or(0);
        out.push((n, face(axis)));
        return;
    }
    for axis in 0..3 {
        if sides[axis] != 0 {
            let mut n = Vec3::ZERO;
            n[axis] = f64::from(sides[axis]);
            out.push((p.mat.mul_vec(n), face(axis)));
        }
    }
}

/// The face of a box whose normal is close to a direction.
fn box_normal_along(p: &Placed, dir: Vec3, out: &mut Vec<(Vec3, i32)>) {
    let local = p.mat.tr_mul_vec(dir);
    let local = local * (1.0 / local.norm());
    for side in 0..6 {
        let mut n = Vec3::ZERO;
        n[side / 2] = if side % 2 == 0 { 1.0 } else { -1.0 };
        if local.dot(n) > FACE_TOL {
            out.push((p.mat.mul_vec(n), side as i32));
            return;
        }
    }
}

/// Lists the edges that start at the first corner of a feature: direction and other end. The result is the
/// start; `x` is the contact point on the shape. None if the shape has no edges.
pub(super) fn edges(p: &Placed, f: &Feature, x: Vec3, out: &mut Vec<(Vec3, Vec3)>) -> Option<Vec3> {
    out.clear();
    let between = |start: Vec3, end: Vec3| ((end - start).normalize_or_x().0, end);
    match &p.shape {
        Convex::Capsule { half, .. } => {
            // the line on the surface that runs through the contact
            let axis = p.mat.col(2);
            let t = (x - p.pos).dot(axis);
            out.push((axis, x + axis * (half - t)));
            Some(x + axis * (-t - half))
        }
        Convex::Cylinder { radius, half } => {
            let z = if f.corner[0] == 0 { 1.0 } else { -1.0 };
            let along = p.mat.col(2) * -z;
            let mut start = f.first;
            if p.margin > 0.0 {
                let local = p.mat.tr_mul_vec(start - p.pos);
                let across = local[0] * local[0] + local[1] * local[1];
                let scale = if across >= MINVAL * MINVAL {
                    radius / across.sqrt()
                } else {
                    0.0
                };
                start = p.to_world(Vec3::new(local[0] * scale, local[1] * scale, z * half));
            }
            out.push((along, start + along * (half + half)));
            Some(start)
        }
        Convex::Box { size } => {
            let at = |corner: i32| -> Vec3 {
                Vec3(core::array::from_fn(|i| {
                    if corner & (1 << i) != 0 {
                        size[i]
                    } else {
                        -size[i]
                    }
                }))
            };
            let corner = at(f.corner[0]);
            let start = p.to_world(corner);
            if f.dim == 2 {
                out.push(between(start, p.to_world(at(f.corner[1]))));
            } else {
                for axis in 0..3 {
                    let mut end = corner;
                    end[axis] = -end[axis];
                    out.push(between(start, p.to_world(end)));
                }
            }
            Some(start)
        }
        Convex::Mesh(mesh) => {
            let start = p.to_world(mesh.vertex(f.corner[0] as usize));
            if f.dim == 2 {
                let end = p.to_world(mesh.vertex(f.corner[1] as usize));
                out.push(between(start, end));
                return Some(start);
            }
            for &polygon in mesh.polygons_at(f.corner[0]) {
                let corners = mesh.polygon(polygon);
                let Some(j) = corners.iter().position(|&c| c == f.corner[0]) else {
                    continue;
                };
                let previous = corners[(j + corners.len() - 1) % corners.len()];
                let end = p.to_world(mesh.vertex(previous as usize));
                out.push(between(start, end));
            }
            Some(start)
        }
        _ => None,
    }
}

/// Corners of the sixteen-sided polygon that stands for the end of a cylinder: cosines and sines, to the digits
/// that reproduce reference results.
#[allow(clippy::approx_constant, reason = "rounded on purpose")]
const COS_16: [f64; 16] = [
    1.0,
    0.923879532511287,
    0.707106781186548,
    0.38268343236509,
    0.0,
    -0.38268343236509,
    -0.707106781186547,
    -0.923879532511287,
    -1.0,
    -0.923879532511287,
    -0.707106781186548,
    -0.38268343236509,
    0.0,
    0.38268343236509,
    0.707106781186547,
    0.923879532511287,
];
#[allow(clippy::approx_constant, reason = "rounded on purpose")]
const SIN_16: [f64; 16] = [
    0.0,
    0.38268343236509,
    0.707106781186547,
    0.923879532511287,
    1.0,
    0.923879532511287,
    0.707106781186548,
    0.38268343236509,
    0.0,
    -0.38268343236509,
    -0.707106781186547,
    -0.923879532511287,
    -1.0,
    -0.923879532511287,
    -0.707106781186548,
    -0.38268343236509,
];

/// Signs of the corners of the faces of a box, clockwise seen from outside.
const BOX_FACES: [[[f64; 3]; 4]; 6] = [
    [[1., 1., 1.], [1., 1., -1.], [1., -1., -1.], [1., -1., 1.]],
    [
        [-1., 1., -1.],
        [-1., 1., 1.],
        [-1., -1., 1.],
        [-1., -1., -1.],
    ],
    [[-1., 1., -1.], [1., 1., -1.], [1., 1., 1.], [-1., 1., 1.]],
    [
        [-1., -1., 1.],
        [1., -1., 1.],
        [1., -1., -1.],
        [-1., -1., -1.],
    ],
    [[-1., 1., 1.], [1., 1., 1.], [1., -1., 1.], [-1., -1., 1.]],
    [
        [1., 1., -1.],
        [-1., 1., -1.],
        [-1., -1., -1.],
        [1., -1., -1.],
    ],
];

/// The corners of a face in the world, clockwise seen from outside. A plane has a single point.
pub(super) fn face(p: &Placed, number: i32, out: &mut Vec<Vec3>) {
    out.clear();
    match &p.shape {
        Convex::HalfSpace => out.push(p.pos),
        Convex::Box { size } => {
            let signs = BOX_FACES.get(number as usize).unwrap_or(&BOX_FACES[0]);
            out.extend(
                signs
                    .iter()
                    .map(|&s| p.to_world(Vec3(s).component_mul(*size))),
            );
        }
        Convex::Cylinder { radius, half } => {
            let z = if number == 0 { 1.0 } else { -1.0 };
            out.extend(COS_16.iter().zip(&SIN_16).map(|(&cos, &sin)| {
                p.to_world(Vec3::new(radius * cos, z * (radius * -sin), z * half))
            }));
        }
        Convex::Mesh(mesh) => {
            let corners = mesh.polygon(number).iter().rev();
            out.extend(corners.map(|&i| p.to_world(mesh.vertex(i as usize))));
        }
        _ => {}
    }
}
