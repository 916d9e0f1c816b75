//! Neighbours by cells, for many geoms of similar size.
//!
//! Cells are as large as the largest geom, so that geoms whose boxes overlap lie in the same cell or in adjacent ones.
//! Geoms are sorted by cell, and the order is kept from step to step. Looking from each geom that moves at moving ones in
//! the cells that come later, and at fixed ones in all cells around, meets every pair once; the places where these cells
//! start only move forward while going through the list. The work grows with the number of geoms, however they are
//! spread in space. Geoms that are much larger than the others are compared with all. Where many share a cell, as the parts
//! of one body do, a sweep is better.

use super::broad::UnitBounds;
use super::plan::Unit;

/// A geom is large if it is so many times larger than the mean.
const LARGE: f64 = 4.0;
/// With more large geoms than this, cells do not pay.
const MOST_LARGE: usize = 16;
/// With more units per cell than this, cells do not pay.
const CROWD: usize = 2;
/// Bits per coordinate of a cell.
const BITS: u32 = 21;
/// Largest coordinate of a cell that leaves room for a neighbour.
const LAST: f64 = ((1_u64 << BITS) - 3) as f64;
const ROW: u64 = 1 << BITS;
const LAYER: u64 = 1 << (2 * BITS);

/// A unit in its cell.
#[derive(Clone, Copy, Debug, Default)]
struct Item {
    cell: u64,
    unit: u32,
}

/// Units sorted by cell; large ones come last.
#[derive(Clone, Debug, Default)]
struct List {
    items: Vec<Item>,
    bounds: Vec<UnitBounds>,
    /// How many are not large.
    small: usize,
}

/// Units that move and units that do not, by cell.
#[derive(Clone, Debug, Default)]
pub(super) struct Grid {
    moving: List,
    fixed: List,
    large: Vec<u32>,
    is_large: Vec<bool>,
    is_fixed: Vec<bool>,
}

impl Grid {
    pub fn new(units: &[Unit]) -> Self {
        Self {
            moving: List::new(units, false),
            fixed: List::new(units, true),
            large: Vec::with_capacity(MOST_LARGE),
            is_large: vec![false; units.len()],
            is_fixed: units.iter().map(|unit| unit.fixed).collect(),
        }
    }

    /// Calls `found` with every pair of units whose boxes and spheres overlap; pairs of fixed ones need not be among
    /// them. False, and nothing done, if too many units are large or share their cells with others.
    pub fn pairs(&mut self, all: &[UnitBounds], mut found: impl FnMut(u32, u32)) -> bool {
        if !self.sort_out_large(all) {
            return false;
        }
        self.place(all);
        let (moving, fixed) = (&self.moving, &self.fixed);
        if moving.is_crowded() {
            return false;
        }
        // rows of three cells that come later: the next row, and three rows in the next layer
        let later = [ROW, LAYER - ROW, LAYER, LAYER + ROW];
        let mut starts = [0; 4];
        for i in 0..moving.small {
            let (cell, unit, bounds) = moving.at(i);
            for j in i + 1..moving.small {
                if moving.items[j].cell > cell + 1 {
                    break;
                }
                moving.test(j, unit, bounds, &mut found);
            }
            for (start, row) in starts.iter_mut().zip(later) {
                moving.row(start, cell + row, unit, bounds, &mut found);
            }
        }
        if fixed.small > 0 {
            // nine rows around
            let around = [
                LAYER + ROW,
                LAYER,
                LAYER - ROW,
                ROW,
                0,
                0_u64.wrapping_sub(ROW),
                ROW.wrapping_sub(LAYER),
                0_u64.wrapping_sub(LAYER),
                0_u64.wrapping_sub(LAYER + ROW),
            ];
            let mut starts = [0; 9];
            for i in 0..moving.small {
                let (cell, unit, bounds) = moving.at(i);
                for (start, row) in starts.iter_mut().zip(around) {
                    fixed.row(start, cell.wrapping_add(row), unit, bounds, &mut found);
                }
            }
        }
        self.with_large(all, &mut found);
        true
    }

