//! Broad phase while most geoms sleep: the few that do not are compared with all, and the others not with each other.
//!
//! Along each axis of the world, bins tell which active units reach into them, one bit per unit. A unit meets those whose
//! bits are set in its bin along all three axes: the work per sleeping geom is three looks. Nothing is kept from step to
//! step, so that poses may have been changed in any way.

use ligament_math::Vec3;
use ligament_model::Model;

use super::Candidates;
use super::broad::{UnitBounds, near_flat};
use super::plan::{Plan, Unit};
use crate::awake::Awake;
use crate::data::Pose;

/// With more active units than this, all are treated alike.
const MOST: usize = 512;
/// Bins per axis. The first and the last hold what is beyond all active units.
const BINS: usize = 128;
const WORD: usize = u64::BITS as usize;

/// What a look at a unit from far away needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spot {
    pub radius: f64,
    pub geom: u32,
    body: u32,
    /// Welded to the world.
    world: bool,
}

impl Spot {
    pub fn of(unit: &Unit) -> Self {
        Self {
            radius: unit.radius,
            geom: unit.geom,
            body: unit.body,
            world: unit.weld == 0,
        }
    }

    /// Whether it can meet others while some bodies sleep: those that sleep and those that never move cannot meet each
    /// other.
    #[inline]
    pub fn is_active(&self, body_state: &[i32]) -> bool {
        !self.world && body_state[self.body as usize] != 0
    }
}

/// Active units and the bins that they reach into.
#[derive(Clone, Debug, Default)]
pub(super) struct ActiveUnits {
    /// Their numbers, increasing.
    unit: Vec<u32>,
    bounds: Vec<UnitBounds>,
    /// Words of bits, for every bin of every axis.
    bins: Vec<u64>,
    /// Active units that are met everywhere.
    everywhere: Vec<u64>,
    /// The axis along which active units are spread most.
    axis: usize,
    /// Bins along this axis that some active unit reaches into.
    occupied: Vec<bool>,
    /// Words per bin.
    words: usize,
    /// Where the bins begin.
    low: Vec3,
    /// Bins per length.
    scale: Vec3,
}

impl ActiveUnits {
    /// Working memory for so many units.
    pub fn new(units: usize) -> Self {
        let most = MOST.min(units);
        let words = most.div_ceil(WORD);
        Self {
            unit: Vec::with_capacity(most),
            bounds: Vec::with_capacity(most),
            bins: Vec::with_capacity(3 * BINS * words),
            everywhere: Vec::with_capacity(words),
            occupied: Vec::with_capacity(BINS),
            ..Self::default()
        }
    }

    /// Adds all pairs of an active unit and another one that are near enough to touch, and those with flats, in any order.
    /// False, and nothing done, if too many units are active.
    #[inline(never)]
    pub fn pairs(
        &mut self,
        m: &Model,
        plan: &Plan,
        awake: Awake<'_>,
        pose: &Pose,
        out: &mut Candidates,
    ) -> bool {
        if !self.gather(m, plan, awake, pose) {
            return false;
        }
        if !self.unit.is_empty() {
            self.fill_bins(plan.ordinary);
            self.with_all(m, plan, pose, out);
        }
        self.with_flats(m, plan, awake, pose, out);
        true
    }

    /// Pairs of active units with all units.
    fn with_all(&self, m: &Model, plan: &Plan, pose: &Pose, out: &mut Candidates) {
        for (j, spot) in plan.spots.iter().enumerate() {
            let center = pose.geom_xpos[spot.geom as usize];
            let ordinary = spot.radius <= plan.ordinary;
            if !(ordinary && self.is_beyond(center)) {
                self.with_one(m, plan, pose, j, center, ordinary, out);
            }
        }
    }

