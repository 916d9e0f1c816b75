//! The first four vertices of a hull, chosen far apart.
//!
//! The points of smallest and largest x, then the point that spans the largest area with them as seen along
//! z, then the one that spans the largest volume. The extreme points along the axes are tried before all the
//! others; the rest are searched only when those span too little.

use super::{HullError, predicate};
use ligament_math::{MINVAL, Vec3};

/// A spread below this fraction of what the size of the cloud suggests calls for a search of all points.
const NARROW: f64 = 1e-3;

/// Four points that span a volume, given at least four points.
pub(super) fn initial_simplex(points: &[Vec3]) -> Result<[u32; 4], HullError> {
    let extremes = axis_extremes(points);
    let width = (0..3)
        .map(|k| points[extremes[2 * k + 1] as usize][k] - points[extremes[2 * k] as usize][k])
        .fold(0.0, f64::max);
    let at = |i: u32| points[i as usize];
    let (a, b) = (extremes[0], extremes[1]);
    let length = at(b)[0] - at(a)[0];
    let area = |p: u32| {
        let (u, v) = (at(a) - at(p), at(b) - at(p));
        (u[0] * v[1] - u[1] * v[0]).abs()
    };
    let c = widest(points, &extremes, area, length * width).ok_or(HullError::Coplanar)?;
    let spanned = area(c);
    let volume = |p: u32| {
        (at(a) - at(p))
            .dot((at(b) - at(p)).cross(at(c) - at(p)))
            .abs()
    };
    let d = widest(points, &extremes, volume, spanned * width).ok_or(HullError::Coplanar)?;
    if predicate::side(at(a), at(b), at(c), at(d)) != 0 {
        return Ok([a, b, c, d]);
    }
    // rounding chose badly: settle for any point off the plane
    (0..points.len() as u32)
        .find(|&p| predicate::side(at(a), at(b), at(c), at(p)) != 0)
        .map(|p| [a, b, c, p])
        .ok_or(HullError::Coplanar)
}

/// The point with the largest positive measure: of the extremes if they reach a fair part of `expected`, of
/// all points otherwise.
fn widest(
    points: &[Vec3],
    extremes: &[u32; 6],
    measure: impl Fn(u32) -> f64,
    expected: f64,
) -> Option<u32> {
    let (mut best, mut largest) = (None, 0.0);
    let mut consider = |p: u32| {
        let m = measure(p);
        if m > largest {
            (best, largest) = (Some(p), m);
        }
        largest
    };
    let mut reached = 0.0;
    for &p in extremes {
        reached = consider(p);
    }
    if reached < NARROW * expected || reached == 0.0 {
        for p in 0..points.len() as u32 {
            consider(p);
        }
    }
    best
}

/// The first points with the smallest and largest coordinate along each axis: min x, max x, min y, ….
fn axis_extremes(points: &[Vec3]) -> [u32; 6] {
    let mut extremes = [0_u32; 6];
    for (i, p) in points.iter().enumerate() {
        for k in 0..3 {
            if p[k] < points[extremes[2 * k] as usize][k] {
                extremes[2 * k] = i as u32;
            }
            if p[k] > points[extremes[2 * k + 1] as usize][k] {
                extremes[2 * k + 1] = i as u32;
            }
        }
    }
    extremes
}

/// Refuses points that coincide, or that lie on a line or in a plane up to rounding.
pub(super) fn check_dimension(points: &[Vec3]) -> Result<(), HullError> {
    let Some((&origin, rest)) = points.split_first() else {
        return Err(HullError::TooFewPoints);
    };
    let size = points
        .iter()
        .flat_map(|p| p.0)
        .fold(0.0_f64, |m, x| m.max(x.abs()));
    let arms = || rest.iter().map(|&p| p - origin);
    let longest = |vectors: &mut dyn Iterator<Item = Vec3>| {
        vectors.fold(Vec3::ZERO, |best, v| {
            if v.norm_squared() > best.norm_squared() {
                v
            } else {
                best
            }
        })
    };
    let along = longest(&mut arms());
    let length = along.norm();
    if length <= MINVAL * size {
        return Err(HullError::Colocated);
    }
    let across = longest(&mut arms().map(|v| along.cross(v)));
    if across.norm() <= MINVAL * size * length {
        return Err(HullError::Collinear);
    }
    let (normal, _) = across.normalize_or_x();
    let height = arms().map(|v| normal.dot(v).abs()).fold(0.0, f64::max);
    if height <= MINVAL * size {
        Err(HullError::Coplanar)
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn degenerate_clouds_are_named() {
        let p = Vec3::new(0.5, 1.0, -0.25);
        let u = Vec3::new(0.3, -0.2, 0.7);
        let line: Vec<Vec3> = (0..9).map(|i| p + u * f64::from(i)).collect();
        let plane: Vec<Vec3> = (0..9)
            .map(|i| Vec3::new(f64::from(i % 3), f64::from(i / 3), 0.1))
            .collect();
        assert_eq!(check_dimension(&[p; 6]), Err(HullError::Colocated));
        assert_eq!(check_dimension(&line), Err(HullError::Collinear));
        assert_eq!(check_dimension(&plane), Err(HullError::Coplanar));
    }

    #[test]
    fn the_simplex_spans_a_volume_even_when_thin() {
        let thin: Vec<Vec3> = (0..50_i32)
            .map(|i| Vec3::new(f64::from(i), f64::from(i * i % 7), 1e-7 * f64::from(i % 3)))
            .collect();
        let found = initial_simplex(&thin)
            .unwrap_or_default()
            .map(|i| thin[i as usize]);
        let [a, b, c, d] = found;
        assert_ne!(predicate::side(a, b, c, d), 0);
    }
}
