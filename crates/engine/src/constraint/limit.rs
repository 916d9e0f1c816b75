//! Limits of joints and tendons: one row per limit that is nearer than its margin.
//!
//! A scalar coordinate x has the distances x - lower and upper - x. A joint turned by the angle θ about an axis a of its
//! own choice has the distance limit - θ, whose gradient is -a in the frame of the child.

use ligament_math::Vec3;
use ligament_model::Model;

use super::rows::{Draft, Row, append_tendon, note_tendon};
use super::{RowKind, RowsIn};
use crate::data::Efc;
use crate::joint::{self, Bounded};

/// Pushes the rows of all limits.
pub(super) fn push(m: &Model, sources: &RowsIn<'_>, efc: &mut Efc) {
    sources.awake.each_joint(m, |joint| {
        if !m.jnt.limited[joint].get() {
            return;
        }
        let q = &sources.state.qpos[joint::positions(m, joint)];
        match joint::bounded(joint::kind(m, joint), q) {
            Bounded::Coordinate(value) => coordinate(m, joint, value, efc),
            Bounded::Angle { axis, angle } => rotation(m, sources, joint, (axis, angle), efc),
            Bounded::Nothing => {}
        }
    });
    for tendon in 0..m.size.ntendon {
        if m.tendon.limited[tendon].get() && sources.tendon(m, tendon) {
            length(m, sources, tendon, efc);
        }
    }
}

/// Distances from the lower and the upper limit, with the direction in which each grows.
fn sides(range: [f64; 2], value: f64) -> [(f64, f64); 2] {
    [(value - range[0], 1.0), (range[1] - value, -1.0)]
}

fn joint_row(m: &Model, joint: usize, pos: f64) -> Row {
    Row {
        pos,
        margin: m.jnt.margin[joint],
        diag: m.dof.invweight0[m.jnt.dofadr[joint] as usize],
    }
}

/// Limits of the coordinate of a joint.
fn coordinate(m: &Model, joint: usize, value: f64, efc: &mut Efc) {
    for (distance, direction) in sides(m.jnt.range[joint], value) {
        if distance < m.jnt.margin[joint] {
            let draft = Draft::new(efc);
            efc.efc_cols.push(m.jnt.dofadr[joint]);
            efc.efc_J.push(direction);
            let row = joint_row(m, joint, distance);
            draft.push(efc, RowKind::LimitJoint, joint, &[row]);
        }
    }
}

/// Limit of the angle of a joint that rotates about any axis.
fn rotation(
    m: &Model,
    sources: &RowsIn<'_>,
    joint: usize,
    (axis, angle): (Vec3, f64),
    efc: &mut Efc,
) {
    let [a, b] = m.jnt.range[joint];
    let distance = a.max(b) - angle;
    if distance < m.jnt.margin[joint] {
        let draft = Draft::new(efc);
        let dof = m.jnt.dofadr[joint];
        efc.efc_cols.extend([dof, dof + 1, dof + 2]);
        efc.efc_J.extend(axis.0.map(|x| -x));
        let row = joint_row(m, joint, distance);
        draft.commit(efc, sources.sparse, RowKind::LimitJoint, joint, &[row]);
    }
}

/// Limits of the length of a tendon.
fn length(m: &Model, sources: &RowsIn<'_>, tendon: usize, efc: &mut Efc) {
    let (value, margin) = (sources.path.ten_length[tendon], m.tendon.margin[tendon]);
    for (distance, direction) in sides(m.tendon.range[tendon], value) {
        if distance < margin {
            let first = efc.efc_type.len();
            let draft = Draft::new(efc);
            append_tendon(m, sources.path, tendon, direction, efc);
            let row = Row {
                pos: distance,
                margin,
                diag: m.tendon.invweight0[tendon],
            };
            draft.commit(efc, sources.sparse, RowKind::LimitTendon, tendon, &[row]);
            note_tendon(efc, tendon, first);
        }
    }
}
