//! Which kinematic trees may sleep: what the user says, and where nothing is said, what actuators and tendons allow.

use std::collections::BTreeSet;

use ligament_model::Model;
use ligament_model::enums::{Code, SleepPolicy, TransmissionType, WrapType};
use ligament_model::id::BodyId;

use super::super::tree::Tree;
use crate::problem::Problem;

/// Sets the sleep policy of every tree.
pub(super) fn set_policies(m: &mut Model, tree: &Tree) -> Result<(), Problem> {
    let policies = vec![Code::from(SleepPolicy::Auto); m.size.ntree];
    m.tree.sleep_policy = policies;
    apply_statements(m, tree)?;
    for actuator in 0..m.size.nactuator {
        for t in actuated_trees(m, actuator) {
            keep_awake(m, t);
        }
    }
    for tendon in 0..m.size.ntendon {
        let trees = tendon_trees(m, tendon);
        if trees.len() > 2 || (trees.len() == 2 && tendon_pulls(m, tendon)) {
            for t in trees {
                check_sleepless(m, t, tendon)?;
                keep_awake(m, t);
            }
        }
    }
    for policy in &mut m.tree.sleep_policy {
        if policy.is(SleepPolicy::Auto) {
            *policy = SleepPolicy::AutoAllowed.into();
        }
    }
    Ok(())
}

/// A policy may only be stated by the body a tree starts with.
fn apply_statements(m: &mut Model, tree: &Tree) -> Result<(), Problem> {
    for (b, body) in tree.bodies.iter().enumerate().skip(1) {
        if body.sleep == SleepPolicy::Auto {
            continue;
        }
        let id = m.body.treeid[b];
        let Some(policy) = m
            .tree
            .sleep_policy
            .get_mut(id.index())
            .filter(|_| m.body.treeid[b - 1] != id)
        else {
            let message = "only the first moving body of a tree can have a sleep policy";
            return Err(Problem::error(&body.at, "body", &body.name, message));
        };
        *policy = body.sleep.into();
    }
    Ok(())
}

/// Where nothing is said, the tree never sleeps.
fn keep_awake(m: &mut Model, tree: usize) {
    if let Some(policy) = m.tree.sleep_policy.get_mut(tree)
        && policy.is(SleepPolicy::Auto)
    {
        *policy = SleepPolicy::AutoNever.into();
    }
}

fn check_sleepless(m: &Model, tree: usize, tendon: usize) -> Result<(), Problem> {
    let policy = m.tree.sleep_policy.get(tree).and_then(|p| p.get());
    if !matches!(policy, Some(SleepPolicy::Allowed | SleepPolicy::Init)) {
        return Ok(());
    }
    let message = format!(
        "kinematic tree {tree} is to sleep, but tendon {tendon} connects it to other trees with force or to more than one"
    );
    Err(Problem::model(message).help("remove the `sleep` policy of its first body"))
}

/// The tree of a body, if it moves.
fn tree_of(m: &Model, body: BodyId) -> Option<usize> {
    let id = m.body.treeid.get(body.index())?;
    usize::try_from(id.0).ok()
}

/// The trees an actuator acts on.
fn actuated_trees(m: &Model, actuator: usize) -> BTreeSet<usize> {
    let [first, second] = m.actuator.trnid[actuator];
    let object = usize::try_from(first).unwrap_or(usize::MAX);
    let joint = m.jnt.bodyid.get(object).copied();
    let site = m.site.bodyid.get(object).copied();
    let body = match m.actuator.trntype[actuator].get() {
        Some(TransmissionType::Joint | TransmissionType::JointInParent) => joint,
        Some(TransmissionType::So3) => match second >= 0 {
            true => site,
            false => joint,
        },
        Some(TransmissionType::Site | TransmissionType::SliderCrank) => site,
        Some(TransmissionType::Body) => Some(BodyId(first)),
        Some(TransmissionType::Tendon) => return tendon_trees(m, object),
        _ => None,
    };
    body.and_then(|b| tree_of(m, b)).into_iter().collect()
}

/// The trees a tendon touches.
fn tendon_trees(m: &Model, tendon: usize) -> BTreeSet<usize> {
    let (Some(&start), Some(&count)) = (m.tendon.adr.get(tendon), m.tendon.num.get(tendon)) else {
        return BTreeSet::new();
    };
    (start..start + count)
        .filter_map(|w| {
            let w = usize::try_from(w).ok()?;
            let object = usize::try_from(*m.wrap.objid.get(w)?).ok()?;
            let body = match m.wrap.kind.get(w)?.get()? {
                WrapType::Joint => m.jnt.bodyid.get(object),
                WrapType::Site => m.site.bodyid.get(object),
                WrapType::Sphere | WrapType::Cylinder => m.geom.bodyid.get(object),
                WrapType::None | WrapType::Pulley => None,
            };
            tree_of(m, *body?)
        })
        .collect()
}

/// Whether a tendon has stiffness or damping.
fn tendon_pulls(m: &Model, t: usize) -> bool {
    let tendon = &m.tendon;
    tendon.stiffness[t] != 0.0
        || tendon.damping[t] != 0.0
        || tendon.stiffnesspoly[t] != [0.0; 2]
        || tendon.dampingpoly[t] != [0.0; 2]
        || tendon.actuatorid[t].0 >= 0
}
