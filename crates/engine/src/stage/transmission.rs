//! Actuator lengths and moments: how each force output measures and drives the mechanism.
//!
//! A moment row is the gradient of the length, or, where there is no length, the generalized force of a unit output.
//! This file alone tells the types of transmission apart: [`acts_on`] says what an actuator acts on, for sleep, islands,
//! armature and limits, and `moment_row` computes its length and moments.

mod adhesion;
mod coordinate;
mod row;
mod site;

use ligament_model::Model;
use ligament_model::enums::{ObjectType, TransmissionType};

use self::row::MomentRow;
use crate::awake::{Awake, SleepState, any_awake, object_state};
use crate::data::{Contact, Path, Pose, State};

/// What an actuator acts on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActsOn {
    /// The coordinates of a joint.
    Joint(usize),
    /// The orientation of a ball joint, all of it.
    Ball(usize),
    /// The length of a tendon.
    Tendon(usize),
    /// A site, by itself or measured against another one.
    Site(usize, Option<usize>),
    /// Two sites alike.
    Sites([usize; 2]),
    /// The contacts of a body.
    Body(usize),
    /// Nothing that the engine knows.
    Nothing,
}

/// What an actuator acts on.
pub fn acts_on(m: &Model, actuator: usize) -> ActsOn {
    let [id, other] = m.actuator.trnid[actuator].map(|id| usize::try_from(id).ok());
    let Some(id) = id else {
        return ActsOn::Nothing;
    };
    match m.actuator.trntype[actuator].get() {
        Some(TransmissionType::Joint | TransmissionType::JointInParent) => ActsOn::Joint(id),
        Some(TransmissionType::SliderCrank) => ActsOn::Sites([id, other.unwrap_or(id)]),
        Some(TransmissionType::Tendon) => ActsOn::Tendon(id),
        Some(TransmissionType::Site) => ActsOn::Site(id, other),
        Some(TransmissionType::So3) => match other {
            None => ActsOn::Ball(id),
            Some(other) => ActsOn::Sites([id, other]),
        },
        Some(TransmissionType::Body) => ActsOn::Body(id),
        Some(TransmissionType::Undefined) | None => ActsOn::Nothing,
    }
}

/// An actuator sleeps with what it acts on.
pub fn actuator_state(m: &Model, awake: Awake<'_>, actuator: usize) -> SleepState {
    let one = |kind, id: usize| object_state(m, awake, kind, id as i32);
    match acts_on(m, actuator) {
        ActsOn::Joint(joint) | ActsOn::Ball(joint) => one(ObjectType::Joint, joint),
        ActsOn::Tendon(tendon) => one(ObjectType::Tendon, tendon),
        ActsOn::Site(site, _) => one(ObjectType::Site, site),
        ActsOn::Sites(sites) => any_awake(sites.map(|site| one(ObjectType::Site, site))),
        ActsOn::Body(body) => one(ObjectType::Body, body),
        ActsOn::Nothing => SleepState::Awake,
    }
}

/// True unless what an actuator acts on is asleep.
#[inline]
pub fn is_awake(m: &Model, awake: Awake<'_>, actuator: usize) -> bool {
    awake.all || actuator_state(m, awake, actuator) != SleepState::Asleep
}

/// What transmissions depend on.
#[derive(Clone, Copy, Debug)]
pub struct TransmissionIn<'a> {
    /// Who sleeps.
    pub awake: Awake<'a>,
    /// Coordinates.
    pub state: &'a State,
    /// Poses of sites, and the axes of motions.
    pub pose: &'a Pose,
    /// Contacts, for adhesion.
    pub contacts: &'a [Contact],
}

/// Lengths and moments of all actuators.
///
/// Reads `qpos`, `cdof`, `subtree_com`, site poses, tendons and contacts. Writes `actuator_length` and the moment arrays.
/// Rows of actuators whose targets sleep are empty. `row` is working memory, one number per degree of freedom, all zero.
pub fn transmission(m: &Model, input: TransmissionIn<'_>, path: &mut Path, row: &mut [f64]) {
    let mut used = 0;
    for i in 0..m.size.nactuator {
        let outputs = m.actuator_outputs(i);
        let asleep = !is_awake(m, input.awake, i);
        for output in outputs.clone() {
            if asleep {
                path.moment_rowadr[output] = used as i32;
                path.moment_rownnz[output] = 0;
                continue;
            }
            let rows = MomentRow {
                adr: used,
                output,
                path: &mut *path,
            };
            used = moment_row(m, input, row, i, output - outputs.start, rows);
        }
    }
}

/// Computes output number `k` of an actuator; returns the end of the row. `dense` is zero, and is left zero.
fn moment_row(
    m: &Model,
    input: TransmissionIn<'_>,
    dense: &mut [f64],
    actuator: usize,
    k: usize,
    row: MomentRow,
) -> usize {
    let TransmissionIn { state, pose, .. } = input;
    let gear = m.actuator.gear[row.output];
    let [id, other] = m.actuator.trnid[actuator];
    let Ok(target) = usize::try_from(id) else {
        return row.fill(0.0, std::iter::empty());
    };
    let second = usize::try_from(other).ok();
    let site_body = |site: usize| m.site.bodyid[site].index();
    match m.actuator.trntype[actuator].get() {
        Some(TransmissionType::Joint) => coordinate::joint(m, state, target, gear, false, row),
        Some(TransmissionType::JointInParent) => {
            coordinate::joint(m, state, target, gear, true, row)
        }
        Some(TransmissionType::SliderCrank) => {
            let rod = m.actuator.cranklength[actuator];
            let slider = second.unwrap_or(target);
            let length = site::slider_crank(m, pose, [target, slider], rod, gear[0], dense);
            row.compress_chains(m, [target, slider].map(site_body), length, dense)
        }
        Some(TransmissionType::Tendon) => coordinate::tendon(m, target, gear[0], row),
        Some(TransmissionType::Site) => {
            let reference = second.unwrap_or(target);
            let length = match second {
                None => site::wrench_at_site(m, pose, target, gear, dense),
                Some(reference) => site::relative_site(m, pose, target, reference, gear, dense),
            };
            row.compress_chains(m, [target, reference].map(site_body), length, dense)
        }
        Some(TransmissionType::So3) => match second {
            None => coordinate::ball_component(m, state, target, k, row),
            Some(reference) => {
                let length = site::site_component(m, pose, target, reference, k, dense);
                row.compress_chains(m, [target, reference].map(site_body), length, dense)
            }
        },
        Some(TransmissionType::Body) => {
            adhesion::adhesion(m, pose, input.contacts, target, dense);
            row.compress(0.0, dense)
        }
        Some(TransmissionType::Undefined) | None => row.fill(0.0, std::iter::empty()),
    }
}
