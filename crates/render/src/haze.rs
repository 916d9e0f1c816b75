//! Haze between an infinite plane and the sky.
//!
//! The plane fades into the colour of haze up to the distance (1 - haze) far. From the circle there a cone rises to the height
//! of the camera at distance far, and on it haze fades into the sky. Everything depends on the slope at which the line of
//! sight goes down to the plane.

use ligament_scene::Scene;

use crate::assets::Settings;
use crate::view::{View, dot};

/// Haze over one plane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Haze {
    /// The plane.
    pub geom: u32,
    normal: [f32; 3],
    /// Height of the camera above the plane, and the distances where haze is full and where it ends.
    height: f32,
    full: f32,
    far: f32,
    rgb: [f32; 3],
}

/// Where haze begins on the plane, against where it is full.
const BEGIN: f32 = 0.7;

impl Haze {
    /// Haze over the first infinite plane that the camera is above of.
    pub(crate) fn new(scene: &Scene, settings: &Settings, view: &View) -> Option<Self> {
        let far = view.far as f32;
        let full = far * (1.0 - settings.haze.clamp(0.0, 0.99));
        let (g, geom) = scene
            .geoms
            .iter()
            .enumerate()
            .find(|(_, g)| g.type_ == 0 && g.size[0] <= 0.0 && g.size[1] <= 0.0)?;
        let normal = core::array::from_fn(|k| geom.mat[k][2]);
        let from = core::array::from_fn(|k| view.pos[k] - f64::from(geom.pos[k]));
        let height = dot(normal.map(f64::from), from) as f32;
        let [r, g_, b, _] = settings.haze_rgba;
        (height > 0.0 && !view.orthographic).then_some(Self {
            geom: g as u32,
            normal,
            height,
            full,
            far,
            rgb: [r, g_, b],
        })
    }

    /// How steeply a line of sight goes down.
    fn slope(&self, ray: [f32; 3]) -> f32 {
        let n = self.normal;
        let down = -(ray[0] * n[0] + ray[1] * n[1] + ray[2] * n[2]);
        let square = ray[0] * ray[0] + ray[1] * ray[1] + ray[2] * ray[2] - down * down;
        down / square.max(1e-20).sqrt()
    }

    fn mix(&self, part: f32, color: [f32; 3]) -> [f32; 3] {
        core::array::from_fn(|k| color[k] + part.clamp(0.0, 1.0) * (self.rgb[k] - color[k]))
    }

    /// Colour of the sky behind haze.
    pub(crate) fn over_sky(&self, ray: [f32; 3], color: [f32; 3]) -> [f32; 3] {
        let slope = self.slope(ray);
        if slope <= 0.0 {
            return color;
        }
        let reach = slope * self.far;
        let up = (self.height - slope * self.full) / (self.height + reach - slope * self.full);
        self.mix(1.0 - up, color)
    }

    /// Colour of the plane behind haze; `None` where the plane has ended.
    pub(crate) fn over_plane(&self, ray: [f32; 3], color: [f32; 3]) -> Option<[f32; 3]> {
        let (slope, edge) = (self.slope(ray), self.height / self.full);
        if slope < edge {
            return None;
        }
        let begin = edge / BEGIN;
        Some(self.mix((begin - slope) / (begin - edge), color))
    }
}
