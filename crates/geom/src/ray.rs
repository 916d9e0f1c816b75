//! Rays against shapes.
//!
//! A ray is origin + x dir with x ≥ 0; x is a distance where `dir` has unit length. Shapes are centred at the origin of
//! their own frame: [`Ray::in_frame`] takes a ray there, [`Hit::outward`] takes the normal back.

mod field;
mod mesh;
mod primitive;
mod sdf;
mod triangle;

use ligament_math::{MINVAL, Mat3, Vec3};

pub use field::height_field;
pub use mesh::mesh;
pub use primitive::{box_sides, capsule, cylinder, ellipsoid, plane, solid_box, sphere};
pub use sdf::distance_field;
pub use triangle::Probe;

use crate::contact::Pose;

/// A half line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// Where it starts.
    pub origin: Vec3,
    /// Where it goes; of any length but zero.
    pub dir: Vec3,
}

impl Ray {
    /// The same ray in the frame of a shape.
    #[inline(always)]
    pub fn in_frame(&self, pose: &Pose) -> Self {
        Self {
            origin: pose.mat.tr_mul_vec(self.origin - pose.pos),
            dir: pose.mat.tr_mul_vec(self.dir),
        }
    }

    /// The point at x.
    #[inline(always)]
    pub fn at(&self, x: f64) -> Vec3 {
        self.origin + self.dir * x
    }

    /// The same line, starting nearer or farther along z.
    #[inline(always)]
    fn lowered(&self, z: f64) -> Self {
        Self {
            origin: self.origin - Vec3([0.0, 0.0, z]),
            dir: self.dir,
        }
    }
}

/// Where a ray meets a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The ray parameter x.
    pub x: f64,
    /// A vector along the outward normal, of any length, in the frame of the shape.
    pub normal: Vec3,
}

impl Hit {
    /// The unit normal in the world, for a shape with axes `mat`.
    pub fn outward(&self, mat: &Mat3) -> Vec3 {
        mat.mul_vec(self.normal.normalize_or_x().0)
    }
}

/// The hit that comes first; the first argument where both are equal.
#[inline(always)]
fn nearer(a: Option<Hit>, b: Option<Hit>) -> Option<Hit> {
    match (a, b) {
        (Some(a), Some(b)) if b.x < a.x => Some(b),
        (Some(a), _) => Some(a),
        (None, b) => b,
    }
}

/// Both solutions of a x² + 2 b x + c = 0, the smaller first; none where they are not real or not finite.
#[inline(always)]
fn roots(a: f64, b: f64, c: f64) -> Option<[f64; 2]> {
    let det = b * b - a * c;
    if det < 0.0 || a < MINVAL {
        return None;
    }
    let root = det.sqrt();
    Some([(-b - root) / a, (-b + root) / a])
}

/// The smallest solution that is not negative.
#[inline(always)]
fn first_root(a: f64, b: f64, c: f64) -> Option<f64> {
    roots(a, b, c)?.into_iter().find(|&x| x >= 0.0)
}

#[cfg(test)]
mod tests;
