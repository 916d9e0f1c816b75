//! Tendons.

use crate::column::Flag;
use crate::enums::{Code, TendonType};
use crate::id::{ActuatorId, MaterialId};
use crate::table::room;

room! {
    /// Tendons.
    pub struct Tendons {
        kind: Code<TendonType> [ntendon] "tendon_type" "Kind of tendon.";
        adr: i32 [ntendon] -> nwrap by num "tendon_adr" "First element of its path in the `wrap` arrays.";
        num: i32 [ntendon] "tendon_num" "How many elements its path has.";
        matid: MaterialId [ntendon] -> nmat or none "tendon_matid" "Its material, or -1.";
        actuatorid: ActuatorId [ntendon] -> nactuator or several "tendon_actuatorid" "Actuator whose damping and armature the tendon takes on, or -1.";
        group: i32 [ntendon] "tendon_group" "Visibility group.";
        plasticadr: i32 [ntendon] -> nplastic or none "tendon_plasticadr" "First number in the plastic state, or -1.";
        treenum: i32 [ntendon] "tendon_treenum" "How many kinematic trees it touches.";
        treeid: [i32; 2] [ntendon] -> ntree or none "tendon_treeid" "The first two kinematic trees it touches, or -1.";
        J_rownnz: i32 [ntendon] "ten_J_rownnz" "Entries in the tendon's row of the Jacobian.";
        J_rowadr: i32 [ntendon] -> nJten by J_rownnz "ten_J_rowadr" "Where the tendon's row of the Jacobian starts.";
        J_colind: i32 [nJten] -> nv "ten_J_colind" "Column of each entry of the tendon Jacobian.";
        limited: Flag [ntendon] "tendon_limited" "Whether its length has limits.";
        actfrclimited: Flag [ntendon] "tendon_actfrclimited" "Whether the total actuator force on it is limited.";
        width: f64 [ntendon] "tendon_width" "Width it is drawn with.";
        solref_lim: [f64; 2] [ntendon] "tendon_solref_lim" "Reference parameters of the limit.";
        solimp_lim: [f64; 5] [ntendon] "tendon_solimp_lim" "Impedance parameters of the limit.";
        solref_fri: [f64; 2] [ntendon] "tendon_solref_fri" "Reference parameters of dry friction.";
        solimp_fri: [f64; 5] [ntendon] "tendon_solimp_fri" "Impedance parameters of dry friction.";
        range: [f64; 2] [ntendon] "tendon_range" "Shortest and longest length.";
        actfrcrange: [f64; 2] [ntendon] "tendon_actfrcrange" "Limits of the total actuator force.";
        margin: f64 [ntendon] "tendon_margin" "Distance from a limit at which it becomes active.";
        stiffness: f64 [ntendon] "tendon_stiffness" "Spring stiffness, linear part.";
        stiffnesspoly: [f64; 2] [ntendon] "tendon_stiffnesspoly" "Spring stiffness, quadratic and cubic parts.";
        damping: f64 [ntendon] "tendon_damping" "Damping, linear part.";
        dampingpoly: [f64; 2] [ntendon] "tendon_dampingpoly" "Damping, quadratic and cubic parts.";
        armature: f64 [ntendon] "tendon_armature" "Inertia against changes of length.";
        frictionloss: f64 [ntendon] "tendon_frictionloss" "Dry friction.";
        lengthspring: [f64; 2] [ntendon] "tendon_lengthspring" "Lengths between which the spring is at rest.";
        springyield: f64 [ntendon] "tendon_springyield" "Stretch at which the spring yields; 0 for never.";
        length0: f64 [ntendon] "tendon_length0" "Length in the reference configuration.";
        invweight0: f64 [ntendon] "tendon_invweight0" "Inverse weight in the reference configuration.";
        user: f64 [ntendon, nuser_tendon] "tendon_user" "Numbers for the user.";
        rgba: [f32; 4] [ntendon] "tendon_rgba" "Colour, if there is no material.";
    }
}
