//! Actuation: from controls and activations to forces.
//!
//! Every actuator turns its controls, or the activations that follow them, into scalar forces: gain · input + bias. The
//! moments of the transmission turn these into generalized forces.

pub mod activation;
pub mod dcmotor;
mod dynamics;
mod gain;
mod limit;
pub mod muscle;
pub mod servo;

use ligament_model::Model;
use ligament_model::enums::{BiasType, DisableFlags};

pub use activation::{advance_activations, next_activation};

use crate::awake::Awake;
use crate::data::{Acceleration, Drive, Forces, Input, Path, Samples, State, Velocity, is_bad};
use crate::passive::gravcomp;

/// Working memory of actuation.
#[derive(Clone, Debug, Default)]
pub struct ActuatorScratch {
    /// Total actuator force on each tendon.
    tendon_force: Vec<f64>,
}

impl ActuatorScratch {
    /// Working memory for a model.
    pub fn new(m: &Model) -> Self {
        Self {
            tendon_force: vec![0.0; m.size.ntendon],
        }
    }
}

/// What an actuator sees of the mechanism.
#[derive(Clone, Copy)]
pub struct Sight<'a> {
    /// The model.
    pub m: &'a Model,
    /// Activations and history.
    pub state: &'a State,
    /// Lengths.
    pub path: &'a Path,
    /// Velocities.
    pub vel: &'a Velocity,
}

impl Sight<'_> {
    /// The first force output of an actuator.
    pub(crate) fn output(&self, actuator: usize) -> usize {
        self.m.actuator.outadr[actuator] as usize
    }

    /// Length of the first force output of an actuator.
    pub(crate) fn length(&self, actuator: usize) -> f64 {
        self.path.actuator_length[self.output(actuator)]
    }

    /// Velocity of the first force output of an actuator.
    pub(crate) fn velocity(&self, actuator: usize) -> f64 {
        self.vel.actuator_velocity[self.output(actuator)]
    }
}

/// A number held within a range; the lower end counts first.
#[inline]
pub fn clip(x: f64, [low, high]: [f64; 2]) -> f64 {
    if x < low {
        low
    } else if x > high {
        high
    } else {
        x
    }
}

/// True if the group of an actuator is switched off.
#[inline]
pub fn is_disabled(m: &Model, actuator: usize) -> bool {
    let group = m.actuator.group[actuator];
    m.opt.disableactuator != 0
        && (0..=30).contains(&group)
        && m.opt.disableactuator & (1 << group) != 0
}

/// Forces of all actuators and rates of change of activations. Returns the first bad control, if any: then all controls
/// count as zero.
///
/// Writes `act_dot`, `actuator_force`, `qfrc_actuator`, and controls as actuators see them.
pub fn actuation(
    sight: Sight<'_>,
    awake: Awake<'_>,
    time: f64,
    input: &Input,
    drive: &mut Drive,
    force: &mut Forces,
    acc: &mut Acceleration,
    scratch: &mut ActuatorScratch,
) -> Option<usize> {
    let Sight { m, state, path, .. } = sight;
    force.actuator_force.fill(0.0);
    force.qfrc_actuator.fill(0.0);
    if m.size.nactuator == 0 || m.opt.disables(DisableFlags::ACTUATION) {
        return None;
    }
    let bad = controls(m, time, state, input, &mut drive.ctrl);
    for i in 0..m.size.nactuator {
        if m.actuator.actadr[i] >= 0 && awake.actuator(m, i) {
            dynamics::act_dot(sight, i, drive, &mut acc.act_dot);
        }
    }
    for i in 0..m.size.nactuator {
        if awake.actuator(m, i) && !is_disabled(m, i) && m.actuator.plugin[i] < 0 {
            gain::force(sight, i, drive, &acc.act_dot, &mut force.actuator_force);
        }
    }
    limit::tendon_forces(m, &mut scratch.tendon_force, &mut force.actuator_force);
    limit::actuator_forces(m, &mut force.actuator_force);
    for i in 0..m.size.nactuator {
        let motor = m.actuator.biastype[i].is(BiasType::DcMotor);
        if motor && awake.actuator(m, i) && !is_disabled(m, i) && m.actuator.plugin[i] < 0 {
            let mechanical = dcmotor::mechanical_force(sight, i, &acc.act_dot);
            force.actuator_force[sight.output(i)] += mechanical;
        }
    }
    project(m, path, force);
    bad
}

/// The controls as actuators see them: delayed and within their ranges. All are zero if one is bad; returns that one.
fn controls(m: &Model, time: f64, state: &State, input: &Input, ctrl: &mut [f64]) -> Option<usize> {
    ctrl.copy_from_slice(&input.ctrl);
    if m.size.nhistory > 0 {
        for i in 0..m.size.nactuator {
            if m.actuator.delay[i] == 0.0 {
                continue;
            }
            if let Some(samples) = Samples::of_actuator(m, i) {
                let [_, interpolation] = m.actuator.history[i];
                let at = time - m.actuator.delay[i];
                let slots = &mut ctrl[m.actuator_controls(i)];
                samples.read(&state.history, at, interpolation, slots);
            }
        }
    }
    if !m.opt.disables(DisableFlags::CLAMPCTRL) {
        let limits = m.actuator.ctrllimited.iter().zip(&m.actuator.ctrlrange);
        for (x, (limited, range)) in ctrl.iter_mut().zip(limits) {
            if limited.get() {
                *x = clip(*x, *range);
            }
        }
    }
    let bad = ctrl.iter().position(|x| is_bad(*x));
    if bad.is_some() {
        ctrl.fill(0.0);
    }
    bad
}

/// Generalized forces of actuators, with gravity compensation where joints take it from actuators, within the limits of
/// joints.
fn project(m: &Model, path: &Path, force: &mut Forces) {
    let qfrc = &mut force.qfrc_actuator[..];
    for (output, &value) in force.actuator_force.iter().enumerate() {
        if value != 0.0 {
            let row = path.moment_row(output);
            let columns = &path.moment_colind[row.clone()];
            for (&dof, &moment) in columns.iter().zip(&path.actuator_moment[row]) {
                qfrc[dof as usize] += moment * value;
            }
        }
    }
    if gravcomp::active(m) {
        for (dof, joint) in m.dof.jntid.iter().enumerate() {
            if m.jnt.actgravcomp[joint.index()].get() {
                qfrc[dof] += force.qfrc_gravcomp[dof];
            }
        }
    }
    for (j, limited) in m.jnt.actfrclimited.iter().enumerate() {
        if limited.get() {
            let x = &mut qfrc[m.jnt.dofadr[j] as usize];
            *x = clip(*x, m.jnt.actfrcrange[j]);
        }
    }
}
