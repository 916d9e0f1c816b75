//! Sleep: trees at rest are left out of the computation until something disturbs them.
//!
//! `tree_asleep` is the source of truth. It is negative for a tree that is awake and counts up to -1 while the tree is
//! at rest; at -1 the tree is ready. Trees fall asleep as whole islands: their entries then point from one to the next in
//! a cycle, so that waking one wakes all.

mod cycle;
mod fall;
mod lists;
mod wake;

use ligament_model::Model;
use ligament_model::enums::{Code, SleepPolicy};

use crate::data::{Input, State};

pub use cycle::{cycle_of, wake_cycle};
pub use fall::fall_asleep;
pub use lists::update_lists;
pub use wake::{wake_by_contacts, wake_by_equalities, wake_by_tendons, wake_by_user};

/// Steps that a tree must be at rest before it may sleep.
const MIN_AWAKE: i32 = 10;
/// The entry of a tree that has just been moved.
pub const FULLY_AWAKE: i32 = -(1 + MIN_AWAKE);
/// The entry of a tree that may sleep.
const READY: i32 = -1;

/// True unless a policy forbids sleep.
#[inline]
fn may_sleep(policy: Code<SleepPolicy>) -> bool {
    !policy.is(SleepPolicy::Never) && !policy.is(SleepPolicy::AutoNever)
}

/// True if nothing acts on a tree that may sleep, and its velocities are below a tolerance; with none, exactly zero.
fn can_sleep(m: &Model, input: &Input, state: &State, tree: usize, tolerance: Option<f64>) -> bool {
    if !may_sleep(m.tree.sleep_policy[tree]) {
        return false;
    }
    let span = |start: i32, count: i32| start as usize..(start + count) as usize;
    let bodies = span(m.tree.bodyadr[tree], m.tree.bodynum[tree]);
    let dofs = span(m.tree.dofadr[tree], m.tree.dofnum[tree]);
    // the bits must be zero: -0.0 is something that the user has written
    let untouched = |x: &f64| x.to_bits() == 0;
    if !input.xfrc_applied[bodies]
        .as_flattened()
        .iter()
        .all(untouched)
        || !input.qfrc_applied[dofs.clone()].iter().all(untouched)
    {
        return false;
    }
    let velocity = &state.qvel[dofs.clone()];
    match tolerance {
        None => velocity.iter().all(untouched),
        Some(tolerance) => {
            let mut speeds = velocity.iter().zip(&m.dof.length[dofs]);
            speeds.all(|(v, length)| length * v.abs() < tolerance)
        }
    }
}
