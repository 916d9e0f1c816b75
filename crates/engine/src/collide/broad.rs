//! Broad phase: pairs of geoms whose bounding spheres and bounding boxes along the world's axes overlap.
//!
//! While most geoms sleep: those that do not against all (`active`). Few geoms: all rows i against columns j > i, four spheres at a time. Many geoms of similar size: by cells
//! (`grid`). Many geoms of different sizes: sorted by the lower end of their boxes along the axis where they
//! are spread most, each is compared with those that begin before it ends. The order is kept from step to step, so that
//! sorting costs little.

use ligament_math::Vec3;
use ligament_model::Model;
use ligament_model::enums::GeomType;

use super::Candidate;
use super::active::ActiveUnits;
use super::grid::Grid;
use super::plan::{Plan, Unit};
use super::travel::{Travel, Travels};
use crate::data::{Awake, Pose};

/// How many times to sweep before cells are tried again.
const SWEEPS: usize = 200;
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

/// Box along the world's axes and sphere around a geom, both with margin and gap.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bounds {
    pub center: Vec3,
    pub half: Vec3,
    pub sphere: Vec3,
    pub radius: f64,
}

impl Bounds {
    #[inline]
    pub fn of(m: &Model, pose: &Pose, unit: &Unit) -> Self {
        let geom = unit.geom as usize;
        let [cx, cy, cz, sx, sy, sz] = m.geom.aabb[geom];
        let (pos, rot) = (pose.geom_xpos[geom], &pose.geom_xmat[geom]);
        let mut extent = *rot;
        for x in &mut extent.0 {
            *x = x.abs();
        }
        Self {
            center: pos + rot.mul_vec(Vec3::new(cx, cy, cz)),
            half: extent.mul_vec(Vec3::new(sx, sy, sz)) + Vec3::splat(unit.inflation),
            sphere: pos,
            radius: unit.radius,
        }
    }

    /// Makes room for the way of a geom.
    fn extend(&mut self, travel: &Travel, rbound: f64) {
        let halfway = travel.shift * 0.5;
        let turned = travel.turn.norm() * rbound;
        self.center += halfway;
        self.half += halfway.abs() + Vec3::splat(turned);
        self.sphere += halfway;
        self.radius += halfway.norm();
    }

    /// The longest half edge of the box.
    #[inline]
    pub fn extent(&self) -> f64 {
        self.half[0].max(self.half[1]).max(self.half[2])
    }

    #[inline]
    pub fn boxes_overlap(&self, other: &Self) -> bool {
        let between = (other.center - self.center).abs();
        let reach = self.half + other.half;
        between[0] <= reach[0] && between[1] <= reach[1] && between[2] <= reach[2]
    }

    #[inline]
    pub fn spheres_overlap(&self, other: &Self) -> bool {
        let reach = self.radius + other.radius;
        (other.sphere - self.sphere).norm_squared() <= reach * reach
    }
}

/// Units in the order of a sweep.
#[derive(Clone, Debug, Default)]
struct Sweep {
    /// Units, sorted by the lower ends of their boxes.
    unit: Vec<u32>,
    low: Vec<f64>,
    high: Vec<f64>,
    bounds: Vec<Bounds>,
    /// What the units are welded to: parts of one body are not compared.
    weld: Vec<u32>,
}

