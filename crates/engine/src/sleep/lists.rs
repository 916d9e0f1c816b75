//! Lists of what is awake, made from `tree_asleep`.

use ligament_model::Model;

use crate::awake::SleepState;
use crate::data::{Sleep, Stats};

/// Brings all lists up to date. With `static_awake`, bodies that never move count as awake, so that everything fixed to
/// them is computed once.
pub fn update_lists(m: &Model, sleep: &mut Sleep, stats: &mut Stats, static_awake: bool) {
    let still = if static_awake {
        SleepState::Awake
    } else {
        SleepState::Static
    };
    stats.ntree_awake = 0;
    for (awake, asleep) in sleep.tree_awake.iter_mut().zip(&sleep.tree_asleep) {
        *awake = i32::from(*asleep < 0);
        stats.ntree_awake += usize::from(*asleep < 0);
    }
    (stats.nbody_awake, stats.nparent_awake, stats.nv_awake) = (0, 0, 0);
    for body in 0..m.size.nbody {
        let state = match usize::try_from(m.body.treeid[body].0) {
            Ok(tree) if sleep.tree_awake[tree] != 0 => SleepState::Awake,
            Ok(_) => SleepState::Asleep,
            // mocap bodies move at the user's will
            Err(_) if m.body.mocapid[m.body.rootid[body].index()] >= 0 => SleepState::Awake,
            Err(_) => still,
        };
        sleep.body_awake[body] = state as i32;
        if state != SleepState::Asleep {
            sleep.body_awake_ind[stats.nbody_awake] = body as i32;
            stats.nbody_awake += 1;
        }
        let parent = m.body.parentid[body].index();
        if body > 0 && sleep.body_awake[parent] != SleepState::Asleep as i32 {
            sleep.parent_awake_ind[stats.nparent_awake] = body as i32;
            stats.nparent_awake += 1;
        }
    }
    for dof in 0..m.size.nv {
        if sleep.tree_awake[m.dof.treeid[dof].index()] != 0 {
            sleep.dof_awake_ind[stats.nv_awake] = dof as i32;
            stats.nv_awake += 1;
        }
    }
}
