//! Sites: marked frames.

use ligament_math::{Quat, Vec3};

use crate::enums::{Code, GeomType};
use crate::id::{BodyId, MaterialId};
use crate::table::room;

room! {
    /// Sites: marked frames.
    pub struct Sites {
        kind: Code<GeomType> [nsite] "site_type" "Kind of shape it is drawn as.";
        bodyid: BodyId [nsite] -> nbody "site_bodyid" "Body it is fixed to.";
        dataid: i32 [nsite] -> nmesh or none "site_dataid" "Mesh it is drawn as, or -1.";
        matid: MaterialId [nsite] -> nmat or none "site_matid" "Its material, or -1.";
        group: i32 [nsite] "site_group" "Visibility group.";
        sameframe: u8 [nsite] "site_sameframe" "How its frame relates to the body frame, a value of `SameFrame`.";
        size: Vec3 [nsite] "site_size" "Sizes it is drawn with.";
        pos: Vec3 [nsite] "site_pos" "Position in the body frame.";
        quat: Quat [nsite] "site_quat" "Orientation in the body frame.";
        user: f64 [nsite, nuser_site] "site_user" "Numbers for the user.";
        rgba: [f32; 4] [nsite] "site_rgba" "Colour, if there is no material.";
    }
}
