//! Joints.

use ligament_math::Vec3;

use crate::column::Flag;
use crate::enums::{Code, JointType};
use crate::id::{ActuatorId, BodyId};
use crate::table::room;

room! {
    /// Joints.
    pub struct Joints {
        kind: Code<JointType> [njnt] "jnt_type" "type of joint (mjtJoint)";
        qposadr: i32 [njnt] "jnt_qposadr" "start addr in 'qpos' for joint's data";
        dofadr: i32 [njnt] "jnt_dofadr" "start addr in 'qvel' for joint's data";
        bodyid: BodyId [njnt] "jnt_bodyid" "id of joint's body";
        actuatorid: ActuatorId [njnt] "jnt_actuatorid" "actuator contributing damping / armature";
        group: i32 [njnt] "jnt_group" "group for visibility";
        plasticadr: i32 [njnt] "jnt_plasticadr" "start addr in plastic state (-1: none)";
        limited: Flag [njnt] "jnt_limited" "does joint have limits";
        actfrclimited: Flag [njnt] "jnt_actfrclimited" "does joint have actuator force limits";
        actgravcomp: Flag [njnt] "jnt_actgravcomp" "is gravcomp force applied via actuators";
        solref: [f64; 2] [njnt] "jnt_solref" "constraint solver reference: limit";
        solimp: [f64; 5] [njnt] "jnt_solimp" "constraint solver impedance: limit";
        pos: Vec3 [njnt] "jnt_pos" "local anchor position";
        axis: Vec3 [njnt] "jnt_axis" "local joint axis";
        stiffness: f64 [njnt] "jnt_stiffness" "linear stiffness coefficient";
        stiffnesspoly: [f64; 2] [njnt] "jnt_stiffnesspoly" "high-order stiffness coefficients";
        springyield: f64 [njnt] "jnt_springyield" "plastic yield threshold";
        range: [f64; 2] [njnt] "jnt_range" "joint limits";
        actfrcrange: [f64; 2] [njnt] "jnt_actfrcrange" "range of total actuator force";
        margin: f64 [njnt] "jnt_margin" "min distance for limit detection";
        user: f64 [njnt, nuser_jnt] "jnt_user" "user data";
    }
}
