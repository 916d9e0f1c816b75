//! The nearest geom at the middle of every pixel: depth and ids, never blended.

use ligament_math::kernel;
use ligament_scene::{RenderFlag, Scene};

use crate::list::{Item, Lister, Passing};
use crate::raster::tile::{self, Nearest};
use crate::raster::{Bins, Cull, Placed, Projection, Scratch, TILE};
use crate::view::{View, average};
use crate::{Painter, Stage, pool, stereo};

/// Depth and ids of one picture, row by row from the bottom.
#[derive(Clone, Debug, Default)]
pub struct Exact {
    /// Width, in pixels.
    pub width: usize,
    /// Height, in pixels.
    pub height: usize,
    /// Which geom of the scene is seen; -1 for none.
    pub geom: Vec<i32>,
    /// Nearness: the reciprocal of the distance along the line of sight, or without perspective the distance to the far
    /// plane; 0 where nothing is seen.
    pub nearness: Vec<f32>,
    /// Nearest and farthest distance that is drawn.
    pub range: [f32; 2],
    /// Whether there is no perspective.
    pub orthographic: bool,
}

impl Exact {
    /// Distance along the line of sight; the far plane where nothing is seen.
    pub fn depth(&self, pixel: usize) -> f32 {
        let mut depth = [0.0];
        let q = &self.nearness[pixel..=pixel];
        distance_of(q, self.range[1], self.orthographic, &mut depth);
        depth[0]
    }

    /// Depth of all pixels as OpenGL has it, 1 at the near plane and 0 at the far plane.
    pub fn reversed(&self) -> Vec<f32> {
        let mut out = vec![0.0; self.nearness.len()];
        let [near, far] = self.range.map(f64::from);
        reversed_all(&self.nearness, near, far, self.orthographic, &mut out);
        out
    }
}

/// Pictures of distances and objects, row by row from the top. Lists that are empty are not filled.
#[derive(Debug, Default)]
pub struct Sights<'a> {
    /// Distance along the line of sight of every pixel; the far plane where nothing is seen.
    pub depth: &'a mut [f32],
    /// Id and type of the object of every pixel; -1 and -1 where nothing is seen.
    pub objects: &'a mut [[i32; 2]],
}

/// Part of a row of a tile.
struct Run<'t> {
    /// Row within the row of tiles.
    y: usize,
    /// First pixel.
    x: usize,
    q: &'t [f32],
    geom: &'t [u32],
}

/// Pictures of fewer pixels and triangles are drawn by one thread: to wake others would cost more.
const FEW: usize = 1 << 20;

impl Painter {
    /// Depth and ids as the mean of the two cameras of the scene sees them.
    pub fn exact(
        &mut self,
        stage: Stage<'_>,
        scene: &Scene,
        width: usize,
        height: usize,
        out: &mut Exact,
    ) {
        let camera = average(&scene.camera[0], &scene.camera[1]);
        out.width = width;
        out.height = height;
        out.range = [camera.frustum_near, camera.frustum_far];
        out.orthographic = camera.orthographic != 0;
        out.geom.clear();
        out.geom.resize(width * height, -1);
        out.nearness.clear();
        out.nearness.resize(width * height, 0.0);
        if let Some(eyes) = stereo::eyes(scene) {
            return self.exact_of_eyes(stage, &eyes, out);
        }
        let band = (TILE * width).max(1);
        let bands = out.geom.chunks_mut(band).zip(out.nearness.chunks_mut(band));
        let bands = bands.collect();
        self.sweep(
            stage,
            scene,
            [width, height],
            bands,
            |(geom, nearness), run| {
                let from = run.y * width + run.x;
                nearness[from..][..run.q.len()].copy_from_slice(run.q);
                for (to, id) in geom[from..].iter_mut().zip(run.geom) {
                    // no triangle is all ones
                    *to = *id as i32;
                }
            },
        );
    }

    /// Distances and objects as the mean of the two cameras of the scene sees them.
    pub fn sights(
        &mut self,
        stage: Stage<'_>,
        scene: &Scene,
        [width, height]: [usize; 2],
        out: Sights<'_>,
    ) {
        if let Some(eyes) = stereo::eyes(scene) {
            return self.sights_of_eyes(stage, &eyes, [width, height], out);
        }
        let camera = average(&scene.camera[0], &scene.camera[1]);
        let (far, orthographic) = (camera.frustum_far, camera.orthographic != 0);
        let known: Vec<[i32; 2]> = scene.geoms.iter().map(|g| [g.objid, g.objtype]).collect();
        let Sights { depth, objects } = out;
        let band = (TILE * width).max(1);
        let bands = height.div_ceil(TILE);
        // from the bottom of the picture, which is the end of the list
        let mut depths: Vec<_> = depth.rchunks_mut(band).collect();
        let mut owners: Vec<_> = objects.rchunks_mut(band).collect();
        depths.resize_with(bands, Default::default);
        owners.resize_with(bands, Default::default);
        let bands = depths.into_iter().zip(owners).collect();
        let drawn = self.sweep(
            stage,
            scene,
            [width, height],
            bands,
            |(depth, objects), run| {
                let n = run.q.len();
                let from = |length: usize| {
                    let rows = length / width;
                    (rows > run.y).then(|| (rows - 1 - run.y) * width + run.x)
                };
                if let Some(from) = from(depth.len()) {
                    distances(run.q, far, orthographic, &mut depth[from..][..n]);
                }
                if let Some(from) = from(objects.len()) {
                    for (to, geom) in objects[from..][..n].iter_mut().zip(run.geom) {
                        *to = known.get(*geom as usize).copied().unwrap_or([-1; 2]);
                    }
                }
            },
        );
        if !drawn {
            depth.fill(far);
            objects.fill([-1; 2]);
        }
    }

