//! Signed distance fields and their contacts.
//!
//! A field says for every point how far the surface of a shape is, negative inside. Contacts of two fields are found by
//! descent from scattered points, contacts of a field with the triangles of a mesh by the Frank-Wolfe method on each
//! triangle that may reach the surface.

mod descent;
mod octree;
mod shape;
#[cfg(test)]
mod tests;
mod triangle;

pub use descent::field_field;
pub use octree::Octree;
pub use shape::Field;
pub use triangle::{TriangleTree, mesh_field};

use ligament_math::{MINVAL, Mat3, Quat, Vec3};

use crate::contact::{PreContact, PreContacts};

/// Distances and gradients beyond this are errors.
const HUGE: f64 = 1e10;

/// Element `index` of the Halton sequence of a base: its digits mirrored at the point.
fn halton(mut index: usize, base: usize) -> f64 {
    let inverse = base as f64;
    let (mut weight, mut sum) = (1.0 / inverse, 0.0);
    while index > 0 {
        sum += weight * (index % base) as f64;
        weight /= inverse;
        index /= base;
    }
    sum
}

/// Where a field is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Position.
    pub pos: Vec3,
    /// Orientation.
    pub quat: Quat,
}

/// Coordinates of one frame as those of another: x ↦ R x + p.
#[derive(Clone, Copy)]
struct Change {
    rot: Mat3,
    pos: Vec3,
}

impl Change {
    /// From the coordinates of `from` to those of `to`.
    fn new(from: &Frame, to: &Frame) -> Self {
        let back = to.quat.conj();
        Self {
            rot: back.mul(from.quat).normalized().to_mat3(),
            pos: back.rotate(from.pos) + -back.rotate(to.pos),
        }
    }

    fn apply(&self, x: Vec3) -> Vec3 {
        self.rot.mul_vec(x) + self.pos
    }
}

/// Contacts at points of a field, each point once.
struct Collector<'a> {
    frame: &'a Frame,
    points: [Vec3; crate::MAX_CONTACTS],
    len: usize,
    out: &'a mut PreContacts,
}

impl<'a> Collector<'a> {
    fn new(frame: &'a Frame, out: &'a mut PreContacts) -> Self {
        Self {
            frame,
            points: [Vec3::ZERO; crate::MAX_CONTACTS],
            len: 0,
            out,
        }
    }

    /// Adds a contact at `x` in the frame of the field, with a normal against `gradient`. Points outside, points that
    /// are known and those without a direction are left out.
    fn add(&mut self, x: Vec3, dist: f64, gradient: impl FnOnce() -> Vec3) {
        let known = self.points[..self.len]
            .iter()
            .any(|p| (*p - x).norm() < MINVAL);
        if dist > 0.0 || known || self.len == self.points.len() {
            return;
        }
        let (direction, length) = gradient().normalize_or_x();
        if length < MINVAL {
            return;
        }
        self.points[self.len] = x;
        self.len += 1;
        let normal = self.frame.quat.rotate(-direction);
        self.out.push(PreContact {
            dist,
            pos: self.frame.quat.rotate(x) + self.frame.pos + normal * (0.5 * dist),
            normal,
            tangent: Vec3::ZERO,
        });
    }
}
