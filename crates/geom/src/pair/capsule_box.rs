//! Capsule against box: the ball around the point of the capsule's segment nearest to the box, and a second one where
//! the segment stays above the same face or edge.
//!
//! Everything is in the frame of the box; points of the segment are c + t h with t in [−1, 1].

use ligament_math::{MINVAL, Vec3};

use super::sphere_box::ball_box;
use crate::contact::{Pose, PreContacts};

/// The capsule's segment in the frame of the box.
struct CapsuleAxis {
    center: Vec3,
    /// Unit direction.
    axis: Vec3,
    /// From the centre to the upper end.
    half: Vec3,
    half_length: f64,
}

impl CapsuleAxis {
    fn at(&self, t: f64) -> Vec3 {
        self.center + self.half * t
    }

    /// The octant its direction points to: bit i is set when coordinate i is positive.
    fn octant(&self) -> usize {
        (0..3).filter(|&i| self.half[i] > 0.0).map(|i| 1 << i).sum()
    }
}

/// What the nearest point of the box lies on. Corners are numbered by the signs of their coordinates, bit i for +.
enum BoxFeature {
    /// A face (or the inside, without an axis) below the end of the segment at `end` = ±1.
    Face { axis: Option<usize>, end: f64 },
    /// The inside of the edge along `axis` at `along` in [−1, 1]; `corner` is its lower end.
    Edge {
        axis: usize,
        along: f64,
        corner: usize,
    },
    /// A corner.
    Corner(usize),
}

/// The nearest pair of points of segment and box.
struct NearestFeature {
    squared: f64,
    /// Point of the segment.
    t: f64,
    feature: Option<BoxFeature>,
}

/// Contacts of a capsule and a box: one or two.
pub fn capsule_box(
    out: &mut PreContacts,
    margin: f64,
    a: &Pose,
    size_a: Vec3,
    b: &Pose,
    size_b: Vec3,
) {
    let axis = b.mat.tr_mul_vec(a.mat.col(2));
    let segment = CapsuleAxis {
        center: b.mat.tr_mul_vec(a.pos - b.pos),
        axis,
        half: axis * size_a[1],
        half_length: size_a[1],
    };
    let mut nearest = NearestFeature {
        squared: f64::INFINITY,
        t: 0.0,
        feature: None,
    };
    near_ends(&segment, size_b, &mut nearest);
    near_edges(&segment, size_b, &mut nearest);
    let second = match nearest.feature {
        None => return,
        Some(BoxFeature::Face { axis: None, .. }) => None,
        Some(BoxFeature::Face {
            axis: Some(face),
            end,
        }) => Some(above_face(&segment, size_b, face, end)),
        Some(BoxFeature::Edge {
            axis,
            along,
            corner,
        }) => beside_edge(&segment, size_b, nearest.t, axis, along, corner),
        Some(BoxFeature::Corner(corner)) => beside_corner(&segment, size_b, nearest.t, corner),
    };
    for t in [Some(nearest.t), second.map(|offset| nearest.t + offset)] {
        let Some(t) = t else { continue };
        let center = b.pos + b.mat.mul_vec(segment.at(t));
        if let Some(contact) = ball_box(margin, center, size_a[0], b, size_b) {
            out.push(contact);
        }
    }
}

/// Ends of the segment that lie over a face or inside.
fn near_ends(segment: &CapsuleAxis, half: Vec3, nearest: &mut NearestFeature) {
    for end in [-1.0, 1.0] {
        let point = segment.at(end);
        let mut squared = 0.0;
        let mut outside = 0;
        let mut axis = None;
        for i in 0..3 {
            let excess = point[i].abs() - half[i];
            if excess > 0.0 {
                squared += excess * excess;
                outside += 1;
                axis = Some(i);
            }
        }
        if outside <= 1 && squared < nearest.squared {
            *nearest = NearestFeature {
                squared,
                t: end,
                feature: Some(BoxFeature::Face { axis, end }),
            };
        }
    }
}

