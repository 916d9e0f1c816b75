//! Model texts: read, compile, write, read again, step.

use ligament::mjcf::{Read, ReadOptions, WriteOptions, read_path, write_string};
use ligament::model::Model;
use ligament::{Data, step};

use crate::calls::check_numbers;
use crate::seeds;

/// Largest model that is simulated: the rest of the time is for reading.
const SMALL: usize = 60;

/// Reads a document from memory, beside a few asset files.
fn read(name: &str, bytes: &[u8]) -> Option<Read> {
    let mut assets = seeds::assets();
    assets.insert(name, bytes.to_vec());
    let options = ReadOptions {
        assets,
        memory_only: true,
        ..ReadOptions::default()
    };
    read_path(name, &options).ok()
}

/// Most iterations of a model that is simulated: who asks for two thousand millions gets them.
const ITERATIONS: i32 = 1000;

/// Simulates a small model for a few steps.
pub fn simulate(model: &Model) {
    let (size, opt) = (&model.size, &model.opt);
    let iterations = [
        opt.iterations,
        opt.ls_iterations,
        opt.noslip_iterations,
        opt.ccd_iterations,
    ];
    if iterations.iter().any(|n| *n > ITERATIONS) {
        return;
    }
    if size.nv > SMALL || size.ngeom > SMALL || size.nsensordata > 1000 || size.nuserdata > 1000 {
        return;
    }
    let mut data = Data::new(model);
    for _ in 0..2 {
        step(model, &mut data);
    }
    if model.opt.timestep.is_finite() {
        check_numbers(model, &mut data);
    }
}

/// MJCF: what can be compiled can be written and compiled again, with the same sizes of the tree.
pub fn mjcf(bytes: &[u8]) {
    let Some(read_once) = read("model.xml", bytes) else {
        return;
    };
    let text = write_string(&read_once.spec, &WriteOptions::default());
    let Ok(compiled) = read_once.spec.compile() else {
        return;
    };
    simulate(&compiled.model);
    if let Ok(text) = text {
        let again = read("again.xml", text.as_bytes());
        assert!(again.is_some(), "what was written cannot be read:\n{text}");
    }
}

/// URDF.
pub fn urdf(bytes: &[u8]) {
    if let Some(read) = read("robot.urdf", bytes)
        && let Ok(compiled) = read.spec.compile()
    {
        simulate(&compiled.model);
    }
}
