//! The first polytope around the origin, from whatever simplex the search for nearest points left behind.
//!
//! A tetrahedron is taken as it is. A triangle gets a tip on either side, a segment three points around it; either
//! makes a double pyramid of six faces. Degenerate cases fall back to a simplex with fewer corners.

use ligament_math::{MINVAL, Mat3, Vec3};

use super::first::{DOUBLE_PYRAMID, SPINDLE, TETRAHEDRON};
use super::gjk::Simplex;
use super::polytope::Polytope;
use super::shape::Placed;
use super::simplex::{TINY2, det, largest_shadow, line_foot, shadow_areas, triangle};
use super::support::{Vertex, farthest};

/// Sine of 120 degrees, to the digits that reproduce reference results.
const SIN_120: f64 = 0.86602540378;

/// The two shapes and what is being built from them.
pub(super) struct Build<'s, 'a, 'b> {
    pub a: &'s mut Placed<'a>,
    pub b: &'s mut Placed<'b>,
    pub simplex: &'s mut Simplex,
    pub tolerance: f64,
}

impl Build<'_, '_, '_> {
    /// Makes the first polytope; false if the origin cannot be enclosed.
    pub fn polytope(&mut self, pt: &mut Polytope) -> bool {
        match self.simplex.n {
            2 => self.around_segment(pt),
            3 => self.around_triangle(pt, true),
            _ => self.around_tetrahedron(pt),
        }
    }

    /// The farthest point along a vector of length `norm`.
    fn farthest(&mut self, d: Vec3, norm: f64) -> Vertex {
        let dir = if norm > MINVAL { d / norm } else { Vec3::X };
        farthest(self.a, self.b, dir)
    }

    /// Goes back to fewer corners.
    fn reduce(&mut self, pt: &mut Polytope, corners: &[u16]) {
        for (slot, &i) in self.simplex.p.iter_mut().zip(corners) {
            *slot = pt.verts[i as usize];
        }
        self.simplex.n = corners.len();
        pt.clear();
    }

    fn around_tetrahedron(&mut self, pt: &mut Polytope) -> bool {
        for p in self.simplex.p {
            pt.push(p);
        }
        let v: [Vec3; 4] = core::array::from_fn(|i| pt.at(i as u16));
        pt.center = (v[0] + v[1] + v[2] + v[3]) * 0.25;
        let dist2 = pt.attach(TETRAHEDRON);
        if let Some(flat) = dist2.iter().position(|&d| d < TINY2) {
            self.reduce(pt, &TETRAHEDRON[flat].0);
            return self.around_triangle(pt, true);
        }
        for [p, q, r, s] in [[0, 1, 2, 3], [1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 1, 2]] {
            if !same_side(v[p], v[q], v[r], v[s]) {
                return false;
            }
        }
        pt.list_all();
        true
    }

    fn around_triangle(&mut self, pt: &mut Polytope, may_reduce: bool) -> bool {
        let [v1, v2, v3] = core::array::from_fn(|i| self.simplex.p[i].v);
        let n = (v2 - v1).cross(v3 - v1);
        let norm = n.norm();
        if norm < MINVAL {
            return false;
        }
        for i in 0..3 {
            pt.push(self.simplex.p[i]);
        }
        let below = self.farthest(-n, norm);
        let above = self.farthest(n, norm);
        let (i5, i4) = (pt.push(below), pt.push(above));
        let (v4, v5) = (above.v, below.v);
        if in_triangle(v1, v2, v3, v4) || in_triangle(v1, v2, v3, v5) {
            return false;
        }
        let flat = norm * MINVAL;
        if n.dot(v4 - v1) < flat || (-n).dot(v5 - v1) < flat {
            return false;
        }

        let mut corner = [0, 1, 2, i4, i5];
        let (sense, volume) = crossing(v4, v5, [v1, v2, v3]);
        let double = sense || turn_double_pyramid(&mut corner, volume);
        let mut nearest = [f64::MAX; 6];
        if double {
            let c = corner.map(|i| pt.at(i));
            pt.center = (c[0] + c[1] + c[2] + c[3] + c[4]) * 0.2;
            nearest =
                pt.attach(DOUBLE_PYRAMID.map(|(v, adj)| (v.map(|k| corner[k as usize]), adj)));
        } else {
            corner = [corner[0], corner[1], corner[3], corner[4], corner[4]];
            let c = corner.map(|i| pt.at(i));
            pt.center = (c[0] + c[1] + c[2] + c[3]) * 0.25;
            let dist2 = pt.attach(TETRAHEDRON.map(|(v, adj)| (v.map(|k| corner[k as usize]), adj)));
            nearest[..4].copy_from_slice(&dist2);
        }
        if nearest.iter().any(|&d| d < TINY2) {
            return may_reduce && self.around_edge_of(pt);
        }
        if !self.encloses_origin(pt, &corner, double, &nearest) {
            return false;
        }
        pt.list_all();
        true
    }

    /// The triangle has the origin on one of its edges.
    fn around_edge_of(&mut self, pt: &mut Polytope) -> bool {
        for (i, j) in [(0, 1), (1, 2), (2, 0)] {
            if origin_on_edge(pt.at(i), pt.at(j)) {
                self.reduce(pt, &[i, j]);
                return self.around_segment(pt);
            }
        }
        false
    }

    /// Whether the origin lies inside of every face, or no farther outside than the tolerance.
    fn encloses_origin(
        &self,
        pt: &Polytope,
        corner: &[u16; 5],
        double: bool,
        dist2: &[f64; 6],
    ) -> bool {
        let tolerance2 = self.tolerance * self.tolerance;
        let c = corner.map(|i| pt.at(i));
        let inside = |k: usize, face: [u16; 3], opposite: usize| {
            let [p, q, r] = face.map(|i| c[i as usize]);
            same_side(p, q, r, c[opposite]) || dist2[k] < tolerance2
        };
        if double {
            let opposite = [2, 1, 0, 2, 1, 0];
            (0..6).all(|k| inside(k, DOUBLE_PYRAMID[k].0, opposite[k]))
        } else {
            let opposite = [3, 2, 1, 0];
            (0..4).all(|k| inside(k, TETRAHEDRON[k].0, opposite[k]))
        }
    }

    fn around_segment(&mut self, pt: &mut Polytope) -> bool {
        let [v1, v2] = [self.simplex.p[0].v, self.simplex.p[1].v];
        pt.push(self.simplex.p[0]);
        pt.push(self.simplex.p[1]);
        let along = v2 - v1;
        let length2 = along.norm_squared();

        // three directions across the segment
        let mut thin = 0;
        for i in 1..3 {
            if along[i].abs() < along[thin].abs() {
                thin = i;
            }
        }
        let mut e = Vec3::ZERO;
        e[thin] = 1.0;
        let turn = third_of_turn(along, length2.sqrt());
        let d1 = e.cross(along);
        let d2 = turn.mul_vec(d1);
        let d3 = turn.mul_vec(d2);
        for d in [d1, d2, d3] {
            let w = self.farthest(d, d.norm());
            pt.push(w);
        }
        self.widen(pt, along, length2);

        let c: [Vec3; 5] = core::array::from_fn(|i| pt.at(i as u16));
        pt.center = (c[0] + c[1] + c[2] + c[3] + c[4]) * 0.2;
        let dist2 = pt.attach(SPINDLE);
        if let Some(flat) = dist2.iter().position(|&d| d < TINY2) {
            let [p, q] = [[2, 3], [4, 2], [3, 4]][flat % 3];
            self.replace_by_triangle(pt, p, q);
            return self.around_triangle(pt, false);
        }
        if !crossing(c[0], c[1], [c[2], c[3], c[4]]).0 {
            return false;
        }
        pt.list_all();
        true
    }

    /// If the three points around the segment do not enclose it, looks for a better point where they do least.
    fn widen(&mut self, pt: &mut Polytope, along: Vec3, length2: f64) {
        let v1 = pt.at(0);
        let least = length2 * MINVAL * length2.sqrt();
        let volumes = |p: [Vec3; 3]| {
            let [a, b, c] = p.map(|p| p - v1);
            [det(a, b, along), det(b, c, along), det(c, a, along)]
        };
        let encloses = |p: [Vec3; 3]| {
            let v = volumes(p);
            v.iter().all(|&v| v >= least) || v.iter().all(|&v| v <= -least)
        };
        let ring: [Vec3; 3] = core::array::from_fn(|i| pt.at(i as u16 + 2));
        if encloses(ring) {
            return;
        }
        let [s1, s2, s3] = volumes(ring);
        let (i, j, k) = if s2 >= s1 && s3 >= s1 {
            (0, 1, 2)
        } else if s2 > s1 || s2 > s3 {
            (2, 0, 1)
        } else {
            (1, 2, 0)
        };
        let side = ring[j] - ring[i];
        let lean = if 0.5 * length2 <= along.dot(ring[k] - v1) {
            0.001
        } else {
            -0.001
        };
        let d = side.cross(along) + along * (side.norm() * lean);
        let w = self.farthest(d, d.norm());
        let [p, q, r] = [ring[i], ring[j], ring[k]];
        let place = if encloses([w.v, q, r]) {
            i
        } else if encloses([p, w.v, r]) {
            j
        } else if encloses([p, q, w.v]) {
            k
        } else {
            return;
        };
        pt.replace(place + 2, w);
    }

    /// Goes on with the better of the triangles that two points make with either end of the segment.
    fn replace_by_triangle(&mut self, pt: &mut Polytope, p: u16, q: u16) {
        let area = |end: u16, p: u16, q: u16| {
            let v = pt.at(end);
            (pt.at(p) - v).cross(pt.at(q) - v).norm_squared()
        };
        let (first, second) = (area(0, p, q), area(1, q, p));
        let take_second = if first < MINVAL && second >= MINVAL {
            true
        } else if first >= MINVAL && second < MINVAL {
            false
        } else {
            let distance = |i: [u16; 3]| {
                let [a, b, c] = i.map(|i| pt.at(i));
                let (_, [l0, l1, l2]) = triangle([a, b, c]);
                (a * l0 + b * l1 + c * l2).norm_squared()
            };
            distance([0, p, q]) > distance([1, q, p])
        };
        let corners = if take_second { [1, q, p] } else { [0, p, q] };
        self.reduce(pt, &corners);
    }
}

