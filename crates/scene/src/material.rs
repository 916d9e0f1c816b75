//! Colours: materials, transparency, glow, and colours of islands.

use ligament_model::enums::{EnableFlags, TextureRole};
use ligament_model::id::MaterialId;

use crate::builder::Builder;
use crate::types::figure::halton;
use crate::{Category, SceneGeom, VisFlag};

/// The colour of what has none of its own: the material decides then.
pub(crate) const DEFAULT_RGBA: [f32; 4] = [0.5, 0.5, 0.5, 1.0];

/// The colour of what moves freely, where islands are shown.
pub(crate) const FREE_RGBA: [f32; 4] = [0.7, 0.7, 0.7, 1.0];

impl Builder<'_> {
    /// Gives a geom its material and colour. A colour of its own counts more than that of the material.
    pub fn paint(&self, geom: &mut SceneGeom, material: MaterialId, rgba: [f32; 4]) {
        let mat = &self.m.mat;
        geom.rgba = rgba;
        let index = material.index();
        if material.0 < 0 || index >= self.m.size.nmat {
            return;
        }
        if self.shows(VisFlag::Texture) {
            geom.matid = material.0;
            geom.texid = mat.texid[index][TextureRole::Rgb as usize];
            geom.texuniform = i32::from(mat.texuniform[index].get());
            geom.texrepeat = mat.texrepeat[index];
        }
        if rgba == DEFAULT_RGBA {
            geom.rgba = mat.rgba[index];
        }
        geom.emission = mat.emission[index];
        geom.specular = mat.specular[index];
        geom.shininess = mat.shininess[index];
        geom.reflectance = mat.reflectance[index];
    }

    /// What happens to a geom of the model after it has its material: dynamic ones may be transparent, those of the selected
    /// body shine.
    pub fn tint(&self, geom: &mut SceneGeom, body: Option<usize>) {
        if self.shows(VisFlag::Transparent) && geom.category == Category::Dynamic as i32 {
            geom.rgba[3] *= self.m.vis.map.alpha;
        }
        if body.is_some() && body == self.selected() {
            geom.emission += self.m.vis.global.glow;
        }
    }

    /// The colour of an island.
    pub fn color_of_island(&self, island: i32) -> Option<[f32; 4]> {
        let island = usize::try_from(island).ok()?;
        Some(dof_color(*self.d.island.island_dofadr.get(island)?, true))
    }

    /// The colour of the island of a kinematic tree; of the tree where trees may sleep and it is in no island; else grey.
    pub fn island_color(&self, tree: usize) -> Option<[f32; 4]> {
        let island = self.d.island.tree_island.get(tree).copied().unwrap_or(-1);
        if island >= 0 {
            return self.color_of_island(island);
        }
        if !self.m.opt.enables(EnableFlags::SLEEP) {
            return Some(FREE_RGBA);
        }
        let asleep = *self.d.sleep.tree_asleep.get(tree)?;
        let Ok(mut at) = usize::try_from(asleep) else {
            return Some(dof_color(*self.m.tree.dofadr.get(tree)?, true));
        };
        // Sleeping trees of one island form a cycle; its smallest member stands for all.
        let mut smallest = tree;
        for _ in 0..self.m.size.ntree {
            smallest = smallest.min(at);
            at = usize::try_from(*self.d.sleep.tree_asleep.get(at)?).ok()?;
        }
        Some(dof_color(*self.m.tree.dofadr.get(smallest)?, false))
    }
}

/// A colour for a number: hue, saturation and value from Halton's sequence; duller for what sleeps.
fn dof_color(dof: i32, awake: bool) -> [f32; 4] {
    let seed = usize::try_from(dof).unwrap_or(0) + 1;
    let (dull_s, dull_v) = if awake { (1.0, 1.0) } else { (0.7, 0.6) };
    let hue = halton(seed, 7);
    let saturation = (0.5 + 0.5 * halton(seed, 3)) * dull_s;
    let value = (0.6 + 0.4 * halton(seed, 5)) * dull_v;
    let [r, g, b] = from_hsv(hue, saturation, value);
    [r, g, b, 1.0]
}

/// Hue, saturation and value to red, green and blue.
fn from_hsv(hue: f64, saturation: f64, value: f64) -> [f32; 3] {
    [5.0, 3.0, 1.0].map(|offset| {
        let k = (offset + 6.0 * hue) % 6.0;
        let dip = k.min(4.0 - k).clamp(0.0, 1.0);
        (value * (1.0 - saturation * dip)) as f32
    })
}