    /// Pairs of active units with unit `j`.
    #[inline(never)]
    fn with_one(
        &self,
        m: &Model,
        plan: &Plan,
        pose: &Pose,
        j: usize,
        center: Vec3,
        ordinary: bool,
        out: &mut Candidates,
    ) {
        let (unit, radius) = (&plan.units[j], plan.spots[j].radius);
        // of two active units the later one finds the other
        let own = self.unit.binary_search(&(j as u32)).ok();
        self.near(center, ordinary, |a| {
            if own.is_some_and(|own| a >= own) {
                return;
            }
            let bounds = &self.bounds[a];
            let reach = bounds.radius + radius;
            if (center - bounds.sphere).norm_squared() > reach * reach {
                return;
            }
            let a = self.unit[a] as usize;
            let other = UnitBounds::of(m, pose, unit);
            let overlap = bounds.boxes_overlap(&other) && bounds.spheres_overlap(&other);
            if overlap && plan.allows(m, a, j) {
                out.push(plan.candidate(&plan.units[a], unit));
            }
        });
    }

    /// Finds the active units; false if they are too many.
    fn gather(&mut self, m: &Model, plan: &Plan, awake: Awake<'_>, pose: &Pose) -> bool {
        self.unit.clear();
        self.bounds.clear();
        let most = MOST.min(plan.spots.len() / 2);
        for (spot, j) in plan.spots.iter().zip(0_u32..) {
            if spot.is_active(awake.body_state) {
                if self.unit.len() == most {
                    return false;
                }
                self.unit.push(j);
            }
        }
        for &j in &self.unit {
            let unit = &plan.units[j as usize];
            self.bounds.push(UnitBounds::of(m, pose, unit));
        }
        true
    }

    /// Sets the bits of all active units in the bins that they reach into, with room for another unit of radius
    /// `ordinary`.
    fn fill_bins(&mut self, ordinary: f64) {
        self.words = self.unit.len().div_ceil(WORD);
        self.everywhere.clear();
        self.everywhere.resize(self.words, 0);
        self.bins.clear();
        self.bins.resize(3 * BINS * self.words, 0);
        let span = |bounds: &UnitBounds| {
            let center = bounds.sphere;
            // rounding must not make it too small
            let half = Vec3::splat((bounds.radius + ordinary) * 1.000_000_001);
            let half = half + center.abs() * 1e-12;
            (center - half, center + half)
        };
        let finite = |low: Vec3, high: Vec3| {
            let numbers = low.0.iter().chain(&high.0);
            numbers.fold(0.0, |sum, x| sum + x.abs()) < f64::MAX
        };
        let (mut low, mut high) = (Vec3::splat(f64::MAX), Vec3::splat(-f64::MAX));
        for (i, bounds) in self.bounds.iter().enumerate() {
            let (from, to) = span(bounds);
            if finite(from, to) {
                for k in 0..3 {
                    low[k] = low[k].min(from[k]);
                    high[k] = high[k].max(to[k]);
                }
            } else {
                self.everywhere[i / WORD] |= 1 << (i % WORD);
            }
        }
        self.low = low;
        for k in 0..3 {
            let extent = (high[k] - low[k]).max(1e-300);
            self.scale[k] = (BINS - 3) as f64 / extent;
        }
        self.axis = [1, 2].into_iter().fold(0, |best, k| {
            if self.scale[k] < self.scale[best] {
                k
            } else {
                best
            }
        });
        let somewhere = self.everywhere.iter().any(|bits| *bits != 0);
        self.occupied.clear();
        self.occupied.resize(BINS, somewhere);
        for i in 0..self.bounds.len() {
            let (from, to) = span(&self.bounds[i]);
            if !finite(from, to) {
                continue;
            }
            for axis in 0..3 {
                for bin in self.bin(axis, from[axis])..=self.bin(axis, to[axis]) {
                    self.bins[(axis * BINS + bin) * self.words + i / WORD] |= 1 << (i % WORD);
                    self.occupied[bin] |= axis == self.axis;
                }
            }
        }
    }

    /// The bin of a coordinate. It grows with the coordinate.
    #[inline]
    fn bin(&self, axis: usize, x: f64) -> usize {
        let place = (x - self.low[axis]) * self.scale[axis] + 1.0;
        (place as i32).clamp(0, BINS as i32 - 1) as usize
    }

    /// Whether a place is beyond all active units, seen along one axis.
    #[inline]
    fn is_beyond(&self, at: Vec3) -> bool {
        !self.occupied[self.bin(self.axis, at[self.axis])]
    }

