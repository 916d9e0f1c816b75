//! Pseudo-random order.

/// A small generator of pseudo-random numbers (PCG), seeded alike in every solve.
pub struct Random(u64);

impl Random {
    /// The generator in its first state.
    pub fn new() -> Self {
        let mut random = Self(0);
        random.next();
        random
    }

    fn next(&mut self) -> u32 {
        let old = self.0;
        self.0 = old.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let mixed = (((old >> 18) ^ old) >> 27) as u32;
        mixed.rotate_right((old >> 59) as u32)
    }

    /// Puts a list in random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            let j = self.next() as usize % (i + 1);
            list.swap(i, j);
        }
    }
}