    /// Finds large units; false if there are too many.
    fn sort_out_large(&mut self, all: &[UnitBounds]) -> bool {
        let mean = all.iter().map(UnitBounds::extent).sum::<f64>() / all.len().max(1) as f64;
        self.large.clear();
        for (i, bounds) in all.iter().enumerate() {
            // a unit without a sane size is large as well
            let small = bounds.extent() <= LARGE * mean;
            self.is_large[i] = !small;
            if !small {
                if self.large.len() == MOST_LARGE {
                    return false;
                }
                self.large.push(i as u32);
            }
        }
        true
    }

    /// Finds the cell of every unit and sorts by cell.
    fn place(&mut self, all: &[UnitBounds]) {
        let (mut size, mut low) = ([0.0_f64; 3], [f64::MAX; 3]);
        for (bounds, _) in all.iter().zip(&self.is_large).filter(|(_, large)| !**large) {
            for k in 0..3 {
                size[k] = size[k].max(bounds.half[k]);
                low[k] = low[k].min(bounds.center[k]);
            }
        }
        // rounding must not put neighbours two cells apart
        let scale = size.map(|half| 1.0 / (2.000_001 * half).max(f64::MIN_POSITIVE));
        let coordinate = |x: f64, k: usize| ((x - low[k]) * scale[k]).min(LAST) as u64 + 1;
        for list in [&mut self.moving, &mut self.fixed] {
            for item in &mut list.items {
                let center = all[item.unit as usize].center;
                item.cell = if self.is_large[item.unit as usize] {
                    u64::MAX
                } else {
                    let [x, y, z] = [0, 1, 2].map(|k| coordinate(center[k], k));
                    z * LAYER + y * ROW + x
                };
            }
            list.sort(all);
        }
    }

    /// Pairs of large units with all others.
    fn with_large(&self, all: &[UnitBounds], mut found: impl FnMut(u32, u32)) {
        for (k, &large) in self.large.iter().enumerate() {
            let a = &all[large as usize];
            let both = [&self.moving, &self.fixed];
            let lists = &both[..if self.is_fixed[large as usize] { 1 } else { 2 }];
            let small = lists.iter().flat_map(|list| &list.items[..list.small]);
            let small = small.map(|item| item.unit);
            for other in small.chain(self.large[k + 1..].iter().copied()) {
                let b = &all[other as usize];
                if a.boxes_overlap(b) && a.spheres_overlap(b) {
                    found(large, other);
                }
            }
        }
    }
}

impl List {
    fn new(units: &[Unit], fixed: bool) -> Self {
        let numbered = units.iter().zip(0..).filter(|(u, _)| u.fixed == fixed);
        let items: Vec<Item> = numbered.map(|(_, unit)| Item { cell: 0, unit }).collect();
        Self {
            bounds: vec![UnitBounds::default(); items.len()],
            items,
            small: 0,
        }
    }

    /// Whether there are few cells for so many units.
    fn is_crowded(&self) -> bool {
        let items = &self.items[..self.small];
        let changes = items.windows(2).filter(|w| w[0].cell != w[1].cell);
        CROWD * (changes.count() + 1) < self.small
    }

    #[inline]
    fn at(&self, i: usize) -> (u64, u32, &UnitBounds) {
        (self.items[i].cell, self.items[i].unit, &self.bounds[i])
    }

    #[inline]
    fn test(&self, j: usize, unit: u32, bounds: &UnitBounds, found: &mut impl FnMut(u32, u32)) {
        if bounds.boxes_overlap(&self.bounds[j]) && bounds.spheres_overlap(&self.bounds[j]) {
            found(unit, self.items[j].unit);
        }
    }

    /// Tests a unit against those in a cell and the two beside it. `start` moves on to the first of them.
    #[inline]
    fn row(
        &self,
        start: &mut usize,
        cell: u64,
        unit: u32,
        bounds: &UnitBounds,
        found: &mut impl FnMut(u32, u32),
    ) {
        let items = &self.items[..self.small];
        while items.get(*start).is_some_and(|item| item.cell < cell - 1) {
            *start += 1;
        }
        for (j, item) in items.iter().enumerate().skip(*start) {
            if item.cell > cell + 1 {
                break;
            }
            self.test(j, unit, bounds, found);
        }
    }

