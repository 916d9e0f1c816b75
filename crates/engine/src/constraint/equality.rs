//! Equality constraints: which are active, and the points they tie together.

use ligament_math::Vec3;
use ligament_model::Model;
use ligament_model::enums::{EqualityType, ObjectType};

use super::chain::Anchor;
use super::{Sources, connect, coupling, distance, weld};
use crate::awake::{SleepState, equality_state};
use crate::data::{Efc, Path, Pose};

/// Pushes the rows of all active equality constraints.
pub(super) fn push(m: &Model, sources: &Sources<'_>, efc: &mut Efc) {
    for eq in 0..m.size.neq {
        let asleep = || equality_state(m, sources.awake, eq) == SleepState::Asleep;
        if !sources.input.eq_active[eq].get() || (!sources.awake.all && asleep()) {
            continue;
        }
        match m.eq.kind[eq].get() {
            Some(EqualityType::Connect) => connect::push(m, sources, eq, efc),
            Some(EqualityType::Weld) => weld::push(m, sources, eq, efc),
            Some(EqualityType::Joint) => coupling::push_joint(m, sources, eq, efc),
            Some(EqualityType::Tendon) => coupling::push_tendon(m, sources, eq, efc),
            Some(EqualityType::Distance) => distance::push(m, sources, eq, efc),
            // deformable objects are refused when a model is compiled
            Some(EqualityType::Flex | EqualityType::FlexVert | EqualityType::FlexStrain) | None => {
            }
        }
    }
}

/// The two bodies that a connect, weld or distance constraint ties together.
pub(super) fn bodies(m: &Model, eq: usize) -> [usize; 2] {
    [m.eq.obj1id[eq], m.eq.obj2id[eq]].map(|id| {
        let id = id.max(0) as usize;
        match m.eq.objtype[eq].get() {
            _ if m.eq.kind[eq].is(EqualityType::Distance) => m.geom.bodyid[id].index(),
            Some(ObjectType::Site) => m.site.bodyid[id].index(),
            _ => id,
        }
    })
}

/// The two points that a connect or weld brings together, or the centres whose distance is kept.
pub(super) fn anchors(m: &Model, pose: &Pose, eq: usize) -> [Anchor; 2] {
    let data = &m.eq.data[eq];
    let local = [
        Vec3([data[0], data[1], data[2]]),
        Vec3([data[3], data[4], data[5]]),
    ];
    // a weld lists the point of its second body first
    let weld = m.eq.kind[eq].is(EqualityType::Weld);
    let objects = [m.eq.obj1id[eq], m.eq.obj2id[eq]];
    let bodies = bodies(m, eq);
    let place = |side: usize| {
        let body = bodies[side];
        let object = objects[side].max(0) as usize;
        let at = if m.eq.kind[eq].is(EqualityType::Distance) {
            pose.geom_xpos[object]
        } else if m.eq.objtype[eq].is(ObjectType::Site) {
            pose.site_xpos[object]
        } else {
            let point = local[if weld { 1 - side } else { side }];
            pose.xpos[body] + pose.xmat[body].mul_vec(point)
        };
        Anchor { body, at }
    };
    [place(0), place(1)]
}

/// Notes the first row that involves a tendon.
pub(super) fn note_tendon(efc: &mut Efc, tendon: usize, row: usize) {
    if let Some(address) = efc.tendon_efcadr.get_mut(tendon) {
        if *address < 0 {
            *address = row as i32;
        }
    }
}

/// Appends the entries of a tendon's row of the Jacobian, scaled.
pub(super) fn append_tendon(m: &Model, path: &Path, tendon: usize, scale: f64, efc: &mut Efc) {
    let entries = m.tendon_entries(tendon);
    efc.efc_cols
        .extend_from_slice(&m.tendon.J_colind[entries.clone()]);
    efc.efc_J
        .extend(path.ten_J[entries].iter().map(|v| v * scale));
}
