//! Textures, for rendering.

use crate::enums::{Code, ColorSpace, TextureType};
use crate::table::room;

room! {
    /// Textures, for rendering.
    pub struct Textures {
        kind: Code<TextureType> [ntex] "tex_type" "Kind of texture.";
        colorspace: Code<ColorSpace> [ntex] "tex_colorspace" "How its numbers encode colour.";
        height: i32 [ntex] "tex_height" "Rows of pixels.";
        width: i32 [ntex] "tex_width" "Pixels per row.";
        nchannel: i32 [ntex] "tex_nchannel" "Bytes per pixel.";
        adr: i64 [ntex] -> ntexdata or none "tex_adr" "Where its pixels start in `tex_data`.";
        data: u8 [ntexdata] "tex_data" "Pixels.";
        pathadr: i32 [ntex] -> npaths or none "tex_pathadr" "Where its file name starts in `paths`, or -1.";
        contenttypeadr: i32 [ntex] -> npaths or none "tex_contenttypeadr" "Where its content type starts in `paths`, or -1.";
    }
}
