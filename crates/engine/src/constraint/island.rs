//! Islands: the sets of trees that constraints couple, by union and find.
//!
//! Every constraint unites the trees it touches. Under the discrete integrator so do tendons and actuators whose forces become
//! part of the inertia; an island may then be without rows. Islands are numbered by their first tree. Within an island trees, degrees
//! of freedom and constraint rows keep their order.

use ligament_model::Model;
use ligament_model::enums::{DisableFlags, EqualityType, TransmissionType};

use super::jacobian::columns;
use super::{ConstraintScratch, RowKind, equality};
use crate::awake::Awake;
use crate::data::{Block, Contact, Efc, Islands};
use crate::reacting;

/// The mark of a tree that no constraint touches, or of no tree.
const NONE: i32 = -1;

/// Finds the islands that constraints make of trees.
///
/// Reads the rows. Writes all of `islands`; nothing is left in it where there are no rows or islands are switched off.
pub fn find_islands(
    m: &Model,
    awake: Awake<'_>,
    contacts: &[Contact],
    efc: &Efc,
    islands: &mut Islands,
    scratch: &mut ConstraintScratch,
) {
    islands.clear();
    if m.opt.disables(DisableFlags::ISLAND) || efc.efc_type.is_empty() {
        return;
    }
    if m.size.ntree == 1 {
        whole(m, efc, islands);
        return;
    }
    unite(m, contacts, efc, scratch);
    if reacting::has_couplings(m) {
        unite_coupled(m, awake, &mut scratch.parent);
    }
    number_trees(m, islands, scratch);
    if islands.nisland == 0 {
        islands.clear();
        return;
    }
    place_dofs(m, islands, scratch);
    place_rows(efc, islands, scratch);
}

/// One tree is one island, and everything stays where it is.
fn whole(m: &Model, efc: &Efc, islands: &mut Islands) {
    let (nv, rows) = (m.size.nv, efc.efc_type.len());
    islands.nisland = 1;
    islands.nidof = nv;
    for (list, value) in [
        (&mut islands.tree_island, 0),
        (&mut islands.island_ntree, 1),
        (&mut islands.island_itreeadr, 0),
        (&mut islands.map_itree2tree, 0),
        (&mut islands.island_nv, nv),
        (&mut islands.island_idofadr, 0),
        (&mut islands.island_dofadr, 0),
        (&mut islands.island_ne, efc.ne),
        (&mut islands.island_nf, efc.nf),
        (&mut islands.island_nefc, rows),
        (&mut islands.island_iefcadr, 0),
    ] {
        list.push(value as i32);
    }
    islands.dof_island.resize(nv, 0);
    islands.map_dof2idof.extend(0..nv as i32);
    islands.map_idof2dof.extend(0..nv as i32);
    islands.efc_island.resize(rows, 0);
    islands.map_efc2iefc.extend(0..rows as i32);
    islands.map_iefc2efc.extend(0..rows as i32);
}

/// The root of a tree's set; paths are shortened on the way.
fn root(parent: &mut [i32], tree: i32) -> i32 {
    let mut root = tree;
    while parent[root as usize] != root {
        root = parent[root as usize];
    }
    let mut at = tree;
    while parent[at as usize] != at {
        let next = parent[at as usize];
        parent[at as usize] = root;
        at = next;
    }
    root
}

/// Puts two trees into one set; either may be none.
fn merge(parent: &mut [i32], a: i32, b: i32) {
    let (a, b) = (if a < 0 { b } else { a }, if b < 0 { a } else { b });
    for tree in [a, b] {
        if parent[tree as usize] == NONE {
            parent[tree as usize] = tree;
        }
    }
    if parent[a as usize] == parent[b as usize] {
        return;
    }
    let (a, b) = (root(parent, a), root(parent, b));
    // the smaller tree stays the root, so that islands can be numbered in one pass
    parent[a.max(b) as usize] = a.min(b);
}

/// The two trees that a block touches by its kind; none if its columns have to tell.
fn direct_trees(m: &Model, contacts: &[Contact], kind: RowKind, id: usize) -> Option<[i32; 2]> {
    let of = |[a, b]: [usize; 2]| [m.body.treeid[a].0, m.body.treeid[b].0];
    match kind {
        RowKind::FrictionDof => Some([m.dof.treeid[id].0, NONE]),
        RowKind::LimitJoint => Some([m.dof.treeid[m.jnt.dofadr[id] as usize].0, NONE]),
        RowKind::ContactFrictionless | RowKind::ContactPyramidal | RowKind::ContactElliptic => {
            let [a, b] = contacts[id].geoms()?;
            Some(of([m.geom.bodyid[a].index(), m.geom.bodyid[b].index()]))
        }
        RowKind::Equality => match m.eq.kind[id].get() {
            Some(EqualityType::Connect | EqualityType::Weld | EqualityType::Distance) => {
                Some(of(equality::bodies(m, id)))
            }
            _ => None,
        },
        RowKind::FrictionTendon | RowKind::LimitTendon => None,
    }
}

