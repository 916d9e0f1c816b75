//! A mutator without feedback: damages seeds in the ways that find most bugs in readers.

/// Makes inputs out of seeds; the same for the same seed number.
pub struct Mutator {
    seeds: Vec<Vec<u8>>,
    words: Vec<String>,
    longest: usize,
    random: u64,
}

/// Numbers that texts get in place of theirs.
const NUMBERS: [&str; 14] = [
    "0",
    "-1",
    "1",
    "1e308",
    "-1e-308",
    "nan",
    "inf",
    "2147483647",
    "2147483648",
    "-2147483649",
    "4294967296",
    "1e10",
    "0.0",
    "1000000",
];

/// Bytes with an effect.
const BYTES: [u8; 8] = [0, 1, 0x7f, 0x80, 0xff, b'<', b'"', b'9'];

impl Mutator {
    /// A mutator over seeds; inputs have at most `longest` bytes.
    pub fn new(seeds: Vec<Vec<u8>>, words: Vec<String>, longest: usize, number: u64) -> Self {
        Self {
            seeds,
            words,
            longest,
            random: number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
        }
    }

    /// A number below `n`: splitmix64.
    fn below(&mut self, n: usize) -> usize {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.random;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) % n.max(1) as u64) as usize
    }

    /// A part of an input.
    fn part(&mut self, of: &[u8]) -> Vec<u8> {
        let from = self.below(of.len());
        let length = 1 + self.below((of.len() - from).min(64));
        of[from..(from + length).min(of.len())].to_vec()
    }

    /// The next input.
    pub fn next_input(&mut self) -> Vec<u8> {
        let seed = self.below(self.seeds.len());
        let mut input = self.seeds.get(seed).cloned().unwrap_or_default();
        for _ in 0..=self.below(5) {
            self.damage(&mut input);
        }
        input.truncate(self.longest);
        input
    }

    fn damage(&mut self, input: &mut Vec<u8>) {
        let at = self.below(input.len() + 1);
        match self.below(10) {
            0 | 1 if at < input.len() => input[at] ^= 1 << self.below(8),
            2 if at < input.len() => input[at] = BYTES[self.below(BYTES.len())],
            3 if at < input.len() => input[at] = self.below(256) as u8,
            4 => input.truncate(at),
            5 if !input.is_empty() => {
                let part = self.part(&input.clone());
                input.splice(at..at, part);
            }
            6 => {
                let end = (at + 1 + self.below(16)).min(input.len());
                input.drain(at..end.max(at));
            }
            7 if !self.words.is_empty() => {
                let which = self.below(self.words.len());
                let word = self.words[which].clone();
                let end = word_end(input, at, |b| b.is_ascii_alphanumeric() || b == b'_');
                input.splice(at..end, word.into_bytes());
            }
            8 => {
                let number = NUMBERS[self.below(NUMBERS.len())];
                let digit = |b: &u8| b.is_ascii_digit();
                let at = at + input[at..].iter().position(digit).unwrap_or(0);
                let end = word_end(input, at, |b| b.is_ascii_digit() || b == b'.');
                input.splice(at..end, number.bytes());
            }
            _ => {
                let other = self.below(self.seeds.len());
                if let Some(other) = self.seeds.get(other).filter(|o| !o.is_empty()).cloned() {
                    let part = self.part(&other);
                    input.splice(at..at, part);
                }
            }
        }
    }
}

/// Where the run of bytes of a kind that begins at `at` ends.
fn word_end(input: &[u8], at: usize, kind: impl Fn(u8) -> bool) -> usize {
    let run = input[at..].iter().take_while(|&&b| kind(b)).count();
    at + run
}
