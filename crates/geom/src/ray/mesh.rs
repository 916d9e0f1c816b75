//! Rays against triangle meshes, through a tree of boxes.

use ligament_math::Vec3;

use super::{Hit, Probe, Ray};
use crate::field::TriangleTree;

/// Nodes waiting to be looked at; trees that halve their elements stay far below this.
const STACK: usize = 96;

/// Where a ray meets a triangle; nowhere for one that does not exist.
#[inline]
fn triangle(probe: &Probe, mesh: &TriangleTree<'_>, face: usize) -> Option<Hit> {
    let indices = mesh.face.get(face)?;
    let mut corners = [Vec3::ZERO; 3];
    for k in 0..3 {
        let [x, y, z] = *mesh.vert.get(indices[k] as usize)?;
        corners[k] = Vec3([f64::from(x), f64::from(y), f64::from(z)]);
    }
    probe.triangle(corners)
}

/// A line prepared for boxes: where it enters and leaves slabs is a product with the inverse direction.
struct Slabs {
    origin: Vec3,
    inverse: Vec3,
}

impl Slabs {
    fn new(ray: &Ray) -> Self {
        // no direction component is zero, so that no product is undefined
        let mut inverse = ray.dir;
        for k in 0..3 {
            inverse[k] = 1.0 / ray.dir[k].abs().max(1e-200).copysign(ray.dir[k]);
        }
        Self {
            origin: ray.origin,
            inverse,
        }
    }

    /// Where the ray enters a box; infinite if it misses.
    #[inline(always)]
    fn entry(&self, aabb: &[f64; 6]) -> f64 {
        let (mut near, mut far) = (0.0, f64::INFINITY);
        for k in 0..3 {
            let offset = aabb[k] - self.origin[k];
            let a = (offset - aabb[k + 3]) * self.inverse[k];
            let b = (offset + aabb[k + 3]) * self.inverse[k];
            let (low, high) = if a < b { (a, b) } else { (b, a) };
            near = if low > near { low } else { near };
            far = if high < far { high } else { far };
        }
        if near <= far { near } else { f64::INFINITY }
    }
}

/// The first triangle that a ray meets, from either side. Children of nodes come after their parents.
pub fn mesh(ray: &Ray, mesh: &TriangleTree<'_>) -> Option<Hit> {
    let probe = Probe::new(ray);
    let slabs = Slabs::new(ray);
    let nodes = mesh.leaf.len().min(mesh.child.len()).min(mesh.aabb.len());
    let mut stack = [(0_usize, 0.0_f64); STACK];
    let mut waiting = usize::from(nodes > 0);
    let mut best: Option<Hit> = None;
    while waiting > 0 {
        waiting -= 1;
        let (node, entry) = stack[waiting];
        if best.is_some_and(|hit| entry > hit.x) {
            continue;
        }
        if let Ok(face) = usize::try_from(mesh.leaf[node]) {
            if let Some(hit) = triangle(&probe, mesh, face) {
                if best.is_none_or(|known| hit.x < known.x) {
                    best = Some(hit);
                }
            }
            continue;
        }
        // children come after their parents, so that the walk ends
        let mut entries = [f64::INFINITY; 2];
        let children = mesh.child[node];
        for k in 0..2 {
            let child = children[k] as usize;
            if child > node && child < nodes {
                entries[k] = slabs.entry(&mesh.aabb[child]);
            }
        }
        // the nearer child is looked at first
        let last = usize::from(entries[1] < entries[0]);
        if waiting + 2 > STACK {
            return every_triangle(&probe, mesh);
        }
        for k in [1 - last, last] {
            if entries[k] < f64::INFINITY {
                stack[waiting] = (children[k] as usize, entries[k]);
                waiting += 1;
            }
        }
    }
    best
}

/// The first triangle that a ray meets, without the help of the tree.
fn every_triangle(probe: &Probe, mesh: &TriangleTree<'_>) -> Option<Hit> {
    let hits = (0..mesh.face.len()).filter_map(|face| triangle(probe, mesh, face));
    hits.min_by(|a, b| a.x.total_cmp(&b.x))
}