    /// Finds what is nearest and gives it to `write`, with one of `bands` per row of tiles; false if there is no picture.
    fn sweep<B: Send>(
        &mut self,
        stage: Stage<'_>,
        scene: &Scene,
        [width, height]: [usize; 2],
        bands: Vec<B>,
        write: impl Fn(&mut B, Run<'_>) + Sync,
    ) -> bool {
        let camera = average(&scene.camera[0], &scene.camera[1]);
        let Some(view) = View::new(&camera, scene, width, height) else {
            return false;
        };
        let passing = Passing::new(scene, stage.assets, &view);
        let lister = Lister {
            model: stage.model,
            assets: stage.assets,
            passing: &passing,
            view: &view,
        };
        let mut items = Vec::new();
        for (g, geom) in scene.geoms.iter().enumerate() {
            if geom.segid >= 0 {
                lister.place(geom, g as u32, &mut items);
            }
        }
        let projection = Projection::new(&view, 1);
        let way = Way {
            cull: if scene.flag(RenderFlag::CullFace) {
                Cull::Back
            } else {
                Cull::Nothing
            },
            outline: true,
            by_geom: true,
        };
        let count = bin(&mut self.parts, &projection, &items, way);
        let parts: Vec<&Bins> = self.parts[..count].iter().map(|p| &p.0).collect();
        let columns = projection.tiles()[0];
        let work = width * height + 8 * parts.iter().map(|p| p.tris.len()).sum::<usize>();
        let draw = |tile: &mut Nearest, row: usize, band: &mut B| {
            for column in 0..columns {
                let origin = [(column * TILE) as i32, (row * TILE) as i32];
                tile.clear();
                for part in &parts {
                    let list = part.tile(row * columns + column);
                    tile::draw_owners(&part.tris, list, origin, tile);
                }
                let n = (width - column * TILE).min(TILE);
                for y in 0..(height - row * TILE).min(TILE) {
                    let run = Run {
                        y,
                        x: column * TILE,
                        q: &tile.q[y * TILE..][..n],
                        geom: &tile.id[y * TILE..][..n],
                    };
                    write(band, run);
                }
            }
        };
        let jobs = bands.into_iter().enumerate();
        if work < FEW {
            let mut tile = Nearest::new(1);
            jobs.for_each(|(row, mut band)| draw(&mut tile, row, &mut band));
        } else {
            pool::for_each(jobs.collect(), |(row, mut band)| {
                draw(&mut Nearest::new(1), row, &mut band);
            });
        }
        true
    }
}

kernel! {
    fn distances(q: &[f32], far: f32, orthographic: bool, out: &mut [f32]) = distance_of;
    fn reversed_all(q: &[f32], near: f64, far: f64, orthographic: bool, out: &mut [f32]) = reversed_of;
}

#[inline(always)]
fn distance_of(q: &[f32], far: f32, orthographic: bool, out: &mut [f32]) {
    if orthographic {
        for (to, q) in out.iter_mut().zip(q) {
            *to = far - q;
        }
    } else {
        for (to, q) in out.iter_mut().zip(q) {
            let d = 1.0 / q;
            *to = if *q > 0.0 { d } else { far };
        }
    }
}

#[inline(always)]
fn reversed_of(q: &[f32], near: f64, far: f64, orthographic: bool, out: &mut [f32]) {
    let scale = 1.0 / (far - near);
    for (to, q) in out.iter_mut().zip(q) {
        let x = f64::from(*q);
        let seen = if orthographic {
            x * scale
        } else {
            near * (far * x - 1.0) * scale
        };
        *to = if x > 0.0 { seen as f32 } else { 0.0 };
    }
}

/// How triangles are made of items.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    pub cull: Cull,
    /// Whether outlines are enough.
    pub outline: bool,
    /// Whether triangles carry the number of their geom, not that of their item.
    pub by_geom: bool,
}

/// Sorts the triangles of all items into tiles, in parts that follow one another; returns how many parts there are.
pub(crate) fn bin(
    parts: &mut Vec<(Bins, Scratch)>,
    projection: &Projection,
    items: &[Item<'_>],
    way: Way,
) -> usize {
    let shape = |item: &Item<'_>| {
        if way.outline {
            item.outline.faces.len()
        } else {
            item.shape.faces.len()
        }
    };
    let total: usize = items.iter().map(|i| shape(i) + 16).sum();
    let width = if total < 40_000 { 1 } else { pool::width() };
    if parts.len() < width {
        parts.resize_with(width, Default::default);
    }
    let share = total.div_ceil(width).max(1);
    let mut starts = vec![0; width + 1];
    let (mut sum, mut part) = (0, 0);
    for (i, item) in items.iter().enumerate() {
        while part + 1 < width && sum >= share * (part + 1) {
            part += 1;
            starts[part] = i;
        }
        sum += shape(item) + 16;
    }
    for start in &mut starts[part + 1..] {
        *start = items.len();
    }
    let jobs: Vec<_> = parts[..width].iter_mut().zip(starts.windows(2)).collect();
    pool::for_each(jobs, |((bins, scratch), range)| {
        bins.clear();
        for i in range[0]..range[1] {
            let item = &items[i];
            let placed = Placed {
                shape: if way.outline {
                    item.outline
                } else {
                    item.shape
                },
                place: item.place,
            };
            let number = if way.by_geom { item.geom } else { i as u32 };
            bins.draw(projection, placed, (number, way.cull), scratch);
        }
        bins.sort(projection.tiles());
    });
    width
}
