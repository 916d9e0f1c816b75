//! A ray prepared for many triangles.
//!
//! The corners are projected on a plane across the ray; the ray hits where the origin of that plane lies inside the
//! projected triangle, that is, where its barycentric coordinates are not negative.

use ligament_math::{MINVAL, Vec3};

use super::{Hit, Ray};

/// A ray with two directions across it.
#[derive(Clone, Copy, Debug)]
pub struct Probe {
    ray: Ray,
    across: [Vec3; 2],
}

impl Probe {
    /// Prepares a ray.
    pub fn new(ray: &Ray) -> Self {
        let size = ray.dir.abs();
        // a vector that is certainly not parallel to the ray
        let mut seed = Vec3::splat(1.0);
        let largest = if size[0] >= size[1] && size[0] >= size[2] {
            0
        } else if size[1] >= size[2] {
            1
        } else {
            2
        };
        seed[largest] = 0.0;
        let along = ray.dir.dot(seed) / ray.dir.norm_squared();
        let (second, _) = (seed - ray.dir * along).normalize_or_x();
        let (first, _) = second.cross(ray.dir).normalize_or_x();
        Self {
            ray: *ray,
            across: [first, second],
        }
    }

    /// Where the ray meets a triangle from either side; the normal follows the order of the corners.
    #[inline]
    pub fn triangle(&self, corners: [Vec3; 3]) -> Option<Hit> {
        let [a, b, c] = corners;
        let [u, v] = self.across;
        let (da, db, dc) = (
            a - self.ray.origin,
            b - self.ray.origin,
            c - self.ray.origin,
        );
        let (au, bu, cu) = (u.dot(da), u.dot(db), u.dot(dc));
        if one_sided(au, bu, cu) {
            return None;
        }
        let (av, bv, cv) = (v.dot(da), v.dot(db), v.dot(dc));
        if one_sided(av, bv, cv) {
            return None;
        }
        let (a00, a01, a10, a11) = (au - cu, bu - cu, av - cv, bv - cv);
        let det = a00 * a11 - a01 * a10;
        if det.abs() < MINVAL {
            return None;
        }
        let s = (a01 * cv - a11 * cu) / det;
        let t = (a10 * cu - a00 * cv) / det;
        if s < 0.0 || t < 0.0 || s + t > 1.0 {
            return None;
        }
        let normal = (a - c).cross(b - c);
        let denominator = self.ray.dir.dot(normal);
        if denominator.abs() < MINVAL {
            return None;
        }
        let x = dc.dot(normal) / denominator;
        (x >= 0.0).then_some(Hit { x, normal })
    }
}

/// True if all three numbers have the same sign.
#[inline(always)]
fn one_sided(a: f64, b: f64, c: f64) -> bool {
    (a > 0.0 && b > 0.0 && c > 0.0) || (a < 0.0 && b < 0.0 && c < 0.0)
}
