//! The rooms of [`Data`](super::Data): arrays grouped by what they depend on, each declared once under MuJoCo's name.

use ligament_math::{Inertia10, Mat3, Motion, Quat, Vec3};
use ligament_model::{Flag, room};

room! {
    /// What evolves by itself: positions, velocities, activations and buffers.
    pub struct State {
        qpos: f64 [nq] "qpos" "position";
        qvel: f64 [nv] "qvel" "velocity";
        act: f64 [na] "act" "actuator activation";
        history: f64 [nhistory] "history" "history buffer";
        plastic: f64 [nplastic] "plastic" "plastic state";
        qacc_warmstart: f64 [nv] "qacc_warmstart" "acceleration used for warmstart";
        plugin_state: f64 [npluginstate] "plugin_state" "plugin state";
    }
}

room! {
    /// What the user sets: controls, applied forces, switches and mocap poses.
    pub struct Input {
        ctrl: f64 [nu] "ctrl" "control";
        qfrc_applied: f64 [nv] "qfrc_applied" "applied generalized force";
        xfrc_applied: [f64; 6] [nbody] "xfrc_applied" "applied Cartesian force, then torque";
        eq_active: Flag [neq] "eq_active" "enable/disable constraints";
        mocap_pos: Vec3 [nmocap] "mocap_pos" "positions of mocap bodies";
        mocap_quat: Quat [nmocap] "mocap_quat" "orientations of mocap bodies";
        userdata: f64 [nuserdata] "userdata" "user data, not touched by the engine";
    }
}

room! {
    /// Where everything is.
    pub struct Pose {
        xpos: Vec3 [nbody] "xpos" "Cartesian position of body frame";
        xquat: Quat [nbody] "xquat" "Cartesian orientation of body frame";
        xmat: Mat3 [nbody] "xmat" "Cartesian orientation of body frame";
        xipos: Vec3 [nbody] "xipos" "Cartesian position of body com";
        xiquat: Quat [nbody] "xiquat" "Cartesian orientation of body inertia";
        ximat: Mat3 [nbody] "ximat" "Cartesian orientation of body inertia";
        xanchor: Vec3 [njnt] "xanchor" "Cartesian position of joint anchor";
        xaxis: Vec3 [njnt] "xaxis" "Cartesian joint axis";
        geom_xpos: Vec3 [ngeom] "geom_xpos" "Cartesian geom position";
        geom_xquat: Quat [ngeom] "geom_xquat" "Cartesian geom orientation";
        geom_xmat: Mat3 [ngeom] "geom_xmat" "Cartesian geom orientation";
        site_xpos: Vec3 [nsite] "site_xpos" "Cartesian site position";
        site_xquat: Quat [nsite] "site_xquat" "Cartesian site orientation";
        site_xmat: Mat3 [nsite] "site_xmat" "Cartesian site orientation";
        cam_xpos: Vec3 [ncam] "cam_xpos" "Cartesian camera position";
        cam_xmat: Mat3 [ncam] "cam_xmat" "Cartesian camera orientation";
        light_xpos: Vec3 [nlight] "light_xpos" "Cartesian light position";
        light_xdir: Vec3 [nlight] "light_xdir" "Cartesian light direction";
        subtree_com: Vec3 [nbody] "subtree_com" "center of mass of each subtree";
        cdof: Motion [nv] "cdof" "com-based motion axis of each dof (rot:lin)";
        cinert: Inertia10 [nbody] "cinert" "com-based body inertia and mass";
    }
}

room! {
    /// Tendon paths and actuator transmissions: lengths and their sparse gradients.
    pub struct Path {
        ten_wrapadr: i32 [ntendon] "ten_wrapadr" "start address of tendon's path";
        ten_wrapnum: i32 [ntendon] "ten_wrapnum" "number of wrap points in path";
        ten_J: f64 [nJten] "ten_J" "tendon Jacobian";
        ten_length: f64 [ntendon] "ten_length" "tendon lengths";
        wrap_obj: [i32; 2] [nwrap] "wrap_obj" "geom id; -1: site; -2: pulley";
        wrap_xpos: [f64; 6] [nwrap] "wrap_xpos" "Cartesian 3D points in all paths";
        actuator_length: f64 [nout] "actuator_length" "actuator lengths, one per force output";
        moment_rownnz: i32 [nout] "moment_rownnz" "number of non-zeros in actuator_moment row";
        moment_rowadr: i32 [nout] "moment_rowadr" "row start address in colind array";
        moment_colind: i32 [nJmom] "moment_colind" "column indices in sparse Jacobian";
        actuator_moment: f64 [nJmom] "actuator_moment" "actuator moments";
    }
}

room! {
    /// The inertia matrix and its factor.
    pub struct Inertia {
        crb: Inertia10 [nbody] "crb" "com-based composite inertia and mass";
        M: f64 [nC] "M" "inertia (sparse)";
        qLD: f64 [nC] "qLD" "L'*D*L factorization of M (sparse)";
        qLDiagInv: f64 [nv] "qLDiagInv" "1/diag(D)";
    }
}

/// Working memory of the stages. Vectors over degrees of freedom are zero between stages.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// One number per degree of freedom.
    pub row: Vec<f64>,
    /// One vector per degree of freedom: a translational Jacobian.
    pub jacp: Vec<Vec3>,
    /// One vector per degree of freedom: a rotational Jacobian.
    pub jacr: Vec<Vec3>,
}

impl Scratch {
    /// Working memory for a model of these sizes.
    pub fn new(size: &ligament_model::Sizes) -> Self {
        Self {
            row: vec![0.0; size.nv],
            jacp: vec![Vec3::ZERO; size.nv],
            jacr: vec![Vec3::ZERO; size.nv],
        }
    }
}
