//! The shortest path of a string around a sphere or an infinite cylinder.
//!
//! The problem is solved in a plane: the one through the endpoints and the centre of a sphere, or the one across a
//! cylinder. There, let the path turn about the centre by a signed angle t. A straight segment between points at
//! distances l0 and l1 clears a circle of radius r as long as |t| <= a0 + a1, with cos(a) = r / l; otherwise the string
//! leaves the first point along the tangent at angle a0, follows the circle for |t| - a0 - a1, and meets the second point
//! along its tangent.
//!
//! Without a side point t is the smaller turn between the endpoints. With one, t is the turn of the polyline from the
//! first endpoint through the side point to the second. A side point inside the object asks for the opposite: the string
//! must pass through the circle, and bends at one point of it where incoming and outgoing angles are equal.

use std::f64::consts::{FRAC_PI_2, PI};

use ligament_math::{MINVAL, Mat3, Vec3, func};

/// Turns this much short of touching count as touching, when the segment touches.
const ONSET: f64 = 1e-9;

/// A point in the wrapping plane.
type PlanePoint = [f64; 2];

/// The object a string wraps around.
#[derive(Clone, Copy, Debug)]
pub struct Obstacle {
    /// Centre.
    pub pos: Vec3,
    /// Orientation; the axis of a cylinder is the third column.
    pub mat: Mat3,
    /// Radius.
    pub radius: f64,
    /// True for a cylinder, false for a sphere.
    pub cylinder: bool,
}

/// The part of a path that touches an obstacle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wrap {
    /// Where the string meets the obstacle and where it leaves it.
    pub points: [Vec3; 2],
    /// Length along the obstacle.
    pub length: f64,
}

/// The contact of the shortest path between two points with an obstacle; none if the straight segment is the path.
pub fn wrap(ends: [Vec3; 2], obstacle: &Obstacle, side: Option<Vec3>) -> Option<Wrap> {
    let local = |p: Vec3| obstacle.mat.tr_mul_vec(p - obstacle.pos);
    let p = ends.map(local);
    if p.iter().any(|p| p.norm() < MINVAL) || obstacle.radius < MINVAL {
        return None;
    }
    let axes = if obstacle.cylinder {
        [Vec3::X, Vec3::Y]
    } else {
        sphere_plane(p)
    };
    let flat = |v: Vec3| axes.map(|axis| v.dot(axis));
    let side = side.map(local);
    let arc = match side {
        Some(s) if s.norm() < obstacle.radius => inside(p.map(flat), obstacle.radius)?,
        _ => around(p.map(flat), side.map(flat), obstacle.radius)?,
    };
    let mut points = arc.points.map(|q| axes[0] * q[0] + axes[1] * q[1]);
    let mut length = arc.length;
    if obstacle.cylinder {
        length = climb(p, &mut points, length);
    }
    Some(Wrap {
        points: points.map(|q| obstacle.mat.mul_vec(q) + obstacle.pos),
        length,
    })
}

/// Axes of the plane through the centre of a sphere and two points, the first along the first point.
fn sphere_plane(p: [Vec3; 2]) -> [Vec3; 2] {
    let (first, _) = p[0].normalize_or_x();
    let (mut normal, sine) = p[0].cross(p[1]).normalize_or_x();
    if sine < MINVAL {
        // the points are in line with the centre: any plane will do
        let [x, y, z] = first.abs().0;
        let largest = if z > x && z > y {
            2
        } else if y > x && y > z {
            1
        } else {
            0
        };
        let mut other = Vec3::splat(1.0);
        other[largest] = 0.0;
        (normal, _) = first.cross(other).normalize_or_x();
    }
    [first, normal.cross(first).normalize_or_x().0]
}

