//! Edges of deformable objects.

use crate::column::Flag;
use crate::table::room;

room! {
    /// Edges of deformable objects.
    pub struct FlexEdges {
        length0: f64 [nflexedge] "flexedge_length0" "edge lengths in qpos0";
        invweight0: f64 [nflexedge] "flexedge_invweight0" "edge inv. weight in qpos0";
        rigid: Flag [nflexedge] "flexedge_rigid" "are both edge vertices in same body";
        J_rownnz: i32 [nflexedge] "flexedge_J_rownnz" "number of non-zeros in Jacobian row";
        J_rowadr: i32 [nflexedge] "flexedge_J_rowadr" "row start address in colind array";
        J_colind: i32 [nJfe] "flexedge_J_colind" "column indices in sparse Jacobian";
    }
}
