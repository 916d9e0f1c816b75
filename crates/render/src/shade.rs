//! Colour of the pixels of a triangle.
//!
//! With clip coordinates (x, y, w) of the corners as the columns of M, the rows of M⁻¹ give λᵢ(px, py), affine on the picture,
//! with Σ λᵢ = 1/w; what corners have is interpolated by λᵢ / Σ λ. Corners behind the viewer need no clipping for this.

use ligament_scene::SceneGeom;

use crate::label::is_line;
use crate::light::{Lamp, Surface};
use crate::list::Item;
use crate::raster::INSIDE;
use crate::shadow::ShadowMap;
use crate::texture::{Texture, rough_log2};
use crate::view::{View, unit_or};

/// A fixed pipeline has this many lights.
pub(crate) const MAX_LAMPS: usize = 8;

/// Lights with shadows of one picture, at most [`MAX_LAMPS`].
pub(crate) type Shadowed = Vec<(Lamp, Option<ShadowMap>)>;

/// Fog that grows linearly with distance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fog {
    pub start: f32,
    pub end: f32,
    pub rgb: [f32; 3],
}

/// All that colours depend on, for one view.
pub(crate) struct Shader<'a> {
    pub view: &'a View,
    pub rows: crate::view::Rows,
    pub items: &'a [Item<'a>],
    pub geoms: &'a [SceneGeom],
    pub textures: &'a [Option<Texture>],
    pub lamps: &'a [Lamp],
    pub shadowed: &'a Shadowed,
    pub fog: Option<Fog>,
}

/// A triangle that is ready to be shaded.
#[derive(Clone, Debug)]
pub(crate) struct Ready<'a> {
    /// λ at the reference pixel, and their changes along x and y.
    at: [f32; 3],
    dx: [f32; 3],
    dy: [f32; 3],
    origin: [f32; 2],
    /// Points of the world.
    corners: [[f32; 3]; 3],
    /// Colour of the corners under lights without shadows.
    base: [[f32; 3]; 3],
    /// Colour of the corners under each light with shadows.
    light: [[[f32; 3]; 3]; MAX_LAMPS],
    texture: Option<(&'a Texture, [[f32; 3]; 3])>,
    pub alpha: f32,
    pub geom: u32,
    /// How much it mirrors.
    pub reflectance: f32,
}

