//! Passive forces: springs, dampers, gravity compensation, fluids, adhesion.

pub mod adhesion;
pub mod damper;
pub mod damping;
pub mod fluid;
pub mod gravcomp;
pub mod plastic;
pub mod poly;
pub mod spring;

use ligament_math::Force;
use ligament_model::Model;
use ligament_model::enums::DisableFlags;

use crate::awake::Awake;
use crate::data::{Contact, Forces, Path, Pose, State, Velocity};

/// What passive forces depend on.
#[derive(Clone, Copy, Debug)]
pub struct PassiveIn<'a> {
    /// Who sleeps.
    pub awake: Awake<'a>,
    /// Positions, velocities and rests of springs.
    pub state: &'a State,
    /// Where everything is.
    pub pose: &'a Pose,
    /// Tendons.
    pub path: &'a Path,
    /// How everything moves.
    pub vel: &'a Velocity,
    /// Contacts, for adhesion.
    pub contacts: &'a [Contact],
}

/// All passive forces but those of the user.
///
/// Writes `qfrc_spring`, `qfrc_damper`, `qfrc_gravcomp`, `qfrc_fluid`, `qfrc_adhesion` and their sum `qfrc_passive`.
/// Without springs and dampers there are no passive forces at all.
pub fn passive(m: &Model, input: PassiveIn<'_>, force: &mut Forces, wrench: &mut [Force]) {
    let PassiveIn {
        awake,
        state,
        pose,
        path,
        vel,
        contacts,
    } = input;
    clear(awake, force);
    let springs = !m.opt.disables(DisableFlags::SPRING);
    let dampers = !m.opt.disables(DisableFlags::DAMPER);
    if !springs && !dampers {
        return;
    }
    if springs {
        spring::joints(m, awake, state, &mut force.qfrc_spring);
        spring::tendons(m, awake, state, path, &mut force.qfrc_spring);
    }
    if dampers {
        damper::dofs(m, awake, state, &mut force.qfrc_damper);
        damper::tendons(m, awake, path, vel, &mut force.qfrc_damper);
    }
    let compensated = gravcomp::gravcomp(m, awake, pose, wrench, &mut force.qfrc_gravcomp);
    let fluid = fluid::fluid(m, awake, pose, vel, wrench, &mut force.qfrc_fluid);
    let adhesive = adhesion::adhesion(m, pose, contacts, &mut force.qfrc_adhesion);
    for &i in awake.dofs {
        let i = i as usize;
        force.qfrc_passive[i] = force.qfrc_spring[i] + force.qfrc_damper[i];
    }
    if fluid || adhesive {
        for &i in awake.dofs {
            let i = i as usize;
            force.qfrc_passive[i] += force.qfrc_fluid[i] + force.qfrc_adhesion[i];
        }
    }
    if compensated {
        for &i in awake.dofs {
            let i = i as usize;
            // the rest is added to the forces of actuators
            if !m.jnt.actgravcomp[m.dof.jntid[i].index()].get() {
                force.qfrc_passive[i] += force.qfrc_gravcomp[i];
            }
        }
    }
}

/// Clears the passive forces of awake degrees of freedom.
fn clear(awake: Awake<'_>, force: &mut Forces) {
    let mut parts = [
        &mut force.qfrc_spring,
        &mut force.qfrc_damper,
        &mut force.qfrc_gravcomp,
        &mut force.qfrc_fluid,
        &mut force.qfrc_adhesion,
        &mut force.qfrc_passive,
    ];
    for run in awake.runs_of_dofs() {
        for part in &mut parts {
            part[run.clone()].fill(0.0);
        }
    }
}
