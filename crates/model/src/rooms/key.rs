//! Keyframes.

use ligament_math::{Quat, Vec3};

use crate::table::room;

room! {
    /// Keyframes.
    pub struct Keyframes {
        time: f64 [nkey] "key_time" "key time";
        qpos: f64 [nkey, nq] "key_qpos" "key position";
        qvel: f64 [nkey, nv] "key_qvel" "key velocity";
        act: f64 [nkey, na] "key_act" "key activation";
        mpos: Vec3 [nkey, nmocap] "key_mpos" "key mocap position";
        mquat: Quat [nkey, nmocap] "key_mquat" "key mocap quaternion";
        ctrl: f64 [nkey, nu] "key_ctrl" "key control";
        plastic: f64 [nkey, nplastic] "key_plastic" "key plastic state";
    }
}
