//! How long exact derivatives take, in steps of the same model.
//!
//! `derivative_time MODEL …` prints, for every model, the time of a step, of A and B in steps, and the geometric mean.

use std::time::Instant;

use ligament::derivative::{Linearization, Options};
use ligament::prelude::*;

/// The least time of several runs, in microseconds per call.
fn least(mut f: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..30 {
        let (start, count) = (Instant::now(), 20);
        for _ in 0..count {
            f();
        }
        best = best.min(start.elapsed().as_secs_f64() * 1e6 / f64::from(count));
    }
    best
}

fn main() {
    let (mut product, mut count, mut worst) = (0.0, 0, 0.0_f64);
    for path in std::env::args().skip(1) {
        let Ok(loaded) = load(&path) else {
            println!("{path}: not loaded");
            continue;
        };
        let m = loaded.model;
        let mut d = Data::new(&m);
        for _ in 0..200 {
            step(&m, &mut d);
        }
        let mut work = d.clone();
        let options = Options::default();
        if let Err(refusal) = Linearization::at(&m, &mut work, &options) {
            println!("{path}: {refusal}");
            continue;
        }
        let mut moving = d.clone();
        let state = d.state.clone();
        let one = least(|| {
            moving.state.clone_from(&state);
            step(&m, &mut moving);
        });
        work.state.clone_from(&state);
        let all = least(|| {
            let step = Linearization::at(&m, &mut work, &options);
            std::hint::black_box(step.is_ok());
        });
        let ratio = all / one;
        println!(
            "{path}: nv {} rows {} step {one:.1} us, A and B {all:.1} us, {ratio:.2} steps",
            m.size.nv,
            d.efc.efc_type.len()
        );
        product += ratio.ln();
        count += 1;
        worst = worst.max(ratio);
    }
    if count > 0 {
        let mean = (product / f64::from(count)).exp();
        println!("geometric mean {mean:.2}, worst {worst:.2} of {count}");
    }
}
