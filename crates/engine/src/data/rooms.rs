//! The rooms of [`Data`](super::Data): arrays grouped by what they depend on, each declared once under MuJoCo's name.
//!
//! Rooms of the tree core are generic over the scalar, so that its stages run on lanes of worlds and on dual numbers.

use ligament_math::{Force, Inertia10, Mat3, Motion, Quat, Vec3};
use ligament_model::{Flag, room};

room! {
    /// What evolves by itself: positions, velocities, activations and buffers.
    pub struct State<T> {
        qpos: T [nq] @State "qpos" "position";
        qvel: T [nv] @State "qvel" "velocity";
        act: T [na] @State "act" "actuator activation";
        history: T [nhistory] @State "history" "history buffer";
        plastic: T [nplastic] @State "plastic" "plastic state";
        qacc_warmstart: T [nv] @State "qacc_warmstart" "acceleration used for warmstart";
        plugin_state: T [npluginstate] @State "plugin_state" "plugin state";
    }
}

room! {
    /// What the user sets: controls, applied forces, switches and mocap poses.
    pub struct Input<T> {
        ctrl: T [nu] @Input "ctrl" "control";
        qfrc_applied: T [nv] @Input "qfrc_applied" "applied generalized force";
        xfrc_applied: [T; 6] [nbody] @Input "xfrc_applied" "applied Cartesian force, then torque";
        eq_active: Flag [neq] @Input "eq_active" "enable/disable constraints";
        mocap_pos: Vec3<T> [nmocap] @Input "mocap_pos" "positions of mocap bodies";
        mocap_quat: Quat<T> [nmocap] @Input "mocap_quat" "orientations of mocap bodies";
        userdata: T [nuserdata] @Input "userdata" "user data, not touched by the engine";
    }
}

room! {
    /// Where everything is.
    pub struct Pose<T> {
        xpos: Vec3<T> [nbody] @Kinematics "xpos" "Cartesian position of body frame";
        xquat: Quat<T> [nbody] @Kinematics "xquat" "Cartesian orientation of body frame";
        xmat: Mat3<T> [nbody] @Kinematics "xmat" "Cartesian orientation of body frame";
        xipos: Vec3<T> [nbody] @Kinematics "xipos" "Cartesian position of body com";
        xiquat: Quat<T> [nbody] @Kinematics "xiquat" "Cartesian orientation of body inertia";
        ximat: Mat3<T> [nbody] @Kinematics "ximat" "Cartesian orientation of body inertia";
        xanchor: Vec3<T> [njnt] @Kinematics "xanchor" "Cartesian position of joint anchor";
        xaxis: Vec3<T> [njnt] @Kinematics "xaxis" "Cartesian joint axis";
        geom_xpos: Vec3<T> [ngeom] @Kinematics "geom_xpos" "Cartesian geom position";
        geom_xquat: Quat<T> [ngeom] @Kinematics "geom_xquat" "Cartesian geom orientation";
        geom_xmat: Mat3<T> [ngeom] @Kinematics "geom_xmat" "Cartesian geom orientation";
        site_xpos: Vec3<T> [nsite] @Kinematics "site_xpos" "Cartesian site position";
        site_xquat: Quat<T> [nsite] @Kinematics "site_xquat" "Cartesian site orientation";
        site_xmat: Mat3<T> [nsite] @Kinematics "site_xmat" "Cartesian site orientation";
        cam_xpos: Vec3<T> [ncam] @CamLight "cam_xpos" "Cartesian camera position";
        cam_xmat: Mat3<T> [ncam] @CamLight "cam_xmat" "Cartesian camera orientation";
        light_xpos: Vec3<T> [nlight] @CamLight "light_xpos" "Cartesian light position";
        light_xdir: Vec3<T> [nlight] @CamLight "light_xdir" "Cartesian light direction";
        subtree_com: Vec3<T> [nbody] @ComPos "subtree_com" "center of mass of each subtree";
        cdof: Motion<T> [nv] @ComPos "cdof" "com-based motion axis of each dof (rot:lin)";
        cinert: Inertia10<T> [nbody] @ComPos "cinert" "com-based body inertia and mass";
    }
}