/// Edges of the box against the segment. Edges parallel to it are left to others.
fn near_edges(segment: &CapsuleAxis, half: Vec3, nearest: &mut NearestFeature) {
    let length_squared = segment.half_length * segment.half_length;
    for axis in 0..3 {
        let edge = half[axis];
        let (aa, ab, bb) = (edge * edge, -edge * segment.half[axis], length_squared);
        let det = aa * bb - ab * ab;
        if det.abs() < MINVAL {
            continue;
        }
        let inverse = 1.0 / det;
        for corner in (0..8).filter(|corner| corner >> axis & 1 == 0) {
            // middle of the edge, from the centre of the segment
            let mut middle = signed(half, corner);
            middle[axis] = 0.0;
            let from_segment = middle - segment.center;
            let u = -edge * from_segment[axis];
            let v = segment.half.dot(from_segment);

            let mut along = (bb * u - ab * v) * inverse;
            let mut t = (aa * v - ab * u) * inverse;
            // an edge once left counts as its corner, even when the end of the segment leads back onto it
            let mut corner_side = 0.0;
            if along.abs() > 1.0 {
                corner_side = along.signum();
                along = corner_side;
                t = (v - ab * along) * (1.0 / bb);
            }
            if t.abs() > 1.0 {
                t = t.signum();
                along = (u - ab * t) * (1.0 / aa);
                if along.abs() > 1.0 {
                    corner_side = along.signum();
                    along = corner_side;
                }
            }
            let mut gap = from_segment - segment.half * t;
            gap[axis] += edge * along;
            let squared = gap.norm_squared();
            // a clear improvement only: a segment along an edge would flicker between its neighbours
            if squared < nearest.squared - MINVAL {
                let feature = if corner_side == 0.0 {
                    BoxFeature::Edge {
                        axis,
                        along,
                        corner,
                    }
                } else if corner_side > 0.0 {
                    BoxFeature::Corner(corner | 1 << axis)
                } else {
                    BoxFeature::Corner(corner)
                };
                *nearest = NearestFeature {
                    squared,
                    t,
                    feature: Some(feature),
                };
            }
        }
    }
}

/// Coordinates of a corner.
fn signed(half: Vec3, corner: usize) -> Vec3 {
    let sign = |i: usize| {
        if corner >> i & 1 == 1 {
            half[i]
        } else {
            -half[i]
        }
    };
    Vec3::new(sign(0), sign(1), sign(2))
}

/// From an end over a face: along the segment until it leaves the face.
fn above_face(segment: &CapsuleAxis, half: Vec3, face: usize, end: f64) -> f64 {
    let start = segment.at(end);
    let mut length: f64 = 2.0;
    for i in (0..3).filter(|&i| i != face) {
        for border in [half[i], -half[i]] {
            let reach = (border - start[i]) / segment.half[i] * -end;
            if reach > 0.0 {
                length = length.min(reach);
            }
        }
    }
    -end * length
}

/// From a corner: along the edge that the segment follows, or over the face it is spread above. A segment that points
/// at the corner or away from it has no second point.
fn beside_corner(segment: &CapsuleAxis, half: Vec3, t: f64, corner: usize) -> Option<f64> {
    let relation = segment.octant() ^ corner;
    // the one axis that differs from (or, with all bits turned, agrees with) the direction to the corner
    let (axis, dir) = match relation {
        1 | 2 | 4 => (relation.trailing_zeros() as usize, 1.0),
        6 | 5 | 3 => ((7 - relation).trailing_zeros() as usize, -1.0),
        _ => return None,
    };
    let crossing = |i: usize| 2.0 * half[i] / segment.half[i].abs();
    if segment.axis[axis] * segment.axis[axis] > 0.5 {
        Some(dir * (1.0 - dir * t).min(crossing(axis)))
    } else {
        let length = (1.0 + dir * t)
            .min(crossing((axis + 1) % 3))
            .min(crossing((axis + 2) % 3));
        Some(-dir * length)
    }
}

/// From inside an edge: over the face with which the segment has the smaller angle. A segment across the edge that
/// leaves both faces has no second point.
fn beside_edge(
    segment: &CapsuleAxis,
    half: Vec3,
    t: f64,
    edge: usize,
    along: f64,
    corner: usize,
) -> Option<f64> {
    let octant = segment.octant();
    let relation = (octant ^ corner) & !(1 << edge);
    if !relation.is_power_of_two() {
        return None;
    }
    let (next, last) = ((edge + 1) % 3, (edge + 2) % 3);
    // across: the direction within that face
    let across = if segment.axis[next].abs() > segment.axis[last].abs() {
        next
    } else {
        last
    };
    let forward = relation >> across & 1 == 1;
    let dir = if forward { 1.0 } else { -1.0 };
    let same_way = (octant >> edge & 1 == 1) == forward;
    let rest_of_edge = if same_way { 1.0 - along } else { 1.0 + along };
    let length = (1.0 - dir * t)
        .min(2.0 * half[across] / segment.half[across].abs())
        .min(half[edge] * rest_of_edge / segment.half[edge].abs());
    Some(dir * length)
}
