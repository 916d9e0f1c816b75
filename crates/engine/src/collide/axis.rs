//! Directions that separated pairs of geoms at the last step: they mostly still do, and one look along them replaces a
//! search.

use ligament_math::Vec3;

/// A pair and the direction that separated it, in the frame of the first geom.
#[derive(Clone, Copy, Debug)]
struct Entry {
    geoms: [u32; 2],
    axis: Vec3,
}

/// A table with one place per pair; pairs that meet in a place displace each other. What it holds changes how long the
/// search takes, never its result.
#[derive(Clone, Debug, Default)]
pub(super) struct AxisMemory {
    entries: Vec<Entry>,
}

impl AxisMemory {
    pub fn new(geoms: usize) -> Self {
        let empty = Entry {
            geoms: [u32::MAX; 2],
            axis: Vec3::ZERO,
        };
        Self {
            entries: vec![empty; (8 * geoms).next_power_of_two().clamp(16, 1 << 14)],
        }
    }

    #[inline]
    fn place(&self, g1: usize, g2: usize) -> usize {
        // the multiplier spreads neighbours over the table
        let mixed = (g1 as u64)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .rotate_left(32)
            .wrapping_add((g2 as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40);
        mixed as usize & self.entries.len().wrapping_sub(1)
    }

    #[inline]
    pub fn recall(&self, g1: usize, g2: usize) -> Option<Vec3> {
        let entry = self.entries.get(self.place(g1, g2))?;
        (entry.geoms == [g1 as u32, g2 as u32]).then_some(entry.axis)
    }

    #[inline]
    pub fn keep(&mut self, g1: usize, g2: usize, axis: Vec3) {
        let place = self.place(g1, g2);
        if let Some(entry) = self.entries.get_mut(place) {
            *entry = Entry {
                geoms: [g1 as u32, g2 as u32],
                axis,
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_recalled_until_displaced() {
        let mut memory = AxisMemory::new(20);
        assert_eq!(memory.recall(1, 2), None);
        memory.keep(1, 2, Vec3::X);
        assert_eq!(memory.recall(1, 2), Some(Vec3::X));
        assert_eq!(memory.recall(2, 1), None);
        for g in 0..500 {
            memory.keep(g, g + 1, Vec3::Y);
        }
        assert!(memory.recall(1, 2).is_none_or(|axis| axis == Vec3::Y));
    }

    #[test]
    fn neighbours_do_not_meet_often() {
        let mut memory = AxisMemory::new(40);
        for g1 in 0..16 {
            for g2 in 16..32 {
                memory.keep(g1, g2, Vec3::new(g1 as f64, g2 as f64, 0.0));
            }
        }
        let kept = (0..16)
            .flat_map(|g1| (16..32).map(move |g2| (g1, g2)))
            .filter(|&(g1, g2)| memory.recall(g1, g2).is_some())
            .count();
        assert!(kept > 128, "{kept}");
    }
}