    /// Calls `found` with every active unit that may be near a place; with all of them if the unit that is there is not
    /// of ordinary size.
    #[inline]
    fn near(&self, at: Vec3, ordinary: bool, mut found: impl FnMut(usize)) {
        if !ordinary {
            return (0..self.unit.len()).for_each(found);
        }
        let row = |axis: usize| {
            let start = (axis * BINS + self.bin(axis, at[axis])) * self.words;
            &self.bins[start..start + self.words]
        };
        let (x, y, z) = (row(0), row(1), row(2));
        for (word, everywhere) in self.everywhere.iter().enumerate() {
            let mut bits = x[word] & y[word] & z[word] | everywhere;
            while bits != 0 {
                found(word * WORD + bits.trailing_zeros() as usize);
                bits &= bits - 1;
            }
        }
    }

    /// Pairs of flats with units, and with other flats.
    fn with_flats(
        &self,
        m: &Model,
        plan: &Plan,
        awake: Awake<'_>,
        pose: &Pose,
        out: &mut Candidates,
    ) {
        for (f, flat) in plan.flats.iter().enumerate() {
            let mut found = |j: usize| {
                if plan.allows_flat(m, f, j) {
                    out.push(plan.candidate(flat, &plan.units[j]));
                }
            };
            if Spot::of(flat).is_active(awake.body_state) {
                let spheres = plan.spots.iter();
                let spheres = spheres.map(|s| (pose.geom_xpos[s.geom as usize], s.radius));
                near_flat(pose, spheres.enumerate(), flat, &mut found);
            } else {
                let spheres = self.bounds.iter().map(|b| (b.sphere, b.radius));
                let numbered = self.unit.iter().map(|&j| j as usize).zip(spheres);
                near_flat(pose, numbered, flat, &mut found);
            }
            for other in &plan.flats[f + 1..] {
                if plan.may_touch(m, flat, other) {
                    out.push(plan.candidate(flat, other));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Spheres at pseudo-random places.
    fn scattered(count: u32) -> Vec<UnitBounds> {
        let at = |i: u32, k: u32| (f64::from(4 * i + k).sin() * 43_758.545_3).rem_euclid(1.0);
        (0..count)
            .map(|i| UnitBounds {
                sphere: Vec3::new(2.0 * at(i, 0), 3.0 * at(i, 1) - 5.0, 1e3 + at(i, 2)),
                radius: 0.02 + 0.1 * at(i, 3),
                ..UnitBounds::default()
            })
            .collect()
    }

    #[test]
    fn bins_miss_no_neighbour() {
        for count in [1, 63, 64, 65, 300] {
            let all = scattered(1000);
            let mut active = ActiveUnits::new(1000);
            active.unit = (0..count).collect();
            active.bounds = all[..count as usize].to_vec();
            active.fill_bins(0.12);
            let mut looks = 0;
            for other in &all {
                let mut met = Vec::new();
                active.near(other.sphere, true, |a| met.push(a));
                looks += met.len();
                for (a, bounds) in active.bounds.iter().enumerate() {
                    let seen = met.contains(&a) && !active.is_beyond(other.sphere);
                    assert!(seen || !bounds.spheres_overlap(other));
                }
            }
            assert!(looks < 1000 * count as usize / 4, "{looks} {count}");
        }
    }

    #[test]
    fn strange_numbers_and_large_units_are_met_everywhere() {
        let mut active = ActiveUnits::new(1000);
        active.unit = vec![0, 1, 2, 3];
        active.bounds = scattered(4);
        active.bounds[1].sphere = Vec3::splat(f64::NAN);
        active.bounds[2].radius = f64::INFINITY;
        active.fill_bins(0.1);
        let near = |at: Vec3, ordinary: bool| {
            let mut met = Vec::new();
            active.near(at, ordinary, |a| met.push(a));
            met
        };
        assert!(!active.is_beyond(Vec3::splat(1e30)));
        assert_eq!(near(Vec3::splat(1e30), true), [1, 2]);
        assert_eq!(near(Vec3::splat(f64::NAN), true), [1, 2]);
        assert_eq!(near(Vec3::splat(1e30), false), [0, 1, 2, 3]);
    }
}
