//! Tessellation of primitive shapes, in units of their sizes.

use core::f64::consts::{PI, TAU};

use ligament_math::func::sin_cos;

use super::Shape;

/// How finely round shapes and sides are divided.
#[derive(Clone, Copy, Debug)]
pub struct Quality {
    /// Segments around the axis.
    pub slices: usize,
    /// Segments along the axis.
    pub stacks: usize,
    /// Quadrilaterals along a side.
    pub quads: usize,
}

/// Part of the unit sphere between two latitudes, given from -π/2 to π/2, in `stacks` bands.
fn sphere_zone(quality: Quality, stacks: usize, from: f64, to: f64) -> Shape {
    let mut shape = Shape::default();
    let slices = quality.slices;
    shape.grid(slices, stacks, |i, j| {
        let u = i as f64 / slices as f64;
        let v = j as f64 / stacks as f64;
        let (sin_lat, cos_lat) = turn(from + (to - from) * v);
        let (sin_lon, cos_lon) = around(i, slices);
        let p = [cos_lat * cos_lon, cos_lat * sin_lon, sin_lat];
        (p, p, [u, v])
    });
    shape
}

/// Sine and cosine, with exact zeros at the poles.
fn turn(latitude: f64) -> (f64, f64) {
    if latitude.abs() >= PI / 2.0 - 1e-12 {
        return (latitude.signum(), 0.0);
    }
    sin_cos(latitude)
}

/// Sine and cosine of the `i`-th of `n` steps around the circle; the last is the first.
fn around(i: usize, n: usize) -> (f64, f64) {
    sin_cos(TAU * (i % n) as f64 / n as f64)
}

/// The unit sphere.
pub fn sphere(quality: Quality) -> Shape {
    sphere_zone(quality, quality.stacks, -PI / 2.0, PI / 2.0)
}

/// The half of the unit sphere above (`up`) or below z = 0.
pub fn hemisphere(quality: Quality, up: bool) -> Shape {
    let stacks = (quality.stacks / 2).max(1);
    if up {
        sphere_zone(quality, stacks, 0.0, PI / 2.0)
    } else {
        sphere_zone(quality, stacks, -PI / 2.0, 0.0)
    }
}

/// The side of a cylinder of radius 1 from z = -1 to 1.
pub fn tube(quality: Quality) -> Shape {
    let mut shape = Shape::default();
    let (slices, stacks) = (quality.slices, quality.stacks);
    shape.grid(slices, stacks, |i, j| {
        let (s, c) = around(i, slices);
        let v = j as f64 / stacks as f64;
        (
            [c, s, 2.0 * v - 1.0],
            [c, s, 0.0],
            [i as f64 / slices as f64, v],
        )
    });
    shape
}

/// The side of a cone of radius 1 at z = 0 with its tip at z = 1.
pub fn cone(quality: Quality) -> Shape {
    let mut shape = Shape::default();
    let (slices, stacks) = (quality.slices, quality.stacks);
    let slope = 0.5_f64.sqrt();
    shape.grid(slices, stacks, |i, j| {
        let (s, c) = around(i, slices);
        let v = j as f64 / stacks as f64;
        let r = 1.0 - v;
        (
            [r * c, r * s, v],
            [slope * c, slope * s, slope],
            [i as f64 / slices as f64, v],
        )
    });
    shape
}

/// The unit disc at z = 0, seen from above (`up`) or below.
pub fn disc(quality: Quality, up: bool) -> Shape {
    let mut shape = Shape::default();
    let (slices, rings) = (quality.slices, quality.stacks);
    let normal = [0.0, 0.0, if up { 1.0 } else { -1.0 }];
    shape.grid(slices, rings, |i, j| {
        let (s, c) = around(i, slices);
        // from the rim inwards above, outwards below
        let step = if up { rings - j } else { j };
        let r = step as f64 / rings as f64;
        let p = [r * c, r * s, 0.0];
        (p, normal, [0.5 + 0.5 * p[0], 0.5 + 0.5 * p[1]])
    });
    shape
}

/// The box from -1 to 1 along every axis.
pub fn cuboid(quality: Quality) -> Shape {
    let mut shape = Shape::default();
    let n = quality.quads;
    let step = |i: usize| 2.0 * i as f64 / n as f64 - 1.0;
    // normal, and the axes that go right and up seen from outside
    const SIDES: [([f64; 3], [f64; 3], [f64; 3]); 6] = [
        ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]),
        ([-1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0]),
        ([0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]),
        ([0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]),
        ([0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]),
        ([0.0, 0.0, -1.0], [1.0, 0.0, 0.0], [0.0, -1.0, 0.0]),
    ];
    for (normal, right, up) in SIDES {
        shape.grid(n, n, |i, j| {
            let p: [f64; 3] =
                core::array::from_fn(|k| normal[k] + step(i) * right[k] + step(j) * up[k]);
            // textures are laid on along the axes, mirrored on the far sides
            let s = if normal[0] != 0.0 { p[1] } else { p[0] };
            let t = if normal[2] != 0.0 { p[1] } else { p[2] };
            (p, normal, [0.5 + 0.5 * s, 0.5 + 0.5 * t])
        });
    }
    shape
}

/// The square from -1 to 1 at z = 0, seen from above.
pub fn plane(columns: usize, rows: usize) -> Shape {
    let mut shape = Shape::default();
    shape.grid(columns, rows, |i, j| {
        let u = i as f64 / columns as f64;
        let v = j as f64 / rows as f64;
        ([2.0 * u - 1.0, 2.0 * v - 1.0, 0.0], [0.0, 0.0, 1.0], [u, v])
    });
    shape.cells = [columns, rows];
    shape
}