room! {
    /// Tendon paths and actuator transmissions: lengths and their sparse gradients.
    pub struct Path {
        ten_wrapadr: i32 [ntendon] @Tendon "ten_wrapadr" "start address of tendon's path";
        ten_wrapnum: i32 [ntendon] @Tendon "ten_wrapnum" "number of wrap points in path";
        ten_J: f64 [nJten] @Tendon "ten_J" "tendon Jacobian";
        ten_length: f64 [ntendon] @Tendon "ten_length" "tendon lengths";
        wrap_obj: [i32; 2] [nwrap] @Tendon "wrap_obj" "geom id; -1: site; -2: pulley";
        wrap_xpos: [f64; 6] [nwrap] @Tendon "wrap_xpos" "Cartesian 3D points in all paths";
        actuator_length: f64 [nout] @Transmission "actuator_length" "actuator lengths, one per force output";
        moment_rownnz: i32 [nout] @Transmission "moment_rownnz" "number of non-zeros in actuator_moment row";
        moment_rowadr: i32 [nout] @Transmission "moment_rowadr" "row start address in colind array";
        moment_colind: i32 [nJmom] @Transmission "moment_colind" "column indices in sparse Jacobian";
        actuator_moment: f64 [nJmom] @Transmission "actuator_moment" "actuator moments";
    }
}

room! {
    /// The inertia matrix and its factor.
    pub struct Inertia<T> {
        crb: Inertia10<T> [nbody] @MakeM "crb" "com-based composite inertia and mass";
        M: T [nC] @MakeM "M" "inertia (sparse)";
        qLD: T [nC] @FactorM "qLD" "L'*D*L factorization of M (sparse)";
        qLDiagInv: T [nv] @FactorM "qLDiagInv" "1/diag(D)";
    }
}

room! {
    /// Which bounding volumes the last collision test looked at.
    pub struct Bounds {
        bvh_aabb_dyn: [f64; 6] [nbvhdynamic] @Collision "bvh_aabb_dyn" "global bounding box (center, size)";
        bvh_active: Flag [nbvh] @Collision "bvh_active" "was bounding volume checked for collision";
    }
}

room! {
    /// Who sleeps. The lists of indices are full where nothing sleeps.
    pub struct Sleep {
        tree_asleep: i32 [ntree] @Sleep "tree_asleep" "<0: awake; >=0: index cycle of sleeping trees";
        tree_awake: i32 [ntree] @Sleep "tree_awake" "is tree awake; 0: asleep; 1: awake";
        body_awake: i32 [nbody] @Sleep "body_awake" "body sleep state: -1 static, 0 asleep, 1 awake";
        body_awake_ind: i32 [nbody] @Sleep "body_awake_ind" "indices of awake and static bodies";
        parent_awake_ind: i32 [nbody] @Sleep "parent_awake_ind" "indices of bodies with awake or static parents";
        dof_awake_ind: i32 [nv] @Sleep "dof_awake_ind" "indices of awake dofs";
    }
}

room! {
    /// How everything moves.
    pub struct Velocity<T> {
        flexedge_velocity: T [nflexedge] @Velocity "flexedge_velocity" "flex edge velocities";
        ten_velocity: T [ntendon] @Velocity "ten_velocity" "tendon velocities";
        actuator_velocity: T [nout] @Velocity "actuator_velocity" "actuator velocities, one per force output";
        cvel: Motion<T> [nbody] @ComVel "cvel" "com-based velocity (rot:lin)";
        cdof_dot: Motion<T> [nv] @ComVel "cdof_dot" "time-derivative of cdof (rot:lin)";
        subtree_linvel: Vec3<T> [nbody] @SubtreeVel "subtree_linvel" "linear velocity of subtree com";
        subtree_angmom: Vec3<T> [nbody] @SubtreeVel "subtree_angmom" "angular momentum about subtree com";
    }
}

room! {
    /// Generalized forces, and the forces of actuators.
    pub struct Forces<T> {
        qfrc_bias: T [nv] @Bias "qfrc_bias" "C(qpos,qvel)";
        qfrc_spring: T [nv] @Passive "qfrc_spring" "passive spring force";
        qfrc_damper: T [nv] @Passive "qfrc_damper" "passive damper force";
        qfrc_gravcomp: T [nv] @Passive "qfrc_gravcomp" "passive gravity compensation force";
        qfrc_fluid: T [nv] @Passive "qfrc_fluid" "passive fluid force";
        qfrc_adhesion: T [nv] @Passive "qfrc_adhesion" "passive contact adhesion force";
        qfrc_passive: T [nv] @Passive "qfrc_passive" "total passive force";
        actuator_force: T [nout] @Actuation "actuator_force" "actuator force in actuation space";
        qfrc_actuator: T [nv] @Actuation "qfrc_actuator" "actuator force in joint space";
        qfrc_smooth: T [nv] @Acceleration "qfrc_smooth" "net unconstrained force";
        qfrc_constraint: T [nv] @Solve "qfrc_constraint" "constraint force";
        qfrc_inverse: T [nv] @Inverse "qfrc_inverse" "net external force";
    }
}

