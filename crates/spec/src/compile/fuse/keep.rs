//! Bodies that cannot be fused because of what they are, or because something refers to them.

use std::collections::HashSet;

use ligament_model::enums::{ObjectType, SensorType, SleepPolicy};

use super::super::assets::AssetTables;
use super::super::tree::{BodyData, Tree};
use crate::resolve::Resolved;

/// Whether a body only ever moves with its parent.
pub(super) fn is_static(body: &BodyData) -> bool {
    body.joints.is_empty() && !body.mocap && body.sleep == SleepPolicy::Auto
}

/// For each body, whether an element refers to it, or whether a sensor measures what it and its parent exert on each
/// other.
pub(super) fn referenced(spec: &Resolved, assets: &AssetTables, tree: &Tree) -> Vec<bool> {
    let names = body_names(spec, assets);
    let mut found: Vec<bool> = tree
        .bodies
        .iter()
        .map(|b| !b.name.is_empty() && names.contains(b.name.as_str()))
        .collect();
    let cameras = tree.cameras.iter().filter_map(|c| c.target);
    let lights = tree.lights.iter().filter_map(|l| l.target);
    let measures = |kind: SensorType| matches!(kind, SensorType::Force | SensorType::Torque);
    let gauges: HashSet<&str> = spec
        .sensors
        .iter()
        .filter(|s| measures(s.kind))
        .map(|s| s.objname.as_str())
        .collect();
    let gauged = tree
        .sites
        .iter()
        .filter(|s| gauges.contains(s.element.name.as_str()))
        .map(|s| s.body);
    for id in cameras.chain(lights).chain(gauged) {
        if let Some(flag) = found.get_mut(id) {
            *flag = true;
        }
    }
    found
}

/// The names of bodies that elements outside the tree refer to.
fn body_names<'a>(spec: &'a Resolved, assets: &'a AssetTables) -> HashSet<&'a str> {
    let equalities = spec
        .equalities
        .iter()
        .flat_map(|e| [(e.objtype, &e.name1), (e.objtype, &e.name2)]);
    let sensors = spec
        .sensors
        .iter()
        .flat_map(|s| [(s.objtype, &s.objname), (s.reftype, &s.refname)]);
    let actuators = spec.actuators.iter().map(|a| (a.target_kind(), &a.target));
    let tuples = spec.tuples.iter().flat_map(|t| &t.items);
    let is_body = |kind: ObjectType| matches!(kind, ObjectType::Body | ObjectType::XBody);
    let objects = equalities
        .chain(sensors)
        .chain(actuators)
        .chain(tuples.map(|t| (t.objtype, &t.objname)))
        .filter(|(kind, _)| is_body(*kind))
        .map(|(_, name)| name.as_str());
    let excludes = spec.excludes.iter().flat_map(|e| [&*e.body1, &*e.body2]);
    let skins = assets.skins.iter().flat_map(|s| &s.bones);
    objects
        .chain(excludes)
        .chain(skins.map(|bone| bone.body.as_str()))
        .collect()
}
