//! Random marks on procedural textures: the same dots every time, on every machine.

/// How many numbers the generator can give: 2^64.
const RANGE: f64 = 18_446_744_073_709_551_616.0;

/// Marks each pixel of three bytes with a probability.
pub(super) fn scatter(pixels: &mut [u8], color: [u8; 3], probability: f64) {
    let mut random = MersenneTwister::new(42);
    let Some(limit) = limit(probability) else {
        for pixel in pixels.chunks_exact_mut(3) {
            pixel.copy_from_slice(&color);
        }
        return;
    };
    for block in pixels.chunks_mut(3 * MersenneTwister::WORDS) {
        let numbers = random.block();
        for (pixel, number) in block.chunks_exact_mut(3).zip(numbers) {
            if number < limit {
                pixel.copy_from_slice(&color);
            }
        }
    }
}

/// The least number that, as a fraction of 2^64, is not below a probability; none if all are below.
fn limit(probability: f64) -> Option<u64> {
    // the fraction of a number rounds, but never decreases as the number grows
    let below = |number: u64| number as f64 / RANGE < probability;
    let (mut low, mut high) = (0, u64::MAX);
    if below(high) {
        return None;
    }
    while low < high {
        let middle = low + (high - low) / 2;
        if below(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    Some(low)
}

/// The 64-bit Mersenne twister of Nishimura and Matsumoto (2000): a linear recurrence over 312 words.
struct MersenneTwister {
    state: [u64; Self::WORDS],
}

impl MersenneTwister {
    const WORDS: usize = 312;
    const SHIFT: usize = Self::WORDS / 2;

    fn new(seed: u64) -> Self {
        let mut state = [seed; Self::WORDS];
        for i in 1..Self::WORDS {
            let last = state[i - 1];
            state[i] = (last ^ (last >> 62))
                .wrapping_mul(0x5851_f42d_4c95_7f2d)
                .wrapping_add(i as u64);
        }
        Self { state }
    }

    /// Steps the recurrence once for every word: each half draws on the other.
    fn renew(&mut self) {
        const LOW: u64 = 0x7fff_ffff;
        let twist = |word: u64, next: u64, shifted: u64| {
            let mixed = (word & !LOW) | (next & LOW);
            shifted ^ (mixed >> 1) ^ (0xb502_6f5a_a966_19e9 & (mixed & 1).wrapping_neg())
        };
        let last = Self::SHIFT - 1;
        let (front, back) = self.state.split_at_mut(Self::SHIFT);
        for i in 0..last {
            front[i] = twist(front[i], front[i + 1], back[i]);
        }
        front[last] = twist(front[last], back[0], back[last]);
        for i in 0..last {
            back[i] = twist(back[i], back[i + 1], front[i]);
        }
        back[last] = twist(back[last], front[0], front[last]);
    }

    /// The next numbers.
    fn block(&mut self) -> [u64; Self::WORDS] {
        self.renew();
        self.state.map(|mut x| {
            x ^= (x >> 29) & 0x5555_5555_5555_5555;
            x ^= (x << 17) & 0x71d6_7fff_eda6_0000;
            x ^= (x << 37) & 0xfff7_eee0_0000_0000;
            x ^ (x >> 43)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_has_its_published_values() {
        // the 10000th number for the standard seed is part of the C++ standard
        let mut random = MersenneTwister::new(5489);
        let numbers: Vec<u64> = (0..33).flat_map(|_| random.block()).collect();
        assert_eq!(numbers[9_999], 9_981_545_732_273_789_042);
    }

    #[test]
    fn limits_divide_the_numbers_as_fractions_do() {
        for probability in [1e-20, 0.01, 0.3, 0.5, 1.0 - 1e-16, 1.0] {
            let limit = limit(probability).unwrap();
            let below = |number: u64| number as f64 / RANGE < probability;
            assert!(!below(limit) && (limit == 0 || below(limit - 1)));
        }
        assert_eq!(limit(0.0), Some(0));
        assert_eq!(limit(1.1), None);
    }
}
