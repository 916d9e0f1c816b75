//! Lights.

use ligament_math::Vec3;

use super::super::orientation::{Pose, normalize};
use super::TreeContext;
use crate::element::Light;
use crate::problem::Problem;

/// A light with everything resolved.
#[derive(Clone, Debug)]
pub struct LightData {
    /// The body it belongs to.
    pub body: usize,
    /// The element, with position and direction resolved.
    pub element: Light,
    /// The body it points at.
    pub target: Option<usize>,
    /// Texture of an image light.
    pub texture: Option<usize>,
}

fn fault(light: &Light, message: impl Into<String>) -> Problem {
    Problem::error(&light.at, "light", &light.name, message)
}

/// Resolves a light; its target is found later, when all bodies are known.
pub(super) fn prepare(
    light: &Light,
    frame: Option<Pose>,
    body: usize,
    context: &TreeContext,
) -> Result<LightData, Problem> {
    let mut element = light.clone();
    if let Some(frame) = frame {
        element.pos = frame.place(Vec3(light.pos)).0;
        element.dir = frame.turn(Vec3(light.dir)).0;
    }
    if normalize(&mut element.dir) == 0.0 {
        return Err(fault(light, "the direction has no length"));
    }
    if !(0.0..=1.0).contains(&light.softness) {
        return Err(fault(light, "`softness` must lie between 0 and 1"));
    }
    let texture = match light.texture.as_str() {
        "" => None,
        _ if context.discards() => None,
        name => {
            let found = context.assets.texture_index(name);
            if found.is_none() {
                return Err(fault(light, format!("there is no texture named '{name}'")));
            }
            found
        }
    };
    Ok(LightData {
        body,
        element,
        target: None,
        texture,
    })
}