/// Gives the touching points of a cylinder their heights, rising evenly along the path, and returns the length of the
/// helix between them.
fn climb(ends: [Vec3; 2], points: &mut [Vec3; 2], arc: f64) -> f64 {
    let reach = |i: usize| {
        let gap = ends[i] - points[i];
        func::hypot(gap[0], gap[1])
    };
    let (before, after) = (reach(0), reach(1));
    let total = before + arc + after;
    let rise = ends[1][2] - ends[0][2];
    points[0][2] = ends[0][2] + rise * before / total;
    points[1][2] = ends[0][2] + rise * (before + arc) / total;
    func::hypot(arc, points[1][2] - points[0][2])
}

/// A path along a circle.
struct Arc {
    points: [PlanePoint; 2],
    length: f64,
}

fn dot(a: PlanePoint, b: PlanePoint) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

fn norm(a: PlanePoint) -> f64 {
    dot(a, a).sqrt()
}

/// The signed angle from one direction to another, above -pi and up to pi.
fn turn(from: PlanePoint, to: PlanePoint) -> f64 {
    func::atan2(from[0] * to[1] - from[1] * to[0], dot(from, to))
}

/// Distance of a segment from the centre; none for a segment without length.
fn nearest(ends: [PlanePoint; 2]) -> Option<f64> {
    let across = [ends[1][0] - ends[0][0], ends[1][1] - ends[0][1]];
    let length_squared = dot(across, across);
    let along = (-dot(across, ends[0]) / length_squared).clamp(0.0, 1.0);
    let at = [0, 1].map(|k| ends[0][k] + along * across[k]);
    (length_squared >= MINVAL).then(|| norm(at))
}

/// The path around a circle.
fn around(ends: [PlanePoint; 2], side: Option<PlanePoint>, radius: f64) -> Option<Arc> {
    let distance = ends.map(norm);
    if distance.iter().any(|&l| l < radius) {
        return None;
    }
    let total = match side {
        Some(s) if norm(s) < MINVAL => turn(ends[0], [1.0, 0.0]) + turn([1.0, 0.0], ends[1]),
        Some(s) => turn(ends[0], s) + turn(s, ends[1]),
        None => turn(ends[0], ends[1]),
    };
    // sine and angle of each tangent
    let height = distance.map(|l| ((l - radius) * (l + radius)).sqrt());
    let tangent = height.map(|h| func::atan2(h, radius));
    let angle = total.abs() - tangent[0] - tangent[1];
    // at onset the distance of the segment decides, which is sharper than the angle
    let clear = nearest(ends)? > radius && total.abs() < PI;
    if clear || angle < -ONSET {
        return None;
    }
    let sense = if total < 0.0 { -1.0 } else { 1.0 };
    let touch = |i: usize, sense: f64| {
        let ([x, y], h, l) = (ends[i], sense * height[i], distance[i]);
        let scale = radius / (l * l);
        [scale * (radius * x - h * y), scale * (radius * y + h * x)]
    };
    Some(Arc {
        points: [touch(0, sense), touch(1, -sense)],
        length: radius * angle.max(0.0),
    })
}

/// The path through a circle from outside of it: one bend on the circle, of no length.
///
/// With A = r / l0, B = r / l1 and G the angle between the endpoints, the angle x between string and normal solves
/// asin(A sin x) + asin(B sin x) - 2 x + G = 0, and the bend lies at x - asin(A sin x) from the first endpoint.
fn inside(ends: [PlanePoint; 2], radius: f64) -> Option<Arc> {
    let distance = ends.map(norm);
    if distance.iter().any(|&l| l <= radius || l < MINVAL) {
        return None;
    }
    if nearest(ends).is_some_and(|d| d <= radius) {
        return None;
    }
    let angle = turn(ends[0], ends[1]).abs();
    if angle > PI - 1e-7 {
        return None;
    }
    let ratio = distance.map(|l| radius / l);
    let bend = match bend_angle(ratio, angle) {
        Some(x) => {
            let first = usize::from(turn(ends[0], ends[1]) <= 0.0);
            let (s, c) = func::sin_cos(x - func::asin(ratio[first] * func::sin(x)));
            let [x, y] = ends[first].map(|v| v / distance[first]);
            [radius * (c * x - s * y), radius * (s * x + c * y)]
        }
        None => {
            let middle = [0, 1].map(|k| 0.5 * (ends[0][k] + ends[1][k]));
            middle.map(|v| v * radius / norm(middle))
        }
    };
    Some(Arc {
        points: [bend, bend],
        length: 0.0,
    })
}

