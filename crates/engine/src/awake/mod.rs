//! What moves: the bodies and degrees of freedom a stage has to look at.
//!
//! Lists name what is awake; what sleeps are the gaps between their entries, as few runs of consecutive numbers.

mod object;

use std::ops::Range;

use ligament_model::Model;

use crate::data::{Sleep, Stats};
pub(crate) use object::equality_bodies;
pub use object::{
    SleepState, actuator_state, equality_state, object_state, sensor_state, tendon_state,
};

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
    /// Degrees of freedom, awake or not.
    nv: usize,
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
            nv: sleep.dof_awake_ind.len(),
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

    /// True for a body that never moves.
    #[inline]
    pub fn is_static(&self, body: usize) -> bool {
        self.body_state.get(body).is_some_and(|&state| state < 0)
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

    /// Runs of degrees of freedom that sleep.
    pub fn sleeping_dofs(self) -> impl Iterator<Item = Range<usize>> + 'a {
        gaps(self.dofs, self.nv)
    }

    /// Runs of bodies that sleep.
    pub fn sleeping_bodies(self) -> impl Iterator<Item = Range<usize>> + 'a {
        gaps(self.bodies, self.body_state.len())
    }

    /// Runs of degrees of freedom that are awake.
    pub fn runs_of_dofs(self) -> impl Iterator<Item = Range<usize>> + 'a {
        let dofs = self.dofs;
        let mut at = 0;
        std::iter::from_fn(move || {
            let first = *dofs.get(at)?;
            let start = at;
            while dofs
                .get(at)
                .is_some_and(|&dof| dof - first == (at - start) as i32)
            {
                at += 1;
            }
            Some(first as usize..first as usize + (at - start))
        })
    }

    /// Calls `f` with the joints of bodies that do not sleep, in order.
    #[inline(always)]
    pub fn each_joint(self, m: &Model, mut f: impl FnMut(usize)) {
        if self.all {
            (0..m.size.njnt).for_each(&mut f);
            return;
        }
        for &body in self.bodies {
            m.body_joints(body as usize).for_each(&mut f);
        }
    }
}

/// Runs of numbers below `count` that are not in an increasing list.
fn gaps(list: &[i32], count: usize) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut next = 0;
    let ends = list.iter().map(|&i| i as usize);
    ends.chain(std::iter::once(count)).filter_map(move |end| {
        let gap = next..end;
        next = end + 1;
        (!gap.is_empty()).then_some(gap)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_awake_and_what_sleeps_make_up_everything() {
        for (dofs, awake, asleep) in [
            (
                &[0, 1, 4, 5, 6][..],
                &[(0, 2), (4, 7)][..],
                &[(2, 4), (7, 8)][..],
            ),
            (&[], &[], &[(0, 8)]),
            (&[7], &[(7, 8)], &[(0, 7)]),
            (&[0, 1, 2, 3, 4, 5, 6, 7], &[(0, 8)], &[]),
        ] {
            let lists = Awake {
                bodies: &[0, 2],
                parents: &[],
                dofs,
                body_state: &[-1, 0, 1, 0, 0],
                tree: &[],
                all: dofs.len() == 8,
                nv: 8,
            };
            let ends = |run: Range<usize>| (run.start, run.end);
            let found: Vec<_> = lists.runs_of_dofs().map(ends).collect();
            assert_eq!(found, awake);
            let found: Vec<_> = lists.sleeping_dofs().map(ends).collect();
            assert_eq!(found, asleep);
            let found: Vec<_> = lists.sleeping_bodies().map(ends).collect();
            assert_eq!(found, [(1, 2), (3, 5)]);
        }
    }
}
