//! Which trees may fall asleep when the model leaves it open: those that no actuator drives and no tendon with stiffness,
//! damping or more than two trees ties to another tree.

use ligament_model::Model;
use ligament_model::enums::SleepPolicy;

use super::tendon::trees;
use crate::stage::transmission::{ActsOn, acts_on};

/// A tree that the user allows to sleep although a tendon ties it to moving ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SleepConflict {
    /// The tree.
    pub tree: usize,
    /// The tendon.
    pub tendon: usize,
    /// Number of trees the tendon spans.
    pub spanned: usize,
}

/// Resolves automatic policies; returns trees whose explicit policy cannot hold.
pub(super) fn resolve(m: &mut Model) -> Vec<SleepConflict> {
    let automatic = |p: SleepPolicy| {
        matches!(
            p,
            SleepPolicy::Auto | SleepPolicy::AutoNever | SleepPolicy::AutoAllowed
        )
    };
    for policy in &mut m.tree.sleep_policy {
        if policy.get().is_some_and(automatic) {
            *policy = SleepPolicy::AutoAllowed.into();
        }
    }
    for i in 0..m.size.nactuator {
        for tree in driven_trees(m, i) {
            keep_awake(m, tree);
        }
    }
    let mut conflicts = Vec::new();
    for tendon in 0..m.size.ntendon {
        let trees = trees(m, tendon);
        if trees.len() < 2 || (trees.len() == 2 && is_passive(m, tendon)) {
            continue;
        }
        for &tree in &trees {
            let policy = m.tree.sleep_policy[tree];
            if policy.is(SleepPolicy::Allowed) || policy.is(SleepPolicy::Init) {
                conflicts.push(SleepConflict {
                    tree,
                    tendon,
                    spanned: trees.len(),
                });
            }
            keep_awake(m, tree);
        }
    }
    conflicts
}

/// Forbids sleep to a tree whose policy is automatic.
fn keep_awake(m: &mut Model, tree: usize) {
    let policy = &mut m.tree.sleep_policy[tree];
    if policy.is(SleepPolicy::AutoAllowed) {
        *policy = SleepPolicy::AutoNever.into();
    }
}

/// True if a tendon has neither spring nor damper.
fn is_passive(m: &Model, tendon: usize) -> bool {
    let t = &m.tendon;
    t.stiffness[tendon] == 0.0
        && t.stiffnesspoly[tendon] == [0.0; 2]
        && t.damping[tendon] == 0.0
        && t.dampingpoly[tendon] == [0.0; 2]
        && t.actuatorid[tendon].0 == -1
}

/// The trees that an actuator acts on.
fn driven_trees(m: &Model, actuator: usize) -> Vec<usize> {
    let joint = |id: usize| m.jnt.bodyid.get(id).map(|b| b.index());
    let site = |id: usize| m.site.bodyid.get(id).map(|b| b.index());
    let bodies = match acts_on(m, actuator) {
        ActsOn::Joint(id) | ActsOn::Ball(id) => [joint(id), None],
        ActsOn::Site(id, reference) => [site(id), reference.and_then(site)],
        ActsOn::Sites(sites) => sites.map(site),
        ActsOn::Body(body) => [Some(body), None],
        ActsOn::Tendon(tendon) => return trees(m, tendon),
        ActsOn::Nothing => [None; 2],
    };
    let tree = |body: usize| usize::try_from(m.body.treeid.get(body)?.0).ok();
    bodies.into_iter().flatten().filter_map(tree).collect()
}
