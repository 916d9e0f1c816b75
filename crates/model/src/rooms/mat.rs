//! Materials, for rendering.

use crate::column::Flag;
use crate::table::room;

room! {
    /// Materials, for rendering.
    pub struct Materials {
        texid: [i32; 10] [nmat] "mat_texid" "indices of textures; -1: none";
        texuniform: Flag [nmat] "mat_texuniform" "make texture cube uniform";
        texrepeat: [f32; 2] [nmat] "mat_texrepeat" "texture repetition for 2d mapping";
        emission: f32 [nmat] "mat_emission" "emission (x rgb)";
        specular: f32 [nmat] "mat_specular" "specular (x white)";
        shininess: f32 [nmat] "mat_shininess" "shininess coef";
        reflectance: f32 [nmat] "mat_reflectance" "reflectance (0: disable)";
        metallic: f32 [nmat] "mat_metallic" "metallic coef";
        roughness: f32 [nmat] "mat_roughness" "roughness coef";
        rgba: [f32; 4] [nmat] "mat_rgba" "rgba";
    }
}