    /// Sorts by cell. The old order is nearly right, so that insertion is quick; where it is not, the general method
    /// takes over.
    fn sort(&mut self, all: &[UnitBounds]) {
        let mut budget = 4 * self.items.len();
        for i in 1..self.items.len() {
            let moving = self.items[i];
            let mut j = i;
            while j > 0 && self.items[j - 1].cell > moving.cell {
                self.items[j] = self.items[j - 1];
                j -= 1;
            }
            self.items[j] = moving;
            let Some(rest) = budget.checked_sub(i - j) else {
                self.items.sort_unstable_by_key(|item| item.cell);
                break;
            };
            budget = rest;
        }
        self.small = self.items.partition_point(|item| item.cell != u64::MAX);
        for (bounds, item) in self.bounds.iter_mut().zip(&self.items) {
            *bounds = all[item.unit as usize];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ligament_math::Vec3;

    /// Boxes at pseudo-random places, some of them large.
    fn scattered(count: u32, large: u32) -> Vec<UnitBounds> {
        let at = |i: u32, k: u32| (f64::from(4 * i + k).sin() * 43_758.545_3).rem_euclid(1.0);
        (0..count)
            .map(|i| {
                let size = if i < large {
                    3.0
                } else {
                    0.02 + 0.1 * at(i, 3)
                };
                UnitBounds {
                    center: Vec3::new(2.0 * at(i, 0), 2.0 * at(i, 1) - 5.0, at(i, 2)),
                    half: Vec3::new(size, 0.7 * size, 0.4 * size),
                    sphere: Vec3::new(2.0 * at(i, 0), 2.0 * at(i, 1) - 5.0, at(i, 2)),
                    radius: 1.3 * size,
                }
            })
            .collect()
    }

    #[test]
    fn cells_meet_the_same_pairs_as_a_comparison_of_all() {
        for (count, large) in [(60, 0), (300, 2), (500, 16)] {
            let mut units = vec![Unit::default(); count as usize];
            for unit in units.iter_mut().step_by(3) {
                unit.fixed = true;
            }
            let mut grid = Grid::new(&units);
            let mut all = scattered(count, large);
            for step in 0..4 {
                let mut met = Vec::new();
                assert!(grid.pairs(&all, |a, b| met.push([a.min(b), a.max(b)])));
                let mut expected = Vec::new();
                for a in 0..count {
                    for b in a + 1..count {
                        let (p, q) = (&all[a as usize], &all[b as usize]);
                        let moves = a % 3 != 0 || b % 3 != 0;
                        if moves && p.boxes_overlap(q) && p.spheres_overlap(q) {
                            expected.push([a, b]);
                        }
                    }
                }
                met.retain(|[a, b]| a % 3 != 0 || b % 3 != 0);
                met.sort_unstable();
                assert_eq!(met, expected);
                // the next step: everything moves, and one of them far away
                for (i, bounds) in all.iter_mut().enumerate() {
                    let by = Vec3::new(0.03, -0.02, 0.05) * (1.0 + (i % 7) as f64);
                    bounds.center += by;
                    bounds.sphere += by;
                }
                all[40 + step].center = Vec3::new(1e3, -1e3, 0.0);
            }
        }
    }

    #[test]
    fn many_large_units_and_strange_numbers_are_left_to_others() {
        let units = vec![Unit::default(); 100];
        let mut grid = Grid::new(&units);
        assert!(!grid.pairs(&scattered(100, 17), |_, _| {}));
        let mut strange = scattered(100, 0);
        strange[3].center = Vec3::splat(f64::NAN);
        strange[4].center = Vec3::splat(f64::INFINITY);
        assert!(grid.pairs(&strange, |a, b| assert!(a != 3 && b != 3)));
        let mut crowd = scattered(100, 0);
        for bounds in &mut crowd {
            bounds.center *= 0.1;
        }
        assert!(!grid.pairs(&crowd, |_, _| {}));
    }
}
