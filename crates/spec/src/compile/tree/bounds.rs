//! Bounding volumes of the geoms of bodies.
//!
//! Each body has a tree of boxes over its geoms that can collide, aligned with its inertial frame.

use ligament_geom::bvh::{Bvh, BvhElement};
use ligament_math::Vec3;
use ligament_model::Model;

use super::{BodyData, GeomData, Tree};

/// A position as it is stored.
fn stored(index: usize) -> i32 {
    i32::try_from(index).unwrap_or(i32::MAX)
}

/// The box around a geom, seen from the inertial frame of its body.
fn element(id: usize, geom: &GeomData, body: &BodyData) -> BvhElement {
    let [x, y, z, a, b, c] = geom.aabb;
    let frame = body.inertia.frame;
    BvhElement::from_posed_box(
        stored(id),
        Vec3([x, y, z]),
        Vec3([a, b, c]),
        (geom.pose.pos, geom.pose.quat),
        (frame.pos, frame.quat),
    )
}

impl Tree {
    /// Builds the bounding volumes of all bodies.
    pub(super) fn bound(&mut self) {
        let volumes = |body: &BodyData| {
            let elements: Vec<BvhElement> = body
                .geoms
                .clone()
                .filter_map(|id| Some((id, self.geoms.get(id)?)))
                .filter(|(_, g)| g.element.contype != 0 || g.element.conaffinity != 0)
                .map(|(id, geom)| element(id, geom, body))
                .collect();
            Bvh::new(&elements)
        };
        self.volumes = self.bodies.iter().map(volumes).collect();
    }

    /// Writes the bounding volumes, which are the first of the model.
    pub(super) fn fill_volumes(&self, m: &mut Model) {
        let mut start = 0;
        for (i, tree) in self.volumes.iter().enumerate() {
            let end = start + tree.len();
            m.body.bvhnum[i] = stored(tree.len());
            m.body.bvhadr[i] = if tree.is_empty() { -1 } else { stored(start) };
            m.bvh.depth[start..end].copy_from_slice(&tree.depth);
            m.bvh.child[start..end].copy_from_slice(&tree.child);
            m.bvh.nodeid[start..end].copy_from_slice(&tree.nodeid);
            m.bvh.aabb[start..end].copy_from_slice(&tree.aabb);
            start = end;
        }
    }
}
