//! Signed distance fields stored in octrees.
//!
//! Every cell has the distances at its eight corners; inside a leaf the distance is their trilinear interpolation.
//! Outside of the root the distance to its box is added to the value at the nearest point of the box.

use ligament_math::Vec3;

/// Points outside are moved this far into the box.
const INSET: f64 = 1e-6;
/// Step of difference quotients outside of the box.
const STEP: f64 = 1e-8;
/// Most levels of a tree.
const LEVELS: usize = 100;

/// A tree of cells, in the layout of the model arrays.
#[derive(Clone, Copy, Debug)]
pub struct Octree<'a> {
    /// Centre and half sizes of the cells; the root comes first.
    pub aabb: &'a [[f64; 6]],
    /// Children of the cells, all -1 for leaves. Bits 0, 1, 2 of the place count along x, y, z.
    pub child: &'a [[i32; 8]],
    /// Distances at the corners.
    pub coeff: &'a [[f64; 8]],
}

/// A leaf and the place of a point in it, between 0 and 1 along each axis.
struct Place {
    leaf: usize,
    at: Vec3,
}

impl Octree<'_> {
    /// Moves a point outside of the box into it. Returns the distance to the box, not positive for a point inside.
    fn project(&self, point: &mut Vec3) -> f64 {
        let Some(root) = self.aabb.first() else {
            return 0.0;
        };
        let r = Vec3(std::array::from_fn(|k| point[k] - root[k]));
        let q = Vec3(std::array::from_fn(|k| r[k].abs() - root[k + 3]));
        if q.0.iter().all(|&x| x <= 0.0) {
            return q[0].max(q[1]).max(q[2]);
        }
        let mut squared = 0.0;
        for k in (0..3).filter(|&k| q[k] >= 0.0) {
            squared += q[k] * q[k];
            point[k] -= if r[k] > 0.0 {
                q[k] + INSET
            } else {
                -(q[k] + INSET)
            };
        }
        squared.sqrt()
    }

    /// The leaf with a point of the root.
    fn find(&self, point: Vec3) -> Option<Place> {
        let mut node = 0;
        for _ in 0..LEVELS {
            let (aabb, child) = (self.aabb.get(node)?, self.child.get(node)?);
            let low = Vec3(std::array::from_fn(|k| aabb[k] - aabb[k + 3]));
            let at = Vec3(std::array::from_fn(|k| {
                (point[k] - low[k]) / (aabb[k] + aabb[k + 3] - low[k])
            }));
            if child.iter().all(|&c| c == -1) {
                return Some(Place { leaf: node, at });
            }
            let bit = |k: usize| usize::from(at[k] >= 0.5) << k;
            node = usize::try_from(child[bit(0) | bit(1) | bit(2)]).ok()?;
        }
        None
    }

    /// Distance of a point to the surface, negative inside.
    pub fn distance(&self, point: Vec3) -> f64 {
        let mut inside = point;
        let outside = self.project(&mut inside);
        let Some(place) = self.find(inside) else {
            return 0.0;
        };
        let coeff = self.coeff.get(place.leaf).copied().unwrap_or_default();
        let value: f64 = (0..8).map(|j| weight(j, place.at) * coeff[j]).sum();
        value + outside.max(0.0)
    }

    /// Gradient of the distance inside of the box, with respect to coordinates that count from 0 to 1 across the leaf.
    /// Outside, a difference quotient.
    pub fn gradient(&self, point: Vec3) -> Vec3 {
        let mut inside = point;
        if self.project(&mut inside) <= 0.0 {
            let Some(place) = self.find(inside) else {
                return Vec3::ZERO;
            };
            let coeff = self.coeff.get(place.leaf).copied().unwrap_or_default();
            return (0..8).fold(Vec3::ZERO, |sum, j| sum + slope(j, place.at) * coeff[j]);
        }
        let here = self.distance(point);
        Vec3(std::array::from_fn(|k| {
            let mut ahead = point;
            ahead[k] += STEP;
            (self.distance(ahead) - here) / STEP
        }))
    }
}

/// The share of a coordinate that belongs to corner `corner` along axis `k`.
#[inline(always)]
fn share(corner: usize, at: Vec3, k: usize) -> f64 {
    if corner >> k & 1 == 1 {
        at[k]
    } else {
        1.0 - at[k]
    }
}

/// Trilinear weight of a corner.
#[inline(always)]
fn weight(corner: usize, at: Vec3) -> f64 {
    share(corner, at, 0) * share(corner, at, 1) * share(corner, at, 2)
}

/// Gradient of the trilinear weight of a corner.
fn slope(corner: usize, at: Vec3) -> Vec3 {
    let sign = |k: usize| if corner >> k & 1 == 1 { 1.0 } else { -1.0 };
    let s = |k: usize| share(corner, at, k);
    Vec3([
        sign(0) * s(1) * s(2),
        s(0) * sign(1) * s(2),
        s(0) * s(1) * sign(2),
    ])
}
