//! Brings coordinates into a range in which products of four of them are exact sums of doubles.

use ligament_math::{Vec3, func};

/// Coordinates are multiples of this power of two, after scaling to a largest magnitude of about one.
const FINEST: i32 = -200;

/// The points scaled by a power of two to a largest coordinate between one half and two, and rounded to
/// multiples of 2⁻²⁰⁰. Nothing when a coordinate is not finite.
pub(super) fn snap(points: &[Vec3]) -> Option<Vec<Vec3>> {
    let mut largest = 0.0_f64;
    for p in points {
        for &x in &p.0 {
            if !x.is_finite() {
                return None;
            }
            largest = largest.max(x.abs());
        }
    }
    // two factors, since one alone may be out of range
    let exponent = if largest > 0.0 {
        -(func::log2(largest).floor() as i32)
    } else {
        0
    };
    let (first, second) = (exponent / 2, exponent - exponent / 2);
    let (first, second) = (func::powi(2.0, first), func::powi(2.0, second));
    let finest = func::powi(2.0, FINEST);
    // anything larger than 2⁵³ times the finest step is a multiple of it already
    let coarse = func::powi(2.0, FINEST + 53);
    let place = |x: f64| {
        let scaled = x * first * second;
        if scaled.abs() >= coarse {
            scaled
        } else {
            (scaled / finest).round() * finest
        }
    };
    Some(points.iter().map(|p| Vec3(p.0.map(place))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moderate_numbers_are_scaled_exactly() {
        let points = [Vec3::new(3.7, -0.1, 1e-30), Vec3::new(0.3, 0.0, 5.5)];
        let snapped = snap(&points).unwrap_or_default();
        assert_eq!(snapped, points.map(|p| p * 0.25));
    }

    #[test]
    fn extremes_survive_and_bad_numbers_are_refused() {
        for scale in [1e300, 1e-300, 5e-324] {
            let snapped = snap(&[Vec3::new(scale, 0.0, -scale)]).unwrap_or_default();
            assert!(
                snapped
                    .iter()
                    .all(|p| (0.5..=2.0).contains(&p[0]) && p[2] == -p[0])
            );
        }
        assert_eq!(snap(&[Vec3::new(1.0, f64::NAN, 0.0)]), None);
        assert_eq!(snap(&[Vec3::new(1.0, f64::INFINITY, 0.0)]), None);
        assert_eq!(snap(&[Vec3::ZERO]), Some(vec![Vec3::ZERO]));
    }
}