/// Unites the trees of every block; `block_tree` gets one tree of each.
fn unite(m: &Model, contacts: &[Contact], efc: &Efc, scratch: &mut ConstraintScratch) {
    let parent = &mut scratch.parent;
    parent.clear();
    parent.resize(m.size.ntree, NONE);
    scratch.block_tree.clear();
    for block in &efc.blocks {
        let kind = RowKind::from_number(efc.efc_type[block.row]);
        let id = efc.efc_id[block.row] as usize;
        let tree = match direct_trees(m, contacts, kind, id) {
            Some([a, b]) => {
                if a >= 0 || b >= 0 {
                    merge(parent, a, b);
                }
                if a >= 0 { a } else { b }
            }
            None => unite_columns(m, efc, block, parent),
        };
        scratch.block_tree.push(tree);
    }
}

/// Unites the trees of the columns of a block.
fn unite_columns(m: &Model, efc: &Efc, block: &Block, parent: &mut [i32]) -> i32 {
    unite_dofs(m, columns(efc, block), parent)
}

/// Unites trees that tendons and actuators couple.
fn unite_coupled(m: &Model, awake: Awake<'_>, parent: &mut [i32]) {
    for tendon in 0..m.size.ntendon {
        if reacting::tendon_may_react(m, tendon) && awake.tendon(m, tendon) {
            unite_tendon(m, tendon, parent);
        }
    }
    for i in 0..m.size.nactuator {
        if !reacting::may_react(m, i) || !awake.actuator(m, i) {
            continue;
        }
        let ids = m.actuator.trnid[i].map(|id| usize::try_from(id).ok());
        let kind = m.actuator.trntype[i].get();
        match (kind, ids) {
            (Some(TransmissionType::Tendon), [Some(tendon), _]) => unite_tendon(m, tendon, parent),
            (
                Some(
                    TransmissionType::Site | TransmissionType::SliderCrank | TransmissionType::So3,
                ),
                [Some(a), Some(b)],
            ) => {
                let of = |site: usize| m.body.treeid[m.site.bodyid[site].index()].0;
                let (a, b) = (of(a), of(b));
                if a >= 0 && b >= 0 && a != b {
                    merge(parent, a, b);
                }
            }
            _ => {}
        }
    }
}

/// Unites the trees that a tendon spans.
fn unite_tendon(m: &Model, tendon: usize, parent: &mut [i32]) {
    if m.tendon.treenum[tendon] > 1 {
        unite_dofs(m, &m.tendon.J_colind[m.tendon_entries(tendon)], parent);
    }
}

/// Unites the trees of degrees of freedom; gives the first.
fn unite_dofs(m: &Model, dofs: &[i32], parent: &mut [i32]) -> i32 {
    let (mut first, mut last) = (NONE, NONE);
    for &column in dofs {
        let tree = m.dof.treeid[column as usize].0;
        if tree == last {
            continue;
        }
        merge(parent, last, tree);
        if first < 0 {
            first = tree;
        }
        last = tree;
    }
    first
}

/// Numbers islands in the order of their first trees and lists their trees, those without constraints last.
fn number_trees(m: &Model, islands: &mut Islands, scratch: &mut ConstraintScratch) {
    let parent = &mut scratch.parent;
    islands.tree_island.resize(m.size.ntree, NONE);
    for tree in 0..m.size.ntree {
        let island = match parent[tree] {
            NONE => continue,
            root if root as usize == tree => {
                islands.island_ntree.push(0);
                islands.island_ntree.len() as i32 - 1
            }
            // sets are linked to smaller trees, which have their number already
            above => islands.tree_island[above as usize],
        };
        islands.tree_island[tree] = island;
        islands.island_ntree[island as usize] += 1;
        islands.nidof += m.tree.dofnum[tree] as usize;
    }
    islands.nisland = islands.island_ntree.len();
    let end = addresses(&islands.island_ntree, &mut islands.island_itreeadr);
    let next = &mut scratch.next;
    start_fill(next, &islands.island_itreeadr, end);
    islands.map_itree2tree.resize(m.size.ntree, 0);
    let mut outside = end as usize;
    for (tree, &island) in islands.tree_island.iter().enumerate() {
        let place = if island < 0 {
            outside += 1;
            outside - 1
        } else {
            take_place(next, island as usize)
        };
        islands.map_itree2tree[place] = tree as i32;
    }
}

