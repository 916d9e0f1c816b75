//! Degrees of freedom.

use crate::id::{BodyId, DofId, JointId, TreeId};
use crate::table::room;

room! {
    /// Degrees of freedom.
    pub struct Dofs {
        bodyid: BodyId [nv] "dof_bodyid" "id of dof's body";
        jntid: JointId [nv] "dof_jntid" "id of dof's joint";
        parentid: DofId [nv] "dof_parentid" "id of dof's parent; -1: none";
        treeid: TreeId [nv] "dof_treeid" "id of dof's kinematic tree";
        Madr: i32 [nv] "dof_Madr" "dof address in M-diagonal";
        simplenum: i32 [nv] "dof_simplenum" "number of consecutive simple dofs";
        solref: [f64; 2] [nv] "dof_solref" "constraint solver reference:frictionloss";
        solimp: [f64; 5] [nv] "dof_solimp" "constraint solver impedance:frictionloss";
        frictionloss: f64 [nv] "dof_frictionloss" "dof friction loss";
        armature: f64 [nv] "dof_armature" "dof armature inertia/mass";
        damping: f64 [nv] "dof_damping" "linear damping coefficient";
        dampingpoly: [f64; 2] [nv] "dof_dampingpoly" "high-order damping coefficients";
        invweight0: f64 [nv] "dof_invweight0" "diag. inverse inertia in qpos0";
        M0: f64 [nv] "dof_M0" "diag. inertia in qpos0";
        length: f64 [nv] "dof_length" "linear: 1; angular: approx. length scale";
    }
}