/// Newton's method from a right angle, where the function is concave and not positive: the iterates decrease towards the
/// root. None if there is no root below.
fn bend_angle(ratio: [f64; 2], angle: f64) -> Option<f64> {
    const TOLERANCE: f64 = 1e-6;
    const ITERATIONS: usize = 20;
    let mut x = FRAC_PI_2;
    for _ in 0..=ITERATIONS {
        let (s, c) = func::sin_cos(x);
        let (mut value, mut slope) = (angle - 2.0 * x, -2.0);
        for k in ratio {
            value += func::asin(k * s);
            slope += k * c / (1.0 - (k * s) * (k * s)).sqrt().max(MINVAL);
        }
        if value > TOLERANCE || slope > -MINVAL {
            return None;
        }
        if value.abs() <= TOLERANCE {
            return Some(x);
        }
        x -= value / slope;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn circle(cylinder: bool) -> Obstacle {
        Obstacle {
            pos: Vec3::ZERO,
            mat: Mat3::IDENTITY,
            radius: 1.0,
            cylinder,
        }
    }

    #[test]
    fn half_a_turn_around_a_cylinder() {
        let ends = [Vec3([1.0, -2.0, 0.0]), Vec3([-1.0, -2.0, 0.0])];
        assert_eq!(wrap(ends, &circle(true), None), None);
        let over = wrap(ends, &circle(true), Some(Vec3([0.0, 1.5, 0.0]))).map(|w| w.length);
        assert!((over.unwrap_or(0.0) - PI).abs() < 1e-14);
    }

    #[test]
    fn a_helix_has_the_length_of_its_unrolled_line() {
        let ends = [Vec3([1.0, -3.0, 0.0]), Vec3([1.0, 2.0, 1.0])];
        let shifted = ends.map(|p| p - Vec3([0.3, 0.0, 0.0]));
        let Some(w) = wrap(shifted, &circle(true), None) else {
            panic!("the segment crosses the cylinder");
        };
        let path = (w.points[0] - shifted[0]).norm() + w.length + (w.points[1] - shifted[1]).norm();
        let flat = ends.map(|p| Vec3([p[0], p[1], 0.0]) - Vec3([0.3, 0.0, 0.0]));
        let Some(f) = wrap(flat, &circle(true), None) else {
            panic!("the segment crosses the circle");
        };
        let plane = (f.points[0] - flat[0]).norm() + f.length + (f.points[1] - flat[1]).norm();
        assert!((path - plane.hypot(1.0)).abs() < 1e-13);
    }

    #[test]
    fn the_bend_inside_reflects_evenly() {
        let ends = [Vec3([2.0, 1.0, 0.0]), Vec3([1.0, 2.5, 0.0])];
        let Some(w) = wrap(ends, &circle(false), Some(Vec3::ZERO)) else {
            panic!("the segment misses the sphere");
        };
        let n = w.points[0];
        let angle = |p: Vec3| {
            let u = (p - n).normalize_or_x().0;
            u.dot(n)
        };
        assert!((n.norm() - 1.0).abs() < 1e-14);
        assert!((angle(ends[0]) - angle(ends[1])).abs() < 1e-6);
    }

    #[test]
    fn endpoints_inside_never_wrap() {
        let ends = [Vec3([0.5, 0.0, 0.0]), Vec3([0.0, 2.0, 0.0])];
        assert_eq!(wrap(ends, &circle(false), None), None);
        assert_eq!(
            wrap(ends, &circle(false), Some(Vec3([2.0, 0.0, 0.0]))),
            None
        );
    }
}
