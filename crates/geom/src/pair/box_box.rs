//! Box against box.
//!
//! The axis of largest separation among the 15 of the separating-axis theorem decides. On a face of one box, the
//! opposing face of the other is clipped by its sides, and every corner of what remains is a contact, with the depth
//! below the face. Otherwise two edges cross: one contact between their nearest points.

use ligament_math::{MINVAL, Mat3, Vec3};

use crate::contact::{Pose, PreContact, PreContacts};

/// Rounding of separations, per unit of summed half lengths.
const SEPARATION_SLACK: f64 = 1e-13;
/// Squared sine below which two edges count as parallel.
const PARALLEL: f64 = 1e-16;
/// Component of an edge axis below which either of two edges supports it.
const AMBIGUOUS: f64 = 1e-9;
/// Squared distance, relative to the face, below which two clipped corners are the same.
const SAME_CORNER: f64 = 1e-14;
/// By how much, relatively, an edge axis must beat a face.
const EDGE_PENALTY: f64 = 1e-6;
/// Corners that clipping can need: four edges of a rectangle add one each.
const MAX_CORNERS: usize = 12;

/// The two boxes, each seen from the other.
struct Boxes<'a> {
    a: &'a Pose,
    half_a: Vec3,
    half_b: Vec3,
    /// Axes of b in a, as columns.
    rot: Mat3,
    /// Centre of b in a.
    b_in_a: Vec3,
    /// Centre of a in b.
    a_in_b: Vec3,
}

/// Axis that separates the boxes best.
#[derive(Clone, Copy)]
enum Axis {
    FaceA(usize),
    FaceB(usize),
    /// Cross product of edges: axis of a, axis of b.
    Edges(usize, usize),
}

/// Contacts of two boxes: up to eight on a face, or one between edges.
pub fn box_box(out: &mut PreContacts, margin: f64, a: &Pose, size_a: Vec3, b: &Pose, size_b: Vec3) {
    let between = b.pos - a.pos;
    let boxes = Boxes {
        a,
        half_a: size_a,
        half_b: size_b,
        rot: a.mat.tr_mul_mat(&b.mat),
        b_in_a: a.mat.tr_mul_vec(between),
        a_in_b: b.mat.tr_mul_vec(-between),
    };
    let extent: f64 = size_a.0.iter().chain(&size_b.0).sum();
    let reach = margin + SEPARATION_SLACK * extent;
    match boxes.best_axis(reach) {
        None => {}
        Some(Axis::Edges(i, j)) => boxes.edge_contact(out, reach, i, j),
        Some(Axis::FaceA(axis)) => BoxFace {
            pose: a,
            half: size_a,
            other_half: size_b,
            other_rot: boxes.rot,
            other_pos: boxes.b_in_a,
            axis,
            sign: 1.0,
        }
        .contacts(out, margin),
        Some(Axis::FaceB(axis)) => BoxFace {
            pose: b,
            half: size_b,
            other_half: size_a,
            other_rot: boxes.rot.transpose(),
            other_pos: boxes.a_in_b,
            axis,
            sign: -1.0,
        }
        .contacts(out, margin),
    }
}

