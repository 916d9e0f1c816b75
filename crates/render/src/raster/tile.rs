//! Visibility within one tile: which triangle is nearest at every sample.

use ligament_math::kernel;

use super::{TILE, Tri};

/// Samples of a tile.
pub(crate) const AREA: usize = TILE * TILE;
/// No triangle.
pub(crate) const NONE: u32 = u32::MAX;

/// Positions of the samples within a pixel, in 1/256: its middle, or four in rotated order.
pub(crate) const CENTER: [[i32; 2]; 1] = [[128, 128]];
pub(crate) const ROTATED: [[i32; 2]; 4] = [[96, 32], [224, 96], [32, 160], [160, 224]];

/// Nearest triangles of a tile, per sample and pixel, row by row from the bottom.
#[derive(Clone, Debug)]
pub(crate) struct Nearest {
    pub q: Vec<f32>,
    pub id: Vec<u32>,
}

impl Nearest {
    pub(crate) fn new(samples: usize) -> Self {
        Self {
            q: vec![0.0; samples * AREA],
            id: vec![NONE; samples * AREA],
        }
    }

    pub(crate) fn clear(&mut self) {
        self.q.fill(0.0);
        self.id.fill(NONE);
    }
}

/// Edge functions and nearness of a triangle for one sample position of a tile.
#[derive(Clone, Copy)]
pub(crate) struct Plan {
    /// Inside where a x + b y + c ≥ 0 for all three, with pixels counted from the corner of the tile.
    pub a: [i32; 3],
    pub b: [i32; 3],
    pub c: [i32; 3],
    /// Nearness: z[0] x + z[1] y + z[2].
    pub z: [f32; 3],
    /// First and last pixel along x and y.
    pub x: [i32; 2],
    pub y: [i32; 2],
}

impl Plan {
    /// Nearness at a pixel of the tile; `None` outside of the triangle.
    #[inline(always)]
    pub(crate) fn nearness(&self, x: i32, y: i32) -> Option<f32> {
        let edge = |k: usize| self.a[k] * x + self.b[k] * y + self.c[k];
        let inside = (edge(0) | edge(1) | edge(2)) >= 0;
        inside.then(|| self.z[0] * x as f32 + (self.z[1] * y as f32 + self.z[2]))
    }

    /// The plan for samples at `offset` within the pixels of the tile whose first pixel is `origin`; `None` if it covers none.
    #[inline(always)]
    pub(crate) fn new(tri: &Tri, origin: [i32; 2], offset: [i32; 2]) -> Option<Self> {
        let last = TILE as i32 - 1;
        let span = |v: [i32; 3], k: usize| {
            let min = v[0].min(v[1]).min(v[2]) - offset[k];
            let max = v[0].max(v[1]).max(v[2]) - offset[k];
            let first = ((min + 255) >> 8) - origin[k];
            let end = (max >> 8) - origin[k];
            [first.max(0), end.min(last)]
        };
        let (x, y) = (span(tri.x, 0), span(tri.y, 1));
        if x[0] > x[1] || y[0] > y[1] {
            return None;
        }
        // the first sample of the tile, in 1/256
        let base = [origin[0] * 256 + offset[0], origin[1] * 256 + offset[1]];
        let mut plan = Plan {
            a: [0; 3],
            b: [0; 3],
            c: [0; 3],
            z: [0.0; 3],
            x,
            y,
        };
        for k in 0..3 {
            let (i, j) = (k, if k == 2 { 0 } else { k + 1 });
            let a = tri.y[i] - tri.y[j];
            let b = tri.x[j] - tri.x[i];
            let dx = i64::from(base[0] - tri.x[i]);
            let dy = i64::from(base[1] - tri.y[i]);
            // samples on an edge belong to the triangle above it or to its right
            let own = a > 0 || (a == 0 && b > 0);
            let c = i64::from(a) * dx + i64::from(b) * dy - i64::from(!own);
            const MOST: i64 = 1 << 30;
            plan.a[k] = a;
            plan.b[k] = b;
            plan.c[k] = (c >> 8).clamp(-MOST, MOST) as i32;
            // outside of this edge everywhere
            let (x, y) = (
                if a > 0 { x[1] } else { x[0] },
                if b > 0 { plan.y[1] } else { plan.y[0] },
            );
            if plan.c[k] + a * x + b * y < 0 {
                return None;
            }
        }
        let area = tri.area() as f64;
        let d = |v: [i32; 3], i: usize| f64::from(v[i] - v[0]);
        let (q1, q2) = (
            f64::from(tri.q[1]) - f64::from(tri.q[0]),
            f64::from(tri.q[2]) - f64::from(tri.q[0]),
        );
        let zx = (q1 * d(tri.y, 2) - q2 * d(tri.y, 1)) / area;
        let zy = (q2 * d(tri.x, 1) - q1 * d(tri.x, 2)) / area;
        let z0 = f64::from(tri.q[0])
            + zx * f64::from(base[0] - tri.x[0])
            + zy * f64::from(base[1] - tri.y[0]);
        plan.z = [(256.0 * zx) as f32, (256.0 * zy) as f32, z0 as f32];
        Some(plan)
    }
}

