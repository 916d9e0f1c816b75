//! Degrees of freedom.

use crate::id::{BodyId, DofId, JointId, TreeId};
use crate::table::room;

room! {
    /// Degrees of freedom.
    pub struct Dofs {
        bodyid: BodyId [nv] -> nbody owner "dof_bodyid" "Body that the degree of freedom moves.";
        jntid: JointId [nv] -> njnt "dof_jntid" "Joint it belongs to.";
        parentid: DofId [nv] -> nv earlier or none "dof_parentid" "Previous degree of freedom towards the root, or -1.";
        treeid: TreeId [nv] -> ntree owner "dof_treeid" "Kinematic tree it belongs to.";
        Madr: i32 [nv] -> nM "dof_Madr" "Where its diagonal entry lies in the inertia matrix.";
        simplenum: i32 [nv] "dof_simplenum" "How many simple degrees of freedom follow in a row, itself included.";
        solref: [f64; 2] [nv] "dof_solref" "Reference parameters of dry friction.";
        solimp: [f64; 5] [nv] "dof_solimp" "Impedance parameters of dry friction.";
        frictionloss: f64 [nv] "dof_frictionloss" "Dry friction.";
        armature: f64 [nv] "dof_armature" "Rotor inertia added to the diagonal.";
        damping: f64 [nv] "dof_damping" "Damping, linear part.";
        dampingpoly: [f64; 2] [nv] "dof_dampingpoly" "Damping, quadratic and cubic parts.";
        invweight0: f64 [nv] "dof_invweight0" "Diagonal of the inverse inertia in the reference configuration.";
        M0: f64 [nv] "dof_M0" "Diagonal of the inertia in the reference configuration.";
        length: f64 [nv] "dof_length" "Lever that turns the motion into a length: 1 for translations.";
    }
}
