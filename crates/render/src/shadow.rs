//! Shadow maps: nearness of what a light sees. A tile of a map is drawn when it is first asked for.

use std::sync::OnceLock;

use ligament_math::func::tan;
use ligament_model::enums::LightType;
use ligament_scene::Light;

use crate::assets::Settings;
use crate::exact::{Way, bin};
use crate::list::Item;
use crate::raster::tile::{AREA, draw_depth};
use crate::raster::{Bins, Cull, MAX_SIDE, Projection, Scratch, TILE};
use crate::view::{Affine, View, cross, dot, unit_or};

/// What a light sees.
#[derive(Debug)]
pub(crate) struct ShadowMap {
    parts: Vec<(Bins, Scratch)>,
    tiles: Vec<OnceLock<Option<Vec<f32>>>>,
    projection: Projection,
    rows: [[f32; 4]; 3],
}

/// Spotlights have shadows within at most this angle from their axis, in degrees.
const WIDEST: f64 = 80.0;
/// How much farther than what the light sees a point in shadow is, in parts of its distance.
const BIAS: f32 = 5e-4;

impl ShadowMap {
    /// The map of a light for these items; `None` if it has no shadows.
    pub(crate) fn new(
        light: &Light,
        settings: &Settings,
        camera: &View,
        items: &[Item<'_>],
    ) -> Option<Self> {
        let side = usize::try_from(settings.shadow_size).ok()?.min(MAX_SIDE);
        if side == 0 || items.is_empty() {
            return None;
        }
        let wide = |x: [f32; 3]| x.map(f64::from);
        let forward = unit_or(wide(light.dir), [0.0, 0.0, -1.0]);
        let helper = if forward[2].abs() > 0.9 {
            [0.0, 1.0, 0.0]
        } else {
            [0.0, 0.0, 1.0]
        };
        let right = unit_or(cross(forward, helper), [1.0, 0.0, 0.0]);
        let up = cross(right, forward);
        let pos = wide(light.pos);
        let m = [right, up, forward.map(|x| -x)];
        let directional = light.type_ == LightType::Directional as i32;
        let half = if directional {
            f64::from(settings.shadow_clip)
        } else {
            let angle = f64::from(light.cutoff).min(WIDEST) * f64::from(settings.shadow_scale);
            camera.near * tan(angle.to_radians())
        };
        if !(half > 0.0 && half.is_finite()) {
            return None;
        }
        let view = View {
            eye: Affine {
                m,
                t: core::array::from_fn(|i| -dot(m[i], pos)),
            },
            pos,
            edges: [-half, half, -half, half],
            near: camera.near,
            far: camera.far,
            orthographic: directional,
            width: side,
            height: side,
            mirrored: false,
            clip: None,
        };
        let projection = Projection::new(&view, 1);
        let mut parts = Vec::new();
        let way = Way {
            cull: Cull::Front,
            outline: true,
            by_geom: true,
        };
        let count = bin(&mut parts, &projection, items, way);
        parts.truncate(count);
        let [columns, rows] = projection.tiles();
        Some(Self {
            parts,
            tiles: (0..columns * rows).map(|_| OnceLock::new()).collect(),
            projection,
            rows: projection.rows.0.map(|r| r.map(|x| x as f32)),
        })
    }

    /// How much of the light reaches a point: the mean of the four pixels around it.
    pub(crate) fn light_at(&self, p: [f32; 3]) -> f32 {
        let row = |r: [f32; 4]| r[0] * p[0] + r[1] * p[1] + (r[2] * p[2] + r[3]);
        let [hx, hy, d] = self.rows.map(row);
        let ortho = self.projection.orthographic;
        if !ortho && d <= self.projection.near as f32 {
            return 1.0;
        }
        let w = if ortho { 1.0 } else { d };
        let (x, y) = (hx / w - 0.5, hy / w - 0.5);
        let side = self.projection.width as f32;
        if !(x > 0.0 && y > 0.0 && x < side - 1.0 && y < side - 1.0) {
            return 1.0;
        }
        let far = self.projection.far as f32;
        let q = if ortho {
            far - d + BIAS * self.projection.width as f32 * 1e-3
        } else {
            (1.0 + BIAS) / d
        };
        let (fx, fy) = (x.floor(), y.floor());
        let (u, v) = (x - fx, y - fy);
        let (ix, iy) = (fx as usize, fy as usize);
        let lit = |x: usize, y: usize| f32::from(u8::from(q >= self.nearness(x, y)));
        let low = lit(ix, iy) * (1.0 - u) + lit(ix + 1, iy) * u;
        let high = lit(ix, iy + 1) * (1.0 - u) + lit(ix + 1, iy + 1) * u;
        low * (1.0 - v) + high * v
    }

    #[inline]
    fn nearness(&self, x: usize, y: usize) -> f32 {
        let columns = self.projection.tiles()[0];
        let (column, row) = (x / TILE, y / TILE);
        let index = row * columns + column;
        let tile = self.tiles[index].get_or_init(|| self.draw(index, column, row));
        tile.as_ref()
            .map_or(0.0, |tile| tile[(y % TILE) * TILE + x % TILE])
    }

    fn draw(&self, index: usize, column: usize, row: usize) -> Option<Vec<f32>> {
        if self
            .parts
            .iter()
            .all(|(bins, _)| bins.tile(index).is_empty())
        {
            return None;
        }
        let mut q = vec![0.0; AREA];
        let origin = [(column * TILE) as i32, (row * TILE) as i32];
        for (bins, _) in &self.parts {
            draw_depth(&bins.tris, bins.tile(index), origin, &mut q);
        }
        Some(q)
    }
}
