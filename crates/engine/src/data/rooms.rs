//! The rooms of [`Data`](super::Data): arrays grouped by what they depend on, each declared once under MuJoCo's name.

use ligament_math::{Force, Inertia10, Mat3, Motion, Quat, Vec3};
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

room! {
    /// Which bounding volumes the last collision test looked at.
    pub struct Bounds {
        bvh_aabb_dyn: [f64; 6] [nbvhdynamic] "bvh_aabb_dyn" "global bounding box (center, size)";
        bvh_active: Flag [nbvh] "bvh_active" "was bounding volume checked for collision";
    }
}

room! {
    /// Who sleeps. The lists of indices are full where nothing sleeps.
    pub struct Sleep {
        tree_asleep: i32 [ntree] "tree_asleep" "<0: awake; >=0: index cycle of sleeping trees";
        tree_awake: i32 [ntree] "tree_awake" "is tree awake; 0: asleep; 1: awake";
        body_awake: i32 [nbody] "body_awake" "body sleep state: -1 static, 0 asleep, 1 awake";
        body_awake_ind: i32 [nbody] "body_awake_ind" "indices of awake and static bodies";
        parent_awake_ind: i32 [nbody] "parent_awake_ind" "indices of bodies with awake or static parents";
        dof_awake_ind: i32 [nv] "dof_awake_ind" "indices of awake dofs";
    }
}

room! {
    /// How everything moves.
    pub struct Velocity {
        flexedge_velocity: f64 [nflexedge] "flexedge_velocity" "flex edge velocities";
        ten_velocity: f64 [ntendon] "ten_velocity" "tendon velocities";
        actuator_velocity: f64 [nout] "actuator_velocity" "actuator velocities, one per force output";
        cvel: Motion [nbody] "cvel" "com-based velocity (rot:lin)";
        cdof_dot: Motion [nv] "cdof_dot" "time-derivative of cdof (rot:lin)";
        subtree_linvel: Vec3 [nbody] "subtree_linvel" "linear velocity of subtree com";
        subtree_angmom: Vec3 [nbody] "subtree_angmom" "angular momentum about subtree com";
    }
}

room! {
    /// Generalized forces, and the forces of actuators.
    pub struct Forces {
        qfrc_bias: f64 [nv] "qfrc_bias" "C(qpos,qvel)";
        qfrc_spring: f64 [nv] "qfrc_spring" "passive spring force";
        qfrc_damper: f64 [nv] "qfrc_damper" "passive damper force";
        qfrc_gravcomp: f64 [nv] "qfrc_gravcomp" "passive gravity compensation force";
        qfrc_fluid: f64 [nv] "qfrc_fluid" "passive fluid force";
        qfrc_adhesion: f64 [nv] "qfrc_adhesion" "passive contact adhesion force";
        qfrc_passive: f64 [nv] "qfrc_passive" "total passive force";
        actuator_force: f64 [nout] "actuator_force" "actuator force in actuation space";
        qfrc_actuator: f64 [nv] "qfrc_actuator" "actuator force in joint space";
        qfrc_smooth: f64 [nv] "qfrc_smooth" "net unconstrained force";
        qfrc_constraint: f64 [nv] "qfrc_constraint" "constraint force";
        qfrc_inverse: f64 [nv] "qfrc_inverse" "net external force";
    }
}

room! {
    /// Accelerations, and the forces between bodies that follow from them.
    pub struct Acceleration {
        qacc: f64 [nv] "qacc" "acceleration";
        act_dot: f64 [na] "act_dot" "time-derivative of actuator activation";
        qacc_smooth: f64 [nv] "qacc_smooth" "unconstrained acceleration";
        cacc: Motion [nbody] "cacc" "com-based acceleration";
        cfrc_int: Force [nbody] "cfrc_int" "com-based interaction force with parent";
        cfrc_ext: Force [nbody] "cfrc_ext" "com-based external force on body";
    }
}

room! {
    /// Matrices of implicit integration.
    pub struct Implicit {
        qH: f64 [nC] "qH" "L'*D*L factorization of modified M";
        qHDiagInv: f64 [nv] "qHDiagInv" "1/diag(D) of modified M";
        qDeriv: f64 [nD] "qDeriv" "d (passive + actuator - bias) / d qvel";
        qLU: f64 [nD] "qLU" "sparse LU of (M - dt*qDeriv)";
        efm_c: f64 [nv] "efm_c" "smooth-force shift h*K*qvel";
        efm_diag: f64 [nv] "efm_diag" "effective-metric diagonal h*D + h^2*K";
        efm_ck: f64 [nv] "efm_ck" "diagonal stiffness h*k, for the smooth shift";
        efm_sdiag: f64 [nv] "efm_sdiag" "diagonal additions to M in the backbone";
        efm_fluid: f64 [nC] "efm_fluid" "fluid drag blocks in M's sparsity pattern";
        efm_tid: i32 [ntendon] "efm_tid" "ids of tendons with terms in the metric";
        efm_ts: f64 [ntendon] "efm_ts" "tendon metric scale h^2*k + h*b, tid indexed";
        efm_tk: f64 [ntendon] "efm_tk" "tendon stiffness h*k for shift, tid indexed";
        efm_aid: i32 [nactuator] "efm_aid" "ids of actuators with terms in the metric";
        efm_as: f64 [nactuator] "efm_as" "actuator metric scale h^2*gp + h*gv, aid indexed";
        efm_ak: f64 [nactuator] "efm_ak" "actuator stiffness h*gp, aid indexed";
        efm_ca: f64 [nv] "efm_ca" "actuation-stage smooth-force shift";
    }
}

room! {
    /// What sensors read.
    pub struct Sensors {
        sensordata: f64 [nsensordata] "sensordata" "sensor data array";
    }
}

room! {
    /// Deformable objects; they are not supported yet, so that all of this is empty.
    pub struct Deformables {
        flexvert_xpos: Vec3 [nflexvert] "flexvert_xpos" "Cartesian flex vertex positions";
        flexelem_aabb: [f64; 6] [nflexelem] "flexelem_aabb" "flex element bounding boxes (center, size)";
        flexelem_krot: f64 [nflexstiffness] "flexelem_krot" "corotated element stiffness (implicit only)";
        flex_hessian_valid: Flag [nflex] "flex_hessian_valid" "Cartesian stretch Hessian cache is current";
        flexvert_hessian: [f64; 6] [nflexvert] "flexvert_hessian" "symmetric diagonal Hessian blocks";
        flexedge_hessian: [f64; 9] [nflexedge] "flexedge_hessian" "oriented off-diagonal Hessian blocks";
        flexedge_J: f64 [nJfe] "flexedge_J" "flex edge Jacobian";
        flexedge_length: f64 [nflexedge] "flexedge_length" "flex edge lengths";
        flexvert_lambda: f64 [nflexvert] "flexvert_lambda" "flex contact multiplier";
        flexvert_conage: i32 [nflexvert] "flexvert_conage" "flex contact age: <0 loaded, >0 steps since";
    }
}

impl Path {
    /// Where the entries of a row of the actuator moments are.
    #[inline]
    pub fn moment_row(&self, output: usize) -> std::ops::Range<usize> {
        let start = self.moment_rowadr[output] as usize;
        start..start + self.moment_rownnz[output] as usize
    }
}
