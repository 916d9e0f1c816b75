//! Textures, for rendering.

use crate::enums::{Code, ColorSpace, TextureType};
use crate::table::room;

room! {
    /// Textures, for rendering.
    pub struct Textures {
        kind: Code<TextureType> [ntex] "tex_type" "texture type (mjtTexture)";
        colorspace: Code<ColorSpace> [ntex] "tex_colorspace" "texture colorspace (mjtColorSpace)";
        height: i32 [ntex] "tex_height" "number of rows in texture image";
        width: i32 [ntex] "tex_width" "number of columns in texture image";
        nchannel: i32 [ntex] "tex_nchannel" "number of channels in texture image";
        adr: i64 [ntex] "tex_adr" "start address in tex_data";
        data: u8 [ntexdata] "tex_data" "pixel values";
        pathadr: i32 [ntex] "tex_pathadr" "address of texture asset path; -1: none";
        contenttypeadr: i32 [ntex] "tex_contenttypeadr" "content type address in paths; -1: none";
    }
}