impl<'a> Shader<'a> {
    /// Prepares a face of an item; `x` and `y` are a pixel on it.
    pub(crate) fn prepare(&self, draw: u32, face: u32, x: usize, y: usize) -> Option<Ready<'a>> {
        let item = &self.items[draw as usize];
        let geom = &self.geoms[item.geom as usize];
        let inside = face & INSIDE != 0;
        let v = item.shape.faces[(face & !INSIDE) as usize].map(|v| v as usize);
        let local = v.map(|v| item.shape.point(v));
        let world = local.map(|p| item.place.apply(p.map(f64::from)));
        let (at, dx, dy) = self.weights(world, x, y)?;
        let surface = Surface::new(geom);
        let mut base = [[0.0; 3]; 3];
        let mut light = [[[0.0; 3]; 3]; MAX_LAMPS];
        let turn = normal_map(&item.place.m);
        let clamp = |c: [f64; 3]| c.map(|x| x.clamp(0.0, 1.0) as f32);
        let lit = !is_line(geom.type_);
        let flat = item.shape.flat_normal((face & !INSIDE) as usize);
        if !lit {
            base = [core::array::from_fn(|k| geom.rgba[k].clamp(0.0, 1.0)); 3];
        }
        for k in 0..if lit { 3 } else { 0 } {
            let n = flat.unwrap_or(item.shape.normal[v[k]].map(f64::from));
            let n: [f64; 3] = core::array::from_fn(|i| crate::view::dot(turn[i], n));
            let n = unit_or(n, [0.0, 0.0, 1.0]).map(|x| if inside { -x } else { x });
            let mut sum = surface.own();
            for lamp in self.lamps {
                surface.add(lamp, self.view, world[k], n, &mut sum);
            }
            base[k] = clamp(sum);
            for (to, (lamp, _)) in light.iter_mut().zip(self.shadowed) {
                let mut sum = [0.0; 3];
                surface.add(lamp, self.view, world[k], n, &mut sum);
                to[k] = clamp(sum);
            }
        }
        let up = item.shape.normal[v[0]][2] > 0.9;
        Some(Ready {
            at,
            dx,
            dy,
            origin: [x as f32, y as f32],
            corners: world.map(|p| p.map(|x| x as f32)),
            base,
            light,
            texture: self.textured(item, geom, v),
            alpha: geom.rgba[3].clamp(0.0, 1.0),
            geom: item.geom,
            reflectance: if up { geom.reflectance } else { 0.0 },
        })
    }

    /// λ at the middle of a pixel and their changes.
    fn weights(
        &self,
        world: [[f64; 3]; 3],
        x: usize,
        y: usize,
    ) -> Option<([f32; 3], [f32; 3], [f32; 3])> {
        let w = |d: f64| if self.view.orthographic { 1.0 } else { d };
        let h = world.map(|p| self.rows.apply(p));
        // the picture is moved, so that the pixel is its origin
        let (px, py) = (x as f64 + 0.5, y as f64 + 0.5);
        let c = h.map(|h| [h[0] - px * w(h[2]), h[1] - py * w(h[2]), w(h[2])]);
        let normals = [
            crate::view::cross(c[1], c[2]),
            crate::view::cross(c[2], c[0]),
            crate::view::cross(c[0], c[1]),
        ];
        let det = crate::view::dot(c[0], normals[0]);
        if det == 0.0 || !det.is_finite() {
            return None;
        }
        let part = |k: usize| normals.map(|n| (n[k] / det) as f32);
        Some((part(2), part(0), part(1)))
    }

    fn textured(
        &self,
        item: &Item<'a>,
        geom: &SceneGeom,
        v: [usize; 3],
    ) -> Option<(&'a Texture, [[f32; 3]; 3])> {
        let id = usize::try_from(geom.texid).ok()?;
        let texture = self.textures.get(id)?.as_ref()?;
        let map = &item.mapping;
        if texture.is_cube() {
            let corners = v.map(|v| {
                let p = item.shape.point(v);
                let shift = [0.0, 0.0, map.shift];
                core::array::from_fn(|k| p[k] * map.cube[k] + shift[k])
            });
            return Some((texture, corners));
        }
        if item.shape.uv.is_empty() {
            return Some((texture, projected(item, geom, v)));
        }
        let corners = v.map(|v| {
            let [s, t] = item.shape.uv[v];
            let t = if map.flip { 1.0 - t } else { t };
            [
                s * map.repeat[0] + map.offset[0],
                t * map.repeat[1] + map.offset[1],
                0.0,
            ]
        });
        Some((texture, corners))
    }

    /// Colour at a pixel.
    pub(crate) fn color(&self, ready: &Ready<'_>, x: usize, y: usize) -> [f32; 3] {
        let (px, py) = (x as f32 - ready.origin[0], y as f32 - ready.origin[1]);
        let l: [f32; 3] =
            core::array::from_fn(|i| ready.at[i] + ready.dx[i] * px + ready.dy[i] * py);
        let sum = l[0] + l[1] + l[2];
        let scale = 1.0 / sum;
        let b = l.map(|l| l * scale);
        let mix = |c: &[[f32; 3]; 3]| -> [f32; 3] {
            core::array::from_fn(|k| b[0] * c[0][k] + b[1] * c[1][k] + b[2] * c[2][k])
        };
        let clamp = |c: [f32; 3]| c.map(|x| x.clamp(0.0, 1.0));
        let mut color = clamp(mix(&ready.base));
        if !self.shadowed.is_empty() {
            let at = mix(&ready.corners);
            for (light, (_, map)) in ready.light.iter().zip(self.shadowed) {
                let full = clamp(mix(light));
                if full == [0.0; 3] {
                    continue;
                }
                let part = map.as_ref().map_or(1.0, |m| m.light_at(at));
                for k in 0..3 {
                    color[k] += part * full[k];
                }
            }
        }
        if let Some((texture, corners)) = &ready.texture {
            let t = mix(corners);
            // changes of an interpolated value a = Σ λᵢ aᵢ / Σ λ along x and y
            let change = |d: &[f32; 3]| -> [f32; 3] {
                let total = d[0] + d[1] + d[2];
                core::array::from_fn(|k| {
                    let c = d[0] * corners[0][k] + d[1] * corners[1][k] + d[2] * corners[2][k];
                    (c - t[k] * total) * scale
                })
            };
            let (dx, dy) = (change(&ready.dx), change(&ready.dy));
            let size = texture.size();
            let rgba = if texture.is_cube() {
                let major = t[0].abs().max(t[1].abs()).max(t[2].abs()).max(1e-20);
                let length = |d: [f32; 3]| d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
                let rho = length(dx).max(length(dy)).sqrt() * size[0] * 0.5 / major;
                texture.cube(t, rough_log2(rho))
            } else {
                let length = |d: [f32; 3]| {
                    let (u, v) = (d[0] * size[0], d[1] * size[1]);
                    u * u + v * v
                };
                let rho = length(dx).max(length(dy)).sqrt();
                texture.flat(t[0], t[1], rough_log2(rho))
            };
            for k in 0..3 {
                color[k] *= rgba[k];
            }
        }
        if let Some(fog) = self.fog {
            let distance = if self.view.orthographic { 0.0 } else { scale };
            let clear = ((fog.end - distance) / (fog.end - fog.start)).clamp(0.0, 1.0);
            for k in 0..3 {
                color[k] = fog.rgb[k] + clear * (color[k].min(1.0) - fog.rgb[k]);
            }
        }
        clamp(color)
    }
}

/// Texture coordinates of shapes that have none: the texture is projected along z, once over the width of the geom, or
/// once over two units of length.
fn projected(item: &Item<'_>, geom: &SceneGeom, v: [usize; 3]) -> [[f32; 3]; 3] {
    let factor = |k: usize| {
        let repeat = if geom.texrepeat[k] > 0.0 {
            geom.texrepeat[k]
        } else {
            1.0
        };
        if geom.texuniform != 0 || geom.size[k] <= 0.0 {
            0.5 * repeat
        } else {
            0.5 * repeat / geom.size[k]
        }
    };
    let [fx, fy] = [factor(0), factor(1)];
    v.map(|v| {
        let [x, y, _] = item.shape.point(v);
        [0.5 + fx * x, 0.5 - fy * y, 0.0]
    })
}

/// The map of normals that belongs to a map of points: cofactors, which are the inverse transpose up to a factor.
fn normal_map(m: &[[f64; 3]; 3]) -> [[f64; 3]; 3] {
    let c = [
        crate::view::cross(m[1], m[2]),
        crate::view::cross(m[2], m[0]),
        crate::view::cross(m[0], m[1]),
    ];
    if crate::view::dot(m[0], c[0]) < 0.0 {
        c.map(|row| row.map(|x| -x))
    } else {
        c
    }
}
