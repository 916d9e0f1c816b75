//! Loads a model and prints what it is made of: `cargo run --example inspect -- model.xml`.

use ligament::prelude::*;

fn main() -> Result<(), Problems> {
    let loaded = match std::env::args().nth(1) {
        Some(path) => load(path)?,
        None => load_str(ligament::FIGURE, &Assets::new())?,
    };
    for warning in &loaded.warnings {
        eprintln!("{warning}");
    }
    let m = loaded.model;
    println!(
        "{}: {} bodies, {} degrees of freedom",
        m.model_name(),
        m.size.nbody,
        m.size.nv
    );
    for b in 1..m.size.nbody {
        let name = m.name_of(ObjectType::Body, b).unwrap_or_default();
        println!("  {name:16} {:7.3} kg", m.body.mass[b]);
    }
    Ok(())
}