room! {
    /// Accelerations, and the forces between bodies that follow from them.
    pub struct Acceleration<T> {
        qacc: T [nv] @Solve "qacc" "acceleration";
        act_dot: T [na] @Actuation "act_dot" "time-derivative of actuator activation";
        qacc_smooth: T [nv] @Acceleration "qacc_smooth" "unconstrained acceleration";
        cacc: Motion<T> [nbody] @RnePost "cacc" "com-based acceleration";
        cfrc_int: Force<T> [nbody] @RnePost "cfrc_int" "com-based interaction force with parent";
        cfrc_ext: Force<T> [nbody] @RnePost "cfrc_ext" "com-based external force on body";
    }
}

room! {
    /// Matrices of implicit integration.
    pub struct Implicit {
        qH: f64 [nC] @Integrate "qH" "L'*D*L factorization of modified M";
        qHDiagInv: f64 [nv] @Integrate "qHDiagInv" "1/diag(D) of modified M";
        qDeriv: f64 [nD] @Integrate "qDeriv" "d (passive + actuator - bias) / d qvel";
        qLU: f64 [nD] @Integrate "qLU" "sparse LU of (M - dt*qDeriv)";
        efm_c: f64 [nv] @Metric "efm_c" "smooth-force shift h*K*qvel";
        efm_diag: f64 [nv] @Metric "efm_diag" "effective-metric diagonal h*D + h^2*K";
        efm_ck: f64 [nv] @Metric "efm_ck" "diagonal stiffness h*k, for the smooth shift";
        efm_sdiag: f64 [nv] @Metric "efm_sdiag" "diagonal additions to M in the backbone";
        efm_fluid: f64 [nC] @Metric "efm_fluid" "fluid drag blocks in M's sparsity pattern";
        efm_tid: i32 [ntendon] @Metric "efm_tid" "ids of tendons with terms in the metric";
        efm_ts: f64 [ntendon] @Metric "efm_ts" "tendon metric scale h^2*k + h*b, tid indexed";
        efm_tk: f64 [ntendon] @Metric "efm_tk" "tendon stiffness h*k for shift, tid indexed";
        efm_aid: i32 [nactuator] @Metric "efm_aid" "ids of actuators with terms in the metric";
        efm_as: f64 [nactuator] @Metric "efm_as" "actuator metric scale h^2*gp + h*gv, aid indexed";
        efm_ak: f64 [nactuator] @Metric "efm_ak" "actuator stiffness h*gp, aid indexed";
        efm_ca: f64 [nv] @Metric "efm_ca" "actuation-stage smooth-force shift";
    }
}

room! {
    /// What sensors read.
    pub struct Sensors {
        sensordata: f64 [nsensordata] @Sensor "sensordata" "sensor data array";
    }
}

room! {
    /// Deformable objects; they are not supported yet, so that all of this is empty.
    pub struct Deformables {
        flexvert_xpos: Vec3 [nflexvert] @Flex "flexvert_xpos" "Cartesian flex vertex positions";
        flexelem_aabb: [f64; 6] [nflexelem] @Flex "flexelem_aabb" "flex element bounding boxes (center, size)";
        flexelem_krot: f64 [nflexstiffness] @Flex "flexelem_krot" "corotated element stiffness (implicit only)";
        flex_hessian_valid: Flag [nflex] @Flex "flex_hessian_valid" "Cartesian stretch Hessian cache is current";
        flexvert_hessian: [f64; 6] [nflexvert] @Flex "flexvert_hessian" "symmetric diagonal Hessian blocks";
        flexedge_hessian: [f64; 9] [nflexedge] @Flex "flexedge_hessian" "oriented off-diagonal Hessian blocks";
        flexedge_J: f64 [nJfe] @Flex "flexedge_J" "flex edge Jacobian";
        flexedge_length: f64 [nflexedge] @Flex "flexedge_length" "flex edge lengths";
        flexvert_lambda: f64 [nflexvert] @Flex "flexvert_lambda" "flex contact multiplier";
        flexvert_conage: i32 [nflexvert] @Flex "flexvert_conage" "flex contact age: <0 loaded, >0 steps since";
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
