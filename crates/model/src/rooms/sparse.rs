//! Sparsity patterns of body, inertia and derivative matrices.

use crate::table::room;

room! {
    /// Sparsity patterns of body, inertia and derivative matrices.
    pub struct Sparsity {
        B_rownnz: i32 [nbody] "B_rownnz" "Ancestor degrees of freedom of each body.";
        B_rowadr: i32 [nbody] "B_rowadr" "Where each body's row starts.";
        B_colind: i32 [nB] "B_colind" "The ancestor degrees of freedom, row by row.";
        M_rownnz: i32 [nv] "M_rownnz" "Entries in each row of the inertia matrix, lower triangle.";
        M_rowadr: i32 [nv] "M_rowadr" "Where each row of the inertia matrix starts.";
        M_colind: i32 [nC] "M_colind" "Column of each entry of the inertia matrix.";
        mapM2M: i32 [nC] "mapM2M" "Where each entry lies in the older layout of the inertia matrix.";
        D_rownnz: i32 [nv] "D_rownnz" "Entries in each row of the full, symmetric pattern.";
        D_rowadr: i32 [nv] "D_rowadr" "Where each row of the full pattern starts.";
        D_diag: i32 [nv] "D_diag" "Position of the diagonal within each row of the full pattern.";
        D_colind: i32 [nD] "D_colind" "Column of each entry of the full pattern.";
        mapM2D: i32 [nD] "mapM2D" "Entry of the inertia matrix that each entry of the full pattern takes.";
        mapD2M: i32 [nC] "mapD2M" "Entry of the full pattern that each entry of the inertia matrix takes.";
    }
}
