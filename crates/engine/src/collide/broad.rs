//! Broad phase: pairs of geoms whose bounding spheres overlap.
//!
//! Few geoms: all rows i against columns j > i, four at a time, over contiguous coordinates. Many geoms: sorted by the
//! lower end of their spheres along the axis where they are spread most, each is compared with those that begin before
//! it ends. The order is kept from step to step, so that sorting costs little.

use ligament_math::Vec3;
use ligament_model::Model;
use ligament_model::enums::GeomType;

use super::Candidate;
use super::plan::{Plan, Unit};
use crate::data::Pose;

/// Geoms compared at a time.
const LANES: usize = 4;

/// Four bounding spheres. Places that are not filled are no numbers, which overlap nothing.
#[derive(Clone, Copy, Debug)]
struct Chunk {
    x: [f64; LANES],
    y: [f64; LANES],
    z: [f64; LANES],
    r: [f64; LANES],
}

impl Chunk {
    const EMPTY: Self = Self {
        x: [f64::NAN; LANES],
        y: [f64::NAN; LANES],
        z: [f64::NAN; LANES],
        r: [0.0; LANES],
    };

    /// Which of the spheres overlap a given one, as bits.
    #[inline(always)]
    fn near(&self, center: Vec3, radius: f64) -> u64 {
        let mut excess = [0.0; LANES];
        for k in 0..LANES {
            let (dx, dy, dz) = (
                self.x[k] - center[0],
                self.y[k] - center[1],
                self.z[k] - center[2],
            );
            let bound = self.r[k] + radius;
            excess[k] = dx * dx + dy * dy + dz * dz - bound * bound;
        }
        let mut bits = 0;
        for (k, excess) in excess.into_iter().enumerate() {
            bits |= u64::from(excess <= 0.0) << k;
        }
        bits
    }
}

/// Units in the order of a sweep.
#[derive(Clone, Debug, Default)]
struct Sweep {
    /// Units, sorted by `low`.
    unit: Vec<u32>,
    low: Vec<f64>,
    high: Vec<f64>,
    center: Vec<Vec3>,
    radius: Vec<f64>,
}

/// Working memory of the broad phase.
#[derive(Clone, Debug, Default)]
pub struct Broad {
    spheres: Vec<Chunk>,
    moving: Sweep,
    fixed: Sweep,
    axis: usize,
}

impl Broad {
    /// Working memory for a plan.
    pub fn new(plan: &Plan) -> Self {
        if plan.by_rows() {
            let mut spheres = vec![Chunk::EMPTY; plan.units.len().div_ceil(LANES)];
            for (i, unit) in plan.units.iter().enumerate() {
                spheres[i / LANES].r[i % LANES] = unit.radius;
            }
            return Self {
                spheres,
                ..Self::default()
            };
        }
        Self {
            moving: Sweep::new(plan, false),
            fixed: Sweep::new(plan, true),
            ..Self::default()
        }
    }

    /// Adds all pairs that are near enough to touch, in any order.
    pub fn pairs(&mut self, m: &Model, plan: &Plan, pose: &Pose, out: &mut Vec<Candidate>) {
        if plan.by_rows() {
            self.rows(m, plan, pose, out);
        } else {
            self.sweep(m, plan, pose, out);
        }
        for (f, flat) in plan.flats.iter().enumerate() {
            near_flat(pose, plan, flat, |j| {
                if plan.allows_flat(m, f, j) {
                    out.push(plan.candidate(m, flat, &plan.units[j]));
                }
            });
            for other in &plan.flats[f + 1..] {
                if plan.may_touch(m, flat, other) {
                    out.push(plan.candidate(m, flat, other));
                }
            }
        }
        for explicit in &plan.explicit {
            let [g1, g2] = explicit.candidate.geoms;
            let (g1, g2) = (g1 as usize, g2 as usize);
            let between = pose.geom_xpos[g2] - pose.geom_xpos[g1];
            let near = if m.geom.kind[g1].is(GeomType::Plane) {
                pose.geom_xmat[g1].col(2).dot(between) <= explicit.bound
            } else {
                between.norm_squared() <= explicit.bound * explicit.bound
            };
            if near && super::narrow::is_defined_for(m, g1, g2) {
                out.push(explicit.candidate);
            }
        }
    }

    fn rows(&mut self, m: &Model, plan: &Plan, pose: &Pose, out: &mut Vec<Candidate>) {
        let spheres = &mut self.spheres;
        for (i, unit) in plan.units.iter().enumerate() {
            let [x, y, z] = pose.geom_xpos[unit.geom as usize].0;
            let chunk = &mut spheres[i / LANES];
            chunk.x[i % LANES] = x;
            chunk.y[i % LANES] = y;
            chunk.z[i % LANES] = z;
        }
        for (i, unit) in plan.units.iter().enumerate() {
            let center = pose.geom_xpos[unit.geom as usize];
            row(spheres, i, center, unit.radius, plan.allowed_row(i), |j| {
                out.push(plan.candidate(m, unit, &plan.units[j]));
            });
        }
    }

