//! Neighbours by a sweep, for many geoms of different sizes.
//!
//! Sorted by the lower end of their boxes along the axis where they are spread most, each is compared with those that begin
//! before it ends. The order is kept from step to step, so that sorting costs little.

use ligament_math::Vec3;

use super::broad::UnitBounds;
use super::plan::Unit;

/// Units that move and units that do not, in the order of a sweep.
#[derive(Clone, Debug, Default)]
pub(super) struct Sweeps {
    moving: AxisSweep,
    fixed: AxisSweep,
    axis: usize,
}

impl Sweeps {
    pub fn new(units: &[Unit]) -> Self {
        Self {
            moving: AxisSweep::new(units, false),
            fixed: AxisSweep::new(units, true),
            axis: 0,
        }
    }

    /// Calls `found` with every pair of units whose boxes and spheres overlap, but for pairs of fixed ones.
    pub fn pairs(&mut self, all: &[UnitBounds], units: &[Unit], mut found: impl FnMut(u32, u32)) {
        self.axis = widest_axis(all, self.axis);
        self.moving.update(all, units, self.axis);
        self.fixed.update(all, units, self.axis);
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

/// The axis along which centres are spread most; the last one is kept unless another is clearly better.
fn widest_axis(bounds: &[UnitBounds], last: usize) -> usize {
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

/// Units in the order of a sweep.
#[derive(Clone, Debug, Default)]
struct AxisSweep {
    /// Units, sorted by the lower ends of their boxes.
    unit: Vec<u32>,
    low: Vec<f64>,
    high: Vec<f64>,
    bounds: Vec<UnitBounds>,
    /// What the units are welded to: parts of one body are not compared.
    weld: Vec<u32>,
}

impl AxisSweep {
    fn new(units: &[Unit], fixed: bool) -> Self {
        let numbered = units.iter().zip(0u32..);
        let unit: Vec<u32> = numbered
            .filter(|(u, _)| u.fixed == fixed)
            .map(|(_, i)| i)
            .collect();
        let count = unit.len();
        Self {
            unit,
            low: vec![0.0; count],
            high: vec![0.0; count],
            bounds: vec![UnitBounds::default(); count],
            weld: vec![0; count],
        }
    }

    /// Takes new bounds and sorts. The old order is nearly right, so that insertion is quick; where it is not,
    /// the general method takes over.
    fn update(&mut self, all: &[UnitBounds], units: &[Unit], axis: usize) {
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