impl Boxes<'_> {
    /// The axis of largest separation, or nothing when the boxes are farther apart than `reach` along some axis.
    fn best_axis(&self, reach: f64) -> Option<Axis> {
        let mut abs_rot = self.rot;
        for x in &mut abs_rot.0 {
            *x = x.abs();
        }
        let along_a = self.b_in_a.abs() - self.half_a - abs_rot.mul_vec(self.half_b);
        let along_b = self.a_in_b.abs() - self.half_b - abs_rot.tr_mul_vec(self.half_a);
        let mut face = Axis::FaceA(0);
        let mut face_sep = f64::NEG_INFINITY;
        for i in 0..3 {
            if along_a[i] > reach {
                return None;
            }
            if along_a[i] > face_sep {
                (face, face_sep) = (Axis::FaceA(i), along_a[i]);
            }
        }
        for j in 0..3 {
            if along_b[j] > reach {
                return None;
            }
            if along_b[j] > face_sep {
                (face, face_sep) = (Axis::FaceB(j), along_b[j]);
            }
        }
        let mut best = None;
        let mut best_sep = face_sep;
        for i in 0..3 {
            for j in 0..3 {
                let Some(sep) = self.edge_separation(i, j) else {
                    continue;
                };
                if sep > reach {
                    return None;
                }
                if sep - EDGE_PENALTY * sep.abs() > best_sep && sep > face_sep {
                    (best, best_sep) = (Some((i, j)), sep);
                }
            }
        }
        let Some((i, j)) = best else {
            return Some(face);
        };
        // an edge axis almost along the best face must be clearly better: faces hold stacks more steadily
        let axis = self.edge_axis(i, j);
        let aligned = match face {
            Axis::FaceB(f) => axis.dot(self.rot.col(f)).abs(),
            Axis::FaceA(f) => axis[f].abs(),
            Axis::Edges(..) => 0.0,
        };
        if aligned > 0.99 && best_sep < face_sep + 0.05 * face_sep.abs() + MINVAL {
            return Some(face);
        }
        Some(Axis::Edges(i, j))
    }

    /// Separation along the cross product of edge `i` of a and edge `j` of b; nothing when they are parallel.
    #[inline]
    fn edge_separation(&self, i: usize, j: usize) -> Option<f64> {
        let (i1, i2) = ((i + 1) % 3, (i + 2) % 3);
        let (j1, j2) = ((j + 1) % 3, (j + 2) % 3);
        let rot = |r: usize, c: usize| self.rot.0[3 * r + c];
        let (x, y) = (-rot(i2, j), rot(i1, j));
        let squared = x * x + y * y;
        if squared < PARALLEL {
            return None;
        }
        let inverse = 1.0 / squared.sqrt();
        let (x, y) = (x * inverse, y * inverse);
        let radius_a = self.half_a[i1] * x.abs() + self.half_a[i2] * y.abs();
        let radius_b = self.half_b[j1] * (x * rot(i1, j1) + y * rot(i2, j1)).abs()
            + self.half_b[j2] * (x * rot(i1, j2) + y * rot(i2, j2)).abs();
        Some((x * self.b_in_a[i1] + y * self.b_in_a[i2]).abs() - radius_a - radius_b)
    }

    /// Unit cross product of edge `i` of a and edge `j` of b, in a.
    fn edge_axis(&self, i: usize, j: usize) -> Vec3 {
        let mut unit = Vec3::ZERO;
        unit[i] = 1.0;
        unit.cross(self.rot.col(j)).normalize_or_x().0
    }

    /// Contact of two crossing edges.
    fn edge_contact(&self, out: &mut PreContacts, reach: f64, i: usize, j: usize) {
        let mut axis = self.edge_axis(i, j);
        if axis.dot(self.b_in_a) < 0.0 {
            axis = -axis;
        }
        let axis_in_b = self.rot.tr_mul_vec(axis);
        let corner_a = supporting_edge(axis, self.half_a, i);
        let corner_b = -supporting_edge(axis_in_b, self.half_b, j);
        let dir_b = self.rot.col(j);
        let cos = dir_b[i];
        let sin_squared = 1.0 - cos * cos;

        let mut best = f64::INFINITY;
        let mut witness = (Vec3::ZERO, Vec3::ZERO);
        for edge_a in ambiguous_edges(axis, corner_a, i) {
            let Some(edge_a) = edge_a else { continue };
            for edge_b in ambiguous_edges(axis_in_b, corner_b, j) {
                let Some(edge_b) = edge_b else { continue };
                let edge_b = self.b_in_a + self.rot.mul_vec(edge_b);
                let between = edge_b - edge_a;
                let (along_a, along_b) = (between[i], dir_b.dot(between));
                let clip = |x: f64, limit: f64| x.min(limit).max(-limit);
                let s = if sin_squared < MINVAL {
                    0.0
                } else {
                    (along_a - cos * along_b) / sin_squared
                };
                let s = clip(s, self.half_a[i]);
                let t = clip(cos * s - along_b, self.half_b[j]);
                let s = clip(along_a + cos * t, self.half_a[i]);
                let mut on_a = edge_a;
                on_a[i] += s;
                let on_b = edge_b + dir_b * t;
                let squared = (on_b - on_a).norm_squared();
                if squared < best {
                    best = squared;
                    witness = (on_a, on_b);
                }
            }
        }
        let (on_a, on_b) = witness;
        let dist = (on_b - on_a).dot(axis);
        if dist > reach {
            return;
        }
        out.push(PreContact {
            dist,
            pos: self.a.pos + self.a.mat.mul_vec((on_a + on_b) * 0.5),
            normal: self.a.mat.mul_vec(axis),
            tangent: Vec3::ZERO,
        });
    }
}

/// Middle of the edge along axis `along` that is farthest in direction `dir`.
fn supporting_edge(dir: Vec3, half: Vec3, along: usize) -> Vec3 {
    let sign = |k: usize| if dir[k] >= 0.0 { half[k] } else { -half[k] };
    let mut middle = Vec3::new(sign(0), sign(1), sign(2));
    middle[along] = 0.0;
    middle
}

