//! What follows from bodies and joints alone: where coordinates and degrees of freedom lie, what moves what.

use super::{implied, wrong};
use crate::Model;
use crate::io::BinaryError;

/// An index as it is stored, -1 for none.
fn stored(index: Option<usize>) -> i32 {
    index.map_or(-1, |i| i32::try_from(i).unwrap_or(i32::MAX))
}

pub(super) fn check(m: &Model) -> Result<(), BinaryError> {
    if m.size.nbody == 0 {
        return Err(BinaryError::Size { name: "nbody" });
    }
    joints(m)?;
    bodies(m)?;
    dofs(m)
}

/// Coordinates and degrees of freedom follow one another in the order of the joints.
fn joints(m: &Model) -> Result<(), BinaryError> {
    let (mut position, mut dof) = (0, 0);
    for joint in 0..m.size.njnt {
        if m.jnt.qposadr[joint] != stored(Some(position)) {
            return wrong("jnt_qposadr", joint);
        }
        if m.jnt.dofadr[joint] != stored(Some(dof)) {
            return wrong("jnt_dofadr", joint);
        }
        let Some(facts) = m.jnt.kind[joint].get().map(crate::enums::JointType::facts) else {
            return wrong("jnt_type", joint);
        };
        for own in dof..dof + facts.nv {
            let belongs = m.dof.jntid.get(own).is_some_and(|j| j.index() == joint);
            if !belongs || m.dof.bodyid[own] != m.jnt.bodyid[joint] {
                return wrong("jnt_type", joint);
            }
        }
        (position, dof) = (position + facts.nq, dof + facts.nv);
    }
    implied(&m.size, "nq", position)?;
    implied(&m.size, "nv", dof)
}

/// Roots, and the nearest ancestors that can move or are moved from outside.
fn bodies(m: &Model) -> Result<(), BinaryError> {
    for body in 0..m.size.nbody {
        let parent = m.body.parentid[body].index();
        let root = if parent == 0 {
            body
        } else {
            m.body.rootid[parent].index()
        };
        if m.body.rootid[body].index() != root {
            return wrong("body_rootid", body);
        }
        let still = body > 0 && m.body.jntnum[body] == 0 && m.body.mocapid[body] < 0;
        let weld = if still {
            m.body.weldid[parent].index()
        } else {
            body
        };
        if m.body.weldid[body].index() != weld {
            return wrong("body_weldid", body);
        }
        let tree = m.body_dofs(weld).next().map_or(-1, |d| m.dof.treeid[d].0);
        if m.body.treeid[body].0 != tree {
            return wrong("body_treeid", body);
        }
    }
    Ok(())
}

/// Each degree of freedom follows the previous one of its body, or the last one above.
fn dofs(m: &Model) -> Result<(), BinaryError> {
    let mut last: Vec<Option<usize>> = vec![None; m.size.nbody];
    let (mut trees, mut entries) = (0, 0);
    for body in 0..m.size.nbody {
        let mut above = last[m.body.parentid[body].index()].filter(|_| body > 0);
        for dof in m.body_dofs(body) {
            if m.dof.parentid[dof].0 != stored(above) {
                return wrong("dof_parentid", dof);
            }
            trees += usize::from(above.is_none());
            if m.dof.treeid[dof].index() + 1 != trees {
                return wrong("dof_treeid", dof);
            }
            if m.dof.Madr[dof] != stored(Some(entries)) {
                return wrong("dof_Madr", dof);
            }
            entries += m.dof_ancestors(Some(dof)).count();
            above = Some(dof);
        }
        last[body] = above;
    }
    implied(&m.size, "ntree", trees)?;
    implied(&m.size, "nM", entries)
}