/// Whether the origin and `s` are on the same side of the plane through three points.
fn same_side(p: Vec3, q: Vec3, r: Vec3, s: Vec3) -> bool {
    let n = (q - p).cross(r - p);
    let (other, origin) = (n.dot(s - p), n.dot(-p));
    (other > 0.0 && origin > 0.0) || (other < 0.0 && origin < 0.0)
}

/// Whether a point lies in a triangle.
fn in_triangle(a: Vec3, b: Vec3, c: Vec3, p: Vec3) -> bool {
    let w = affine(a, b, c, p);
    if w.iter().any(|&w| w < 0.0) {
        return false;
    }
    (a * w[0] + b * w[1] + c * w[2] - p).norm() < MINVAL
}

/// Affine coordinates of a point in the plane of a triangle.
pub(super) fn affine(a: Vec3, b: Vec3, c: Vec3, p: Vec3) -> [f64; 3] {
    let (x, y, _) = largest_shadow((b - a).cross(c - a));
    let areas = shadow_areas([a, b, c], p, x, y);
    let sum = areas[2] + (areas[0] + areas[1]);
    [areas[0] / sum, areas[1] / sum, areas[2] / sum]
}

/// Whether the line from `p` to `q` passes through a triangle, and the volumes that tell.
fn crossing(p: Vec3, q: Vec3, triangle: [Vec3; 3]) -> (bool, [f64; 3]) {
    let [a, b, c] = triangle.map(|t| t - p);
    let along = q - p;
    let v = [det(a, b, along), det(b, c, along), det(c, a, along)];
    let passes = v.iter().all(|&v| v >= 0.0) || v.iter().all(|&v| v <= 0.0);
    (passes, v)
}

