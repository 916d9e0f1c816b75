//! Skins, for rendering.

use crate::id::{BodyId, MaterialId};
use crate::table::room;

room! {
    /// Skins, for rendering.
    pub struct Skins {
        matid: MaterialId [nskin] -> nmat or none "skin_matid" "Its material, or -1.";
        group: i32 [nskin] "skin_group" "Visibility group.";
        rgba: [f32; 4] [nskin] "skin_rgba" "Colour, if there is no material.";
        inflate: f32 [nskin] "skin_inflate" "How far it is moved out along its normals.";
        vertadr: i32 [nskin] -> nskinvert by vertnum "skin_vertadr" "Its first vertex.";
        vertnum: i32 [nskin] "skin_vertnum" "How many vertices it has.";
        texcoordadr: i32 [nskin] -> nskintexvert or none "skin_texcoordadr" "Its first texture coordinate, or -1.";
        faceadr: i32 [nskin] -> nskinface by facenum "skin_faceadr" "Its first triangle.";
        facenum: i32 [nskin] "skin_facenum" "How many triangles it has.";
        boneadr: i32 [nskin] -> nskinbone by bonenum "skin_boneadr" "Its first bone.";
        bonenum: i32 [nskin] "skin_bonenum" "How many bones it has.";
        vert: [f32; 3] [nskinvert] "skin_vert" "Positions of the vertices.";
        texcoord: [f32; 2] [nskintexvert] "skin_texcoord" "Coordinates within the texture.";
        face: [i32; 3] [nskinface] -> local vertnum "skin_face" "The vertices of each triangle.";
        bonevertadr: i32 [nskinbone] -> nskinbonevert by bonevertnum "skin_bonevertadr" "First vertex that the bone moves.";
        bonevertnum: i32 [nskinbone] "skin_bonevertnum" "How many vertices the bone moves.";
        bonebindpos: [f32; 3] [nskinbone] "skin_bonebindpos" "Position of the bone when it was bound.";
        bonebindquat: [f32; 4] [nskinbone] "skin_bonebindquat" "Orientation of the bone when it was bound.";
        bonebodyid: BodyId [nskinbone] -> nbody "skin_bonebodyid" "Body that is the bone.";
        bonevertid: i32 [nskinbonevert] -> local vertnum "skin_bonevertid" "The vertices that bones move.";
        bonevertweight: f32 [nskinbonevert] "skin_bonevertweight" "How strongly bones move their vertices.";
        pathadr: i32 [nskin] -> npaths or none "skin_pathadr" "Where its file name starts in `paths`, or -1.";
    }
}
