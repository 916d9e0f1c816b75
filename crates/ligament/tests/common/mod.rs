//! What tests of several files share: models, controls, and hashes of trajectories.
#![allow(dead_code, reason = "each test uses a part of it")]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ligament::engine::data::{StateBits, state_size};
use ligament::math::simd::arithmetic;
use ligament::prelude::*;

/// Ten of the repository's own models, by their file names.
pub const OWN: [&str; 10] = [
    "actuators",
    "closed_loops",
    "discrete",
    "everything",
    "frames",
    "pendulums",
    "sensors",
    "settings",
    "shapes",
    "tendons",
];

/// Where a file of the repository is.
pub fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}

/// One of the repository's own models.
pub fn own(name: &str) -> Model {
    let path = repository("tests/models").join(name).with_extension("xml");
    Model::from_xml_path(path).expect("own models compile")
}

/// The paths of shared models that a list names; none where they do not lie beside the repository.
pub fn shared(list: &str) -> Vec<PathBuf> {
    let folder = repository("../shared/corpus");
    let lines = std::fs::read_to_string(folder.join(list)).unwrap_or_default();
    let names = lines.lines().map(str::trim).filter(|line| !line.is_empty());
    names.map(|line| folder.join(line)).collect()
}

/// When a test of shared models ends: after a minute, or what `LIGAMENT_BITS_SECONDS` says.
pub fn deadline() -> Instant {
    let seconds = std::env::var("LIGAMENT_BITS_SECONDS")
        .ok()
        .and_then(|text| text.parse().ok());
    Instant::now() + Duration::from_secs(seconds.unwrap_or(60))
}

/// Numbers that look random and are the same everywhere: splitmix64.
pub struct Noise(pub u64);

impl Noise {
    /// The next number, in [-1, 1).
    pub fn number(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        // 53 bits are exact
        ((x ^ (x >> 31)) >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}

/// Moves the controls a little, as a function of the noise alone.
pub fn control(d: &mut Data, noise: &mut Noise) {
    for u in &mut d.input.ctrl {
        *u = 0.9 * *u + 0.1 * noise.number();
    }
}

/// The first keyframe where there is one.
pub fn start(m: &Model) -> Data {
    let mut d = Data::new(m);
    if m.size.nkey > 0 {
        d.reset_key(m, 0);
    }
    d
}

/// Everything that the next step depends on.
pub fn state(m: &Model, d: &Data) -> Vec<f64> {
    let size = state_size(m, StateBits::INTEGRATION).expect("the bits are known");
    let mut out = vec![0.0; size];
    d.get_state(m, &mut out, StateBits::INTEGRATION)
        .expect("the size is right");
    out
}

/// Replaces everything that the next step depends on.
pub fn set_state(m: &Model, d: &mut Data, state: &[f64]) {
    d.set_state(m, state, StateBits::INTEGRATION)
        .expect("the size is right");
}

/// FNV-1a over the bits of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hash(pub u64);

impl Hash {
    /// Of nothing.
    pub const EMPTY: Self = Self(0xcbf2_9ce4_8422_2325);

    /// Goes on with some numbers.
    pub fn add(&mut self, numbers: &[f64]) {
        for x in numbers {
            for byte in x.to_bits().to_le_bytes() {
                self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
    }
}

/// A line of the golden file: model, arithmetic of this process, hash.
pub fn hash_line(name: &str, hash: Hash) -> String {
    format!("{name} {} {:016x}", arithmetic().name(), hash.0)
}

/// The hash of the states after each of some steps under noise.
pub fn trajectory(m: &Model, d: &mut Data, noise: &mut Noise, steps: usize) -> Hash {
    let mut hash = Hash::EMPTY;
    for _ in 0..steps {
        control(d, noise);
        step(m, d);
        hash.add(&state(m, d));
        hash.add(&d.sensor.sensordata);
    }
    hash
}
