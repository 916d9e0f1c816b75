//! Constant parts of the effective metric of deformable objects.

use crate::table::room;

room! {
    /// Constant parts of the effective metric of deformable objects.
    pub struct ConstantMetric {
        dofid: i32 [nefm0dof] -> nv or none "efm0_dofid" "Degree of freedom of each row of the factor.";
        L_rownnz: i32 [nefm0dof] "efm0_L_rownnz" "Entries in each row of the factor.";
        L_rowadr: i32 [nefm0dof] -> nefm0L by L_rownnz "efm0_L_rowadr" "Where each row of the factor starts.";
        L_colind: i32 [nefm0L] -> nv or none "efm0_L_colind" "Column of each entry of the factor.";
        L: f64 [nefm0L] "efm0_L" "Factor of inertia plus the constant bending stiffness over a step.";
        efmC_perm: i32 [nefmCvert] -> nefmCvert or none "efmC_perm" "Elimination order of the sparse factor; -1 for an unused slot.";
    }
}
