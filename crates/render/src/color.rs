//! Pictures in colour: visible triangles are shaded once per pixel, with four samples for their edges.
//!
//! Opaque geoms come first, then transparent ones, drawn twice: from near to far and back. Mirrors add the picture of the
//! scene behind them.

use ligament_scene::{Category, RenderFlag, Scene, SceneGeom};

use crate::exact::{Way, bin};
use crate::haze::Haze;
use crate::light::Lamp;
use crate::list::{Item, Lister, Passing};
use crate::raster::tile::{self, AREA, NONE, Nearest, Plan, ROTATED};
use crate::raster::{Bins, Cull, Projection, TILE, Tri};
use crate::shade::{Fog, MAX_LAMPS, Ready, Shader, Shadowed};
use crate::shadow::ShadowMap;
use crate::texture::Texture;
use crate::view::{Affine, View, average, dot};
use crate::{Painter, Stage, label, pool, stereo};

/// A picture, row by row from the bottom.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    /// Width, in pixels.
    pub width: usize,
    /// Height, in pixels.
    pub height: usize,
    /// Red, green and blue of every pixel.
    pub rgb: Vec<u8>,
}

/// What all views of one picture share.
struct Shared<'a> {
    scene: &'a Scene,
    textures: &'a [Option<Texture>],
    lamps: Vec<Lamp>,
    shadowed: Shadowed,
    fog: Option<Fog>,
    sky: Option<&'a Texture>,
    haze: Option<Haze>,
    cull: Cull,
    samples: usize,
}

/// The picture in a mirror, and the geom that is the mirror.
struct Mirror {
    geom: u32,
    rgb: Vec<u8>,
}

/// At most this many mirrors are drawn in one picture.
const MAX_MIRRORS: usize = 8;

impl Painter {
    /// A picture of the scene from the mean of its two cameras.
    pub fn color(
        &mut self,
        stage: Stage<'_>,
        scene: &Scene,
        width: usize,
        height: usize,
        out: &mut Picture,
    ) {
        let camera = average(&scene.camera[0], &scene.camera[1]);
        out.width = width;
        out.height = height;
        out.rgb.clear();
        out.rgb.resize(3 * width * height, 0);
        if let Some(eyes) = stereo::eyes(scene) {
            return self.color_of_eyes(stage, &eyes, out);
        }
        let Some(view) = View::new(&camera, scene, width, height) else {
            return;
        };
        let passing = Passing::new(scene, stage.assets, &view);
        let lister = Lister {
            model: stage.model,
            assets: stage.assets,
            passing: &passing,
            view: &view,
        };
        let (opaque, transparent) = place_all(&lister, scene);
        let shared = share(stage, scene, &view, &opaque, &transparent);
        let mirrors = if scene.flag(RenderFlag::Reflection) {
            self.mirrors(&shared, &view, &opaque, &transparent)
        } else {
            Vec::new()
        };
        let job = Job {
            shared: &shared,
            view: &view,
            opaque: &opaque,
            transparent: &transparent,
            mirrors: &mirrors,
            sky: shared.sky,
        };
        self.draw(&job, &mut out.rgb);
        label::draw(scene, &view, stage.assets.settings.fonts, &mut out.rgb);
    }

