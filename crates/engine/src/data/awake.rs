//! What moves: the bodies and degrees of freedom a stage has to look at.

use ligament_model::Model;
use ligament_model::enums::TransmissionType;
use ligament_model::id::BodyId;

use super::{Sleep, Stats};

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

    /// True for a tendon that spans a tree which is awake, or no tree at all.
    pub fn tendon(&self, m: &Model, tendon: usize) -> bool {
        let awake = |tree: i32| {
            let state = usize::try_from(tree).ok().and_then(|t| self.tree.get(t));
            state.is_none_or(|&state| state != 0)
        };
        let [first, second] = m.tendon.treeid[tendon];
        match m.tendon.treenum[tendon] {
            _ if self.all => true,
            1 => awake(first),
            2 => awake(first) || awake(second),
            _ => true,
        }
    }

    /// True unless what an actuator acts on is asleep.
    #[inline]
    pub fn actuator(&self, m: &Model, actuator: usize) -> bool {
        self.all || self.acted_on(m, actuator)
    }

    fn acted_on(&self, m: &Model, actuator: usize) -> bool {
        let [first, second] = m.actuator.trnid[actuator].map(|id| usize::try_from(id).ok());
        let body = |body: Option<&BodyId>| body.is_none_or(|b| self.body(b.index()));
        let joint = |id: Option<usize>| body(id.and_then(|id| m.jnt.bodyid.get(id)));
        let site = |id: Option<usize>| body(id.and_then(|id| m.site.bodyid.get(id)));
        match m.actuator.trntype[actuator].get() {
            Some(TransmissionType::Joint | TransmissionType::JointInParent) => joint(first),
            Some(TransmissionType::Tendon) => first.is_none_or(|tendon| self.tendon(m, tendon)),
            Some(TransmissionType::Site) => site(first),
            Some(TransmissionType::SliderCrank) => site(first) || site(second),
            Some(TransmissionType::So3) if second.is_none() => joint(first),
            Some(TransmissionType::So3) => site(first) || site(second),
            Some(TransmissionType::Body) => first.is_none_or(|b| self.body(b)),
            Some(TransmissionType::Undefined) | None => true,
        }
    }

    /// True for a body that may move or is static: its poses are to be kept current.
    #[inline]
    pub fn body(&self, body: usize) -> bool {
        self.all || self.body_state.get(body).is_none_or(|&state| state != 0)
    }
}
