//! Falling asleep: islands whose trees have all been at rest long enough.

use ligament_model::Model;
use ligament_model::enums::EnableFlags;

use super::{FULLY_AWAKE, READY, can_sleep};
use crate::data::{Acceleration, Efc, Input, Islands, Sleep, State};

/// Counts steps at rest and puts islands to sleep whose trees are all ready; their velocities and accelerations become
/// zero. Returns how many trees fell asleep.
pub fn fall_asleep(
    m: &Model,
    input: &Input,
    efc: &Efc,
    islands: &Islands,
    sleep: &mut Sleep,
    state: &mut State,
    acc: &mut Acceleration,
) -> usize {
    if !m.opt.enables(EnableFlags::SLEEP) {
        return 0;
    }
    // constraints without islands may couple anything with anything
    if !efc.efc_type.is_empty() && islands.nisland == 0 {
        return 0;
    }
    let mut ready = false;
    for tree in 0..m.size.ntree {
        let entry = sleep.tree_asleep[tree];
        if entry >= 0 {
            continue;
        }
        let rests = can_sleep(m, input, state, tree, Some(m.opt.sleep_tolerance));
        sleep.tree_asleep[tree] = if rests {
            (entry + 1).min(READY)
        } else {
            FULLY_AWAKE
        };
        ready |= sleep.tree_asleep[tree] == READY;
    }
    if !ready {
        return 0;
    }
    let mut slept = 0;
    let mut put = |trees: &[i32]| {
        if !trees
            .iter()
            .all(|&tree| sleep.tree_asleep[tree as usize] == READY)
        {
            return;
        }
        for (i, &tree) in trees.iter().enumerate() {
            let tree = tree as usize;
            sleep.tree_asleep[tree] = trees[(i + 1) % trees.len()];
            let start = m.tree.dofadr[tree] as usize;
            let dofs = start..start + m.tree.dofnum[tree] as usize;
            state.qvel[dofs.clone()].fill(0.0);
            acc.qacc[dofs].fill(0.0);
        }
        slept += trees.len();
    };
    let mut constrained = 0;
    for island in 0..islands.nisland {
        let start = islands.island_itreeadr[island] as usize;
        constrained = start + islands.island_ntree[island] as usize;
        put(&islands.map_itree2tree[start..constrained]);
    }
    // trees without constraints sleep by themselves
    for i in constrained..m.size.ntree {
        let tree = match islands.map_itree2tree.get(i) {
            Some(&tree) if islands.nisland > 0 => tree,
            _ => i as i32,
        };
        put(&[tree]);
    }
    slept
}
