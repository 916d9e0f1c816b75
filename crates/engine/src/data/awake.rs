//! What moves: the bodies and degrees of freedom a stage has to look at.

use ligament_model::Model;

use super::{Sleep, Stats};
use crate::sleep::{SleepState, actuator_state, tendon_state};

/// The bodies, parents and degrees of freedom that are awake; all of them where nothing sleeps. Indices increase.
#[derive(Clone, Copy, Debug)]
pub struct Awake<'a> {
    /// Bodies that are awake or static, the world first.
    pub bodies: &'a [i32],
    /// Bodies whose parents are awake or static.
    pub parents: &'a [i32],
    /// Degrees of freedom that are awake.
    pub dofs: &'a [i32],
    /// State of every body: -1 static, 0 asleep, 1 awake.
    pub body_state: &'a [i32],
    /// Whether every tree is awake.
    pub tree: &'a [i32],
    /// True where nothing sleeps.
    pub all: bool,
}

impl<'a> Awake<'a> {
    /// What the lists of a simulation say.
    pub fn new(sleep: &'a Sleep, stats: &Stats) -> Self {
        fn first(list: &[i32], count: usize) -> &[i32] {
            &list[..count.min(list.len())]
        }
        Self {
            bodies: first(&sleep.body_awake_ind, stats.nbody_awake),
            parents: first(&sleep.parent_awake_ind, stats.nparent_awake),
            dofs: first(&sleep.dof_awake_ind, stats.nv_awake),
            body_state: &sleep.body_awake,
            tree: &sleep.tree_awake,
            all: stats.nv_awake == sleep.dof_awake_ind.len(),
        }
    }

    /// True unless everything that a tendon spans is asleep.
    #[inline]
    pub fn tendon(self, m: &Model, tendon: usize) -> bool {
        self.all || tendon_state(m, self, tendon) != SleepState::Asleep
    }

    /// True unless what an actuator acts on is asleep.
    #[inline]
    pub fn actuator(self, m: &Model, actuator: usize) -> bool {
        self.all || actuator_state(m, self, actuator) != SleepState::Asleep
    }

    /// True for a body whose frames are to be computed: all, or those that move while others sleep.
    #[inline]
    pub fn moves(&self, body: usize) -> bool {
        self.all || self.body_state.get(body).is_none_or(|&state| state > 0)
    }

    /// True for a body that may move or is static: its poses are to be kept current.
    #[inline]
    pub fn body(&self, body: usize) -> bool {
        self.all || self.body_state.get(body).is_none_or(|&state| state != 0)
    }
}
