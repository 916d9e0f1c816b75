//! Lights.

use ligament_model::enums::{CamLightMode, LightType};

use super::element;

element! {
    /// A light fixed to, or following, a body.
    pub struct Light {
        kind: LightType = LightType::Spot, "Kind of light.";
        pos: [f64; 3] = [0.0; 3], "Position in the body.";
        dir: [f64; 3] = [0.0, 0.0, -1.0], "Direction in the body.";
        mode: CamLightMode = CamLightMode::Fixed, "How it moves.";
        target: String = String::new(), "Body it points at.";
        active: bool = true, "Whether it is on.";
        texture: String = String::new(), "Texture of an image light.";
        castshadow: bool = true, "Whether it casts shadows.";
        bulbradius: f32 = 0.02, "Radius of the bulb, for soft shadows.";
        intensity: f32 = 0.0, "Intensity, in candela.";
        range: f32 = 10.0, "Distance it reaches.";
        attenuation: [f32; 3] = [1.0, 0.0, 0.0], "Constant, linear and quadratic attenuation.";
        cutoff: f32 = 45.0, "Half-angle of a spot light.";
        softness: f32 = 0.2, "Softness of the edge of a spot light.";
        exponent: f32 = 10.0, "Fall-off of a spot light.";
        ambient: [f32; 3] = [0.0; 3], "Ambient colour.";
        diffuse: [f32; 3] = [0.7; 3], "Diffuse colour.";
        specular: [f32; 3] = [0.3; 3], "Specular colour.";
    }
}