/// Working memory of the broad phase.
#[derive(Clone, Debug, Default)]
pub struct Broad {
    spheres: Vec<Chunk>,
    bounds: Vec<Bounds>,
    active: ActiveUnits,
    grid: Grid,
    moving: Sweep,
    fixed: Sweep,
    axis: usize,
    /// How many more times to sweep before cells are tried again.
    sweeps_left: usize,
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
                bounds: vec![Bounds::default(); plan.units.len()],
                ..Self::default()
            };
        }
        Self {
            bounds: vec![Bounds::default(); plan.units.len()],
            active: ActiveUnits::new(plan.units.len()),
            grid: Grid::new(&plan.units),
            moving: Sweep::new(plan, false),
            fixed: Sweep::new(plan, true),
            ..Self::default()
        }
    }

    /// Adds all pairs that are near enough to touch, in any order; if ways are given, all that may come so near on them. Told
    /// who is awake, pairs of geoms that sleep or never move need not be among them.
    pub fn pairs(
        &mut self,
        m: &Model,
        plan: &Plan,
        pose: &Pose,
        awake: Option<Awake<'_>>,
        travels: Option<&Travels>,
        out: &mut Vec<Candidate>,
    ) {
        if let (Some(awake), None) = (awake, travels) {
            if !plan.by_rows() && self.active.pairs(m, plan, awake, pose, out) {
                explicit_pairs(m, plan, pose, false, out);
                return;
            }
        }
        for (bounds, unit) in self.bounds.iter_mut().zip(&plan.units) {
            *bounds = Bounds::of(m, pose, unit);
        }
        if let Some(travels) = travels {
            self.follow(m, plan, travels);
        }
        if plan.by_rows() {
            self.rows(plan, out);
        } else {
            self.many(m, plan, out);
        }
        for (f, flat) in plan.flats.iter().enumerate() {
            let spheres = self.bounds.iter().map(|b| (b.sphere, b.radius));
            near_flat(pose, spheres.enumerate(), flat, |j| {
                if plan.allows_flat(m, f, j) {
                    out.push(plan.candidate(flat, &plan.units[j]));
                }
            });
            for other in &plan.flats[f + 1..] {
                if plan.may_touch(m, flat, other) {
                    out.push(plan.candidate(flat, other));
                }
            }
        }
        explicit_pairs(m, plan, pose, travels.is_some(), out);
    }

    /// Makes room for the ways of all geoms.
    fn follow(&mut self, m: &Model, plan: &Plan, travels: &Travels) {
        for (i, (bounds, unit)) in self.bounds.iter_mut().zip(&plan.units).enumerate() {
            let geom = unit.geom as usize;
            bounds.extend(travels.of(geom), m.geom.rbound[geom]);
            if let Some(chunk) = self.spheres.get_mut(i / LANES) {
                chunk.r[i % LANES] = bounds.radius;
            }
        }
    }

    fn rows(&mut self, plan: &Plan, out: &mut Vec<Candidate>) {
        let (spheres, bounds) = (&mut self.spheres, &self.bounds);
        for (i, bounds) in bounds.iter().enumerate() {
            let [x, y, z] = bounds.sphere.0;
            let chunk = &mut spheres[i / LANES];
            chunk.x[i % LANES] = x;
            chunk.y[i % LANES] = y;
            chunk.z[i % LANES] = z;
        }
        for (i, first) in bounds.iter().enumerate() {
            row(spheres, i, first, plan.allowed_row(i), |j| {
                if first.boxes_overlap(&bounds[j]) {
                    out.push(plan.candidate(&plan.units[i], &plan.units[j]));
                }
            });
        }
    }

    /// Many units: by cells, or by a sweep.
    fn many(&mut self, m: &Model, plan: &Plan, out: &mut Vec<Candidate>) {
        let mut found = |a: u32, b: u32| {
            let (a, b) = (a as usize, b as usize);
            if plan.allows(m, a, b) {
                out.push(plan.candidate(&plan.units[a], &plan.units[b]));
            }
        };
        if self.sweeps_left == 0 && self.grid.pairs(&self.bounds, &mut found) {
            return;
        }
        // cells that do not pay now will not pay for some time
        self.sweeps_left = self.sweeps_left.checked_sub(1).unwrap_or(SWEEPS);
        self.sweep(&plan.units, &mut found);
    }

    fn sweep(&mut self, units: &[Unit], mut found: impl FnMut(u32, u32)) {
        self.axis = widest_axis(&self.bounds, self.axis);
        self.moving.update(&self.bounds, units, self.axis);
        self.fixed.update(&self.bounds, units, self.axis);
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

/// Adds explicit pairs that are near enough to touch, or all of them.
fn explicit_pairs(m: &Model, plan: &Plan, pose: &Pose, all: bool, out: &mut Vec<Candidate>) {
    for explicit in &plan.explicit {
        let [g1, g2] = explicit.candidate.geoms;
        let (g1, g2) = (g1 as usize, g2 as usize);
        let between = pose.geom_xpos[g2] - pose.geom_xpos[g1];
        let near = if m.geom.kind[g1].is(GeomType::Plane) {
            pose.geom_xmat[g1].col(2).dot(between) <= explicit.bound
        } else {
            between.norm_squared() <= explicit.bound * explicit.bound
        };
        if (near || all) && super::narrow::is_defined_for(m, g1, g2) {
            out.push(explicit.candidate);
        }
    }
}

/// Calls `found` with every allowed column after `i` whose sphere overlaps the given one.
#[inline]
fn row(
    spheres: &[Chunk],
    i: usize,
    bounds: &Bounds,
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
        let mut near = chunk.near(bounds.sphere, bounds.radius) & wanted;
        while near != 0 {
            found(column + near.trailing_zeros() as usize);
            near &= near - 1;
        }
    }
}

