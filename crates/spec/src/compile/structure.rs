//! What follows from how the tree hangs together: roots, trees, parents of degrees of freedom, coinciding frames, bodies
//! with diagonal inertia, and the layout of sparse matrices.

mod frames;
mod simple;
mod sleep;
mod sparse;

use ligament_model::enums::{Code, SleepPolicy};
use ligament_model::id::{BodyId, DofId, TreeId};
use ligament_model::{Model, Sizes};

use super::tree::Tree;
use crate::memory;
use crate::problem::Problem;

/// Writes what follows from the bodies and joints alone: roots, kinematic trees, parents of degrees of freedom.
///
/// Reads `body.{parentid, weldid, dofadr, dofnum}`.
pub(crate) fn connect(m: &mut Model) {
    let nbody = m.size.nbody;
    // the last dof of each body or its ancestors
    let mut last: Vec<Option<usize>> = vec![None; nbody];
    // how many dofs there are from the root of a tree to each dof
    let mut depth = vec![0_usize; m.size.nv];
    let mut entries = 0;
    let mut trees = 0;
    for b in 0..nbody {
        let parent = m.body.parentid[b].index();
        m.body.rootid[b] = match parent {
            0 => BodyId::from(b),
            _ => m.body.rootid[parent],
        };
        last[b] = if b == 0 { None } else { last[parent] };
        let start = usize::try_from(m.body.dofadr[b]).unwrap_or(0);
        let count = usize::try_from(m.body.dofnum[b]).unwrap_or(0);
        for d in start..start + count {
            m.dof.parentid[d] = DofId::from(last[b]);
            trees += usize::from(last[b].is_none());
            m.dof.treeid[d] = TreeId::from(trees - 1);
            m.dof.Madr[d] = i32::try_from(entries).unwrap_or(i32::MAX);
            depth[d] = 1 + last[b].map_or(0, |above| depth[above]);
            entries += depth[d];
            last[b] = Some(d);
        }
    }
    m.size.nM = entries;
    for b in 0..nbody {
        let weld = m.body.weldid[b].index();
        let first = usize::try_from(m.body.dofadr[weld]).ok();
        m.body.treeid[b] = first.map_or(TreeId::NONE, |d| m.dof.treeid[d]);
    }
    count_trees(m);
}

/// A dof, its parent, and so on.
pub(crate) fn ancestors(m: &Model, dof: usize) -> impl Iterator<Item = usize> + use<'_> {
    std::iter::successors(Some(dof), |&d| usize::try_from(m.dof.parentid[d].0).ok())
}

/// Which bodies and dofs each tree has; both are contiguous.
fn count_trees(m: &mut Model) {
    for t in 0..m.size.ntree {
        m.tree.bodyadr[t] = -1;
        m.tree.dofadr[t] = -1;
        m.tree.sleep_policy[t] = Code::from(SleepPolicy::Auto);
    }
    let place = |address: &mut i32, count: &mut i32, index: usize| {
        if *count == 0 {
            *address = i32::try_from(index).unwrap_or(i32::MAX);
        }
        *count += 1;
    };
    let trees = &mut *m.tree;
    for (b, tree) in m.body.treeid.iter().enumerate() {
        if let Ok(t) = usize::try_from(tree.0) {
            place(&mut trees.bodyadr[t], &mut trees.bodynum[t], b);
        }
    }
    for (d, tree) in m.dof.treeid.iter().enumerate() {
        if let Ok(t) = usize::try_from(tree.0) {
            place(&mut trees.dofadr[t], &mut trees.dofnum[t], d);
        }
    }
}

/// Completes a model whose parts have all been written: coinciding frames, bodies with diagonal inertia, sparse
/// matrices and sleep policies.
pub fn derive(m: &mut Model, tree: &Tree) -> Result<(), Problem> {
    afford_patterns(m)?;
    frames::compare(m);
    simple::find(m, tree);
    sparse::lay_out(m);
    sleep::set_policies(m, tree)
}

/// Refuses trees so deep that the patterns of their matrices do not fit in memory.
fn afford_patterns(m: &Model) -> Result<(), Problem> {
    let entries = m.size.nM;
    let sizes = Sizes {
        nC: entries,
        nD: 2 * entries,
        nB: 2 * entries,
        ..m.size.clone()
    };
    memory::afford(&sizes)
}

/// Scales all masses and inertias so that the masses add up to `total`; a total that is not positive changes nothing.
pub fn scale_total_mass(m: &mut Model, total: f64) {
    const LEAST: f64 = 1e-15;
    if total.is_nan() || total <= 0.0 {
        return;
    }
    let sum: f64 = m.body.mass.iter().skip(1).sum();
    let scale = (total / sum.max(LEAST)).max(LEAST);
    let bodies = &mut *m.body;
    for (mass, inertia) in bodies.mass.iter_mut().zip(&mut bodies.inertia).skip(1) {
        *mass *= scale;
        *inertia *= scale;
    }
}
