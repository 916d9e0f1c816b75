//! The nearest geom at the middle of every pixel: depth and ids, never blended.

use ligament_scene::{RenderFlag, Scene};

use crate::list::{Item, Lister, Passing};
use crate::raster::tile::{self, NONE, Nearest};
use crate::raster::{Bins, Cull, Placed, Projection, TILE};
use crate::view::{View, average};
use crate::{Painter, Stage, pool};

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
        let q = self.nearness[pixel];
        if self.orthographic {
            self.range[1] - q
        } else if q > 0.0 {
            1.0 / q
        } else {
            self.range[1]
        }
    }

    /// Depth as OpenGL has it, 1 at the near plane and 0 at the far plane.
    pub fn reversed(&self, pixel: usize) -> f32 {
        let [near, far] = self.range.map(f64::from);
        let q = f64::from(self.nearness[pixel]);
        if self.orthographic {
            (q / (far - near)) as f32
        } else if q > 0.0 {
            (near * (far * q - 1.0) / (far - near)) as f32
        } else {
            0.0
        }
    }
}

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
        let Some(view) = View::new(&camera, scene, width, height) else {
            return;
        };
        let passing = Passing::new(scene, stage.assets);
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
        let cull = if scene.flag(RenderFlag::CullFace) {
            Cull::Back
        } else {
            Cull::Nothing
        };
        let count = bin(&mut self.parts, &projection, &items, cull);
        let parts: Vec<&Bins> = self.parts[..count].iter().map(|p| &p.0).collect();
        let columns = projection.tiles()[0];
        let bands = out
            .geom
            .chunks_mut(TILE * width)
            .zip(out.nearness.chunks_mut(TILE * width));
        let jobs: Vec<_> = bands.enumerate().collect();
        pool::for_each(jobs, |(row, (geom, nearness))| {
            let mut tile = Nearest::new(1);
            for column in 0..columns {
                let origin = [(column * TILE) as i32, (row * TILE) as i32];
                nearest_single(&parts, row * columns + column, origin, &mut tile);
                let (from, to) = (column * TILE, ((column + 1) * TILE).min(width));
                for (y, (geom, nearness)) in geom
                    .chunks_mut(width)
                    .zip(nearness.chunks_mut(width))
                    .enumerate()
                {
                    let n = to - from;
                    nearness[from..to].copy_from_slice(&tile.q[y * TILE..][..n]);
                    for (to, &id) in geom[from..to].iter_mut().zip(&tile.id[y * TILE..][..n]) {
                        *to = if id == NONE { -1 } else { id as i32 };
                    }
                }
            }
        });
        // from triangles to geoms
        let mut of_tri: Vec<i32> = Vec::new();
        for part in &parts {
            of_tri.extend(part.tris.iter().map(|t| items[t.draw as usize].geom as i32));
        }
        for geom in &mut out.geom {
            *geom = usize::try_from(*geom).map_or(-1, |t| of_tri[t]);
        }
    }
}

/// Draws the triangles of a tile from all parts.
fn nearest_single(parts: &[&Bins], index: usize, origin: [i32; 2], tile: &mut Nearest) {
    tile.clear();
    let mut base = 0;
    for part in parts {
        tile::draw_single(&part.tris, &part.tiles[index], base, origin, tile);
        base += part.tris.len() as u32;
    }
}

/// Sorts the triangles of all items into tiles, in parts that follow one another; returns how many parts there are.
pub(crate) fn bin(
    parts: &mut Vec<(Bins, crate::raster::Scratch)>,
    projection: &Projection,
    items: &[Item<'_>],
    cull: Cull,
) -> usize {
    let total: usize = items.iter().map(|i| i.shape.faces.len() + 16).sum();
    let width = if total < 2000 { 1 } else { pool::width() };
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
        sum += item.shape.faces.len() + 16;
    }
    for start in &mut starts[part + 1..] {
        *start = items.len();
    }
    let [columns, rows] = projection.tiles();
    let jobs: Vec<_> = parts[..width].iter_mut().zip(starts.windows(2)).collect();
    pool::for_each(jobs, |((bins, scratch), range)| {
        bins.clear(columns * rows);
        for i in range[0]..range[1] {
            let item = &items[i];
            let placed = Placed {
                shape: item.shape,
                place: item.place,
            };
            bins.draw(projection, placed, (i as u32, cull), scratch);
        }
    });
    width
}
