//! Prints the hash of a thousand steps of each of ten own models, in the arithmetic of this process:
//! `LIGAMENT_ARITH=portable cargo run --example hashes`.

#[path = "../tests/common/mod.rs"]
mod common;

use common::{Noise, OWN, hash_line, own, start, trajectory};

fn main() {
    for name in OWN {
        let m = own(name);
        let hash = trajectory(&m, &mut start(&m), &mut Noise(1), 1000);
        println!("{}", hash_line(name, hash));
    }
}
