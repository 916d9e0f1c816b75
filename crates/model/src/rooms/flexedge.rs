//! Edges of deformable objects.

use crate::column::Flag;
use crate::table::room;

room! {
    /// Edges of deformable objects.
    pub struct FlexEdges {
        length0: f64 [nflexedge] "flexedge_length0" "Length of the edge in the reference configuration.";
        invweight0: f64 [nflexedge] "flexedge_invweight0" "Inverse weight of the edge in the reference configuration.";
        rigid: Flag [nflexedge] "flexedge_rigid" "Whether both ends lie in one body.";
        J_rownnz: i32 [nflexedge] "flexedge_J_rownnz" "Entries in the edge's row of the Jacobian.";
        J_rowadr: i32 [nflexedge] -> nJfe by J_rownnz "flexedge_J_rowadr" "Where the edge's row of the Jacobian starts.";
        J_colind: i32 [nJfe] -> nv "flexedge_J_colind" "Column of each entry of the edge Jacobian.";
    }
}
