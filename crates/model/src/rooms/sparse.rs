//! Sparsity patterns of body, inertia and derivative matrices.

use crate::table::room;

room! {
    /// Sparsity patterns of body, inertia and derivative matrices.
    pub struct Sparsity {
        B_rownnz: i32 [nbody] "B_rownnz" "Ancestor degrees of freedom of each body.";
        B_rowadr: i32 [nbody] -> nB by B_rownnz "B_rowadr" "Where each body's row starts.";
        B_colind: i32 [nB] -> nv "B_colind" "The ancestor degrees of freedom, row by row.";
        M_rownnz: i32 [nv] "M_rownnz" "Entries in each row of the inertia matrix, lower triangle.";
        M_rowadr: i32 [nv] -> nC by M_rownnz "M_rowadr" "Where each row of the inertia matrix starts.";
        M_colind: i32 [nC] -> nv "M_colind" "Column of each entry of the inertia matrix.";
        mapM2M: i32 [nC] -> nM "mapM2M" "Where each entry lies in the older layout of the inertia matrix.";
        D_rownnz: i32 [nv] "D_rownnz" "Entries in each row of the full, symmetric pattern.";
        D_rowadr: i32 [nv] -> nD by D_rownnz "D_rowadr" "Where each row of the full pattern starts.";
        D_diag: i32 [nv] -> local D_rownnz "D_diag" "Position of the diagonal within each row of the full pattern.";
        D_colind: i32 [nD] -> nv "D_colind" "Column of each entry of the full pattern.";
        mapM2D: i32 [nD] -> nC or none "mapM2D" "Entry of the inertia matrix that each entry of the full pattern takes.";
        mapD2M: i32 [nC] -> nD "mapD2M" "Entry of the full pattern that each entry of the inertia matrix takes.";
    }
}
