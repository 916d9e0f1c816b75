//! A step depends on the model and the state alone: its bits are the same in fresh and in used data, in any thread, with any
//! working memory, and whether something sleeps elsewhere.

mod common;

use std::time::Instant;

use common::{Hash, Noise, OWN, control, own, set_state, shared, start, state, trajectory};
use ligament::engine::step::step_in;
use ligament::engine::{Hooks, Workspace};
use ligament::model::enums::{EnableFlags, SleepPolicy};
use ligament::prelude::*;

/// Steps that the hashes of own models are taken over.
const STEPS: usize = 1000;

/// Compares data that has just been made with data that has run `other` steps from another state; the first step whose state,
/// sensors or accelerations differ.
fn first_difference(m: &Model, other: usize, steps: usize) -> Option<usize> {
    let mut used = start(m);
    let noise = &mut Noise(3);
    for _ in 0..30 {
        control(&mut used, noise);
        step(m, &mut used);
    }
    let from = state(m, &used);
    for _ in 0..other {
        control(&mut used, noise);
        step(m, &mut used);
    }
    let mut fresh = Data::new(m);
    set_state(m, &mut used, &from);
    set_state(m, &mut fresh, &from);
    let bits = |d: &mut Data, noise: &mut Noise| {
        control(d, noise);
        step(m, d);
        let mut hash = Hash::EMPTY;
        hash.add(&state(m, d));
        hash.add(&d.sensor.sensordata);
        hash.add(&d.acc.qacc);
        hash
    };
    let (a, b) = (&mut Noise(4), &mut Noise(4));
    (0..steps).find(|_| bits(&mut used, a) != bits(&mut fresh, b))
}

/// Sleep and the memory of contacts are part of what goes on and not of the state.
fn depends_on_its_state(m: &Model) -> bool {
    !m.opt.enables(EnableFlags::SLEEP) && m.opt.contactmemory == 0
}

#[test]
fn fresh_and_used_data_give_the_same_bits() {
    for name in OWN {
        let m = own(name);
        assert!(depends_on_its_state(&m));
        assert_eq!(first_difference(&m, 1000, 50), None, "{name}");
    }
}

