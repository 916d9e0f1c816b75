//! Bounding-volume hierarchies.

use crate::table::room;

room! {
    /// Bounding-volume hierarchies.
    pub struct BoundingVolumes {
        depth: i32 [nbvh] "bvh_depth" "depth in the bounding volume hierarchy";
        child: [i32; 2] [nbvh] "bvh_child" "left and right children in tree";
        nodeid: i32 [nbvh] "bvh_nodeid" "geom or elem id of node; -1: non-leaf";
        aabb: [f64; 6] [nbvhstatic] "bvh_aabb" "local bounding box (center, size)";
    }
}
