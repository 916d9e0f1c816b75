//! Rasterisation: from shapes to triangles on the grid of pixels, sorted into tiles.
//!
//! Corners are rounded to 1/256 of a pixel, so that edge functions are integers and neighbouring triangles share every
//! sample between them exactly once. Along with them goes a quantity that is affine on the picture and grows towards the
//! viewer: 1/w with perspective, the distance from the far plane without.

mod clip;
pub(crate) mod tile;
mod vertex;

use crate::shape::Shape;
use crate::view::{Affine, Rows, View};

pub(crate) use vertex::Scratch;

/// Side of a tile, in pixels.
pub(crate) const TILE: usize = 32;
/// Corners farther than this from the picture are clipped, in pixels.
const GUARD: f64 = 6000.0;
/// Largest side of a picture, in pixels; edge functions stay within 32 bits.
pub const MAX_SIDE: usize = 8192;

/// Which side of triangles is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cull {
    Back,
    Front,
    Nothing,
}

/// A triangle on the picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tri {
    /// Corners in 1/256 pixels, counter-clockwise.
    pub x: [i32; 3],
    pub y: [i32; 3],
    /// Nearness of the corners.
    pub q: [f32; 3],
    /// Number of the draw.
    pub draw: u32,
    /// Face of its shape; the highest bit is set where it is seen from inside.
    pub face: u32,
}

/// Marks faces that are seen from inside.
pub(crate) const INSIDE: u32 = 1 << 31;

/// A shape at a place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed<'a> {
    pub shape: &'a Shape,
    pub place: Affine,
}

/// Projection of one view, ready for shapes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Projection {
    pub rows: Rows,
    pub near: f64,
    pub far: f64,
    pub orthographic: bool,
    pub width: usize,
    pub height: usize,
    pub mirrored: bool,
    pub clip: Option<([f64; 3], f64)>,
    /// Offsets of the outermost samples within a pixel, in 1/256.
    pub samples: [i32; 2],
}

impl Projection {
    pub(crate) fn new(view: &View, samples: usize) -> Self {
        Self {
            rows: view.rows(),
            near: view.near,
            far: view.far,
            orthographic: view.orthographic,
            width: view.width,
            height: view.height,
            mirrored: view.mirrored,
            clip: view.clip,
            samples: if samples == 1 { [128, 128] } else { [32, 224] },
        }
    }

    pub(crate) fn tiles(&self) -> [usize; 2] {
        [self.width.div_ceil(TILE), self.height.div_ceil(TILE)]
    }

    /// Nearness of a point at distance `d` along the line of sight.
    pub(crate) fn nearness(&self, d: f64) -> f64 {
        if self.orthographic {
            self.far - d
        } else {
            1.0 / d
        }
    }
}

/// Triangles, and which of them touch each tile.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bins {
    pub tris: Vec<Tri>,
    /// First and last column and row of tiles of every triangle.
    spans: Vec<[u8; 4]>,
    /// Where the triangles of a tile begin in `list`; one more than there are tiles.
    starts: Vec<u32>,
    list: Vec<u32>,
}

impl Bins {
    /// Forgets all triangles; memory stays.
    pub(crate) fn clear(&mut self) {
        self.tris.clear();
        self.spans.clear();
        self.starts.clear();
        self.list.clear();
    }

    /// Sorts the triangles into tiles (counting sort); their order stays.
    pub(crate) fn sort(&mut self, [columns, rows]: [usize; 2]) {
        self.starts.clear();
        self.starts.resize(columns * rows + 2, 0);
        let tiles = |span: [u8; 4]| {
            let [x0, x1, y0, y1] = span.map(usize::from);
            (y0..=y1).flat_map(move |y| (x0..=x1).map(move |x| y * columns + x))
        };
        for span in &self.spans {
            for tile in tiles(*span) {
                self.starts[tile + 2] += 1;
            }
        }
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
        self.list.resize(sum as usize, 0);
        // while the list is filled, starts are one tile ahead
        for (t, span) in self.spans.iter().enumerate() {
            for tile in tiles(*span) {
                let at = &mut self.starts[tile + 1];
                self.list[*at as usize] = t as u32;
                *at += 1;
            }
        }
    }

    /// The triangles of a tile.
    #[inline]
    pub(crate) fn tile(&self, tile: usize) -> &[u32] {
        match self.starts.get(tile..tile + 2) {
            Some(&[from, to]) => &self.list[from as usize..to as usize],
            _ => &[],
        }
    }

    /// Adds the triangles of a shape.
    pub(crate) fn draw(
        &mut self,
        projection: &Projection,
        placed: Placed<'_>,
        (draw, cull): (u32, Cull),
        scratch: &mut Scratch,
    ) {
        if !scratch.project(projection, &placed) {
            return;
        }
        for (face, corners) in placed.shape.faces.iter().enumerate() {
            let v = corners.map(|v| v as usize);
            let code = v.map(|v| scratch.code[v]);
            if code[0] & code[1] & code[2] & !vertex::GUARDED != 0 {
                continue;
            }
            let face = face as u32;
            if (code[0] | code[1] | code[2]) & vertex::MUST_CLIP != 0 {
                let corners = v.map(|v| placed.shape.point(v));
                clip::split(projection, &scratch.rows, corners, |x, y, q| {
                    self.add(
                        projection,
                        Tri {
                            x,
                            y,
                            q,
                            draw,
                            face,
                        },
                        cull,
                    );
                });
            } else {
                let tri = Tri {
                    x: v.map(|v| scratch.x[v]),
                    y: v.map(|v| scratch.y[v]),
                    q: v.map(|v| scratch.q[v]),
                    draw,
                    face,
                };
                self.add(projection, tri, cull);
            }
        }
    }

    /// Adds a triangle that is seen from its drawn side and covers a sample.
    #[inline]
    pub(crate) fn add(&mut self, projection: &Projection, mut tri: Tri, cull: Cull) {
        let area = tri.area();
        if area == 0 {
            return;
        }
        let inside = (area < 0) != projection.mirrored;
        match cull {
            Cull::Back if inside => return,
            Cull::Front if !inside => return,
            _ => {}
        }
        if area < 0 {
            tri.x.swap(1, 2);
            tri.y.swap(1, 2);
            tri.q.swap(1, 2);
        }
        if inside {
            tri.face |= INSIDE;
        }
        let [low, high] = projection.samples;
        let span = |a: [i32; 3], size: usize| {
            let min = a[0].min(a[1]).min(a[2]);
            let max = a[0].max(a[1]).max(a[2]);
            // first and last pixel with a sample between the two
            let first = (min - high + 255) >> 8;
            let last = (max - low) >> 8;
            (first.max(0), last.min(size as i32 - 1))
        };
        let (x0, x1) = span(tri.x, projection.width);
        let (y0, y1) = span(tri.y, projection.height);
        if x0 > x1 || y0 > y1 {
            return;
        }
        self.tris.push(tri);
        let tile = |p: i32| (p as usize / TILE) as u8;
        self.spans.push([tile(x0), tile(x1), tile(y0), tile(y1)]);
    }
}

impl Tri {
    /// Twice the signed area, in (1/256 pixel)².
    #[inline(always)]
    pub(crate) fn area(&self) -> i64 {
        let d = |a: [i32; 3], i: usize| i64::from(a[i] - a[0]);
        d(self.x, 1) * d(self.y, 2) - d(self.x, 2) * d(self.y, 1)
    }
}