/// Models that other projects made, where they lie beside the repository, as many as there is time for.
#[test]
fn fresh_and_used_data_give_the_same_bits_on_shared_models() {
    let end = common::deadline();
    let models = shared("core.txt");
    let (mut tried, mut found) = (0, Vec::new());
    for path in &models {
        if Instant::now() > end {
            break;
        }
        let Ok(m) = Model::from_xml_path(path) else {
            continue;
        };
        if depends_on_its_state(&m) {
            tried += 1;
            // large models would take long without optimization
            let other = if m.size.nv > 60 && cfg!(debug_assertions) {
                100
            } else {
                1000
            };
            if let Some(step) = first_difference(&m, other, 50) {
                found.push(format!("{}: step {step}", path.display()));
            }
        }
    }
    println!(
        "fresh and used data: {tried} of {} shared models",
        models.len()
    );
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The hashes of all own models, one after the other in one thread.
fn expected() -> Vec<(Model, Hash)> {
    let hash = |name| {
        let m = own(name);
        let hash = trajectory(&m, &mut start(&m), &mut Noise(1), STEPS);
        (m, hash)
    };
    OWN.into_iter().map(hash).collect()
}

#[test]
fn hashes_are_those_of_the_golden_file() {
    let golden = common::repository("tests/golden/hashes.txt");
    let golden = std::fs::read_to_string(golden).expect("it belongs to the repository");
    for (name, (_, hash)) in OWN.iter().zip(expected()) {
        let line = common::hash_line(name, hash);
        assert!(
            golden.lines().any(|golden| golden == line),
            "found `{line}`; if the change is meant, `cargo xtask bless` writes the file anew"
        );
    }
}

#[test]
fn threads_give_the_same_bits() {
    let expected = expected();
    for threads in [1, 2, 4] {
        for (name, (m, hash)) in OWN.iter().zip(&expected) {
            let work = || trajectory(m, &mut start(m), &mut Noise(1), STEPS);
            let found: Vec<Hash> = std::thread::scope(|scope| {
                let running: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
                running
                    .into_iter()
                    .filter_map(|thread| thread.join().ok())
                    .collect()
            });
            assert_eq!(found, vec![*hash; threads], "{name} in {threads} threads");
        }
    }
}

#[test]
fn working_memory_may_go_from_world_to_world() {
    const WORLDS: usize = 4;
    const ROUNDS: usize = 8;
    for name in OWN {
        let m = &own(name);
        let hash = trajectory(m, &mut start(m), &mut Noise(1), STEPS);
        let mut worlds: Vec<_> = (0..WORLDS)
            .map(|_| (start(m), Noise(1), Hash::EMPTY))
            .collect();
        let mut memory: Vec<_> = (0..WORLDS).map(|_| Workspace::new(m)).collect();
        for _ in 0..ROUNDS {
            memory.rotate_left(1);
            std::thread::scope(|scope| {
                for (i, ((d, noise, hash), w)) in worlds.iter_mut().zip(&mut memory).enumerate() {
                    scope.spawn(move || {
                        for _ in 0..STEPS / ROUNDS {
                            control(d, noise);
                            step_in(m, d, w, &mut Hooks::default());
                            hash.add(&state(m, d));
                            hash.add(&d.sensor.sensordata);
                        }
                        // what another world leaves behind does not matter
                        let mut other = start(m);
                        for _ in 0..5 + i {
                            step_in(m, &mut other, w, &mut Hooks::default());
                        }
                    });
                }
            });
        }
        assert!(worlds.iter().all(|(_, _, found)| *found == hash), "{name}");
    }
}

/// Free boxes high above, which keep their places as long as they sleep.
const SLEEPERS: &str = r#"
  <worldbody>
    <body pos="300 0 900" sleep="init"><freejoint/><geom type="box" size=".1 .2 .3"/></body>
    <body pos="303 0 900" sleep="init"><freejoint/><geom type="box" size=".1 .2 .3"/></body>
    <body pos="306 0 900" sleep="init"><freejoint/><geom type="box" size=".1 .2 .3"/></body>
  </worldbody>
</mujoco>"#;

const SLEEPING_TREES: usize = 3;
const SLEEPING_COORDINATES: usize = 7 * SLEEPING_TREES;
const SLEEPING_DOFS: usize = 6 * SLEEPING_TREES;

/// An own model with sleepers behind all of its own bodies; nothing else may fall asleep.
fn with_sleepers(name: &str) -> Model {
    let path = common::repository("tests/models")
        .join(name)
        .with_extension("xml");
    let text = std::fs::read_to_string(path).expect("the model is there");
    let (body, _) = text.rsplit_once("</mujoco>").expect("it is MJCF");
    // keyframes do not know the sleepers
    let body = match (body.find("<keyframe>"), body.find("</keyframe>")) {
        (Some(from), Some(to)) => format!("{}{}", &body[..from], &body[to + "</keyframe>".len()..]),
        _ => body.to_owned(),
    };
    let mut m = Model::from_xml_str(&format!("{body}{SLEEPERS}")).expect("it compiles");
    let own = m.size.ntree - SLEEPING_TREES;
    m.tree.sleep_policy[..own].fill(SleepPolicy::Never.into());
    m
}

/// Hash of what the first degrees of freedom do, and how many degrees of freedom are awake in the end.
fn awake_part(m: &Model, nq: usize, nv: usize) -> (Hash, usize) {
    let (mut d, mut noise, mut hash) = (Data::new(m), Noise(1), Hash::EMPTY);
    for _ in 0..STEPS {
        control(&mut d, &mut noise);
        step(m, &mut d);
        hash.add(&d.state.qpos[..nq]);
        hash.add(&d.state.qvel[..nv]);
        hash.add(&d.state.act);
        hash.add(&d.acc.qacc[..nv]);
        hash.add(&d.state.qacc_warmstart[..nv]);
    }
    (hash, d.stats.nv_awake)
}

#[test]
fn what_sleeps_elsewhere_changes_no_bits() {
    let mut found = Vec::new();
    // the mass of all bodies together is set by `settings`
    let models = OWN
        .into_iter()
        .filter(|name| *name != "settings")
        .chain(["terrain"]);
    for name in models {
        let mut m = with_sleepers(name);
        let (nq, nv) = (m.size.nq - SLEEPING_COORDINATES, m.size.nv - SLEEPING_DOFS);
        m.opt.enableflags |= EnableFlags::SLEEP.0;
        let (asleep, awake) = awake_part(&m, nq, nv);
        assert_eq!(awake, nv, "the boxes sleep and nothing else does: {name}");
        m.opt.enableflags &= !EnableFlags::SLEEP.0;
        let (falling, awake) = awake_part(&m, nq, nv);
        assert_eq!(awake, nv + SLEEPING_DOFS);
        if falling != asleep {
            found.push(format!("{name}: differs where the boxes are awake"));
        }
        // the solver's tolerance is relative to the product of these
        let mut alone = own(name);
        m.stat.meaninertia = nv as f64 / 64.0;
        alone.stat.meaninertia = (nv + SLEEPING_DOFS) as f64 / 64.0;
        // constants of models are sums over all degrees of freedom, whose rounding depends on how many there are
        let (bodies, tendons) = (alone.size.nbody, alone.size.ntendon);
        alone.body.invweight0[..].copy_from_slice(&m.body.invweight0[..bodies]);
        alone.dof.invweight0[..].copy_from_slice(&m.dof.invweight0[..nv]);
        alone.tendon.invweight0[..].copy_from_slice(&m.tendon.invweight0[..tendons]);
        m.opt.enableflags |= EnableFlags::SLEEP.0;
        if awake_part(&m, nq, nv).0 != awake_part(&alone, nq, nv).0 {
            found.push(format!("{name}: differs where there are no boxes"));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
