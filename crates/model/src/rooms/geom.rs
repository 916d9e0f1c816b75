//! Geoms: shapes for collision, inertia and rendering.

use ligament_math::{Quat, Vec3};

use crate::column::Flag;
use crate::enums::{Code, GeomType};
use crate::id::{BodyId, MaterialId};
use crate::table::room;

room! {
    /// Geoms: shapes for collision, inertia and rendering.
    pub struct Geoms {
        kind: Code<GeomType> [ngeom] "geom_type" "geometric type (mjtGeom)";
        contype: i32 [ngeom] "geom_contype" "geom contact type";
        conaffinity: i32 [ngeom] "geom_conaffinity" "geom contact affinity";
        condim: i32 [ngeom] "geom_condim" "contact dimensionality (1, 3, 4, 6)";
        bodyid: BodyId [ngeom] "geom_bodyid" "id of geom's body";
        dataid: i32 [ngeom] "geom_dataid" "id of geom's mesh/hfield; -1: none";
        matid: MaterialId [ngeom] "geom_matid" "material id for rendering; -1: none";
        group: i32 [ngeom] "geom_group" "group for visibility";
        priority: i32 [ngeom] "geom_priority" "geom contact priority";
        plugin: i32 [ngeom] "geom_plugin" "plugin instance id; -1: not in use";
        sameframe: u8 [ngeom] "geom_sameframe" "same frame as body (mjtSameframe)";
        castshadow: Flag [ngeom] "geom_castshadow" "does geom cast shadows";
        solmix: f64 [ngeom] "geom_solmix" "mixing coef for solref/imp in geom pair";
        solref: [f64; 2] [ngeom] "geom_solref" "constraint solver reference: contact";
        solimp: [f64; 5] [ngeom] "geom_solimp" "constraint solver impedance: contact";
        size: Vec3 [ngeom] "geom_size" "geom-specific size parameters";
        aabb: [f64; 6] [ngeom] "geom_aabb" "bounding box, (center, size)";
        rbound: f64 [ngeom] "geom_rbound" "radius of bounding sphere";
        pos: Vec3 [ngeom] "geom_pos" "local position offset rel. to body";
        quat: Quat [ngeom] "geom_quat" "local orientation offset rel. to body";
        friction: [f64; 3] [ngeom] "geom_friction" "friction for (slide, spin, roll)";
        margin: f64 [ngeom] "geom_margin" "geometric inflation for contact";
        gap: f64 [ngeom] "geom_gap" "additional contact detection buffer";
        surfacevel: [f64; 6] [ngeom] "geom_surfacevel" "surface velocity in local frame: lin,ang";
        adhesion: f64 [ngeom] "geom_adhesion" "adhesive force of contacts";
        fluid: [f64; 12] [ngeom] "geom_fluid" "fluid interaction parameters";
        user: f64 [ngeom, nuser_geom] "geom_user" "user data";
        rgba: [f32; 4] [ngeom] "geom_rgba" "rgba when material is omitted";
    }
}
