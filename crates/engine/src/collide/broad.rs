//! Broad phase: pairs of geoms whose bounding spheres overlap.
//!
//! Few geoms: all rows i against columns j > i, four at a time, over contiguous coordinates. Many geoms: sorted by the
//! lower end of their spheres along the axis where they are spread most, each is compared with those that begin before
//! it ends. The order is kept from step to step, so that sorting costs little.

use ligament_math::Vec3;
use ligament_model::Model;

use super::Candidate;
use super::plan::{Plan, Unit};
use crate::data::Pose;

/// Geoms compared at a time.
const LANES: usize = 4;

/// Centres and radii, padded with spheres that touch nothing.
#[derive(Clone, Debug, Default)]
struct Spheres {
    x: Vec<f64>,
    y: Vec<f64>,
    z: Vec<f64>,
    r: Vec<f64>,
}

impl Spheres {
    fn new(count: usize) -> Self {
        let padded = count.next_multiple_of(LANES);
        let [x, y, z] = std::array::from_fn(|_| vec![f64::NAN; padded]);
        Self {
            x,
            y,
            z,
            r: vec![0.0; padded],
        }
    }

    #[inline]
    fn set(&mut self, i: usize, center: Vec3, radius: f64) {
        self.x[i] = center[0];
        self.y[i] = center[1];
        self.z[i] = center[2];
        self.r[i] = radius;
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
    spheres: Spheres,
    moving: Sweep,
    fixed: Sweep,
    axis: usize,
}

impl Broad {
    /// Working memory for a plan.
    pub fn new(plan: &Plan) -> Self {
        if plan.by_rows() {
            let mut spheres = Spheres::new(plan.units.len());
            for (i, unit) in plan.units.iter().enumerate() {
                spheres.r[i] = unit.radius;
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
            for flat in &plan.flats {
                for unit in &plan.units {
                    if near_flat(m, pose, flat, unit) && plan.may_touch(m, flat, unit) {
                        out.push(plan.candidate(m, flat, unit));
                    }
                }
            }
        }
        for (i, a) in plan.flats.iter().enumerate() {
            for b in &plan.flats[i + 1..] {
                if plan.may_touch(m, a, b) {
                    out.push(plan.candidate(m, a, b));
                }
            }
        }
        for explicit in &plan.explicit {
            let [g1, g2] = explicit.candidate.geoms;
            let (g1, g2) = (g1 as usize, g2 as usize);
            let between = pose.geom_xpos[g2] - pose.geom_xpos[g1];
            let near = if is_plane(m, g1) {
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
            spheres.set(i, pose.geom_xpos[unit.geom as usize], unit.radius);
        }
        let count = plan.units.len();
        for (i, unit) in plan.units.iter().enumerate() {
            let allowed = &plan.allowed[i * plan.words..(i + 1) * plan.words];
            let center = Vec3::new(spheres.x[i], spheres.y[i], spheres.z[i]);
            row(spheres, center, unit.radius, i + 1, allowed, |j| {
                out.push(plan.candidate(m, unit, &plan.units[j]));
            });
        }
        for (f, flat) in plan.flats.iter().enumerate() {
            let allowed = &plan.allowed[(count + f) * plan.words..(count + f + 1) * plan.words];
            for (j, unit) in plan.units.iter().enumerate() {
                if allowed[j / 64] >> (j % 64) & 1 == 1 && near_flat(m, pose, flat, unit) {
                    out.push(plan.candidate(m, flat, unit));
                }
            }
        }
    }

    fn sweep(&mut self, m: &Model, plan: &Plan, pose: &Pose, out: &mut Vec<Candidate>) {
        self.axis = widest_axis(plan, pose, self.axis);
        self.moving.update(plan, pose, self.axis);
        self.fixed.update(plan, pose, self.axis);
        let mut found = |a: u32, b: u32| {
            let (a, b) = (&plan.units[a as usize], &plan.units[b as usize]);
            if plan.may_touch(m, a, b) {
                out.push(plan.candidate(m, a, b));
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

/// Calls `found` with every allowed column from `first` on whose sphere overlaps the given one.
#[inline]
fn row(
    spheres: &Spheres,
    center: Vec3,
    radius: f64,
    first: usize,
    allowed: &[u64],
    mut found: impl FnMut(usize),
) {
    let start = first / LANES * LANES;
    let chunk = |v: &[f64], at: usize| -> [f64; LANES] {
        v.get(at..at + LANES)
            .and_then(|s| s.try_into().ok())
            .unwrap_or([f64::NAN; LANES])
    };
    for at in (start..spheres.r.len()).step_by(LANES) {
        let word = allowed.get(at / 64).copied().unwrap_or(0) >> (at % 64) & ((1 << LANES) - 1);
        if word == 0 {
            continue;
        }
        let (x, y, z) = (
            chunk(&spheres.x, at),
            chunk(&spheres.y, at),
            chunk(&spheres.z, at),
        );
        let r = chunk(&spheres.r, at);
        let mut near = [false; LANES];
        for k in 0..LANES {
            let (dx, dy, dz) = (x[k] - center[0], y[k] - center[1], z[k] - center[2]);
            let bound = r[k] + radius;
            near[k] = dx * dx + dy * dy + dz * dz <= bound * bound;
        }
        for (k, near) in near.into_iter().enumerate() {
            if near && word >> k & 1 == 1 {
                found(at + k);
            }
        }
    }
}

fn is_plane(m: &Model, geom: usize) -> bool {
    m.geom.kind[geom].number() == 0
}

/// Whether a sphere reaches the space below a plane. Flats that are no planes are near to everything.
#[inline]
fn near_flat(m: &Model, pose: &Pose, flat: &Unit, unit: &Unit) -> bool {
    let (f, g) = (flat.geom as usize, unit.geom as usize);
    if !is_plane(m, f) {
        return true;
    }
    let normal = pose.geom_xmat[f].col(2);
    let height = normal.dot(pose.geom_xpos[g] - pose.geom_xpos[f]);
    // margin and gap of the plane come on top of those in the radius
    let extra = super::parameter::margin_and_gap(m, f, g, None);
    height <= (m.geom.rbound[g] + extra.0 + extra.1) * (1.0 + 1e-12) + f64::MIN_POSITIVE
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
