//! Neighbours by cells, for many geoms of similar size.
//!
//! Cells are as large as the largest geom, so that geoms whose boxes overlap lie in the same cell or in adjacent ones.
//! Geoms are sorted by cell, and the order is kept from step to step. Looking from each geom at the cells that come
//! later meets every pair once; the places where these cells start only move forward while going through the list.
//! The work grows with the number of geoms, however they are spread in space. Geoms that are much larger than the others
//! are compared with all.

use super::broad::Bounds;
use super::plan::Unit;

/// A geom is large if it is so many times larger than the mean.
const LARGE: f64 = 4.0;
/// With more large geoms than this, cells do not pay.
const MOST_LARGE: usize = 16;
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
    fixed: bool,
}

/// Units sorted by cell.
#[derive(Clone, Debug, Default)]
pub(super) struct Grid {
    items: Vec<Item>,
    bounds: Vec<Bounds>,
    large: Vec<u32>,
    is_large: Vec<bool>,
}

impl Grid {
    pub fn new(units: &[Unit]) -> Self {
        let numbered = units.iter().zip(0..);
        Self {
            items: numbered
                .map(|(unit, i)| Item {
                    cell: 0,
                    unit: i,
                    fixed: unit.fixed,
                })
                .collect(),
            bounds: vec![Bounds::default(); units.len()],
            large: Vec::with_capacity(MOST_LARGE),
            is_large: vec![false; units.len()],
        }
    }

    /// Calls `found` with every pair of units whose boxes and spheres overlap, unless both are fixed. False, and
    /// nothing done, if too many of them are large.
    pub fn pairs(&mut self, all: &[Bounds], mut found: impl FnMut(u32, u32)) -> bool {
        if !self.sort_out_large(all) {
            return false;
        }
        self.place(all);
        let (items, bounds) = (self.small(), &self.bounds[..]);
        let mut test = |i: usize, j: usize| {
            let (a, b) = (&bounds[i], &bounds[j]);
            let moves = !(items[i].fixed && items[j].fixed);
            if moves && a.boxes_overlap(b) && a.spheres_overlap(b) {
                found(items[i].unit, items[j].unit);
            }
        };
        // rows of three cells that come later: the next row, and three rows in the next layer
        let rows = [ROW, LAYER - ROW, LAYER, LAYER + ROW];
        let mut starts = [0; 4];
        for (i, item) in items.iter().enumerate() {
            for j in i + 1..items.len() {
                if items[j].cell > item.cell + 1 {
                    break;
                }
                test(i, j);
            }
            for (start, row) in starts.iter_mut().zip(rows) {
                let middle = item.cell + row;
                while *start < items.len() && items[*start].cell < middle - 1 {
                    *start += 1;
                }
                for j in *start..items.len() {
                    if items[j].cell > middle + 1 {
                        break;
                    }
                    test(i, j);
                }
            }
        }
        self.with_large(all, &mut found);
        true
    }

    /// Finds large units; false if there are too many.
    fn sort_out_large(&mut self, all: &[Bounds]) -> bool {
        let mean = all.iter().map(Bounds::extent).sum::<f64>() / all.len().max(1) as f64;
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

    /// Finds the cell of every unit and sorts by cell; large ones come last.
    fn place(&mut self, all: &[Bounds]) {
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
        for item in &mut self.items {
            let center = all[item.unit as usize].center;
            item.cell = if self.is_large[item.unit as usize] {
                u64::MAX
            } else {
                let [x, y, z] = [0, 1, 2].map(|k| coordinate(center[k], k));
                z * LAYER + y * ROW + x
            };
        }
        self.sort();
        for (bounds, item) in self.bounds.iter_mut().zip(&self.items) {
            *bounds = all[item.unit as usize];
        }
    }

    /// Units that are not large, sorted by cell.
    fn small(&self) -> &[Item] {
        &self.items[..self.items.len() - self.large.len()]
    }

    /// Sorts by cell. The old order is nearly right, so that insertion is quick; where it is not, the general method
    /// takes over.
    fn sort(&mut self) {
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
                return;
            };
            budget = rest;
        }
    }

    /// Pairs of large units with all others.
    fn with_large(&self, all: &[Bounds], mut found: impl FnMut(u32, u32)) {
        for (k, &large) in self.large.iter().enumerate() {
            let a = &all[large as usize];
            let small = self.small().iter().map(|item| item.unit);
            for other in small.chain(self.large[k + 1..].iter().copied()) {
                let b = &all[other as usize];
                if a.boxes_overlap(b) && a.spheres_overlap(b) {
                    found(large, other);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ligament_math::Vec3;

    /// Boxes at pseudo-random places, some of them large.
    fn scattered(count: u32, large: u32) -> Vec<Bounds> {
        let at = |i: u32, k: u32| f64::from((i * 37 + k * 101) * 7919 % 1009) / 1009.0;
        (0..count)
            .map(|i| {
                let size = if i < large {
                    3.0
                } else {
                    0.02 + 0.1 * at(i, 3)
                };
                Bounds {
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
            let units = vec![Unit::default(); count as usize];
            let mut grid = Grid::new(&units);
            let mut all = scattered(count, large);
            for step in 0..4 {
                let mut met = Vec::new();
                assert!(grid.pairs(&all, |a, b| met.push([a.min(b), a.max(b)])));
                let mut expected = Vec::new();
                for a in 0..count {
                    for b in a + 1..count {
                        let (p, q) = (&all[a as usize], &all[b as usize]);
                        if p.boxes_overlap(q) && p.spheres_overlap(q) {
                            expected.push([a, b]);
                        }
                    }
                }
                met.sort_unstable();
                assert_eq!(met, expected);
                // the next step: everything moves, and one of them far away
                for (i, bounds) in all.iter_mut().enumerate() {
                    let by = Vec3::new(0.03, -0.02, 0.05) * (1.0 + (i % 7) as f64);
                    bounds.center += by;
                    bounds.sphere += by;
                }
                all[40 + step].center = Vec3::new(1e9, -1e9, 0.0);
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
    }
}
