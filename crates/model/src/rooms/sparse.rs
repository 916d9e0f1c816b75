//! Sparsity patterns of body, inertia and derivative matrices.

use crate::table::room;

room! {
    /// Sparsity patterns of body, inertia and derivative matrices.
    pub struct Sparsity {
        B_rownnz: i32 [nbody] "B_rownnz" "body-dof: non-zeros in each row";
        B_rowadr: i32 [nbody] "B_rowadr" "body-dof: row addresses";
        B_colind: i32 [nB] "B_colind" "body-dof: column indices";
        M_rownnz: i32 [nv] "M_rownnz" "reduced inertia: non-zeros in each row";
        M_rowadr: i32 [nv] "M_rowadr" "reduced inertia: row addresses";
        M_colind: i32 [nC] "M_colind" "reduced inertia: column indices";
        mapM2M: i32 [nC] "mapM2M" "index mapping from qM to M";
        D_rownnz: i32 [nv] "D_rownnz" "full inertia: non-zeros in each row";
        D_rowadr: i32 [nv] "D_rowadr" "full inertia: row addresses";
        D_diag: i32 [nv] "D_diag" "full inertia: index of diagonal element";
        D_colind: i32 [nD] "D_colind" "full inertia: column indices";
        mapM2D: i32 [nD] "mapM2D" "index mapping from M to D";
        mapD2M: i32 [nC] "mapD2M" "index mapping from D to M";
    }
}
