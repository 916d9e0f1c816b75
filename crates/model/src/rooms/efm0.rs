//! Constant parts of the effective metric of deformable objects.

use crate::table::room;

room! {
    /// Constant parts of the effective metric of deformable objects.
    pub struct ConstantMetric {
        dofid: i32 [nefm0dof] "efm0_dofid" "constant metric factor row->dof address";
        L_rownnz: i32 [nefm0dof] "efm0_L_rownnz" "constant metric factor row nonzeros";
        L_rowadr: i32 [nefm0dof] "efm0_L_rowadr" "constant metric factor row addresses";
        L_colind: i32 [nefm0L] "efm0_L_colind" "constant metric factor column indices";
        L: f64 [nefm0L] "efm0_L" "factor of M + (dt^2+dt*d)*K_bend";
        efmC_perm: i32 [nefmCvert] "efmC_perm" "sparse factor order: vertex dof or -1";
    }
}
