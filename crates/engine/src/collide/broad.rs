//! Broad phase: pairs of geoms whose bounding spheres and bounding boxes along the world's axes overlap.
//!
//! While most geoms sleep: those that do not against all (`active`). Few geoms: all rows i against columns j > i, four
//! spheres at a time. Many geoms of similar size: by cells (`grid`). Many geoms of different sizes: by a sweep along an
//! axis (`sweep`).

use ligament_math::Vec3;
use ligament_model::Model;

use super::Candidates;
use super::active::ActiveUnits;
use super::grid::Grid;
use super::plan::{Plan, Unit};
use super::sweep::Sweeps;
use super::travel::{Travel, Travels};
use crate::awake::Awake;
use crate::data::Pose;
use crate::shape::is_plane;

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
pub(super) struct UnitBounds {
    pub center: Vec3,
    pub half: Vec3,
    pub sphere: Vec3,
    pub radius: f64,
}

impl UnitBounds {
    #[inline(always)]
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

/// Working memory of the broad phase.
#[derive(Clone, Debug, Default)]
pub struct Broad {
    spheres: Vec<Chunk>,
    bounds: Vec<UnitBounds>,
    active: ActiveUnits,
    grid: Grid,
    sweeps: Sweeps,
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
                bounds: vec![UnitBounds::default(); plan.units.len()],
                ..Self::default()
            };
        }
        Self {
            bounds: vec![UnitBounds::default(); plan.units.len()],
            active: ActiveUnits::new(plan.units.len()),
            grid: Grid::new(&plan.units),
            sweeps: Sweeps::new(&plan.units),
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
        out: &mut Candidates,
    ) {
        if let (Some(awake), None) = (awake, travels) {
            if !plan.by_rows() && self.active.pairs(m, plan, awake, pose, out) {
                explicit_pairs(m, plan, pose, false, out);
                return;
            }
        }
        for (bounds, unit) in self.bounds.iter_mut().zip(&plan.units) {
            *bounds = UnitBounds::of(m, pose, unit);
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

    fn rows(&mut self, plan: &Plan, out: &mut Candidates) {
        let (spheres, bounds) = (&mut self.spheres, &self.bounds);
        for (i, bounds) in bounds.iter().enumerate() {
            let [x, y, z] = bounds.sphere.0;
            let chunk = &mut spheres[i / LANES];
            chunk.x[i % LANES] = x;
            chunk.y[i % LANES] = y;
            chunk.z[i % LANES] = z;
        }
        for (i, first) in bounds.iter().enumerate() {
            // few enough units for one word
            let allowed = plan.allowed_row(i).first().copied().unwrap_or(0);
            row(spheres, i, first, allowed, |j| {
                if first.boxes_overlap(&bounds[j]) {
                    out.push(plan.candidate(&plan.units[i], &plan.units[j]));
                }
            });
        }
    }

    /// Many units: by cells, or by a sweep.
    fn many(&mut self, m: &Model, plan: &Plan, out: &mut Candidates) {
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
        self.sweeps.pairs(&self.bounds, &plan.units, &mut found);
    }
}

/// Adds explicit pairs that are near enough to touch, or all of them.
fn explicit_pairs(m: &Model, plan: &Plan, pose: &Pose, all: bool, out: &mut Candidates) {
    for explicit in &plan.explicit {
        let [g1, g2] = explicit.candidate.geoms;
        let (g1, g2) = (g1 as usize, g2 as usize);
        let between = pose.geom_xpos[g2] - pose.geom_xpos[g1];
        let near = if is_plane(m, g1) {
            pose.geom_xmat[g1].col(2).dot(between) <= explicit.bound
        } else {
            between.norm_squared() <= explicit.bound * explicit.bound
        };
        if (near || all) && super::narrow::is_defined_for(m, g1, g2) {
            out.push(explicit.candidate);
        }
    }
}

/// Calls `found` with every allowed column after `i` whose sphere overlaps the given one. Bits of `allowed` are columns.
#[inline]
fn row(
    spheres: &[Chunk],
    i: usize,
    bounds: &UnitBounds,
    allowed: u64,
    mut found: impl FnMut(usize),
) {
    const ALL: u64 = (1 << LANES) - 1;
    let first = (i + 1) / LANES * LANES;
    let mut left = allowed.checked_shr(first as u32).unwrap_or(0) << (first % 64);
    while left != 0 {
        let column = left.trailing_zeros() as usize / LANES * LANES;
        let wanted = left & (ALL << column);
        left ^= wanted;
        let Some(chunk) = spheres.get(column / LANES) else {
            return;
        };
        let mut near = (chunk.near(bounds.sphere, bounds.radius) << column) & wanted;
        while near != 0 {
            found(near.trailing_zeros() as usize);
            near &= near - 1;
        }
    }
}

/// Calls `found` with every unit, given by number, centre and radius, whose sphere reaches the space below a plane. Flats
/// that are no planes are near to everything.
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
