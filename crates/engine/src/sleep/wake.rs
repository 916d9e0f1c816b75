//! Waking up: what disturbs sleeping trees.

use ligament_model::Model;
use ligament_model::enums::{EnableFlags, EqualityType};

use super::{FULLY_AWAKE, can_sleep, cycle_of, may_sleep, wake_cycle};
use crate::awake::{Awake, SleepState, equality_bodies};
use crate::data::{Contact, Input, Path, Sleep, State, Stats};

fn sleeping(m: &Model) -> bool {
    m.opt.enables(EnableFlags::SLEEP)
}

/// Wakes trees that the user has touched: moved (marked in `tree_awake` by the kinematics), pushed, or given a velocity.
/// Without the flag, everything. Returns how many were woken.
pub fn wake_by_user(
    m: &Model,
    input: &Input,
    state: &State,
    sleep: &mut Sleep,
    stats: &Stats,
) -> usize {
    if !sleeping(m) {
        let asleep = m.size.ntree - stats.ntree_awake.min(m.size.ntree);
        if asleep > 0 {
            sleep.tree_asleep.fill(FULLY_AWAKE);
        }
        return asleep;
    }
    if all_rest(m, input, state, sleep, stats) {
        return 0;
    }
    let mut woken = 0;
    for tree in 0..m.size.ntree {
        let asleep = sleep.tree_asleep[tree] >= 0;
        if asleep && (sleep.tree_awake[tree] != 0 || !can_sleep(m, input, state, tree, None)) {
            woken += wake_cycle(&mut sleep.tree_asleep, tree, FULLY_AWAKE);
        }
    }
    woken
}

/// True if the user has touched nothing that sleeps: one look at whole runs of sleeping bodies and degrees of freedom.
fn all_rest(m: &Model, input: &Input, state: &State, sleep: &Sleep, stats: &Stats) -> bool {
    let trees = sleep.tree_asleep.iter().zip(&sleep.tree_awake);
    let disturbed =
        trees
            .zip(&m.tree.sleep_policy)
            .fold(false, |any, ((&asleep, &marked), &policy)| {
                any | (asleep >= 0 && (marked != 0 || !may_sleep(policy)))
            });
    if disturbed {
        return false;
    }
    let awake = Awake::new(sleep, stats);
    let untouched = |x: &[f64]| x.iter().fold(0, |all, x| all | x.to_bits()) == 0;
    awake
        .sleeping_bodies()
        .all(|run| untouched(input.xfrc_applied[run].as_flattened()))
        && awake
            .sleeping_dofs()
            .all(|run| untouched(&input.qfrc_applied[run.clone()]) && untouched(&state.qvel[run]))
}

/// Wakes trees that touch a tree that is awake, or a mocap body. Returns how many were woken.
pub fn wake_by_contacts(m: &Model, contacts: &[Contact], sleep: &mut Sleep) -> usize {
    if !sleeping(m) {
        return 0;
    }
    let mut woken = 0;
    for geoms in contacts.iter().filter_map(Contact::geoms) {
        let bodies = geoms.map(|geom| m.geom.bodyid[geom].index());
        let trees = bodies.map(|body| usize::try_from(m.body.treeid[body].0).ok());
        match trees {
            [Some(a), Some(b)] => {
                let pair = match (sleep.tree_awake[a] != 0, sleep.tree_awake[b] != 0) {
                    (true, false) => (a, b),
                    (false, true) => (b, a),
                    _ => continue,
                };
                let value = sleep.tree_asleep[pair.0];
                woken += wake_cycle(&mut sleep.tree_asleep, pair.1, value.min(-1));
            }
            [Some(tree), None] | [None, Some(tree)] => {
                let other = bodies[usize::from(trees[0].is_some())];
                let moved = sleep.body_awake[other] == SleepState::Awake as i32;
                if moved && sleep.tree_awake[tree] == 0 {
                    woken += wake_cycle(&mut sleep.tree_asleep, tree, FULLY_AWAKE);
                }
            }
            [None, None] => {}
        }
    }
    woken
}

/// Wakes trees that a tendon at its limit ties to a tree that is awake. Returns how many were woken.
pub fn wake_by_tendons(m: &Model, path: &Path, sleep: &mut Sleep) -> usize {
    if !sleeping(m) {
        return 0;
    }
    let mut woken = 0;
    for tendon in 0..m.size.ntendon {
        if m.tendon.treenum[tendon] != 2 || !at_limit(m, path, tendon) {
            continue;
        }
        let [a, b] = m.tendon.treeid[tendon].map(|tree| tree as usize);
        let pair = match (sleep.tree_awake[a] != 0, sleep.tree_awake[b] != 0) {
            (true, false) => (a, b),
            (false, true) => (b, a),
            _ => continue,
        };
        let value = sleep.tree_asleep[pair.0];
        woken += wake_cycle(&mut sleep.tree_asleep, pair.1, value.min(-1));
    }
    woken
}

/// True if the length of a tendon is within the margin of one of its limits.
fn at_limit(m: &Model, path: &Path, tendon: usize) -> bool {
    let [low, high] = m.tendon.range[tendon];
    let (length, margin) = (path.ten_length[tendon], m.tendon.margin[tendon]);
    m.tendon.limited[tendon].get() && (length - low < margin || high - length < margin)
}

/// Wakes trees that an active equality ties to something awake, or to another sleeping island. Returns how many were
/// woken.
pub fn wake_by_equalities(m: &Model, input: &Input, sleep: &mut Sleep) -> usize {
    if !sleeping(m) {
        return 0;
    }
    let mut woken = 0;
    for eq in 0..m.size.neq {
        let kind = m.eq.kind[eq].get();
        let ties = matches!(
            kind,
            Some(
                EqualityType::Connect
                    | EqualityType::Weld
                    | EqualityType::Joint
                    | EqualityType::Distance
            )
        );
        if !input.eq_active[eq].get() || !ties {
            continue;
        }
        let bodies = equality_bodies(m, eq);
        let trees = bodies.map(|b| usize::try_from(m.body.treeid.get(b?)?.0).ok());
        let states = [0, 1].map(|k| match (trees[k], bodies[k]) {
            (Some(tree), _) => SleepState::from_number(sleep.tree_awake[tree]),
            (None, Some(body)) => SleepState::from_number(sleep.body_awake[body]),
            (None, None) => SleepState::Static,
        });
        if states.contains(&SleepState::Static) || trees[0] == trees[1] {
            continue;
        }
        let sleepers = [0, 1].map(|k| trees[k].filter(|_| states[k] == SleepState::Asleep));
        let apart = match sleepers {
            [Some(a), Some(b)] => {
                cycle_of(&sleep.tree_asleep, a) != cycle_of(&sleep.tree_asleep, b)
            }
            _ => true,
        };
        if apart {
            for tree in sleepers.into_iter().flatten() {
                woken += wake_cycle(&mut sleep.tree_asleep, tree, FULLY_AWAKE);
            }
        }
    }
    woken
}
