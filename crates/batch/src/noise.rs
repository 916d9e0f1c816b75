//! Numbers that look random and follow from where they are used: seed, world, episode and place.
//!
//! There is no state: the noise of any world in any episode can be made again alone, in any order, on any thread.

/// A stream of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noise {
    key: u64,
    counter: u64,
}

/// One round of mixing (splitmix64): a bijection of 64 bits without visible pattern.
fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// The golden ratio in 64 bits, an odd number whose multiples are spread evenly.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

impl Noise {
    /// The stream of a world in an episode.
    pub fn new(seed: u64, world: u64, episode: u64) -> Self {
        let mut key = mix(seed.wrapping_add(GOLDEN));
        key = mix(key ^ world.wrapping_mul(GOLDEN).wrapping_add(1));
        key = mix(key ^ episode.wrapping_mul(GOLDEN).wrapping_add(2));
        Self { key, counter: 0 }
    }

    /// The same stream from another place on; places are apart by 2³².
    pub fn at(self, place: u32) -> Self {
        Self {
            counter: u64::from(place) << 32,
            ..self
        }
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.counter = self.counter.wrapping_add(1);
        mix(self.key.wrapping_add(self.counter.wrapping_mul(GOLDEN)))
    }

    /// The next number, in [0, 1).
    pub fn unit(&mut self) -> f64 {
        // 53 bits are exact
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// The next number, in [-1, 1).
    pub fn both(&mut self) -> f64 {
        2.0 * self.unit() - 1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_differ_and_are_even() {
        let mut seen = std::collections::HashSet::new();
        for (seed, world, episode) in
            (0..8).flat_map(|s| (0..8).flat_map(move |w| (0..8).map(move |e| (s, w, e))))
        {
            assert!(seen.insert(Noise::new(seed, world, episode).bits()));
        }
        let mut noise = Noise::new(1, 2, 3);
        let count = 100_000;
        let (mut sum, mut squares) = (0.0, 0.0);
        for _ in 0..count {
            let x = noise.both();
            assert!((-1.0..1.0).contains(&x));
            sum += x;
            squares += x * x;
        }
        // mean 0 ± 4 σ, variance 1/3
        assert!((sum / f64::from(count)).abs() < 0.01);
        assert!((squares / f64::from(count) - 1.0 / 3.0).abs() < 0.01);
    }

    #[test]
    fn a_stream_can_be_made_again() {
        let mut first = Noise::new(9, 4, 2).at(7);
        let again = Noise::new(9, 4, 2).at(7);
        let numbers: Vec<u64> = (0..5).map(|_| first.bits()).collect();
        let mut again = again;
        assert!(numbers.iter().all(|x| *x == again.bits()));
    }
}