/// Calls `found` with every unit, given by number, centre and radius, whose sphere reaches the space below a plane. Flats that are no planes are near to
/// everything.
#[inline]
pub(super) fn near_flat(
    pose: &Pose,
    units: impl Iterator<Item = (usize, (Vec3, f64))>,
    flat: &Unit,
    mut found: impl FnMut(usize),
) {
    let f = flat.geom as usize;
    let normal = pose.geom_xmat[f].col(2);
    let level = normal.dot(pose.geom_xpos[f]) + flat.radius;
    for (j, (center, radius)) in units {
        let height = normal.dot(center) - level;
        // the sum above rounds differently from the difference of positions
        if height <= radius + 1e-12 * level.abs() || !flat.plane {
            found(j);
        }
    }
}

/// The axis along which centres are spread most; the last one is kept unless another is clearly better.
fn widest_axis(bounds: &[Bounds], last: usize) -> usize {
    let (mut sum, mut squares) = (Vec3::ZERO, Vec3::ZERO);
    for bounds in bounds {
        sum += bounds.center;
        squares += bounds.center.component_mul(bounds.center);
    }
    let count = bounds.len().max(1) as f64;
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
            bounds: vec![Bounds::default(); count],
            weld: vec![0; count],
        }
    }

    /// Takes new bounds and sorts. The old order is nearly right, so that insertion is quick; where it is not,
    /// the general method takes over.
    fn update(&mut self, all: &[Bounds], units: &[Unit], axis: usize) {
        let low = |unit: u32| {
            let bounds = &all[unit as usize];
            bounds.center[axis] - bounds.half[axis]
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
            let bounds = all[unit as usize];
            self.low[k] = bounds.center[axis] - bounds.half[axis];
            self.high[k] = bounds.center[axis] + bounds.half[axis];
            self.bounds[k] = bounds;
            self.weld[k] = units[unit as usize].weld;
        }
    }

    /// Calls `found` with units of this sweep, from place `start` on, that overlap item `i` of the other one.
    #[inline]
    fn overlapping(&self, start: usize, other: &Self, i: usize, found: &mut impl FnMut(u32, u32)) {
        let (end, bounds, weld) = (other.high[i], &other.bounds[i], other.weld[i]);
        let places = self.low[start..].iter().zip(&self.weld[start..]);
        for (j, (&low, &other_weld)) in places.enumerate() {
            if low > end {
                break;
            }
            if other_weld == weld {
                continue;
            }
            let candidate = &self.bounds[start + j];
            if bounds.boxes_overlap(candidate) && bounds.spheres_overlap(candidate) {
                found(self.unit[start + j], other.unit[i]);
            }
        }
    }
}
