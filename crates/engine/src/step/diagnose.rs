//! Why a simulation went wrong: the degree of freedom that blew up, the constraint that pushes it hardest, and what can be
//! done about it.

use ligament_model::Model;

use crate::constraint::jacobian;
use crate::data::{Culprit, Data, Diagnosis, Efc, RowKind, Warning};
use crate::passive::spring;

/// How bad a number is; what is no number is worst.
fn badness(x: f64) -> f64 {
    if x.is_finite() {
        x.abs()
    } else {
        f64::INFINITY
    }
}

/// Looks at data in which the number at `index` of positions, velocities or accelerations has gone bad.
pub fn diagnose(m: &Model, d: &Data, warning: Warning, index: usize) -> Option<Diagnosis> {
    let (dof, value) = match warning {
        Warning::BadQpos => {
            let coordinate = index;
            let joint = (0..m.size.njnt)
                .rev()
                .find(|&j| m.jnt.qposadr[j] as usize <= coordinate)?;
            let step = coordinate - m.jnt.qposadr[joint] as usize;
            let dofs = crate::joint::dofs(m, joint);
            let dof = (dofs.start + step).min(dofs.end.saturating_sub(1));
            (dof, d.state.qpos[coordinate])
        }
        Warning::BadQvel => (index, d.state.qvel[index]),
        _ => (index, d.acc.qacc[index]),
    };
    let diagonal = m.inertia_pattern().row_range(dof).end - 1;
    Some(Diagnosis {
        warning,
        time: d.time,
        index,
        dof,
        value,
        culprit: culprit(&d.efc, dof).map(|mut culprit| {
            if culprit.kind.is_contact() {
                culprit.geoms = d.contact.get(culprit.id).and_then(|c| c.geoms());
            }
            culprit
        }),
        inertia: d.inertia.M[diagonal],
        stiffness: stiffness(m, d, dof),
    })
}

/// The constraint with the largest force along a degree of freedom.
fn culprit(efc: &Efc, dof: usize) -> Option<Culprit> {
    let mut best: Option<(f64, Culprit)> = None;
    for block in &efc.blocks {
        let columns = jacobian::columns(efc, block);
        let Some(column) = columns.iter().position(|&c| c as usize == dof) else {
            continue;
        };
        for r in 0..block.rows {
            let row = block.row + r;
            let force = efc.efc_force.get(row).copied().unwrap_or(0.0);
            let push = badness(force * efc.efc_J[block.val + r * block.cols + column]);
            if push > 0.0 && best.is_none_or(|(most, _)| push > most) {
                let culprit = Culprit {
                    kind: RowKind::from_number(efc.efc_type[row]),
                    id: efc.efc_id[row] as usize,
                    force,
                    pos: efc.efc_pos[row],
                    geoms: None,
                };
                best = Some((push, culprit));
            }
        }
    }
    best.map(|(_, culprit)| culprit)
}

/// Stiffness of the joint spring and of position servos along a degree of freedom.
fn stiffness(m: &Model, d: &Data, dof: usize) -> f64 {
    let joint = m.dof.jntid[dof].index();
    let mut sum = spring::joint_stiffness(m, joint).linear;
    for i in 0..m.size.nactuator {
        for output in m.actuator_outputs(i) {
            let entries = d.path.moment_row(output);
            let columns = &d.path.moment_colind[entries.clone()];
            if let Some(k) = columns.iter().position(|&c| c as usize == dof) {
                let moment = d.path.actuator_moment[entries.start + k];
                sum += (-m.actuator.biasprm[i][1]).max(0.0) * moment * moment;
            }
        }
    }
    sum
}
