//! Limits of joints and tendons: one row per limit that is nearer than its margin.
//!
//! A scalar coordinate x has the distances x - lower and upper - x. A ball joint turned by the angle θ about the axis a
//! has the distance limit - θ, whose gradient is -a in the frame of the child.

use ligament_math::Quat;
use ligament_model::Model;
use ligament_model::enums::JointType;

use super::rows::{Draft, Row};
use super::{RowKind, Sources, equality};
use crate::data::Efc;

/// Pushes the rows of all limits.
pub(super) fn push(m: &Model, sources: &Sources<'_>, efc: &mut Efc) {
    sources.awake.each_joint(m, |joint| {
        if !m.jnt.limited[joint].get() {
            return;
        }
        match m.jnt.kind[joint].get() {
            Some(JointType::Slide | JointType::Hinge) => scalar(m, sources, joint, efc),
            Some(JointType::Ball) => ball(m, sources, joint, efc),
            Some(JointType::Free) | None => {}
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

/// Limits of a slide or hinge.
fn scalar(m: &Model, sources: &Sources<'_>, joint: usize, efc: &mut Efc) {
    let value = sources.state.qpos[m.jnt.qposadr[joint] as usize];
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

/// Limit of a ball joint.
fn ball(m: &Model, sources: &Sources<'_>, joint: usize, efc: &mut Efc) {
    let address = m.jnt.qposadr[joint] as usize;
    let q = &sources.state.qpos;
    let quat = Quat([q[address], q[address + 1], q[address + 2], q[address + 3]]).normalized();
    let (axis, angle) = quat.to_rotation_vector().normalize_or_x();
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
fn length(m: &Model, sources: &Sources<'_>, tendon: usize, efc: &mut Efc) {
    let (value, margin) = (sources.path.ten_length[tendon], m.tendon.margin[tendon]);
    for (distance, direction) in sides(m.tendon.range[tendon], value) {
        if distance < margin {
            let first = efc.efc_type.len();
            let draft = Draft::new(efc);
            equality::append_tendon(m, sources.path, tendon, direction, efc);
            let row = Row {
                pos: distance,
                margin,
                diag: m.tendon.invweight0[tendon],
            };
            draft.commit(efc, sources.sparse, RowKind::LimitTendon, tendon, &[row]);
            equality::note_tendon(efc, tendon, first);
        }
    }
}
