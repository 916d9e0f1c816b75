//! Everything outside the kinematic tree: contacts, equalities, tendons, actuators, sensors, custom fields, keyframes
//! and the name pool.
//!
//! These elements refer to the tree and to each other by name, and their sizes depend on what they refer to. They are
//! therefore installed into a model that holds the tree and the assets already.

use ligament_model::enums::ObjectType;
use ligament_model::rooms;
use ligament_model::{Model, Sizes};

use super::lookup::Lookup;
use super::refer::{Context, MOST_NUMBERS};
use super::{actuator, contact, custom, equality, keyframe, names, sensor, tendon};
use crate::element::Named;
use crate::memory;
use crate::origin::Origin;
use crate::problem::{Problem, Problems};
use crate::resolve::Resolved;

/// Name and origin of elements, for registering.
fn labels<T: Named>(elements: &[T]) -> impl Iterator<Item = (&str, &Origin)> {
    elements.iter().map(|e| (e.name(), e.origin()))
}

/// Registers the names of everything that keeps the order it is written in.
fn register(spec: &Resolved, lookup: &mut Lookup, problems: &mut Problems) {
    let none = Origin::default();
    let spare = keyframe::count(spec)
        .saturating_sub(spec.keys.len())
        .min(MOST_NUMBERS);
    let keys = labels(&spec.keys).chain((0..spare).map(|_| ("", &none)));
    let results = [
        lookup.register(ObjectType::Equality, labels(&spec.equalities)),
        lookup.register(ObjectType::Tendon, labels(&spec.tendons)),
        lookup.register(ObjectType::Actuator, labels(&spec.actuators)),
        lookup.register(ObjectType::Sensor, labels(&spec.sensors)),
        lookup.register(ObjectType::Numeric, labels(&spec.numerics)),
        lookup.register(ObjectType::Text, labels(&spec.texts)),
        lookup.register(ObjectType::Tuple, labels(&spec.tuples)),
        lookup.register(ObjectType::Key, keys),
    ];
    for result in results {
        problems.keep(result);
    }
}

/// Refuses sizes that no memory can hold.
fn check_sizes(sizes: &Sizes, problems: &mut Problems) {
    let limited = [
        ("activation variables", sizes.na),
        ("sensor values", sizes.nsensordata),
        ("history samples", sizes.nhistory),
        ("user numbers", sizes.nuserdata),
        ("custom numbers", sizes.nnumericdata),
        ("tendon Jacobian entries", sizes.nJten),
        ("actuator moment entries", sizes.nJmom),
        ("keyframes", sizes.nkey),
    ];
    for (what, number) in limited {
        if number > MOST_NUMBERS {
            let message = format!("the model asks for {number} {what}, more than memory can hold");
            problems.push(Problem::model(message));
        }
    }
}

/// Sizes that are settings rather than counts.
fn count_settings(spec: &Resolved, sizes: &mut Sizes) {
    let number = |setting: i64| usize::try_from(setting).unwrap_or(0);
    sizes.nuserdata = number(spec.size.nuserdata);
    sizes.njmax = number(spec.size.njmax);
    sizes.nconmax = number(spec.size.nconmax);
    sizes.nkey = keyframe::count(spec);
}

/// Resolves everything outside the tree and writes it into the model.
///
/// The model must hold the tree and the meshes, and `lookup` their names; sizes and names of everything else are added
/// here. What goes wrong is collected; the model is complete only if nothing did.
pub fn install(spec: &Resolved, m: &mut Model, lookup: &mut Lookup, problems: &mut Problems) {
    let before = problems.0.len();
    let failed = |problems: &Problems| {
        let new = problems.0.get(before..).unwrap_or(&[]);
        new.iter()
            .any(|p| p.severity == crate::problem::Severity::Error)
    };
    let sizes = &mut m.size;
    count_settings(spec, sizes);
    check_sizes(sizes, problems);
    if failed(problems) {
        return;
    }
    let context = Context {
        spec,
        model: m,
        lookup,
    };
    let contacts = contact::prepare(context, problems);
    problems.keep(contacts.register(lookup));
    register(spec, lookup, problems);
    let context = Context {
        spec,
        model: m,
        lookup,
    };
    let equalities = equality::prepare(context, problems);
    let tendons = tendon::prepare(context, problems);
    let actuators = actuator::prepare(context, &tendons, problems);
    let others = sensor::Others {
        tendons: &tendons,
        actuators: &actuators,
    };
    let sensors = sensor::prepare(context, others, problems);
    let custom = custom::prepare(context, problems);
    let sizes = &mut m.size;
    contacts.count(sizes);
    equalities.count(sizes);
    tendons.count(sizes);
    actuators.count(sizes);
    sensors.count(sizes);
    custom.count(sizes);
    names::count(sizes, &spec.name, lookup);
    check_sizes(sizes, problems);
    problems.keep(memory::afford(sizes));
    if failed(problems) {
        return;
    }
    make_rooms(m);
    contacts.fill(m);
    equalities.fill(m);
    tendons.fill(m);
    actuators.fill(m);
    sensors.fill(m);
    custom.fill(m);
    keyframe::install(spec, m, lookup, problems);
    names::fill(m, &spec.name, lookup);
}

/// Brings the arrays of everything outside the tree, keyframes excepted, to their sizes.
fn make_rooms(m: &mut Model) {
    *m.pair = rooms::Pairs::new(&m.size);
    *m.exclude = rooms::Excludes::new(&m.size);
    *m.eq = rooms::Equalities::new(&m.size);
    *m.tendon = rooms::Tendons::new(&m.size);
    *m.wrap = rooms::Wraps::new(&m.size);
    *m.actuator = rooms::Actuators::new(&m.size);
    *m.sensor = rooms::Sensors::new(&m.size);
    *m.numeric = rooms::Numerics::new(&m.size);
    *m.text = rooms::Texts::new(&m.size);
    *m.tuple = rooms::Tuples::new(&m.size);
}

/// Writes what depends on which kinematic tree each body belongs to.
pub fn after_structure(m: &mut Model) {
    tendon::fill_trees(m);
}

/// Writes what depends on the derived constants.
pub fn after_constants(spec: &Resolved, m: &mut Model) {
    keyframe::complete(spec, m);
}

#[cfg(test)]
mod tests;
