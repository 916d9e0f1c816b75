//! Lights of a scene: the headlight first, then those of the model that are switched on.

use ligament_engine::Data;
use ligament_math::Vec3;
use ligament_model::Model;
use ligament_model::enums::LightType;

use crate::shape::{double, single};
use crate::types::scene::MAX_LIGHT;
use crate::{Light, Scene};

/// Radius of the bulb of the headlight, and the distance it reaches.
const HEADLIGHT_BULB: f32 = 0.02;
const HEADLIGHT_RANGE: f32 = 10.0;

/// Makes the list of lights (`mjv_makeLights`). What comes after the hundredth is left out.
pub fn make_lights(m: &Model, d: &Data, scene: &mut Scene) {
    scene.lights.clear();
    if m.vis.headlight.active != 0 {
        let light = headlight(m, scene);
        scene.lights.push(light);
    }
    let active = (0..m.size.nlight).filter(|&id| m.light.active[id].get());
    let room = MAX_LIGHT - scene.lights.len();
    scene
        .lights
        .extend(active.take(room).map(|id| model_light(m, d, id)));
}

/// The light at the cameras.
fn headlight(m: &Model, scene: &Scene) -> Light {
    let [left, right] = &scene.camera;
    let middle = |a: [f32; 3], b: [f32; 3]| (double(a) + double(b)) * 0.5;
    let (dir, _) = middle(left.forward, right.forward).normalize_or_x();
    let settings = &m.vis.headlight;
    Light {
        id: -1,
        pos: single(middle(left.pos, right.pos)),
        dir: single(dir),
        type_: LightType::Directional as i32,
        texid: -1,
        ambient: settings.ambient,
        diffuse: settings.diffuse,
        specular: settings.specular,
        headlight: 1,
        bulbradius: HEADLIGHT_BULB,
        range: HEADLIGHT_RANGE,
        ..Light::default()
    }
}

/// A light of the model; only spotlights fade and have an edge.
fn model_light(m: &Model, d: &Data, id: usize) -> Light {
    let lights = &m.light;
    let at = |list: &[Vec3]| list.get(id).copied().unwrap_or(Vec3::ZERO);
    let spot = lights.kind[id].is(LightType::Spot);
    let mut light = Light {
        id: id as i32,
        pos: single(at(&d.pose.light_xpos)),
        dir: single(at(&d.pose.light_xdir)),
        type_: lights.kind[id].number(),
        texid: lights.texid[id],
        ambient: lights.ambient[id],
        diffuse: lights.diffuse[id],
        specular: lights.specular[id],
        castshadow: u8::from(lights.castshadow[id].get()),
        bulbradius: lights.bulbradius[id],
        intensity: lights.intensity[id],
        range: lights.range[id],
        ..Light::default()
    };
    if spot {
        light.attenuation = lights.attenuation[id];
        light.cutoff = lights.cutoff[id];
        light.exponent = lights.exponent[id];
        light.softness = lights.softness[id];
    }
    light
}
