//! Lights.

use ligament_math::Vec3;

use crate::column::Flag;
use crate::enums::{CamLightMode, Code, LightType};
use crate::id::BodyId;
use crate::table::room;

room! {
    /// Lights.
    pub struct Lights {
        mode: Code<CamLightMode> [nlight] "light_mode" "light tracking mode (mjtCamLight)";
        bodyid: BodyId [nlight] "light_bodyid" "id of light's body";
        targetbodyid: BodyId [nlight] "light_targetbodyid" "id of targeted body; -1: none";
        kind: Code<LightType> [nlight] "light_type" "spot, directional, etc. (mjtLightType)";
        texid: i32 [nlight] "light_texid" "texture id for image lights";
        castshadow: Flag [nlight] "light_castshadow" "does light cast shadows";
        bulbradius: f32 [nlight] "light_bulbradius" "light radius for soft shadows";
        intensity: f32 [nlight] "light_intensity" "intensity, in candela";
        range: f32 [nlight] "light_range" "range of effectiveness";
        active: Flag [nlight] "light_active" "is light on";
        pos: Vec3 [nlight] "light_pos" "position rel. to body frame";
        dir: Vec3 [nlight] "light_dir" "direction rel. to body frame";
        poscom0: Vec3 [nlight] "light_poscom0" "global position rel. to sub-com in qpos0";
        pos0: Vec3 [nlight] "light_pos0" "global position rel. to body in qpos0";
        dir0: Vec3 [nlight] "light_dir0" "global direction in qpos0";
        attenuation: [f32; 3] [nlight] "light_attenuation" "OpenGL attenuation (quadratic model)";
        cutoff: f32 [nlight] "light_cutoff" "OpenGL cutoff";
        softness: f32 [nlight] "light_softness" "spotlight edge softness";
        exponent: f32 [nlight] "light_exponent" "OpenGL exponent";
        ambient: [f32; 3] [nlight] "light_ambient" "ambient rgb (alpha=1)";
        diffuse: [f32; 3] [nlight] "light_diffuse" "diffuse rgb (alpha=1)";
        specular: [f32; 3] [nlight] "light_specular" "specular rgb (alpha=1)";
    }
}