    /// Pictures of what mirrors show.
    fn mirrors<'a>(
        &mut self,
        shared: &Shared<'a>,
        view: &View,
        opaque: &[Item<'a>],
        transparent: &[Item<'a>],
    ) -> Vec<Mirror> {
        let mut mirrors = Vec::new();
        let mut last = None;
        for item in opaque {
            let geom = &shared.scene.geoms[item.geom as usize];
            if last == Some(item.geom) || mirrors.len() == MAX_MIRRORS || !is_mirror(geom) {
                continue;
            }
            last = Some(item.geom);
            let normal = core::array::from_fn(|k| f64::from(geom.mat[k][2]));
            let lift = if geom.type_ == 6 {
                f64::from(geom.size[2])
            } else {
                0.0
            };
            let point: [f64; 3] =
                core::array::from_fn(|k| f64::from(geom.pos[k]) + lift * normal[k]);
            let height = dot(normal, point);
            if !view.orthographic && dot(normal, view.pos) <= height {
                continue;
            }
            let mirror = Affine::mirror(point, normal);
            let mirrored = View {
                eye: view.eye.after(&mirror),
                pos: mirror.apply(view.pos),
                mirrored: !view.mirrored,
                clip: Some((normal, height)),
                ..*view
            };
            let others = |items: &[Item<'a>]| -> Vec<Item<'a>> {
                items
                    .iter()
                    .filter(|i| i.geom != item.geom)
                    .copied()
                    .collect()
            };
            let (opaque, transparent) = (others(opaque), others(transparent));
            let mut rgb = vec![0; 3 * view.width * view.height];
            let job = Job {
                shared,
                view: &mirrored,
                opaque: &opaque,
                transparent: &transparent,
                mirrors: &[],
                sky: None,
            };
            self.draw(&job, &mut rgb);
            mirrors.push(Mirror {
                geom: item.geom,
                rgb,
            });
        }
        mirrors
    }

    /// Draws one view.
    fn draw(&mut self, job: &Job<'_, '_>, rgb: &mut [u8]) {
        let samples = job.shared.samples;
        let projection = Projection::new(job.view, samples);
        let way = Way {
            cull: job.shared.cull,
            outline: false,
            by_geom: false,
        };
        let opaque = bin(&mut self.parts, &projection, job.opaque, way);
        let clear = bin(&mut self.clear, &projection, job.transparent, way);
        let solid: Vec<&Bins> = self.parts[..opaque].iter().map(|p| &p.0).collect();
        let clear: Vec<&Bins> = self.clear[..clear].iter().map(|p| &p.0).collect();
        let shader = |items| Shader {
            view: job.view,
            rows: projection.rows,
            items,
            geoms: &job.shared.scene.geoms,
            textures: job.shared.textures,
            lamps: &job.shared.lamps,
            shadowed: &job.shared.shadowed,
            fog: job.shared.fog,
        };
        let (solid_shader, clear_shader) = (shader(job.opaque), shader(job.transparent));
        let bands: Vec<_> = rgb
            .chunks_mut(3 * TILE * job.view.width)
            .enumerate()
            .collect();
        pool::for_each(bands, |(row, rgb)| {
            let mut band = Band {
                job,
                shader: &solid_shader,
                slots: vec![0; solid.iter().map(|p| p.tris.len()).sum()],
                ready: Vec::new(),
                nearest: Nearest::new(samples),
                color: vec![[0; 3]; samples * AREA],
                samples,
                columns: projection.tiles()[0],
                row,
            };
            for column in 0..band.columns {
                band.solid(&solid, column);
                band.clear(&clear, &clear_shader, column);
                band.resolve(column, rgb);
            }
        });
    }
}

/// One view of a picture.
struct Job<'s, 'a> {
    shared: &'s Shared<'a>,
    view: &'s View,
    opaque: &'s [Item<'a>],
    transparent: &'s [Item<'a>],
    mirrors: &'s [Mirror],
    sky: Option<&'a Texture>,
}

fn is_mirror(geom: &SceneGeom) -> bool {
    // planes and boxes
    (geom.type_ == 0 || geom.type_ == 6) && geom.reflectance > 0.0
}

/// Opaque items, and transparent ones from near to far and back.
fn place_all<'a>(lister: &Lister<'a>, scene: &Scene) -> (Vec<Item<'a>>, Vec<Item<'a>>) {
    let (mut opaque, mut order) = (Vec::new(), Vec::new());
    for (g, geom) in scene.geoms.iter().enumerate() {
        if geom.rgba[3] <= 0.0 {
            continue;
        }
        if geom.rgba[3] < 1.0 {
            let d: [f64; 3] = core::array::from_fn(|k| f64::from(geom.pos[k]) - lister.view.pos[k]);
            order.push((dot(d, d).sqrt(), g));
        } else {
            lister.place(geom, g as u32, &mut opaque);
        }
    }
    order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut transparent = Vec::new();
    let again = order.iter().rev();
    let once = scene.flag(RenderFlag::Additive);
    for &(_, g) in order.iter().filter(|_| !once).chain(again) {
        lister.place(&scene.geoms[g], g as u32, &mut transparent);
    }
    (opaque, transparent)
}