/// Running sums of counts; returns the total.
fn addresses(counts: &[i32], out: &mut Vec<i32>) -> i32 {
    let mut sum = 0;
    for count in counts {
        out.push(sum);
        sum += count;
    }
    sum
}

/// Next free places of all islands, and of what is in none.
fn start_fill(next: &mut Vec<i32>, addresses: &[i32], end: i32) {
    next.clear();
    next.extend_from_slice(addresses);
    next.push(end);
}

/// The next free place in an island.
fn take_place(next: &mut [i32], island: usize) -> usize {
    let place = next[island];
    next[island] += 1;
    place as usize
}

/// Sorts degrees of freedom by island. Those of a tree are consecutive.
fn place_dofs(m: &Model, islands: &mut Islands, scratch: &mut ConstraintScratch) {
    islands.island_nv.resize(islands.nisland, 0);
    for (&island, &dofs) in islands.tree_island.iter().zip(&m.tree.dofnum) {
        if let Ok(island) = usize::try_from(island) {
            islands.island_nv[island] += dofs;
        }
    }
    let end = addresses(&islands.island_nv, &mut islands.island_idofadr);
    let next = &mut scratch.next;
    start_fill(next, &islands.island_idofadr, end);
    let nv = m.size.nv;
    islands.dof_island.resize(nv, NONE);
    islands.map_dof2idof.resize(nv, 0);
    islands.map_idof2dof.resize(nv, 0);
    let mut tree = 0;
    while tree < m.size.ntree {
        let island = islands.tree_island[tree];
        let (first, mut count) = (m.tree.dofadr[tree], m.tree.dofnum[tree]);
        tree += 1;
        // what is in no island mostly sleeps: many trees that are placed at once
        while island == NONE
            && islands.tree_island.get(tree) == Some(&NONE)
            && m.tree.dofadr[tree] == first + count
        {
            count += m.tree.dofnum[tree];
            tree += 1;
        }
        let slot = usize::try_from(island).unwrap_or(islands.nisland);
        let place = next[slot];
        next[slot] += count;
        let (dofs, places) = (
            first as usize..(first + count) as usize,
            place as usize..(place + count) as usize,
        );
        islands.dof_island[dofs.clone()].fill(island);
        count_from(&mut islands.map_dof2idof[dofs], place);
        count_from(&mut islands.map_idof2dof[places], first);
    }
    for &address in &islands.island_idofadr {
        islands
            .island_dofadr
            .push(islands.map_idof2dof[address as usize]);
    }
}

/// Sorts constraint rows by island.
fn place_rows(efc: &Efc, islands: &mut Islands, scratch: &mut ConstraintScratch) {
    let (count, rows) = (islands.nisland, efc.efc_type.len());
    islands.island_ne.resize(count, 0);
    islands.island_nf.resize(count, 0);
    islands.island_nefc.resize(count, 0);
    for (block, tree) in efc.blocks.iter().zip(&mut scratch.block_tree) {
        // from here on the island of the block
        *tree = usize::try_from(*tree).map_or(0, |tree| islands.tree_island[tree].max(0));
        let slot = *tree as usize;
        let rows = block.rows as i32;
        islands.island_nefc[slot] += rows;
        if block.row < efc.ne {
            islands.island_ne[slot] += rows;
        } else if block.row < efc.ne + efc.nf {
            islands.island_nf[slot] += rows;
        }
    }
    let end = addresses(&islands.island_nefc, &mut islands.island_iefcadr);
    let next = &mut scratch.next;
    start_fill(next, &islands.island_iefcadr, end);
    islands.map_iefc2efc.resize(rows, 0);
    for (block, &island) in efc.blocks.iter().zip(&scratch.block_tree) {
        let (first, rows) = (block.row as i32, block.rows as i32);
        let place = next[island as usize];
        next[island as usize] += rows;
        islands.efc_island.resize(block.row + block.rows, island);
        islands.map_efc2iefc.extend(place..place + rows);
        let target = &mut islands.map_iefc2efc[place as usize..(place + rows) as usize];
        count_from(target, first);
    }
}

/// Fills a list with consecutive numbers.
#[inline]
fn count_from(list: &mut [i32], first: i32) {
    for (k, to) in list.iter_mut().enumerate() {
        *to = first + k as i32;
    }
}