/// The edge itself and, when a component of the axis across it says nothing, the edge on the other side.
fn ambiguous_edges(axis: Vec3, edge: Vec3, along: usize) -> [Option<Vec3>; 2] {
    let across = [(along + 1) % 3, (along + 2) % 3];
    let other = across
        .into_iter()
        .find(|&k| axis[k].abs() < AMBIGUOUS)
        .map(|k| {
            let mut other = edge;
            other[k] = -other[k];
            other
        });
    [Some(edge), other]
}

/// A face of one box and the other box in its frame.
struct BoxFace<'a> {
    pose: &'a Pose,
    half: Vec3,
    other_half: Vec3,
    /// Axes of the other box, as columns.
    other_rot: Mat3,
    other_pos: Vec3,
    axis: usize,
    /// +1 when the box of the face is the first of the pair.
    sign: f64,
}

impl BoxFace<'_> {
    /// One contact for every corner of the other box's opposing face, cut to this face, that lies within `margin`.
    fn contacts(&self, out: &mut PreContacts, margin: f64) {
        let a = self.axis;
        let (ax, ay) = ((a + 1) % 3, (a + 2) % 3);
        let side = if self.other_pos[a] >= 0.0 { 1.0 } else { -1.0 };
        let mut polygon = Polygon::new(self.opposing_face(side));
        polygon.clip(0, 1.0, self.half[ax]);
        polygon.clip(0, -1.0, self.half[ax]);
        polygon.clip(1, 1.0, self.half[ay]);
        polygon.clip(1, -1.0, self.half[ay]);

        let same = SAME_CORNER * (self.half[ax] * self.half[ax] + self.half[ay] * self.half[ay]);
        let normal = self.pose.mat.col(a) * (self.sign * side);
        let mut taken = Polygon::default();
        for corner in polygon.corners() {
            let twin = |other: &Vec3| {
                let (x, y) = (other[0] - corner[0], other[1] - corner[1]);
                x * x + y * y < same
            };
            if corner[2] > margin || taken.corners().iter().any(twin) {
                continue;
            }
            taken.push(*corner);
            let mut local = Vec3::ZERO;
            local[ax] = corner[0];
            local[ay] = corner[1];
            local[a] = side * (self.half[a] + 0.5 * corner[2]);
            out.push(PreContact {
                dist: corner[2],
                pos: self.pose.pos + self.pose.mat.mul_vec(local),
                normal,
                tangent: Vec3::ZERO,
            });
        }
    }

    /// Corners of the other box's face that looks against this one: two coordinates within this face and the height
    /// above it.
    fn opposing_face(&self, side: f64) -> [Vec3; 4] {
        let a = self.axis;
        let toward = self.other_rot.row(a);
        let mut b = 0;
        for k in 1..3 {
            if toward[k].abs() > toward[b].abs() {
                b = k;
            }
        }
        let facing = if side * toward[b] > 0.0 { -1.0 } else { 1.0 };
        let project = |v: Vec3| Vec3::new(v[(a + 1) % 3], v[(a + 2) % 3], side * v[a]);
        let edge = |k: usize| project(self.other_rot.col(k) * self.other_half[k]);
        let mut center =
            project(self.other_pos + self.other_rot.col(b) * (facing * self.other_half[b]));
        center[2] -= self.half[a];
        let (u, v) = (edge((b + 1) % 3), edge((b + 2) % 3));
        [
            center + u + v,
            center - u + v,
            center - u - v,
            center + u - v,
        ]
    }
}

/// A convex polygon over a face, with heights.
#[derive(Default)]
struct Polygon {
    points: [Vec3; MAX_CORNERS],
    len: usize,
}

impl Polygon {
    fn new(corners: [Vec3; 4]) -> Self {
        let mut polygon = Self::default();
        polygon.points[..4].copy_from_slice(&corners);
        polygon.len = 4;
        polygon
    }

    fn corners(&self) -> &[Vec3] {
        &self.points[..self.len]
    }

    fn push(&mut self, point: Vec3) {
        if let Some(slot) = self.points.get_mut(self.len) {
            *slot = point;
            self.len += 1;
        }
    }

    /// Keeps what satisfies `sign` · p[coordinate] ≤ `limit`.
    fn clip(&mut self, coordinate: usize, sign: f64, limit: f64) {
        let excess = |p: &Vec3| sign * p[coordinate] - limit;
        if self.corners().iter().all(|p| excess(p) <= 0.0) {
            return;
        }
        let mut kept = Self::default();
        for (k, p) in self.corners().iter().enumerate() {
            let q = &self.points[if k + 1 == self.len { 0 } else { k + 1 }];
            let (dp, dq) = (excess(p), excess(q));
            if dp <= 0.0 {
                kept.push(*p);
            }
            if (dp < 0.0 && dq > 0.0) || (dp > 0.0 && dq < 0.0) {
                kept.push(*p + (*q - *p) * (dp / (dp - dq)));
            }
        }
        *self = kept;
    }
}