fn share<'a>(
    stage: Stage<'a>,
    scene: &'a Scene,
    view: &View,
    opaque: &[Item<'_>],
    transparent: &[Item<'_>],
) -> Shared<'a> {
    let settings = &stage.assets.settings;
    let casts = |i: &&Item<'_>| {
        let geom = &scene.geoms[i.geom as usize];
        // what is behind a plane is not seen; decorations have no shadows
        let decoration = geom.category == Category::Decor as i32;
        geom.castshadow != 0 && geom.type_ != 0 && !decoration && !label::is_line(geom.type_)
    };
    let casters: Vec<Item<'_>> = opaque
        .iter()
        .chain(transparent)
        .filter(casts)
        .copied()
        .collect();
    let (mut lamps, mut shadowed) = (Vec::new(), Shadowed::new());
    for light in &scene.lights {
        let Some(lamp) = Lamp::new(light) else {
            continue;
        };
        let full = lamps.len() + shadowed.len() >= MAX_LAMPS;
        if full {
            break;
        }
        if light.castshadow != 0 && scene.flag(RenderFlag::Shadow) {
            shadowed.push((lamp, ShadowMap::new(light, settings, view, &casters)));
        } else {
            lamps.push(lamp);
        }
    }
    let [r, g, b, _] = settings.fog_rgba;
    Shared {
        scene,
        textures: &stage.assets.textures,
        lamps,
        shadowed,
        fog: scene.flag(RenderFlag::Fog).then_some(Fog {
            start: settings.fog_start,
            end: settings.fog_end,
            rgb: [r, g, b],
        }),
        sky: stage
            .assets
            .sky
            .filter(|_| scene.flag(RenderFlag::Skybox))
            .and_then(|t| stage.assets.textures.get(t)?.as_ref()),
        haze: if scene.flag(RenderFlag::Haze)
            && scene.flag(RenderFlag::Skybox)
            && stage.assets.sky.is_some()
        {
            Haze::new(scene, settings, view)
        } else {
            None
        },
        cull: if scene.flag(RenderFlag::CullFace) {
            Cull::Back
        } else {
            Cull::Nothing
        },
        samples: if settings.samples > 1 { 4 } else { 1 },
    }
}

/// One row of tiles of a picture.
struct Band<'b, 's, 'a> {
    job: &'b Job<'s, 'a>,
    shader: &'b Shader<'b>,
    /// One more than the place in `ready`, per opaque triangle.
    slots: Vec<u32>,
    ready: Vec<Option<Ready<'b>>>,
    nearest: Nearest,
    /// Colour per sample.
    color: Vec<[u8; 3]>,
    samples: usize,
    columns: usize,
    row: usize,
}

fn bytes(color: [f32; 3]) -> [u8; 3] {
    color.map(|x| (x * 255.0 + 0.5) as u8)
}

