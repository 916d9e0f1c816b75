//! Actuators.

use crate::column::Flag;
use crate::enums::{BiasType, Code, DynamicsType, GainType, TransmissionType};
use crate::table::room;

room! {
    /// Actuators.
    pub struct Actuators {
        trntype: Code<TransmissionType> [nactuator] "actuator_trntype" "Kind of transmission.";
        dyntype: Code<DynamicsType> [nactuator] "actuator_dyntype" "Kind of activation dynamics.";
        gaintype: Code<GainType> [nactuator] "actuator_gaintype" "How the gain is computed.";
        biastype: Code<BiasType> [nactuator] "actuator_biastype" "How the bias is computed.";
        ctrladr: i32 [nactuator] -> nu by ctrlnum "actuator_ctrladr" "Its first control.";
        ctrlnum: i32 [nactuator] "actuator_ctrlnum" "How many controls it has.";
        ctrlspec: i32 [nactuator] "actuator_ctrlspec" "What its controls mean, by kind of gain.";
        outadr: i32 [nactuator] -> nout by outnum "actuator_outadr" "Its first force.";
        outnum: i32 [nactuator] "actuator_outnum" "How many forces it makes.";
        actadr: i32 [nactuator] -> na by actnum "actuator_actadr" "Its first activation, or -1.";
        actnum: i32 [nactuator] "actuator_actnum" "How many activations it has.";
        trnid: [i32; 2] [nactuator] -> kind "actuator_trnid" "What it acts on: joint, tendon, site or body.";
        cranklength: f64 [nactuator] "actuator_cranklength" "Rod length of a slider-crank.";
        dynprm: [f64; 10] [nactuator] "actuator_dynprm" "Parameters of the activation dynamics.";
        gainprm: [f64; 10] [nactuator] "actuator_gainprm" "Parameters of the gain.";
        biasprm: [f64; 10] [nactuator] "actuator_biasprm" "Parameters of the bias.";
        actlimited: Flag [nactuator] "actuator_actlimited" "Whether its activation is limited.";
        actrange: [f64; 2] [nactuator] "actuator_actrange" "Limits of the activation.";
        actearly: Flag [nactuator] "actuator_actearly" "Whether the force sees the activation of the end of the step.";
        history: [i32; 2] [nactuator] "actuator_history" "Samples kept of the control, and how they are interpolated.";
        historyadr: i32 [nactuator] -> nhistory or none "actuator_historyadr" "Where its samples start in the history, or -1.";
        delay: f64 [nactuator] "actuator_delay" "Delay of the control, in seconds.";
        damping: f64 [nactuator] "actuator_damping" "Damping it adds to its target, linear part.";
        dampingpoly: [f64; 2] [nactuator] "actuator_dampingpoly" "Damping it adds to its target, quadratic and cubic parts.";
        armature: f64 [nactuator] "actuator_armature" "Inertia it adds to its target.";
        group: i32 [nactuator] "actuator_group" "Group, which can be switched off.";
        user: f64 [nactuator, nuser_actuator] "actuator_user" "Numbers for the user.";
        plugin: i32 [nactuator] -> nplugin or none "actuator_plugin" "Plugin instance, or -1.";
        forcelimited: Flag [nactuator] "actuator_forcelimited" "Whether its force is limited.";
        forcerange: [f64; 2] [nactuator] "actuator_forcerange" "Limits of the force.";
        ctrllimited: Flag [nu] "actuator_ctrllimited" "Whether the control is limited.";
        ctrlrange: [f64; 2] [nu] "actuator_ctrlrange" "Limits of the control.";
        gear: [f64; 6] [nout] "actuator_gear" "Transmission ratio per axis.";
        acc0: f64 [nout] "actuator_acc0" "Acceleration that a unit force causes in the reference configuration.";
        length0: f64 [nout] "actuator_length0" "Length in the reference configuration.";
        lengthrange: [f64; 2] [nout] "actuator_lengthrange" "Shortest and longest length that can be reached.";
    }
}
