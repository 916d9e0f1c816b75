//! Rigid bodies.

use ligament_math::{Quat, Vec3};

use crate::id::{BodyId, TreeId};
use crate::table::room;

room! {
    /// Rigid bodies.
    pub struct Bodies {
        parentid: BodyId [nbody] -> nbody earlier "body_parentid" "Parent body; the world is its own.";
        rootid: BodyId [nbody] -> nbody "body_rootid" "Topmost ancestor below the world.";
        weldid: BodyId [nbody] -> nbody "body_weldid" "Highest ancestor reached without crossing a joint: what this body is welded to.";
        mocapid: i32 [nbody] -> nmocap each or none "body_mocapid" "Index among the mocap bodies, or -1.";
        jntnum: i32 [nbody] "body_jntnum" "How many joints move the body.";
        jntadr: i32 [nbody] -> njnt by jntnum "body_jntadr" "First joint of the body, or -1.";
        dofnum: i32 [nbody] "body_dofnum" "How many degrees of freedom the joints of the body have.";
        dofadr: i32 [nbody] -> nv by dofnum "body_dofadr" "First degree of freedom of the body, or -1.";
        treeid: TreeId [nbody] -> ntree owner or none "body_treeid" "Kinematic tree of the body, or -1 if it cannot move.";
        geomnum: i32 [nbody] "body_geomnum" "How many geoms are fixed to the body.";
        geomadr: i32 [nbody] -> ngeom by geomnum "body_geomadr" "First geom of the body, or -1.";
        simple: u8 [nbody] "body_simple" "How simple the body's block of the inertia matrix is: 1 if diagonal, 2 if only slides besides.";
        sameframe: u8 [nbody] "body_sameframe" "How the inertial frame relates to the body frame, a value of `SameFrame`.";
        pos: Vec3 [nbody] "body_pos" "Origin of the body in its parent's frame.";
        quat: Quat [nbody] "body_quat" "Orientation of the body in its parent's frame.";
        ipos: Vec3 [nbody] "body_ipos" "Centre of mass in the body frame.";
        iquat: Quat [nbody] "body_iquat" "Principal axes of inertia in the body frame.";
        mass: f64 [nbody] "body_mass" "Mass of the body.";
        subtreemass: f64 [nbody] "body_subtreemass" "Mass of the body and all its descendants.";
        inertia: Vec3 [nbody] "body_inertia" "Principal moments of inertia.";
        invweight0: [f64; 2] [nbody] "body_invweight0" "Mean inverse inertia in the reference configuration, linear and angular.";
        gravcomp: f64 [nbody] "body_gravcomp" "Share of the weight that is compensated.";
        margin: f64 [nbody] "body_margin" "Largest sum of margin and gap among the geoms.";
        user: f64 [nbody, nuser_body] "body_user" "Numbers for the user.";
        plugin: i32 [nbody] -> nplugin or none "body_plugin" "Plugin instance, or -1.";
        contype: i32 [nbody] "body_contype" "Contact types of all geoms together.";
        conaffinity: i32 [nbody] "body_conaffinity" "Contact affinities of all geoms together.";
        bvhadr: i32 [nbody] -> nbvh by bvhnum partly "body_bvhadr" "Root of the body's bounding volumes, or -1.";
        bvhnum: i32 [nbody] "body_bvhnum" "How many bounding volumes the body has.";
    }
}