kernel! {
    /// Draws triangles, each with its number, into a tile with one sample per pixel.
    pub(crate) fn draw_single(tris: &[Tri], list: &[u32], base: u32, origin: [i32; 2], out: &mut Nearest) = single;
    /// Draws triangles, each with the number of its draw, into a tile with one sample per pixel.
    pub(crate) fn draw_owners(tris: &[Tri], list: &[u32], origin: [i32; 2], out: &mut Nearest) = owners;
    /// Draws triangles, each with its number, into a tile with four samples per pixel.
    pub(crate) fn draw_four(tris: &[Tri], list: &[u32], base: u32, origin: [i32; 2], out: &mut Nearest) = four;
    /// Draws triangles into a tile of a map that has nearness only.
    pub(crate) fn draw_depth(tris: &[Tri], list: &[u32], origin: [i32; 2], q: &mut [f32]) = depth_only;
}

#[inline(always)]
fn single(tris: &[Tri], list: &[u32], base: u32, origin: [i32; 2], out: &mut Nearest) {
    for &t in list {
        let tri = &tris[t as usize];
        if let Some(plan) = Plan::new(tri, origin, CENTER[0]) {
            fill::<true>(&plan, base + t, &mut out.q[..AREA], &mut out.id[..AREA]);
        }
    }
}

#[inline(always)]
fn owners(tris: &[Tri], list: &[u32], origin: [i32; 2], out: &mut Nearest) {
    for &t in list {
        let tri = &tris[t as usize];
        if let Some(plan) = Plan::new(tri, origin, CENTER[0]) {
            fill::<true>(&plan, tri.draw, &mut out.q[..AREA], &mut out.id[..AREA]);
        }
    }
}

#[inline(always)]
fn four(tris: &[Tri], list: &[u32], base: u32, origin: [i32; 2], out: &mut Nearest) {
    for &t in list {
        let tri = &tris[t as usize];
        for (s, offset) in ROTATED.iter().enumerate() {
            if let Some(plan) = Plan::new(tri, origin, *offset) {
                let q = &mut out.q[s * AREA..][..AREA];
                let id = &mut out.id[s * AREA..][..AREA];
                fill::<true>(&plan, base + t, q, id);
            }
        }
    }
}

#[inline(always)]
fn depth_only(tris: &[Tri], list: &[u32], origin: [i32; 2], q: &mut [f32]) {
    for &t in list {
        if let Some(plan) = Plan::new(&tris[t as usize], origin, CENTER[0]) {
            fill::<false>(&plan, 0, &mut q[..AREA], &mut []);
        }
    }
}

/// Pixels worked on together.
const LANES: usize = 8;

#[inline(always)]
fn fill<const IDS: bool>(plan: &Plan, id: u32, q: &mut [f32], ids: &mut [u32]) {
    let first = plan.x[0] as usize / LANES;
    let last = plan.x[1] as usize / LANES;
    for y in plan.y[0]..=plan.y[1] {
        let row = y as usize * TILE;
        let at = |k: usize| plan.b[k] * y + plan.c[k];
        let start = [at(0), at(1), at(2)];
        let z_row = plan.z[1] * y as f32 + plan.z[2];
        for block in first..=last {
            let from = row + block * LANES;
            let Some(q) = q[from..].first_chunk_mut::<LANES>() else {
                return;
            };
            let mut seen = [false; LANES];
            let mut z = [0.0_f32; LANES];
            for lane in 0..LANES {
                let x = (block * LANES + lane) as i32;
                let e0 = plan.a[0] * x + start[0];
                let e1 = plan.a[1] * x + start[1];
                let e2 = plan.a[2] * x + start[2];
                z[lane] = plan.z[0] * x as f32 + z_row;
                seen[lane] = ((e0 | e1 | e2) >= 0) & (z[lane] >= q[lane]);
            }
            for lane in 0..LANES {
                q[lane] = if seen[lane] { z[lane] } else { q[lane] };
            }
            if IDS {
                let Some(ids) = ids[from..].first_chunk_mut::<LANES>() else {
                    return;
                };
                for lane in 0..LANES {
                    ids[lane] = if seen[lane] { id } else { ids[lane] };
                }
            }
        }
    }
}
