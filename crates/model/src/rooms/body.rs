//! Rigid bodies.

use ligament_math::{Quat, Vec3};

use crate::id::{BodyId, TreeId};
use crate::table::room;

room! {
    /// Rigid bodies.
    pub struct Bodies {
        parentid: BodyId [nbody] "body_parentid" "id of body's parent";
        rootid: BodyId [nbody] "body_rootid" "ancestor that is direct child of world";
        weldid: BodyId [nbody] "body_weldid" "top dof-less ancestor; mocap: own root";
        mocapid: i32 [nbody] "body_mocapid" "id of mocap data; -1: none";
        jntnum: i32 [nbody] "body_jntnum" "number of joints for this body";
        jntadr: i32 [nbody] "body_jntadr" "start addr of joints; -1: no joints";
        dofnum: i32 [nbody] "body_dofnum" "number of motion degrees of freedom";
        dofadr: i32 [nbody] "body_dofadr" "start addr of dofs; -1: no dofs";
        treeid: TreeId [nbody] "body_treeid" "id of body's kinematic tree; -1: static";
        geomnum: i32 [nbody] "body_geomnum" "number of geoms";
        geomadr: i32 [nbody] "body_geomadr" "start addr of geoms; -1: no geoms";
        simple: u8 [nbody] "body_simple" "1: diag M; 2: diag M, sliders only";
        sameframe: u8 [nbody] "body_sameframe" "same frame as inertia (mjtSameframe)";
        pos: Vec3 [nbody] "body_pos" "position offset rel. to parent body";
        quat: Quat [nbody] "body_quat" "orientation offset rel. to parent body";
        ipos: Vec3 [nbody] "body_ipos" "local position of center of mass";
        iquat: Quat [nbody] "body_iquat" "local orientation of inertia ellipsoid";
        mass: f64 [nbody] "body_mass" "mass";
        subtreemass: f64 [nbody] "body_subtreemass" "mass of subtree starting at this body";
        inertia: Vec3 [nbody] "body_inertia" "diagonal inertia in ipos/iquat frame";
        invweight0: [f64; 2] [nbody] "body_invweight0" "mean inv inert in qpos0 (trn, rot)";
        gravcomp: f64 [nbody] "body_gravcomp" "antigravity force, units of body weight";
        margin: f64 [nbody] "body_margin" "MAX over all geom margins+gaps";
        user: f64 [nbody, nuser_body] "body_user" "user data";
        plugin: i32 [nbody] "body_plugin" "plugin instance id; -1: not in use";
        contype: i32 [nbody] "body_contype" "OR over all geom contypes";
        conaffinity: i32 [nbody] "body_conaffinity" "OR over all geom conaffinities";
        bvhadr: i32 [nbody] "body_bvhadr" "address of bvh root";
        bvhnum: i32 [nbody] "body_bvhnum" "number of bounding volumes";
    }
}
