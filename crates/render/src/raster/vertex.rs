//! Projection of the vertices of a shape.

use ligament_math::kernel;

use super::{GUARD, Placed, Projection};
use crate::view::Rows;

/// Bits of what a vertex is outside of.
const LEFT: u32 = 1;
const RIGHT: u32 = 2;
const BELOW: u32 = 4;
const ABOVE: u32 = 8;
const NEAR: u32 = 16;
const FAR: u32 = 32;
const CLIPPED: u32 = 64;
pub(super) const GUARDED: u32 = 128;
/// Triangles with such a vertex are clipped; those with all vertices outside of one side are dropped before.
pub(super) const MUST_CLIP: u32 = NEAR | FAR | CLIPPED | GUARDED;

/// Projected vertices of one shape.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    pub x: Vec<i32>,
    pub y: Vec<i32>,
    pub q: Vec<f32>,
    pub code: Vec<u32>,
    /// Projection of the shape: x w, y w, depth and distance from the clipping plane.
    pub rows: [[f64; 4]; 4],
}

/// What the kernel needs to know of the projection.
#[derive(Clone, Copy)]
struct Limits {
    width: f32,
    height: f32,
    near: f32,
    far: f32,
    orthographic: bool,
}

impl Scratch {
    /// Projects all vertices; returns whether some of the shape may be seen.
    pub(super) fn project(&mut self, p: &Projection, placed: &Placed<'_>) -> bool {
        let n = placed.shape.len();
        let Rows([x, y, d]) = p.rows.of(&placed.place);
        let c = match p.clip {
            Some((normal, offset)) => {
                let mut row = [0.0; 4];
                for j in 0..3 {
                    row[j] = (0..3).map(|k| normal[k] * placed.place.m[k][j]).sum();
                }
                row[3] = crate::view::dot(normal, placed.place.t) - offset;
                row
            }
            None => [0.0, 0.0, 0.0, 1.0],
        };
        self.rows = [x, y, d, c];
        if outside(p, &self.rows, &placed.shape.bounds) {
            return false;
        }
        self.x.resize(n, 0);
        self.y.resize(n, 0);
        self.q.resize(n, 0.0);
        self.code.resize(n, 0);
        let limits = Limits {
            width: p.width as f32,
            height: p.height as f32,
            near: p.near as f32,
            far: p.far as f32,
            orthographic: p.orthographic,
        };
        let rows = self.rows.map(|r| r.map(|x| x as f32));
        let [ax, ay, az] = &placed.shape.at;
        project_all([ax, ay, az], &rows, &limits, self) == 0
    }
}

/// Whether a box is outside of one side of the view.
fn outside(p: &Projection, rows: &[[f64; 4]; 4], bounds: &Option<[[f32; 3]; 2]>) -> bool {
    let Some(bounds) = bounds else { return false };
    let mut common = [true; 7];
    for corner in 0..8 {
        let x: [f64; 3] = core::array::from_fn(|k| f64::from(bounds[corner >> k & 1][k]));
        let [hx, hy, d, c] = rows.map(|r| r[0] * x[0] + r[1] * x[1] + (r[2] * x[2] + r[3]));
        let w = if p.orthographic { 1.0 } else { d };
        // a pixel more, since corners are rounded
        let sides = [
            d < p.near,
            d > p.far,
            c < 0.0,
            hx < -w,
            hx > (p.width as f64 + 1.0) * w,
            hy < -w,
            hy > (p.height as f64 + 1.0) * w,
        ];
        for (all, side) in common.iter_mut().zip(sides) {
            *all &= side;
        }
    }
    common.iter().any(|x| *x)
}

kernel! {
    fn project_all(at: [&[f32]; 3], rows: &[[f32; 4]; 4], limits: &Limits, out: &mut Scratch) -> u32 = project_with;
}

#[inline(always)]
fn project_with(at: [&[f32]; 3], rows: &[[f32; 4]; 4], limits: &Limits, out: &mut Scratch) -> u32 {
    let n = out.x.len();
    let (ax, ay, az) = (&at[0][..n], &at[1][..n], &at[2][..n]);
    let (ox, oy) = (&mut out.x[..n], &mut out.y[..n]);
    let (oq, oc) = (&mut out.q[..n], &mut out.code[..n]);
    let guard = GUARD as f32;
    let mut common = !0;
    for i in 0..n {
        let p = |r: [f32; 4]| r[0] * ax[i] + r[1] * ay[i] + (r[2] * az[i] + r[3]);
        let [hx, hy, d, c] = [p(rows[0]), p(rows[1]), p(rows[2]), p(rows[3])];
        let (scale, q) = if limits.orthographic {
            (1.0, limits.far - d)
        } else {
            (1.0 / d, 1.0 / d)
        };
        let (x, y) = (hx * scale, hy * scale);
        let bit = |is: bool, bit: u32| if is { bit } else { 0 };
        let visible = d >= limits.near;
        let fits = (x.abs() < guard) & (y.abs() < guard);
        let code = bit(!visible, NEAR)
            | bit(d > limits.far, FAR)
            | bit(c < 0.0, CLIPPED)
            | bit(!fits, GUARDED)
            | bit(visible & (x < 0.0), LEFT)
            | bit(visible & (x > limits.width), RIGHT)
            | bit(visible & (y < 0.0), BELOW)
            | bit(visible & (y > limits.height), ABOVE);
        ox[i] = fixed(x);
        oy[i] = fixed(y);
        oq[i] = q;
        oc[i] = code;
        // a guard band is no side to be outside of
        common &= code & !GUARDED;
    }
    common
}

/// Rounds to 1/256; numbers beyond the guard band give anything.
#[inline(always)]
fn fixed(x: f32) -> i32 {
    // 1.5·2²³ leaves the integer in the lowest bits
    let shifted = x * 256.0 + 12_582_912.0;
    shifted.to_bits().wrapping_sub(0x4B40_0000) as i32
}

/// Rounds to 1/256 what is known to fit.
pub(super) fn fixed_exact(x: f64) -> i32 {
    fixed(x.clamp(-GUARD - 1.0, GUARD + 1.0) as f32)
}