    fn sweep(&mut self, m: &Model, plan: &Plan, pose: &Pose, out: &mut Vec<Candidate>) {
        self.axis = widest_axis(plan, pose, self.axis);
        self.moving.update(plan, pose, self.axis);
        self.fixed.update(plan, pose, self.axis);
        let mut found = |a: u32, b: u32| {
            let (a, b) = (a as usize, b as usize);
            if plan.allows(m, a, b) {
                out.push(plan.candidate(m, &plan.units[a], &plan.units[b]));
            }
        };
        let (moving, fixed) = (&self.moving, &self.fixed);
        for i in 0..moving.unit.len() {
            moving.overlapping(i + 1, moving, i, &mut found);
        }
        // of two spheres one begins first: fixed ones within moving ones, then the reverse
        let mut start = 0;
        for i in 0..moving.unit.len() {
            while start < fixed.low.len() && fixed.low[start] < moving.low[i] {
                start += 1;
            }
            fixed.overlapping(start, moving, i, &mut found);
        }
        start = 0;
        for i in 0..fixed.unit.len() {
            while start < moving.low.len() && moving.low[start] <= fixed.low[i] {
                start += 1;
            }
            moving.overlapping(start, fixed, i, &mut found);
        }
    }
}

/// Calls `found` with every allowed column after `i` whose sphere overlaps the given one.
#[inline]
fn row(
    spheres: &[Chunk],
    i: usize,
    center: Vec3,
    radius: f64,
    allowed: &[u64],
    mut found: impl FnMut(usize),
) {
    let first = (i + 1) / LANES;
    for (at, chunk) in spheres.iter().enumerate().skip(first) {
        let column = at * LANES;
        let wanted =
            allowed.get(column / 64).copied().unwrap_or(0) >> (column % 64) & ((1 << LANES) - 1);
        if wanted == 0 {
            continue;
        }
        let mut near = chunk.near(center, radius) & wanted;
        while near != 0 {
            found(column + near.trailing_zeros() as usize);
            near &= near - 1;
        }
    }
}

/// Calls `found` with every unit whose sphere reaches the space below a plane. Flats that are no planes are near to
/// everything.
#[inline]
fn near_flat(pose: &Pose, plan: &Plan, flat: &Unit, mut found: impl FnMut(usize)) {
    let f = flat.geom as usize;
    let normal = pose.geom_xmat[f].col(2);
    let level = normal.dot(pose.geom_xpos[f]) + flat.radius;
    for (j, unit) in plan.units.iter().enumerate() {
        let height = normal.dot(pose.geom_xpos[unit.geom as usize]) - level;
        // the sum above rounds differently from the difference of positions
        if height <= unit.radius + 1e-12 * level.abs() || !flat.plane {
            found(j);
        }
    }
}

/// The axis along which centres are spread most; the last one is kept unless another is clearly better.
fn widest_axis(plan: &Plan, pose: &Pose, last: usize) -> usize {
    let (mut sum, mut squares) = (Vec3::ZERO, Vec3::ZERO);
    for unit in &plan.units {
        let center = pose.geom_xpos[unit.geom as usize];
        sum += center;
        squares += center.component_mul(center);
    }
    let count = plan.units.len().max(1) as f64;
    let spread = squares - sum.component_mul(sum) / count;
    let mut best = last;
    for axis in 0..3 {
        if spread[axis] > 1.5 * spread[best] {
            best = axis;
        }
    }
    best
}

impl Sweep {
    fn new(plan: &Plan, fixed: bool) -> Self {
        let numbered = plan.units.iter().zip(0u32..);
        let unit: Vec<u32> = numbered
            .filter(|(u, _)| u.fixed == fixed)
            .map(|(_, i)| i)
            .collect();
        let count = unit.len();
        Self {
            unit,
            low: vec![0.0; count],
            high: vec![0.0; count],
            center: vec![Vec3::ZERO; count],
            radius: vec![0.0; count],
        }
    }

    /// Takes new positions and sorts. The old order is nearly right, so that insertion is quick; where it is not,
    /// the general method takes over.
    fn update(&mut self, plan: &Plan, pose: &Pose, axis: usize) {
        let low = |unit: u32| {
            let unit = &plan.units[unit as usize];
            pose.geom_xpos[unit.geom as usize][axis] - unit.radius
        };
        for (value, &unit) in self.low.iter_mut().zip(&self.unit) {
            *value = low(unit);
        }
        let mut budget = 8 * self.unit.len();
        'insertion: for i in 1..self.unit.len() {
            let mut j = i;
            while j > 0 && self.low[j - 1] > self.low[j] {
                self.low.swap(j - 1, j);
                self.unit.swap(j - 1, j);
                j -= 1;
                budget -= 1;
                if budget == 0 {
                    self.unit
                        .sort_unstable_by(|&a, &b| low(a).total_cmp(&low(b)));
                    break 'insertion;
                }
            }
        }
        for (k, &unit) in self.unit.iter().enumerate() {
            let unit = &plan.units[unit as usize];
            let center = pose.geom_xpos[unit.geom as usize];
            self.center[k] = center;
            self.radius[k] = unit.radius;
            self.low[k] = center[axis] - unit.radius;
            self.high[k] = center[axis] + unit.radius;
        }
    }

    /// Calls `found` with units of this sweep, from place `start` on, that overlap item `i` of the other one.
    #[inline]
    fn overlapping(&self, start: usize, other: &Self, i: usize, found: &mut impl FnMut(u32, u32)) {
        let (end, center, radius) = (other.high[i], other.center[i], other.radius[i]);
        for j in start..self.unit.len() {
            if self.low[j] > end {
                break;
            }
            let bound = self.radius[j] + radius;
            if (self.center[j] - center).norm_squared() <= bound * bound {
                found(self.unit[j], other.unit[i]);
            }
        }
    }
}
