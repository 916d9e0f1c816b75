//! The tree core is one source for all numbers: lanes of worlds give the bits of single worlds, single precision comes close,
//! and dual numbers give derivatives.

#[path = "../common/mod.rs"]
mod common;
mod core;

use std::time::Instant;

use common::{Noise, OWN, own, shared, start};
use ligament::engine::joint::integrate_pos;
use ligament::math::{Dual, Lanes, Real};
use ligament::model::enums::Integrator;
use ligament::prelude::*;

use self::core::{Core, Numbers};

/// Worlds of a model side by side.
const WORLDS: usize = 4;

/// Models that are compared: all own ones, and as many shared ones as there is time for.
fn each_model(check: impl Fn(&Model) -> Result<(), String>) {
    let end = common::deadline();
    let mut found = Vec::new();
    let mut visit = |name: String, m: &Model| {
        // what sleeps may differ from world to world
        if Data::new(m).stats.nv_awake == m.size.nv {
            if let Err(text) = check(m) {
                found.push(format!("{name}: {text}"));
            }
        }
    };
    for name in OWN.into_iter().chain(["static", "terrain"]) {
        visit(name.into(), &own(name));
    }
    for path in shared("core.txt") {
        if Instant::now() > end {
            break;
        }
        if let Ok(m) = Model::from_xml_path(&path) {
            visit(path.display().to_string(), &m);
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// A world that was moved at random from its start and has forces applied.
fn world(m: &Model, seed: u64) -> Data {
    let (mut d, mut noise) = (start(m), Noise(seed));
    let mut numbers = |count: usize, scale: f64| -> Vec<f64> {
        (0..count).map(|_| scale * noise.number()).collect()
    };
    integrate_pos(m, &mut d.state.qpos, &numbers(m.size.nv, 0.2), 1.0);
    d.state.qvel = numbers(m.size.nv, 0.5);
    d.input.qfrc_applied = numbers(m.size.nv, 0.1);
    d.input.ctrl = numbers(m.size.nu, 0.5);
    // not everywhere: where nothing is applied nothing may be added
    if seed % 2 == 0 {
        if let Some(wrench) = d.input.xfrc_applied.last_mut() {
            wrench.copy_from_slice(&numbers(6, 1.0));
        }
    }
    forward(m, &mut d);
    d
}

/// The tree core of some worlds, each of whose numbers is made of theirs.
fn run<T: Real>(m: &Model, worlds: &[Data], lift: impl Fn(&[f64]) -> T) -> Numbers<T> {
    let mut core = Core::new(m, worlds, lift);
    core.advance(m, &worlds[0]);
    core.numbers()
}

#[test]
fn lanes_give_the_bits_of_single_worlds() {
    each_model(|m| {
        let worlds: Vec<Data> = (0..WORLDS as u64).map(|seed| world(m, seed)).collect();
        let together = run(m, &worlds, |x| Lanes([x[0], x[1], x[2], x[3]]));
        for (lane, d) in worlds.iter().enumerate() {
            let alone = run(m, std::slice::from_ref(d), |x| x[0]);
            for ((name, alone), (_, together)) in alone.iter().zip(&together) {
                let equal = |(a, t): (&f64, &Lanes<WORLDS>)| a.to_bits() == t.0[lane].to_bits();
                let same = alone.iter().zip(together).all(equal);
                if !same || alone.len() != together.len() {
                    return Err(format!("{name} of lane {lane}"));
                }
            }
            let smooth = alone.iter().find(|(name, _)| *name == "qacc_smooth");
            // the discrete integrator has an inertia of its own
            let other = m.opt.integrator.is(Integrator::Discrete);
            if !other && !smooth.is_some_and(|(_, x)| *x == d.acc.qacc_smooth) {
                return Err("the core and the pipeline differ".into());
            }
        }
        Ok(())
    });
}

#[test]
fn single_precision_comes_close() {
    each_model(|m| {
        let worlds = [world(m, 0)];
        let single = run(m, &worlds, |x| x[0] as f32);
        for ((name, double), (_, single)) in run(m, &worlds, |x| x[0]).iter().zip(&single) {
            // a factor may be as ill-conditioned as it likes
            if ["qLD", "qLDiagInv", "qacc_smooth", "solved", "qvel", "qpos"].contains(name) {
                continue;
            }
            let largest = double.iter().fold(1.0, |most: f64, x| most.max(x.abs()));
            let close = |(a, b): (&f64, &f32)| (a - f64::from(*b)).abs() <= 1e-4 * largest;
            if !double.iter().zip(single).all(close) {
                return Err((*name).into());
            }
        }
        Ok(())
    });
}

/// Displaces positions and velocities along a direction.
fn displaced(m: &Model, d: &Data, direction: &[f64], by: f64) -> Data {
    let mut d = d.clone();
    integrate_pos(m, &mut d.state.qpos, direction, by);
    for (v, w) in d.state.qvel.iter_mut().zip(direction.iter().rev()) {
        *v += by * w;
    }
    d
}

#[test]
fn duals_give_derivatives() {
    const STEP: f64 = 1e-6;
    each_model(|m| {
        let d = world(m, 0);
        let mut noise = Noise(9);
        let direction: Vec<f64> = (0..m.size.nv).map(|_| noise.number()).collect();
        let [before, after] = [-STEP, STEP].map(|by| displaced(m, &d, &direction, by));
        let slope = |x: &[f64]| (x[2] - x[0]) / (2.0 * STEP);
        let (low, high) = (
            run(m, std::slice::from_ref(&before), |x| x[0]),
            run(m, std::slice::from_ref(&after), |x| x[0]),
        );
        let worlds = [before, d, after];
        let duals = run(m, &worlds, |x| Dual {
            value: x[1],
            partials: [slope(x)],
        });
        for (((name, low), (_, high)), (_, duals)) in low.iter().zip(&high).zip(&duals) {
            let differences = low.iter().zip(high).map(|(a, b)| (b - a) / (2.0 * STEP));
            let scale = duals.iter().fold(1.0, |most: f64, x| {
                most.max(x.value.abs()).max(x.partials[0].abs())
            });
            let far = differences.zip(duals).find(|(difference, dual)| {
                let error = (difference - dual.partials[0]).abs();
                error.is_nan() || error > 1e-4 * scale
            });
            if let Some((difference, dual)) = far {
                return Err(format!("{name}: {} against {difference}", dual.partials[0]));
            }
        }
        Ok(())
    });
}