impl Band<'_, '_, '_> {
    /// Pixels of a tile: from the corner of the picture, and how many there are along x and y.
    fn extent(&self, column: usize) -> ([usize; 2], [usize; 2]) {
        let view = self.job.view;
        let origin = [column * TILE, self.row * TILE];
        let size = [
            (view.width - origin[0]).min(TILE),
            (view.height - origin[1]).min(TILE),
        ];
        (origin, size)
    }

    /// Draws opaque geoms and the sky.
    fn solid(&mut self, parts: &[&Bins], column: usize) {
        let (origin, size) = self.extent(column);
        let corner = origin.map(|x| x as i32);
        self.nearest.clear();
        let mut base = 0;
        for part in parts {
            let list = part.tile(self.row * self.columns + column);
            if self.samples == 1 {
                tile::draw_single(&part.tris, list, base, corner, &mut self.nearest);
            } else {
                tile::draw_four(&part.tris, list, base, corner, &mut self.nearest);
            }
            base += part.tris.len() as u32;
        }
        for y in 0..size[1] {
            for x in 0..size[0] {
                let at = y * TILE + x;
                let (px, py) = (origin[0] + x, origin[1] + y);
                let mut known = NONE - 1;
                let mut color = [0; 3];
                for s in 0..self.samples {
                    let id = self.nearest.id[s * AREA + at];
                    if id != known {
                        known = id;
                        color = self.shade(parts, id, px, py);
                    }
                    self.color[s * AREA + at] = color;
                }
            }
        }
    }

    /// Colour of an opaque triangle, or of the sky, at a pixel.
    fn shade(&mut self, parts: &[&Bins], id: u32, x: usize, y: usize) -> [u8; 3] {
        if id == NONE {
            return self.sky(x, y);
        }
        let slot = self.slots[id as usize];
        let slot = if slot > 0 {
            slot as usize - 1
        } else {
            let ready = find(parts, id).and_then(|t| self.shader.prepare(t.draw, t.face, x, y));
            self.ready.push(ready);
            self.slots[id as usize] = self.ready.len() as u32;
            self.ready.len() - 1
        };
        let Some(ready) = &self.ready[slot] else {
            return [0; 3];
        };
        let mut color = self.shader.color(ready, x, y);
        if ready.reflectance > 0.0 {
            for mirror in self.job.mirrors.iter().filter(|m| m.geom == ready.geom) {
                let at = 3 * (y * self.job.view.width + x);
                for k in 0..3 {
                    let seen = f32::from(mirror.rgb[at + k]) / 255.0;
                    color[k] = (color[k] + ready.reflectance * seen).min(1.0);
                }
            }
        }
        if let (Some(haze), Some(_)) = (self.job.shared.haze, self.job.sky) {
            if haze.geom == ready.geom {
                let ray = self
                    .job
                    .view
                    .ray(x as f64 + 0.5, y as f64 + 0.5)
                    .map(|x| x as f32);
                match haze.over_plane(ray, color) {
                    Some(mixed) => color = mixed,
                    None => return self.sky(x, y),
                }
            }
        }
        bytes(color)
    }

    fn sky(&self, x: usize, y: usize) -> [u8; 3] {
        let Some(sky) = self.job.sky else {
            return [0; 3];
        };
        let [dx, dy, dz] = self
            .job
            .view
            .ray(x as f64 + 0.5, y as f64 + 0.5)
            .map(|x| x as f32);
        // the cube stands upright
        let [r, g, b, _] = sky.cube([dx, dz, -dy], 0.0);
        match self.job.shared.haze {
            Some(haze) => bytes(haze.over_sky([dx, dy, dz], [r, g, b])),
            None => bytes([r, g, b]),
        }
    }

    /// Draws transparent geoms over what is there.
    fn clear(&mut self, parts: &[&Bins], shader: &Shader<'_>, column: usize) {
        let (origin, size) = self.extent(column);
        for part in parts {
            for &t in part.tile(self.row * self.columns + column) {
                self.blend(&part.tris[t as usize], shader, origin, size);
            }
        }
    }

    fn blend(&mut self, tri: &Tri, shader: &Shader<'_>, origin: [usize; 2], size: [usize; 2]) {
        let corner = origin.map(|x| x as i32);
        let offsets = if self.samples == 1 {
            &tile::CENTER[..]
        } else {
            &ROTATED[..]
        };
        let mut plans = [None; 4];
        for (plan, offset) in plans.iter_mut().zip(offsets) {
            *plan = Plan::new(tri, corner, *offset);
        }
        let additive = self.job.shared.scene.flag(RenderFlag::Additive);
        let mut ready = None;
        let known = plans.iter().flatten();
        let y0 = known.clone().map(|p| p.y[0]).min().unwrap_or(0).max(0) as usize;
        let y1 = known.clone().map(|p| p.y[1] + 1).max().unwrap_or(0).max(0) as usize;
        let x0 = known.clone().map(|p| p.x[0]).min().unwrap_or(0).max(0) as usize;
        let x1 = known.map(|p| p.x[1] + 1).max().unwrap_or(0).max(0) as usize;
        for y in y0..y1.min(size[1]) {
            for x in x0..x1.min(size[0]) {
                let at = y * TILE + x;
                let mut color = None;
                for (s, plan) in plans.iter().enumerate() {
                    let Some(z) = plan.as_ref().and_then(|p| p.nearness(x as i32, y as i32)) else {
                        continue;
                    };
                    if z < self.nearest.q[s * AREA + at] {
                        continue;
                    }
                    let (px, py) = (origin[0] + x, origin[1] + y);
                    if ready.is_none() {
                        ready = shader.prepare(tri.draw, tri.face, px, py);
                    }
                    let Some(ready) = &ready else { return };
                    let color = color.get_or_insert_with(|| shader.color(ready, px, py));
                    let a = ready.alpha;
                    let keep = if additive { 1.0 } else { 1.0 - a };
                    let old = self.color[s * AREA + at];
                    self.color[s * AREA + at] = bytes(core::array::from_fn(|k| {
                        (a * color[k] + keep * f32::from(old[k]) / 255.0).min(1.0)
                    }));
                }
            }
        }
    }

    /// Writes the means of the samples.
    fn resolve(&self, column: usize, rgb: &mut [u8]) {
        let (origin, size) = self.extent(column);
        let width = self.job.view.width;
        for y in 0..size[1] {
            let row = &mut rgb[3 * (y * width + origin[0])..][..3 * size[0]];
            for (x, pixel) in row.chunks_exact_mut(3).enumerate() {
                let at = y * TILE + x;
                for k in 0..3 {
                    pixel[k] = if self.samples == 1 {
                        self.color[at][k]
                    } else {
                        let sum: u32 = (0..4)
                            .map(|s| u32::from(self.color[s * AREA + at][k]))
                            .sum();
                        ((sum + 2) / 4) as u8
                    };
                }
            }
        }
    }
}

/// A triangle by its number.
fn find<'p>(parts: &[&'p Bins], id: u32) -> Option<&'p Tri> {
    let mut id = id as usize;
    for part in parts {
        if let Some(tri) = part.tris.get(id) {
            return Some(tri);
        }
        id -= part.tris.len();
    }
    None
}
