//! Octrees of signed-distance meshes.

use crate::table::room;

room! {
    /// Octrees of signed-distance meshes.
    pub struct Octrees {
        depth: i32 [noct] "oct_depth" "depth in the octree";
        child: [i32; 8] [noct] "oct_child" "children of octree node";
        aabb: [f64; 6] [noct] "oct_aabb" "octree node bounding box (center, size)";
        coeff: [f64; 8] [noct] "oct_coeff" "octree interpolation coefficients";
    }
}
