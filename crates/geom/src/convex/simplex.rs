//! The point of a simplex that is nearest to the origin, as barycentric weights.
//!
//! Signed volumes (Montanari, Petrinic and Barbieri, "Improving the GJK algorithm for faster and more reliable
//! distance queries", 2017): the origin is projected onto the affine hull; if the projection lies outside, the
//! faces that it sees are tried.

use ligament_math::{MINVAL, Vec3};

/// Squares of lengths below this count as zero.
pub(super) const TINY2: f64 = MINVAL * MINVAL;

/// Twice the oriented volume spanned by three vectors.
#[inline(always)]
pub(super) fn det(a: Vec3, b: Vec3, c: Vec3) -> f64 {
    a.dot(b.cross(c))
}

#[inline(always)]
fn same_sign(a: f64, b: f64) -> bool {
    (a > 0.0 && b > 0.0) || (a < 0.0 && b < 0.0)
}

/// The foot of the origin on the line through `q` along a vector of squared length `along2`.
#[inline(always)]
pub(super) fn line_foot(q: Vec3, along: Vec3, along2: f64) -> Vec3 {
    q + along * (-q.dot(along) / along2)
}

/// The foot of the origin on the plane through three points. The normal is taken at the corner where it is
/// good enough first. None if the points are collinear.
#[inline(always)]
pub(super) fn plane_foot(v1: Vec3, v2: Vec3, v3: Vec3) -> Option<Vec3> {
    let n = (v3 - v2).cross(v2 - v1);
    let nn = n.norm_squared();
    let height = n.dot(v2);
    if height != 0.0 && nn > MINVAL {
        return Some(n * (height / nn));
    }
    if nn == 0.0 {
        None
    } else {
        plane_foot_at_others(v1, v2, v3)
    }
}

#[cold]
fn plane_foot_at_others(v1: Vec3, v2: Vec3, v3: Vec3) -> Option<Vec3> {
    let d31 = v3 - v1;
    let n = (v2 - v1).cross(d31);
    let nn = n.norm_squared();
    if nn == 0.0 {
        return None;
    }
    let height = n.dot(v1);
    if height != 0.0 && nn > MINVAL {
        return Some(n * (height / nn));
    }

    let n = d31.cross(v3 - v2);
    let nn = n.norm_squared();
    if nn == 0.0 {
        return None;
    }
    Some(n * (n.dot(v3) / nn))
}

/// The nearest point of a segment, and the weights of its ends.
#[inline(always)]
fn segment(s1: Vec3, s2: Vec3) -> (Vec3, [f64; 2]) {
    let along = s2 - s1;
    let length2 = along.norm_squared();
    if length2 < TINY2 {
        return (s2, [0.0, 1.0]);
    }
    let foot = line_foot(s2, along, length2);

    // the coordinate in which the segment is longest
    let mut axis = 0;
    let mut longest = s1[0] - s2[0];
    for i in 1..3 {
        let length = s1[i] - s2[i];
        if length.abs() >= longest.abs() {
            (axis, longest) = (i, length);
        }
    }
    let c1 = foot[axis] - s2[axis];
    let c2 = s1[axis] - foot[axis];
    match (same_sign(longest, c1), same_sign(longest, c2)) {
        (true, true) => (foot, [c1 / longest, c2 / longest]),
        (false, _) => (s2, [0.0, 1.0]),
        (true, false) => (s1, [1.0, 0.0]),
    }
}

/// The two coordinates in which the shadow of a triangle with this normal is largest, and the oriented area
/// of that shadow. The second shadow is seen from its other side.
#[inline(always)]
pub(super) fn largest_shadow(n: Vec3) -> (usize, usize, f64) {
    let [x, y, z] = n.abs().0;
    if x >= y && x >= z {
        (1, 2, n[0])
    } else if y >= z {
        (0, 2, -n[1])
    } else {
        (0, 1, n[2])
    }
}

/// Oriented areas of the triangles that `p` makes with the sides of a triangle, seen along an axis.
#[inline(always)]
pub(super) fn shadow_areas(s: [Vec3; 3], p: Vec3, x: usize, y: usize) -> [f64; 3] {
    let [s1, s2, s3] = s;
    let (a0, a1) = (s1[x] - p[x], s1[y] - p[y]);
    let (b0, b1) = (s2[x] - p[x], s2[y] - p[y]);
    let (c0, c1) = (s3[x] - p[x], s3[y] - p[y]);
    [b0 * c1 - c0 * b1, c0 * a1 - a0 * c1, a0 * b1 - b0 * a1]
}

