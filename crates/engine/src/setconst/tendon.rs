//! Structure of tendons: the trees they span and the sparsity of their Jacobians.

use ligament_model::Model;
use ligament_model::enums::{TendonType, WrapType};

/// Writes `tendon_treenum`, `tendon_treeid` and the pattern of `ten_J`.
pub(super) fn set(m: &mut Model) {
    let mut columns = Vec::new();
    let mut end = 0;
    for tendon in 0..m.size.ntendon {
        let trees = trees(m, tendon);
        m.tendon.treenum[tendon] = trees.len() as i32;
        let tree = |k: usize| trees.get(k).map_or(-1, |&t| t as i32);
        m.tendon.treeid[tendon] = [tree(0), tree(1)];

        columns.clear();
        used_dofs(m, tendon, &mut columns);
        let space = &mut m.tendon.J_colind[end..];
        let count = columns.len().min(space.len());
        space[..count].copy_from_slice(&columns[..count]);
        m.tendon.J_rowadr[tendon] = end as i32;
        m.tendon.J_rownnz[tendon] = count as i32;
        end += count;
    }
}

/// The body that a path element is fixed to; none for a pulley.
fn body(m: &Model, element: usize) -> Option<usize> {
    let id = usize::try_from(m.wrap.objid[element]).ok()?;
    let body = match m.wrap.kind[element].get()? {
        WrapType::Joint => m.jnt.bodyid.get(id)?,
        WrapType::Site => m.site.bodyid.get(id)?,
        WrapType::Sphere | WrapType::Cylinder => m.geom.bodyid.get(id)?,
        WrapType::Pulley | WrapType::None => return None,
    };
    Some(body.index())
}

/// The trees along a tendon, each once, in the order in which the path meets them.
pub(super) fn trees(m: &Model, tendon: usize) -> Vec<usize> {
    let mut trees = Vec::new();
    for element in m.tendon_path(tendon) {
        let tree = body(m, element).and_then(|b| usize::try_from(m.body.treeid[b].0).ok());
        if let Some(tree) = tree.filter(|t| !trees.contains(t)) {
            trees.push(tree);
        }
    }
    trees
}

/// The degrees of freedom that can change the length of a tendon, in increasing order.
fn used_dofs(m: &Model, tendon: usize, dofs: &mut Vec<i32>) {
    let fixed = m.tendon.kind[tendon].is(TendonType::Fixed);
    for element in m.tendon_path(tendon) {
        if fixed {
            let joint = usize::try_from(m.wrap.objid[element]).unwrap_or(usize::MAX);
            dofs.extend(m.jnt.dofadr.get(joint));
        } else if let Some(body) = body(m, element) {
            dofs.extend(m.dof_chain(body).map(|d| d as i32));
        }
    }
    dofs.sort_unstable();
    dofs.dedup();
}
