//! Bounding-volume hierarchies.

use crate::table::room;

room! {
    /// Bounding-volume hierarchies.
    pub struct BoundingVolumes {
        depth: i32 [nbvh] "bvh_depth" "Distance of the node from the root.";
        child: [i32; 2] [nbvh] -> kind "bvh_child" "The two children of the node, -1 for a leaf.";
        nodeid: i32 [nbvh] -> kind "bvh_nodeid" "Geom, face or element in the leaf, -1 for an inner node.";
        aabb: [f64; 6] [nbvhstatic] "bvh_aabb" "Box around the node: centre and half sizes.";
    }
}
