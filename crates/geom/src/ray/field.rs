//! Rays against height fields.
//!
//! A height field is a box below z = 0, the base, and a terrain above it: two triangles per cell, closed by walls at the
//! four sides. The ray is cut to the box around the terrain and followed from strip to strip of cells; in every strip
//! only the cells between entry and exit are looked at, and of these only the ones whose heights the ray passes.

use ligament_math::Vec3;

use super::{Hit, Probe, Ray, box_sides, nearer, solid_box};
use crate::convex::HeightField;

/// Cells this far beyond the ray (as a share of a cell) are looked at as well.
const SLACK: f64 = 1e-6;

/// Height between 0 and 1; zero outside of the grid.
#[inline]
fn sample(field: &HeightField<'_>, row: usize, col: usize) -> f64 {
    let height = field.data.get(row * field.ncol + col);
    height.map_or(0.0, |&h| f64::from(h))
}

/// Widths of a cell along x and y.
fn cell_size(field: &HeightField<'_>) -> [f64; 2] {
    let count = |n: usize| n.saturating_sub(1).max(1) as f64;
    [
        2.0 * field.size[0] / count(field.ncol),
        2.0 * field.size[1] / count(field.nrow),
    ]
}

/// The first point of a height field that a ray meets.
pub fn height_field(ray: &Ray, field: &HeightField<'_>) -> Option<Hit> {
    let [sx, sy, top, depth] = field.size;
    let base = solid_box(&ray.lowered(-0.5 * depth), Vec3([sx, sy, 0.5 * depth]));
    let sides = box_sides(&ray.lowered(0.5 * top), Vec3([sx, sy, 0.5 * top]));
    let crossings = || sides.iter().flatten().copied();
    let Some(first) = crossings().reduce(f64::min) else {
        return base;
    };
    // a ray that starts in the box leaves it at its only crossing
    let last = crossings().fold(first, f64::max);
    let span = if last > first {
        (first, last)
    } else {
        (0.0, first)
    };
    let best = walk(ray, field, span, base);
    walls(ray, field, &sides, best)
}

/// Triangles of the terrain between two points of the ray.
fn walk(
    ray: &Ray,
    field: &HeightField<'_>,
    span: (f64, f64),
    mut best: Option<Hit>,
) -> Option<Hit> {
    let probe = Probe::new(ray);
    let spacing = cell_size(field);
    let cells = [
        field.ncol.saturating_sub(1) as isize,
        field.nrow.saturating_sub(1) as isize,
    ];
    // coordinates along x and y count cells
    let (mut start, mut rate) = ([0.0; 2], [0.0; 2]);
    for k in 0..2 {
        start[k] = (ray.origin[k] + field.size[k]) / spacing[k];
        rate[k] = ray.dir[k] / spacing[k];
    }
    let at = |k: usize, x: f64| start[k] + x * rate[k];
    let major = usize::from(rate[1].abs() > rate[0].abs());
    let minor = 1 - major;
    let limit = |value: f64, k: usize| (value as isize).clamp(0, cells[k] - 1);
    if cells.iter().any(|&n| n < 1) {
        return best;
    }
    let (from, to) = (at(major, span.0), at(major, span.1));
    let low = limit((from.min(to) - SLACK).floor(), major);
    let high = limit((from.max(to) + SLACK).floor(), major);
    let forward = rate[major] >= 0.0;
    for step in 0..=(high - low) {
        let strip = if forward { low + step } else { high - step };
        // the part of the ray above this strip
        let (mut enter, mut leave) = span;
        if rate[major].abs() > SLACK * 1e-6 {
            let a = (strip as f64 - SLACK - start[major]) / rate[major];
            let b = (strip as f64 + 1.0 + SLACK - start[major]) / rate[major];
            enter = enter.max(a.min(b));
            leave = leave.min(a.max(b));
        }
        if best.is_some_and(|hit| hit.x < enter) {
            break;
        }
        let (a, b) = (at(minor, enter), at(minor, leave));
        let near = limit((a.min(b) - SLACK).floor(), minor);
        let far = limit((a.max(b) + SLACK).floor(), minor);
        let height = |x: f64| ray.origin[2] + x * ray.dir[2];
        let heights = [height(enter), height(leave)];
        for across in near..=far {
            let (col, row) = if major == 0 {
                (strip, across)
            } else {
                (across, strip)
            };
            let cell = Cell::new(field, row as usize, col as usize);
            if cell.is_passed(heights) {
                let triangles = cell.triangles(field, spacing);
                for corners in triangles {
                    best = nearer(best, probe.triangle(corners));
                }
            }
        }
    }
    best
}

