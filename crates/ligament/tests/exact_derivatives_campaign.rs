//! Exact derivatives of the public model collection, where it lies beside the repository, against Ridders' differences.
//!
//! `LIGAMENT_CORPUS_LIST=models.txt` selects another list than the daily one, `LIGAMENT_CAMPAIGN_STATES` the states per model,
//! `LIGAMENT_CAMPAIGN_NV` the largest number of degrees of freedom.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use ligament::derivative::Options;
use ligament::derivative::validate::validate;
use ligament::model::enums::{Cone, Integrator};
use ligament::prelude::*;

fn corpus() -> Option<Vec<PathBuf>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let list = std::env::var("LIGAMENT_CORPUS_LIST").unwrap_or_else(|_| "core.txt".into());
    let text = std::fs::read_to_string(root.join(list)).ok()?;
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|l| !l.is_empty() && !l.starts_with('#'));
    Some(lines.map(|l| root.join(l)).collect())
}

fn setting(name: &str, default: usize) -> usize {
    std::env::var(name)
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(default)
}

#[derive(Default)]
struct Tally {
    entries: usize,
    flagged: usize,
    close: usize,
    fair: usize,
    states: usize,
    refused: BTreeMap<String, usize>,
}

fn moving(m: &Model, steps: usize, seed: u64) -> Data {
    let mut state = seed;
    let mut next = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    let mut d = Data::new(m);
    for v in &mut d.state.qvel {
        *v = 0.3 * next();
    }
    for _ in 0..steps {
        for (u, range) in d.input.ctrl.iter_mut().zip(&m.actuator.ctrlrange) {
            let [low, high] = if range[0] < range[1] {
                *range
            } else {
                [-1.0, 1.0]
            };
            *u = 0.5 * (low + high) + 0.4 * (high - low) * next();
        }
        step(m, &mut d);
    }
    d
}

#[test]
#[ignore = "takes long; a campaign of its own"]
fn campaign() {
    let Some(models) = corpus() else {
        return;
    };
    let states = setting("LIGAMENT_CAMPAIGN_STATES", 2);
    let largest = setting("LIGAMENT_CAMPAIGN_NV", 60);
    let mut total = Tally::default();
    for path in models {
        let Ok(loaded) = load(&path) else {
            continue;
        };
        let mut m = loaded.model;
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if m.size.nv == 0 || m.size.nv > largest {
            continue;
        }
        for integrator in [
            Integrator::Euler,
            Integrator::ImplicitFast,
            Integrator::Implicit,
            Integrator::Rk4,
        ] {
            for cone in [Cone::Pyramidal, Cone::Elliptic] {
                m.opt.integrator = integrator.into();
                m.opt.cone = cone.into();
                for k in 0..states {
                    let d = moving(&m, 15 + 25 * k, k as u64 + 1);
                    total.states += 1;
                    match validate(&m, &d, &Options::default()) {
                        Ok(found) => {
                            total.entries += found.entries;
                            total.flagged += found.flagged;
                            total.close += found.close;
                            total.fair += found.fair;
                            let judged = found.entries - found.flagged;
                            if found.error > 1e-8 || found.flagged * 10 > found.entries {
                                println!(
                                    "{name} {integrator:?} {cone:?} {k}: error {:.1e}, {} of {judged} not within 1e-8, {} flagged of {}, {:?}",
                                    found.error,
                                    judged - found.close,
                                    found.flagged,
                                    found.entries,
                                    found.worst
                                );
                            }
                        }
                        Err(refusal) => {
                            let text = format!("{refusal}");
                            println!("{name} {integrator:?} {cone:?} {k}: {text}");
                            *total.refused.entry(text).or_default() += 1;
                        }
                    }
                }
            }
        }
    }
    let judged = (total.entries - total.flagged).max(1);
    println!(
        "{} states; {} entries, flagged {:.4}; of the others within 1e-8 {:.6}, within 1e-6 {:.6}; refused {:?}",
        total.states,
        total.entries,
        total.flagged as f64 / total.entries.max(1) as f64,
        total.close as f64 / judged as f64,
        total.fair as f64 / judged as f64,
        total.refused
    );
}
