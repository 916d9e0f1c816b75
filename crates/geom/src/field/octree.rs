//! A field sampled at the corners of the cells of an octree, trilinear within each.

use ligament_math::Vec3;

/// Deepest tree that is followed.
const MAX_DEPTH: usize = 100;
/// How far points outside of the root are put into it.
const INSET: f64 = 1e-6;
/// Step of finite differences outside of the root.
const STEP: f64 = 1e-8;

/// A sampled field. Cells of one tree, the root first.
#[derive(Clone, Copy, Debug)]
pub struct Octree<'a> {
    /// Box of each cell: centre and half sizes.
    pub aabb: &'a [[f64; 6]],
    /// The eight children of each cell, x fastest; -1 for leaves.
    pub child: &'a [[i32; 8]],
    /// Signed distance at the eight corners of each cell, x fastest.
    pub coeff: &'a [[f64; 8]],
}

impl Octree<'_> {
    /// Signed distance at a point; outside of the root, that of the nearest point in it plus the way there.
    pub fn distance(&self, point: Vec3) -> f64 {
        let (inside, outside) = self.project(point);
        let Some((leaf, at, _)) = self.leaf(inside) else {
            return f64::INFINITY;
        };
        let mut sum = 0.0;
        for (i, value) in self.coeff[leaf].iter().enumerate() {
            sum += weight(i, 0, at) * weight(i, 1, at) * weight(i, 2, at) * value;
        }
        if outside > 0.0 { sum + outside } else { sum }
    }

    /// Gradient of the distance.
    pub fn gradient(&self, point: Vec3) -> Vec3 {
        let (inside, outside) = self.project(point);
        if outside > 0.0 {
            let here = self.distance(point);
            let slope = |axis: usize| {
                let mut moved = point;
                moved[axis] += STEP;
                (self.distance(moved) - here) / STEP
            };
            return Vec3::new(slope(0), slope(1), slope(2));
        }
        let mut gradient = Vec3::ZERO;
        if let Some((leaf, at, size)) = self.leaf(inside) {
            for (i, value) in self.coeff[leaf].iter().enumerate() {
                let w = |axis: usize| weight(i, axis, at);
                let sign = |axis: usize| if i >> axis & 1 == 1 { 1.0 } else { -1.0 };
                gradient[0] += sign(0) * w(1) * w(2) * (1.0 / size[0]) * value;
                gradient[1] += w(0) * sign(1) * w(2) * (1.0 / size[1]) * value;
                gradient[2] += w(0) * w(1) * sign(2) * (1.0 / size[2]) * value;
            }
        }
        gradient
    }

    /// A point put into the root, and the way there; the negative distance to its border for points inside.
    fn project(&self, point: Vec3) -> (Vec3, f64) {
        let Some(&[cx, cy, cz, sx, sy, sz]) = self.aabb.first() else {
            return (point, 0.0);
        };
        let from_center = point - Vec3::new(cx, cy, cz);
        let excess = from_center.abs() - Vec3::new(sx, sy, sz);
        if excess[0] <= 0.0 && excess[1] <= 0.0 && excess[2] <= 0.0 {
            return (point, excess[0].max(excess[1].max(excess[2])));
        }
        let (mut inside, mut squared) = (point, 0.0);
        for axis in 0..3 {
            if excess[axis] >= 0.0 {
                squared += excess[axis] * excess[axis];
                let back = excess[axis] + INSET;
                inside[axis] -= if from_center[axis] > 0.0 { back } else { -back };
            }
        }
        (inside, squared.sqrt())
    }

    /// The leaf around a point, the coordinates in it, from 0 to 1, and its size.
    fn leaf(&self, point: Vec3) -> Option<(usize, Vec3, Vec3)> {
        let mut cell = 0;
        for _ in 0..MAX_DEPTH {
            let &[cx, cy, cz, sx, sy, sz] = self.aabb.get(cell)?;
            let (center, half) = (Vec3::new(cx, cy, cz), Vec3::new(sx, sy, sz));
            let (low, high) = (center - half, center + half);
            let (from, size) = (point - low, high - low);
            let at = Vec3::new(from[0] / size[0], from[1] / size[1], from[2] / size[2]);
            let children = self.child.get(cell)?;
            if children.iter().all(|&c| c == -1) {
                return (cell < self.coeff.len()).then_some((cell, at, size));
            }
            let side = |axis: usize| usize::from(at[axis] >= 0.5);
            cell = usize::try_from(children[4 * side(2) + 2 * side(1) + side(0)]).ok()?;
        }
        None
    }
}

/// Share of corner `corner` along an axis.
#[inline]
fn weight(corner: usize, axis: usize, at: Vec3) -> f64 {
    if corner >> axis & 1 == 1 {
        at[axis]
    } else {
        1.0 - at[axis]
    }
}
