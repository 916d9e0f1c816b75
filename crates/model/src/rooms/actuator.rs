//! Actuators.

use crate::column::Flag;
use crate::enums::{BiasType, Code, DynamicsType, GainType, TransmissionType};
use crate::table::room;

room! {
    /// Actuators.
    pub struct Actuators {
        trntype: Code<TransmissionType> [nactuator] "actuator_trntype" "transmission type (mjtTrn)";
        dyntype: Code<DynamicsType> [nactuator] "actuator_dyntype" "dynamics type (mjtDyn)";
        gaintype: Code<GainType> [nactuator] "actuator_gaintype" "gain type (mjtGain)";
        biastype: Code<BiasType> [nactuator] "actuator_biastype" "bias type (mjtBias)";
        ctrladr: i32 [nactuator] "actuator_ctrladr" "address of first control";
        ctrlnum: i32 [nactuator] "actuator_ctrlnum" "number of controls";
        ctrlspec: i32 [nactuator] "actuator_ctrlspec" "input signature, scoped by gaintype";
        outadr: i32 [nactuator] "actuator_outadr" "address of first force output";
        outnum: i32 [nactuator] "actuator_outnum" "number of force outputs, from trntype";
        actadr: i32 [nactuator] "actuator_actadr" "first activation address; -1: stateless";
        actnum: i32 [nactuator] "actuator_actnum" "number of activation variables";
        trnid: [i32; 2] [nactuator] "actuator_trnid" "transmission id: joint, tendon, site";
        cranklength: f64 [nactuator] "actuator_cranklength" "crank length for slider-crank";
        dynprm: [f64; 10] [nactuator] "actuator_dynprm" "dynamics parameters";
        gainprm: [f64; 10] [nactuator] "actuator_gainprm" "gain parameters";
        biasprm: [f64; 10] [nactuator] "actuator_biasprm" "bias parameters";
        actlimited: Flag [nactuator] "actuator_actlimited" "is activation limited";
        actrange: [f64; 2] [nactuator] "actuator_actrange" "range of activations";
        actearly: Flag [nactuator] "actuator_actearly" "step activation before force";
        history: [i32; 2] [nactuator] "actuator_history" "history buffer: [nsample, interp]";
        historyadr: i32 [nactuator] "actuator_historyadr" "address in history buffer; -1: none";
        delay: f64 [nactuator] "actuator_delay" "delay time; 0: no delay";
        damping: f64 [nactuator] "actuator_damping" "linear damping coefficient";
        dampingpoly: [f64; 2] [nactuator] "actuator_dampingpoly" "high-order damping coefficients";
        armature: f64 [nactuator] "actuator_armature" "armature added to target (joint, tendon)";
        group: i32 [nactuator] "actuator_group" "group for visibility";
        user: f64 [nactuator, nuser_actuator] "actuator_user" "user data";
        plugin: i32 [nactuator] "actuator_plugin" "plugin instance id; -1: not a plugin";
        forcelimited: Flag [nactuator] "actuator_forcelimited" "is force limited";
        forcerange: [f64; 2] [nactuator] "actuator_forcerange" "range of forces";
        ctrllimited: Flag [nu] "actuator_ctrllimited" "is control limited";
        ctrlrange: [f64; 2] [nu] "actuator_ctrlrange" "range of controls";
        gear: [f64; 6] [nout] "actuator_gear" "scale length and transmitted force";
        acc0: f64 [nout] "actuator_acc0" "acceleration from unit force in qpos0";
        length0: f64 [nout] "actuator_length0" "actuator length in qpos0";
        lengthrange: [f64; 2] [nout] "actuator_lengthrange" "feasible actuator length range";
    }
}
