//! Keyframes.

use ligament_math::{Quat, Vec3};

use crate::table::room;

room! {
    /// Keyframes.
    pub struct Keyframes {
        time: f64 [nkey] "key_time" "Time of the keyframe.";
        qpos: f64 [nkey, nq] "key_qpos" "Coordinates.";
        qvel: f64 [nkey, nv] "key_qvel" "Velocities.";
        act: f64 [nkey, na] "key_act" "Activations.";
        mpos: Vec3 [nkey, nmocap] "key_mpos" "Positions of the mocap bodies.";
        mquat: Quat [nkey, nmocap] "key_mquat" "Orientations of the mocap bodies.";
        ctrl: f64 [nkey, nu] "key_ctrl" "Controls.";
        plastic: f64 [nkey, nplastic] "key_plastic" "Plastic state of the keyframe.";
    }
}
