//! Skins, for rendering.

use crate::id::{BodyId, MaterialId};
use crate::table::room;

room! {
    /// Skins, for rendering.
    pub struct Skins {
        matid: MaterialId [nskin] "skin_matid" "skin material id; -1: none";
        group: i32 [nskin] "skin_group" "group for visibility";
        rgba: [f32; 4] [nskin] "skin_rgba" "skin rgba";
        inflate: f32 [nskin] "skin_inflate" "inflate skin in normal direction";
        vertadr: i32 [nskin] "skin_vertadr" "first vertex address";
        vertnum: i32 [nskin] "skin_vertnum" "number of vertices";
        texcoordadr: i32 [nskin] "skin_texcoordadr" "texcoord data address; -1: no texcoord";
        faceadr: i32 [nskin] "skin_faceadr" "first face address";
        facenum: i32 [nskin] "skin_facenum" "number of faces";
        boneadr: i32 [nskin] "skin_boneadr" "first bone in skin";
        bonenum: i32 [nskin] "skin_bonenum" "number of bones in skin";
        vert: [f32; 3] [nskinvert] "skin_vert" "vertex positions for all skin meshes";
        texcoord: [f32; 2] [nskintexvert] "skin_texcoord" "vertex texcoords for all skin meshes";
        face: [i32; 3] [nskinface] "skin_face" "triangle faces for all skin meshes";
        bonevertadr: i32 [nskinbone] "skin_bonevertadr" "first vertex in each bone";
        bonevertnum: i32 [nskinbone] "skin_bonevertnum" "number of vertices in each bone";
        bonebindpos: [f32; 3] [nskinbone] "skin_bonebindpos" "bind pos of each bone";
        bonebindquat: [f32; 4] [nskinbone] "skin_bonebindquat" "bind quat of each bone";
        bonebodyid: BodyId [nskinbone] "skin_bonebodyid" "body id of each bone";
        bonevertid: i32 [nskinbonevert] "skin_bonevertid" "mesh ids of vertices in each bone";
        bonevertweight: f32 [nskinbonevert] "skin_bonevertweight" "weights of vertices in each bone";
        pathadr: i32 [nskin] "skin_pathadr" "address of asset path for skin; -1: none";
    }
}
