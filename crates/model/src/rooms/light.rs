//! Lights.

use ligament_math::Vec3;

use crate::column::Flag;
use crate::enums::{CamLightMode, Code, LightType};
use crate::id::BodyId;
use crate::table::room;

room! {
    /// Lights.
    pub struct Lights {
        mode: Code<CamLightMode> [nlight] "light_mode" "How the light follows its body.";
        bodyid: BodyId [nlight] -> nbody "light_bodyid" "Body it is fixed to.";
        targetbodyid: BodyId [nlight] -> nbody or none "light_targetbodyid" "Body it shines at, or -1.";
        kind: Code<LightType> [nlight] "light_type" "Kind of light.";
        texid: i32 [nlight] -> ntex or none "light_texid" "Texture of an image light, or -1.";
        castshadow: Flag [nlight] "light_castshadow" "Whether it makes shadows.";
        bulbradius: f32 [nlight] "light_bulbradius" "Radius of the bulb, which softens shadows.";
        intensity: f32 [nlight] "light_intensity" "Luminous intensity in candela.";
        range: f32 [nlight] "light_range" "Distance that the light reaches.";
        active: Flag [nlight] "light_active" "Whether it is switched on.";
        pos: Vec3 [nlight] "light_pos" "Position in the body frame.";
        dir: Vec3 [nlight] "light_dir" "Direction in the body frame.";
        poscom0: Vec3 [nlight] "light_poscom0" "Offset from the subtree's centre of mass in the reference configuration, world axes.";
        pos0: Vec3 [nlight] "light_pos0" "Offset from the body in the reference configuration, world axes.";
        dir0: Vec3 [nlight] "light_dir0" "Direction in the world in the reference configuration.";
        attenuation: [f32; 3] [nlight] "light_attenuation" "Constant, linear and quadratic loss over distance.";
        cutoff: f32 [nlight] "light_cutoff" "Half opening angle of a spotlight, in degrees.";
        softness: f32 [nlight] "light_softness" "How gradually a spotlight ends at its edge.";
        exponent: f32 [nlight] "light_exponent" "How much a spotlight favours its middle.";
        ambient: [f32; 3] [nlight] "light_ambient" "Ambient colour.";
        diffuse: [f32; 3] [nlight] "light_diffuse" "Diffuse colour.";
        specular: [f32; 3] [nlight] "light_specular" "Specular colour.";
    }
}
