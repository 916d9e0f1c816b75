//! Materials, for rendering.

use crate::column::Flag;
use crate::table::room;

room! {
    /// Materials, for rendering.
    pub struct Materials {
        texid: [i32; 10] [nmat] -> ntex or none "mat_texid" "Texture in each role, or -1.";
        texuniform: Flag [nmat] "mat_texuniform" "Whether texture size is measured in space rather than per object.";
        texrepeat: [f32; 2] [nmat] "mat_texrepeat" "How often a flat texture repeats along each side.";
        emission: f32 [nmat] "mat_emission" "Light given off, in proportion to the colour.";
        specular: f32 [nmat] "mat_specular" "Strength of highlights.";
        shininess: f32 [nmat] "mat_shininess" "Sharpness of highlights.";
        reflectance: f32 [nmat] "mat_reflectance" "How much it mirrors; 0 for nothing.";
        metallic: f32 [nmat] "mat_metallic" "How metallic it looks.";
        roughness: f32 [nmat] "mat_roughness" "How rough it looks.";
        rgba: [f32; 4] [nmat] "mat_rgba" "Colour.";
    }
}
