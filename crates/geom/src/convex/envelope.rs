//! Cheap proofs that prisms of a height field do not touch a shape.
//!
//! A convex shape S lies within every half-space n·x ≥ min n·p, p in S. Those that separated prisms from the shape before
//! make an envelope: a prism with all of its corners outside of one of them does not touch. Each costs one search for
//! a farthest point; then a corner costs three products.

use ligament_math::Vec3;

use super::shape::Placed;

/// How many half-spaces are kept.
const PLANES: usize = 4;

/// A half-space n·x ≥ offset.
#[derive(Clone, Copy, Debug)]
struct HalfSpace {
    normal: Vec3,
    offset: f64,
}

impl HalfSpace {
    /// Whether three points are outside. Not so if a number is none.
    #[inline(always)]
    fn excludes(&self, points: &[Vec3; 3]) -> bool {
        points.iter().all(|p| self.normal.dot(*p) < self.offset)
    }
}

/// Half-spaces around a shape, widened by a gap. They are made for prisms: the normals do not point down. Where one
/// would, the lower ends of the vertical edges reach farthest, and its z is in the offset.
#[derive(Clone, Debug)]
pub(super) struct Envelope {
    planes: [HalfSpace; PLANES],
    len: usize,
    /// The place of the half-space that last excluded a prism.
    last: usize,
    base: f64,
    gap: f64,
}

impl Envelope {
    /// The envelope without half-spaces, for prisms that end at z = -`base`. Whatever is nearer to the shape than `gap`
    /// stays inside.
    pub fn new(base: f64, gap: f64) -> Self {
        let nothing = HalfSpace {
            normal: Vec3::ZERO,
            offset: 0.0,
        };
        Envelope {
            planes: [nothing; PLANES],
            len: 0,
            last: 0,
            base,
            gap,
        }
    }

    /// Whether the prism below a triangle is known not to touch the shape.
    #[inline(always)]
    pub fn excludes(&mut self, top: &[Vec3; 3]) -> bool {
        if self.len == 0 {
            return false;
        }
        if self.planes[self.last].excludes(top) {
            return true;
        }
        let found = self.planes[..self.len].iter().position(|p| p.excludes(top));
        self.last = found.unwrap_or(self.last);
        found.is_some()
    }

    /// Whether a unit vector separates the shape from the prism below a triangle. The half-space along one that does
    /// is kept; if there are too many, instead of the one after that used last.
    pub fn separates(&mut self, shape: &mut Placed, dir: Vec3, top: &[Vec3; 3]) -> bool {
        // which of several farthest corners is found later must not depend on this look
        let found = (shape.vertex, shape.seed);
        let nearest = shape.support(-dir);
        (shape.vertex, shape.seed) = found;

        let mut plane = HalfSpace {
            normal: dir,
            offset: dir.dot(nearest) - self.gap,
        };
        if dir[2] < 0.0 {
            plane.normal[2] = 0.0;
            plane.offset += dir[2] * self.base;
        }
        if !plane.excludes(top) {
            return false;
        }
        if self.len < PLANES {
            self.last = self.len;
            self.len += 1;
        } else {
            self.last = (self.last + 1) % PLANES;
        }
        self.planes[self.last] = plane;
        true
    }
}
