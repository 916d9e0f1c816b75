//! Steps a model, for counting instructions: `steps MODEL STEPS [WORLDS]`.
//!
//! One world goes on from step to step. With WORLDS, as many are set to a state of their own and stepped once, STEPS times
//! over. Only [`measured`] is of interest; `cargo xtask count` runs this under callgrind.

use ligament::engine::data::{StateBits, state_size};
use ligament::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, path, steps, worlds @ ..] = &arguments[..] else {
        return Err("usage: steps MODEL STEPS [WORLDS]".into());
    };
    let m = Model::from_xml_path(path).map_err(|problems| problems.to_string())?;
    let mut d = Data::new(&m);
    if m.size.nkey > 0 {
        d.reset_key(&m, 0);
    }
    let steps = steps.parse()?;
    // arrays grow to their size
    for _ in 0..20 {
        step(&m, &mut d);
    }
    match worlds.first() {
        None => measured(|| (0..steps).for_each(|_| step(&m, &mut d))),
        Some(count) => {
            let count = count.parse()?;
            let states = states(&m, &mut d, count)?;
            measured(|| (0..steps).for_each(|_| each_world(&m, &mut d, &states, count)));
        }
    }
    println!("{}", d.time);
    Ok(())
}

/// What is counted.
#[inline(never)]
fn measured(work: impl FnOnce()) {
    work();
}

/// States of a trajectory, one after the other.
fn states(m: &Model, d: &mut Data, count: usize) -> Result<Vec<f64>, Box<dyn std::error::Error>> {
    let size = state_size(m, StateBits::FULLPHYSICS)?;
    let mut all = vec![0.0; size * count];
    for state in all.chunks_exact_mut(size) {
        d.get_state(m, state, StateBits::FULLPHYSICS)?;
        step(m, d);
    }
    Ok(all)
}

/// Sets every state, without a warm start, steps, and takes the state back.
fn each_world(m: &Model, d: &mut Data, states: &[f64], count: usize) {
    let mut out = vec![0.0; states.len()];
    let size = states.len() / count;
    for (from, to) in states.chunks_exact(size).zip(out.chunks_exact_mut(size)) {
        let set = d.set_state(m, from, StateBits::FULLPHYSICS);
        d.state.qacc_warmstart.fill(0.0);
        step(m, d);
        let got = d.get_state(m, to, StateBits::FULLPHYSICS);
        assert!(set.is_ok() && got.is_ok());
    }
}
