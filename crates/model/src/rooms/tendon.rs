//! Tendons.

use crate::column::Flag;
use crate::enums::{Code, TendonType};
use crate::id::{ActuatorId, MaterialId};
use crate::table::room;

room! {
    /// Tendons.
    pub struct Tendons {
        kind: Code<TendonType> [ntendon] "tendon_type" "type of tendon (mjtTendon)";
        adr: i32 [ntendon] "tendon_adr" "address of first object in tendon's path";
        num: i32 [ntendon] "tendon_num" "number of objects in tendon's path";
        matid: MaterialId [ntendon] "tendon_matid" "material id for rendering";
        actuatorid: ActuatorId [ntendon] "tendon_actuatorid" "actuator contributing damping / armature";
        group: i32 [ntendon] "tendon_group" "group for visibility";
        plasticadr: i32 [ntendon] "tendon_plasticadr" "start addr in plastic state (-1: none)";
        treenum: i32 [ntendon] "tendon_treenum" "number of trees along tendon's path";
        treeid: [i32; 2] [ntendon] "tendon_treeid" "first two trees along tendon's path";
        J_rownnz: i32 [ntendon] "ten_J_rownnz" "number of non-zeros in Jacobian row";
        J_rowadr: i32 [ntendon] "ten_J_rowadr" "row start address in colind array";
        J_colind: i32 [nJten] "ten_J_colind" "column indices in sparse Jacobian";
        limited: Flag [ntendon] "tendon_limited" "does tendon have length limits";
        actfrclimited: Flag [ntendon] "tendon_actfrclimited" "does tendon have actuator force limits";
        width: f64 [ntendon] "tendon_width" "width for rendering";
        solref_lim: [f64; 2] [ntendon] "tendon_solref_lim" "constraint solver reference: limit";
        solimp_lim: [f64; 5] [ntendon] "tendon_solimp_lim" "constraint solver impedance: limit";
        solref_fri: [f64; 2] [ntendon] "tendon_solref_fri" "constraint solver reference: friction";
        solimp_fri: [f64; 5] [ntendon] "tendon_solimp_fri" "constraint solver impedance: friction";
        range: [f64; 2] [ntendon] "tendon_range" "tendon length limits";
        actfrcrange: [f64; 2] [ntendon] "tendon_actfrcrange" "range of total actuator force";
        margin: f64 [ntendon] "tendon_margin" "min distance for limit detection";
        stiffness: f64 [ntendon] "tendon_stiffness" "linear stiffness coefficient";
        stiffnesspoly: [f64; 2] [ntendon] "tendon_stiffnesspoly" "high-order stiffness coefficients";
        damping: f64 [ntendon] "tendon_damping" "linear damping coefficient";
        dampingpoly: [f64; 2] [ntendon] "tendon_dampingpoly" "high-order damping coefficients";
        armature: f64 [ntendon] "tendon_armature" "inertia associated with tendon velocity";
        frictionloss: f64 [ntendon] "tendon_frictionloss" "loss due to friction";
        lengthspring: [f64; 2] [ntendon] "tendon_lengthspring" "spring resting length range";
        springyield: f64 [ntendon] "tendon_springyield" "plastic yield threshold";
        length0: f64 [ntendon] "tendon_length0" "tendon length in qpos0";
        invweight0: f64 [ntendon] "tendon_invweight0" "inv. weight in qpos0";
        user: f64 [ntendon, nuser_tendon] "tendon_user" "user data";
        rgba: [f32; 4] [ntendon] "tendon_rgba" "rgba when material is omitted";
    }
}
