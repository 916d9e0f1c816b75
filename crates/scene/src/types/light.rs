//! Lights (`mjvLight`).

use crate::plain::plain;

plain! {
    /// A light (`mjvLight`).
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Light {
        id: i32 = 0, "Light of the model; -1 for the headlight.";
        pos: [f32; 3] = [0.0; 3], "Position.";
        dir: [f32; 3] = [0.0; 3], "Direction.";
        type_ as "type": i32 = 0, "Type (`LightType`).";
        texid: i32 = 0, "Texture of an image light.";
        attenuation: [f32; 3] = [0.0; 3], "Constant, linear and quadratic loss over distance.";
        cutoff: f32 = 0.0, "Half opening angle of a spotlight, in degrees.";
        exponent: f32 = 0.0, "How much a spotlight favours its middle.";
        ambient: [f32; 3] = [0.0; 3], "Ambient colour.";
        diffuse: [f32; 3] = [0.0; 3], "Diffuse colour.";
        specular: [f32; 3] = [0.0; 3], "Specular colour.";
        headlight: u8 = 0, "Whether it is the headlight.";
        castshadow: u8 = 0, "Whether it makes shadows.";
        bulbradius: f32 = 0.0, "Radius of the bulb, which softens shadows.";
        intensity: f32 = 0.0, "Luminous intensity in candela.";
        range: f32 = 0.0, "Distance that the light reaches.";
        softness: f32 = 0.0, "How gradually a spotlight ends at its edge.";
    }
}