/// The nearest point of a triangle, and the weights of its corners.
#[inline(always)]
pub(super) fn triangle(s: [Vec3; 3]) -> (Vec3, [f64; 3]) {
    let [s1, s2, s3] = s;
    let mut inside = [false; 3];
    if let Some(foot) = plane_foot(s1, s2, s3) {
        let n = (s2 - s1).cross(s3 - s1);
        let (x, y, area) = largest_shadow(n);
        let c = shadow_areas([s1, s2, s3], foot, x, y);
        inside = [
            same_sign(area, c[0]),
            same_sign(area, c[1]),
            same_sign(area, c[2]),
        ];
        if inside[0] && inside[1] && inside[2] {
            let sum = c[0] + c[1] + c[2];
            return (foot, [c[0] / sum, c[1] / sum, c[2] / sum]);
        }
    }

    // the nearest of the sides that the foot is beyond
    let mut point = Vec3::ZERO;
    let mut weights = [0.0; 3];
    let mut nearest = f64::MAX;
    for (k, [i, j]) in [[1, 2], [0, 2], [0, 1]].into_iter().enumerate() {
        if inside[k] {
            continue;
        }
        let (foot, [l0, l1]) = segment(s[i], s[j]);
        let d = (s[i] * l0 + s[j] * l1).norm_squared();
        if k == 0 || d < nearest {
            (nearest, point) = (d, foot);
            weights = [0.0; 3];
            (weights[i], weights[j]) = (l0, l1);
        }
    }
    (point, weights)
}

/// The nearest point of a tetrahedron, and the weights of its corners. A tetrahedron around the origin has no use for
/// the point.
#[inline(always)]
fn tetrahedron(s: &[Vec3; 4]) -> (Vec3, [f64; 4]) {
    let [s1, s2, s3, s4] = *s;
    let c = [
        -det(s2, s3, s4),
        det(s1, s3, s4),
        -det(s1, s2, s4),
        det(s1, s2, s3),
    ];
    let volume = c[0] + c[1] + c[2] + c[3];
    let inside = [
        same_sign(volume, c[0]),
        same_sign(volume, c[1]),
        same_sign(volume, c[2]),
        same_sign(volume, c[3]),
    ];
    if inside[0] && inside[1] && inside[2] && inside[3] {
        let weights = [c[0] / volume, c[1] / volume, c[2] / volume, c[3] / volume];
        return (Vec3::ZERO, weights);
    }

    // the nearest of the faces that the origin is beyond
    let mut point = Vec3::ZERO;
    let mut weights = [0.0; 4];
    let mut nearest = f64::MAX;
    let faces = [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]];
    for (k, [i, j, m]) in faces.into_iter().enumerate() {
        if inside[k] {
            continue;
        }
        let (foot, [l0, l1, l2]) = triangle([s[i], s[j], s[m]]);
        let d = (s[i] * l0 + s[j] * l1 + s[m] * l2).norm_squared();
        if k == 0 || d < nearest {
            (nearest, point) = (d, foot);
            weights = [0.0; 4];
            (weights[i], weights[j], weights[m]) = (l0, l1, l2);
        }
    }
    (point, weights)
}

/// The nearest point of a simplex with `n` corners, as the foot of the origin on the plane or line of the corners that
/// it needs, which is more accurate than their weighted sum; and the weights of the corners.
#[inline(always)]
pub(super) fn nearest(s: &[Vec3; 4], n: usize, weights: &mut [f64; 4]) -> Vec3 {
    let point;
    match n {
        4 => (point, *weights) = tetrahedron(s),
        3 => {
            (point, [weights[0], weights[1], weights[2]]) = triangle([s[0], s[1], s[2]]);
            weights[3] = 0.0;
        }
        2 => {
            (point, [weights[0], weights[1]]) = segment(s[0], s[1]);
            (weights[2], weights[3]) = (0.0, 0.0);
        }
        _ => (point, *weights) = (s[0], [1.0, 0.0, 0.0, 0.0]),
    }
    point
}