/// The line between the tips misses the triangle. If it misses clearly beyond one corner, the double pyramid is
/// turned so that its new axis lies inside; otherwise the four corners of a tetrahedron come to the places
/// 0, 1, 3 and 4.
fn turn_double_pyramid(c: &mut [u16; 5], v: [f64; 3]) -> bool {
    let clear = |positive: usize| {
        (0..3).all(|i| {
            if i == positive {
                v[i] > 0.0
            } else {
                v[i] < -MINVAL
            }
        })
    };
    let [a, b, d, above, below] = *c;
    if clear(0) {
        *c = [d, below, above, a, b];
        return true;
    }
    if clear(1) {
        *c = [a, below, above, b, d];
        return true;
    }
    if clear(2) {
        *c = [b, below, above, d, a];
        return true;
    }
    if v[1] >= v[0] && v[2] >= v[0] {
        // the edge between the first two corners stays
    } else if v[0] >= v[1] && v[2] >= v[1] {
        (c[0], c[1]) = (b, d);
    } else {
        (c[0], c[1]) = (d, a);
    }
    false
}

fn origin_on_edge(a: Vec3, b: Vec3) -> bool {
    if a.dot(b) >= 0.0 {
        return false;
    }
    let along = b - a;
    let length2 = along.norm_squared();
    length2 >= TINY2 && line_foot(b, along, length2).norm_squared() < TINY2
}

/// Rotation by 120 degrees about an axis of a given length.
fn third_of_turn(axis: Vec3, length: f64) -> Mat3 {
    const COS: f64 = -0.5;
    const VERSINE: f64 = 1.0 - COS;
    let [x, y, z] = (axis / length).0;
    Mat3([
        COS + x * x * VERSINE,
        x * y * VERSINE - z * SIN_120,
        x * z * VERSINE + y * SIN_120,
        y * x * VERSINE + z * SIN_120,
        COS + y * y * VERSINE,
        y * z * VERSINE - x * SIN_120,
        x * z * VERSINE - y * SIN_120,
        y * z * VERSINE + x * SIN_120,
        COS + z * z * VERSINE,
    ])
}
