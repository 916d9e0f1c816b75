//! Worlds are small: a thousand of them fit into little memory, once what is shared lies with the model and the thread.

mod common;

use common::{shared, start};
use ligament::prelude::*;

/// Megabytes that a thousand worlds of a humanoid may take.
const LIMIT: f64 = 80.0;

/// Resident memory of this process in megabytes, where the system tells it.
fn resident() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: f64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes / 1024.0)
}

/// The humanoid of other people where it lies beside the repository, and our own figure.
fn humanoid() -> Model {
    let humanoid = shared("core.txt")
        .into_iter()
        .find(|path| path.ends_with("humanoid/humanoid.xml"));
    let model = humanoid.and_then(|path| Model::from_xml_path(path).ok());
    model.unwrap_or_else(|| Model::from_xml_str(ligament::FIGURE).expect("the figure compiles"))
}

#[test]
fn a_thousand_worlds_are_small() {
    let m = humanoid();
    // memory of the thread and of the model
    step(&m, &mut start(&m));
    let Some(before) = resident() else {
        return;
    };
    let mut worlds: Vec<Data> = (0..1000).map(|_| start(&m)).collect();
    let made = resident().unwrap_or(f64::INFINITY) - before;
    for d in &mut worlds {
        for _ in 0..3 {
            step(&m, d);
        }
    }
    let stepped = resident().unwrap_or(f64::INFINITY) - before;
    let contacts: usize = worlds.iter().map(|d| d.contact.len()).sum();
    println!("{made:.1} MB made, {stepped:.1} MB stepped, {contacts} contacts, limit {LIMIT} MB");
    assert!(
        made < LIMIT && stepped < LIMIT,
        "{made} MB made, {stepped} MB stepped"
    );
}
