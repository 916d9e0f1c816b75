//! Sites: marked frames.

use ligament_math::{Quat, Vec3};

use crate::enums::{Code, GeomType};
use crate::id::{BodyId, MaterialId};
use crate::table::room;

room! {
    /// Sites: marked frames.
    pub struct Sites {
        kind: Code<GeomType> [nsite] "site_type" "geom type for rendering (mjtGeom)";
        bodyid: BodyId [nsite] "site_bodyid" "id of site's body";
        dataid: i32 [nsite] "site_dataid" "id of site's mesh; -1: none";
        matid: MaterialId [nsite] "site_matid" "material id for rendering; -1: none";
        group: i32 [nsite] "site_group" "group for visibility";
        sameframe: u8 [nsite] "site_sameframe" "same frame as body (mjtSameframe)";
        size: Vec3 [nsite] "site_size" "geom size for rendering";
        pos: Vec3 [nsite] "site_pos" "local position offset rel. to body";
        quat: Quat [nsite] "site_quat" "local orientation offset rel. to body";
        user: f64 [nsite, nuser_site] "site_user" "user data";
        rgba: [f32; 4] [nsite] "site_rgba" "rgba when material is omitted";
    }
}