/// Four neighbouring samples.
struct Cell {
    row: usize,
    col: usize,
    /// Heights at (row, col), (row, col + 1), (row + 1, col + 1), (row + 1, col).
    height: [f64; 4],
}

impl Cell {
    #[inline]
    fn new(field: &HeightField<'_>, row: usize, col: usize) -> Self {
        let top = field.size[2];
        let at = |r: usize, c: usize| sample(field, r, c) * top;
        Self {
            row,
            col,
            height: [
                at(row, col),
                at(row, col + 1),
                at(row + 1, col + 1),
                at(row + 1, col),
            ],
        }
    }

    /// True if a ray that passes the cell between two heights can meet its surface.
    #[inline]
    fn is_passed(&self, heights: [f64; 2]) -> bool {
        let [a, b, c, d] = self.height;
        let low = a.min(b).min(c.min(d));
        let high = a.max(b).max(c.max(d));
        let slack = SLACK * (1.0 + high.abs());
        heights[0].min(heights[1]) <= high + slack && heights[0].max(heights[1]) >= low - slack
    }

    /// The two triangles, their corners counter-clockwise when seen from above.
    #[inline]
    fn triangles(&self, field: &HeightField<'_>, spacing: [f64; 2]) -> [[Vec3; 3]; 2] {
        let x = |c: usize| spacing[0] * c as f64 - field.size[0];
        let y = |r: usize| spacing[1] * r as f64 - field.size[1];
        let (r, c, h) = (self.row, self.col, &self.height);
        let corner = Vec3([x(c), y(r), h[0]]);
        let opposite = Vec3([x(c + 1), y(r + 1), h[2]]);
        [
            [corner, Vec3([x(c + 1), y(r), h[1]]), opposite],
            [corner, opposite, Vec3([x(c), y(r + 1), h[3]])],
        ]
    }
}

/// The walls below the edges of the terrain.
fn walls(
    ray: &Ray,
    field: &HeightField<'_>,
    sides: &[Option<f64>; 6],
    mut best: Option<Hit>,
) -> Option<Hit> {
    let spacing = cell_size(field);
    for (i, x) in sides.iter().take(4).enumerate() {
        let Some(x) = *x else { continue };
        if best.is_some_and(|hit| hit.x <= x) {
            continue;
        }
        let height = (ray.origin[2] + x * ray.dir[2]) / field.size[2];
        // the wall across one axis is a line of samples along the other
        let along = 1 - i / 2;
        let (count, lines) = if along == 1 {
            (field.nrow, field.ncol)
        } else {
            (field.ncol, field.nrow)
        };
        let line = if i % 2 == 1 {
            lines.saturating_sub(1)
        } else {
            0
        };
        let place = (ray.origin[along] + x * ray.dir[along] + field.size[along]) / spacing[along];
        let cell = place.floor().clamp(0.0, count.saturating_sub(2) as f64);
        let sample = |k: usize| {
            if along == 1 {
                sample(field, k, line)
            } else {
                sample(field, line, k)
            }
        };
        let (z0, z1) = (sample(cell as usize), sample(cell as usize + 1));
        if height < z0 * (cell + 1.0 - place) + z1 * (place - cell) {
            let mut normal = Vec3::ZERO;
            normal[i / 2] = if i % 2 == 0 { -1.0 } else { 1.0 };
            best = Some(Hit { x, normal });
        }
    }
    best
}
