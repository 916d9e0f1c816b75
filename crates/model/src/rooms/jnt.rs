//! Joints.

use ligament_math::Vec3;

use crate::column::Flag;
use crate::enums::{Code, JointType};
use crate::id::{ActuatorId, BodyId};
use crate::table::room;

room! {
    /// Joints.
    pub struct Joints {
        kind: Code<JointType> [njnt] "jnt_type" "Kind of joint.";
        qposadr: i32 [njnt] -> nq "jnt_qposadr" "First coordinate of the joint.";
        dofadr: i32 [njnt] -> nv "jnt_dofadr" "First degree of freedom of the joint.";
        bodyid: BodyId [njnt] -> nbody owner "jnt_bodyid" "Body that the joint moves.";
        actuatorid: ActuatorId [njnt] -> nactuator or several "jnt_actuatorid" "Actuator whose damping and armature the joint takes on, or -1.";
        group: i32 [njnt] "jnt_group" "Visibility group.";
        plasticadr: i32 [njnt] -> nplastic or none "jnt_plasticadr" "First number of the joint in the plastic state, or -1.";
        limited: Flag [njnt] "jnt_limited" "Whether the joint has limits.";
        actfrclimited: Flag [njnt] "jnt_actfrclimited" "Whether the total actuator force on the joint is limited.";
        actgravcomp: Flag [njnt] "jnt_actgravcomp" "Whether gravity compensation counts as actuator force.";
        solref: [f64; 2] [njnt] "jnt_solref" "Reference parameters of the limit.";
        solimp: [f64; 5] [njnt] "jnt_solimp" "Impedance parameters of the limit.";
        pos: Vec3 [njnt] "jnt_pos" "Anchor in the body frame.";
        axis: Vec3 [njnt] "jnt_axis" "Axis in the body frame.";
        stiffness: f64 [njnt] "jnt_stiffness" "Spring stiffness, linear part.";
        stiffnesspoly: [f64; 2] [njnt] "jnt_stiffnesspoly" "Spring stiffness, quadratic and cubic parts.";
        springyield: f64 [njnt] "jnt_springyield" "Deflection at which the spring yields; 0 for never.";
        range: [f64; 2] [njnt] "jnt_range" "Lower and upper limit.";
        actfrcrange: [f64; 2] [njnt] "jnt_actfrcrange" "Limits of the total actuator force.";
        margin: f64 [njnt] "jnt_margin" "Distance from a limit at which it becomes active.";
        user: f64 [njnt, nuser_jnt] "jnt_user" "Numbers for the user.";
    }
}
