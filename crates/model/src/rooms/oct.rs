//! Octrees of signed-distance meshes.

use crate::table::room;

room! {
    /// Octrees of signed-distance meshes.
    pub struct Octrees {
        depth: i32 [noct] "oct_depth" "Distance of the cell from the root.";
        child: [i32; 8] [noct] -> kind "oct_child" "The eight children of the cell, -1 for none.";
        aabb: [f64; 6] [noct] "oct_aabb" "Box of the cell: centre and half sizes.";
        coeff: [f64; 8] [noct] "oct_coeff" "Signed distance at the eight corners of the cell.";
    }
}
