//! `ligament info`: what a model is made of.

use std::fmt::Write;
use std::path::Path;

use ligament::mjcf::ReadOptions;
use ligament::model::enums::{Keyword, ObjectType};
use ligament::{Model, Problems};

use crate::{style, tree};

/// Shows a model.
pub fn run(path: &Path, options: &ReadOptions) -> Result<(), Problems> {
    let loaded = ligament::load_with(path, options)?;
    for warning in &loaded.warnings {
        eprintln!("{}", style::problem(warning));
    }
    style::print(&describe(&loaded.model));
    Ok(())
}

/// All there is to say about a model.
pub fn describe(m: &Model) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{}", style::heading(m.model_name()));
    out += &options(m);
    out += &sizes(m);
    let _ = writeln!(out, "\n{}", style::heading("bodies"));
    out += &tree::draw(m);
    out += &actuators(m);
    out += &sensors(m);
    out
}

/// The name of an object, or its number if it has none.
pub fn label(m: &Model, kind: ObjectType, index: usize) -> String {
    match m.name_of(kind, index) {
        Some(name) if !name.is_empty() => name.to_owned(),
        _ => format!("#{index}"),
    }
}

/// The main options on one line.
fn options(m: &Model) -> String {
    let word = |keyword: Option<&'static str>| keyword.unwrap_or("?");
    format!(
        "  step {} s, {} integrator, {} solver, {} cones, total mass {:.4} kg\n",
        m.opt.timestep,
        word(m.opt.integrator.get().map(Keyword::keyword)),
        word(m.opt.solver.get().map(Keyword::keyword)),
        word(m.opt.cone.get().map(Keyword::keyword)),
        m.body.subtreemass.first().copied().unwrap_or(0.0),
    )
}

/// Sizes that people ask for, left out where they are zero.
fn sizes(m: &Model) -> String {
    let s = &m.size;
    let rows = [
        ("coordinates", s.nq),
        ("degrees of freedom", s.nv),
        ("controls", s.nu),
        ("activations", s.na),
        ("bodies", s.nbody),
        ("joints", s.njnt),
        ("geoms", s.ngeom),
        ("sites", s.nsite),
        ("cameras", s.ncam),
        ("lights", s.nlight),
        ("meshes", s.nmesh),
        ("height fields", s.nhfield),
        ("textures", s.ntex),
        ("materials", s.nmat),
        ("flexes", s.nflex),
        ("skins", s.nskin),
        ("contact pairs", s.npair),
        ("exclusions", s.nexclude),
        ("equality constraints", s.neq),
        ("tendons", s.ntendon),
        ("actuators", s.nactuator),
        ("sensors", s.nsensor),
        ("sensor numbers", s.nsensordata),
        ("keyframes", s.nkey),
        ("mocap bodies", s.nmocap),
    ];
    let mut out = format!("\n{}\n", style::heading("sizes"));
    for (name, count) in rows.into_iter().filter(|(_, count)| *count > 0) {
        let _ = writeln!(out, "  {count:>6}  {name}");
    }
    out
}

/// The actuators and what they act on.
fn actuators(m: &Model) -> String {
    use ligament::model::enums::TransmissionType as T;
    if m.size.nactuator == 0 {
        return String::new();
    }
    let mut out = format!("\n{}\n", style::heading("actuators"));
    for a in 0..m.size.nactuator {
        let target = m.actuator.trntype[a].get().map(|kind| match kind {
            T::Joint | T::JointInParent | T::So3 => ("joint", ObjectType::Joint),
            T::Tendon => ("tendon", ObjectType::Tendon),
            T::Body => ("body", ObjectType::Body),
            T::SliderCrank => ("slider-crank", ObjectType::Site),
            T::Site | T::Undefined => ("site", ObjectType::Site),
        });
        let id = usize::try_from(m.actuator.trnid[a][0]).unwrap_or(usize::MAX);
        let target = target.map_or_else(String::new, |(word, kind)| {
            format!("{word} {}", label(m, kind, id))
        });
        let control = usize::try_from(m.actuator.ctrladr[a]).unwrap_or(usize::MAX);
        let limited = m
            .actuator
            .ctrllimited
            .get(control)
            .is_some_and(|flag| flag.get());
        let range = match m.actuator.ctrlrange.get(control) {
            Some([low, high]) if limited => format!("  [{low:.4}, {high:.4}]"),
            _ => String::new(),
        };
        let _ = writeln!(
            out,
            "  {}: {target}{range}",
            label(m, ObjectType::Actuator, a)
        );
    }
    out
}

/// The sensors and how many numbers they deliver.
fn sensors(m: &Model) -> String {
    if m.size.nsensor == 0 {
        return String::new();
    }
    let mut out = format!("\n{}\n", style::heading("sensors"));
    for s in 0..m.size.nsensor {
        let kind = m.sensor.kind[s].get().map_or("?", |kind| kind.keyword());
        let _ = writeln!(
            out,
            "  {}: {kind}, {} numbers",
            label(m, ObjectType::Sensor, s),
            m.sensor.dim[s]
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figure_is_described() {
        let loaded = ligament::load_str(ligament::FIGURE, &ligament::Assets::new()).unwrap();
        let text = describe(&loaded.model);
        for words in [
            "figure",
            "degrees of freedom",
            "left_shank",
            "left_knee (hinge)",
            "balance: subtreecom",
        ] {
            assert!(text.contains(words), "{words} is missing in\n{text}");
        }
    }
}
