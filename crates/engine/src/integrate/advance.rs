//! Moving the state to the end of a step, given rates of change.
//!
//! In this order: samples enter the histories, activations advance, then velocities, positions, time, plastic rests, and
//! the warm start of the solver.

use ligament_math::Real;
use ligament_model::Model;
use ligament_model::enums::DisableFlags;

use crate::actuator::advance_activations;
use crate::awake::Awake;
use crate::data::{Data, Samples, State};
use crate::forward;
use crate::hooks::Hooks;
use crate::joint;
use crate::passive::plastic;
use crate::workspace::Workspace;

/// Where rates of change come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rates {
    /// Accelerations from the working memory, activations as last evaluated, positions with the new velocities.
    Single,
    /// All from the working memory.
    Combined,
}

/// Advances state and time.
pub(super) fn advance(m: &Model, d: &mut Data, w: &mut Workspace, hooks: &mut Hooks, rates: Rates) {
    if m.size.nhistory > 0 {
        control_history(m, d);
        sensor_history(m, d, w, rates);
    }
    if m.size.na > 0 && !m.opt.disables(DisableFlags::ACTUATION) {
        let act_dot: &[f64] = match rates {
            Rates::Single => &d.acc.act_dot,
            Rates::Combined => &w.integrate.act_dot,
        };
        advance_activations(m, &mut d.state, &d.path, &d.vel, act_dot);
    }
    forward::fall_asleep(m, d, w, hooks);
    let scratch = &w.integrate;
    let awake = Awake::new(&d.sleep, &d.stats);
    let dt = m.opt.timestep;
    velocities(awake, &mut d.state.qvel, &scratch.qacc, dt);
    let State { qpos, qvel, .. } = &mut d.state;
    let moving: &[f64] = match rates {
        Rates::Single => qvel,
        Rates::Combined => &scratch.qvel,
    };
    positions(m, awake, qpos, moving, dt);
    d.time += dt;
    if m.size.nplastic > 0 {
        let moving = match rates {
            Rates::Single => &d.state.qvel,
            Rates::Combined => &scratch.qvel,
        };
        plastic::advance(
            m,
            awake,
            &d.path,
            &d.state.qpos,
            moving,
            dt,
            &mut d.state.plastic,
        );
    }
    d.state.qacc_warmstart.copy_from_slice(&d.acc.qacc);
}

/// qvel += h qacc.
pub fn velocities<T: Real>(awake: Awake<'_>, qvel: &mut [T], qacc: &[T], dt: T) {
    for run in awake.runs_of_dofs() {
        for (v, &a) in qvel[run.clone()].iter_mut().zip(&qacc[run]) {
            *v += a * dt;
        }
    }
}

/// qpos ⊕= h qvel, for the joints of awake bodies.
pub fn positions<T: Real>(m: &Model, awake: Awake<'_>, qpos: &mut [T], qvel: &[T], dt: T) {
    awake.each_joint(m, |j| {
        let (q, v) = (&mut qpos[joint::positions(m, j)], &qvel[joint::dofs(m, j)]);
        joint::integrate(joint::kind(m, j), q, v, dt);
    });
}

/// Present controls enter the histories of their actuators.
fn control_history(m: &Model, d: &mut Data) {
    for i in 0..m.size.nactuator {
        if let Some(samples) = Samples::of_actuator(m, i) {
            let slot = samples.insert(&mut d.state.history, d.time);
            d.state.history[slot].copy_from_slice(&d.input.ctrl[m.actuator_controls(i)]);
        }
    }
}

/// What a step does with the history of a sensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Record {
    /// The next reading is not due.
    Nothing,
    /// The present reading is the value in the sensor data.
    Copy,
    /// The sensor data hold a past reading; the present one has to be computed.
    Compute,
}

/// What this step does with the history of a sensor.
fn record(m: &Model, history: &[f64], samples: Samples, sensor: usize, time: f64) -> Record {
    let [period, _] = m.sensor.interval[sensor];
    if period > 0.0 && history[samples.user()] + period > time {
        Record::Nothing
    } else if m.sensor.delay[sensor] > 0.0 {
        Record::Compute
    } else {
        Record::Copy
    }
}

/// Present readings enter the histories of their sensors.
fn sensor_history(m: &Model, d: &mut Data, w: &mut Workspace, rates: Rates) {
    let mut stored = 0;
    for i in 0..m.size.nsensor {
        let Some(samples) = Samples::of_sensor(m, i) else {
            continue;
        };
        let record = record(m, &d.state.history, samples, i, d.time);
        if record == Record::Nothing {
            continue;
        }
        if rates == Rates::Single && record == Record::Compute {
            compute(m, d, w, i, 0);
        }
        let [period, _] = m.sensor.interval[i];
        if period > 0.0 {
            d.state.history[samples.user()] += period;
        }
        let slot = samples.insert(&mut d.state.history, d.time);
        let dim = slot.len();
        let place = &mut d.state.history[slot];
        if record == Record::Compute {
            place.copy_from_slice(&w.integrate.readings[stored..stored + dim]);
            stored += if rates == Rates::Combined { dim } else { 0 };
        } else {
            let adr = usize::try_from(m.sensor.adr[i]).unwrap_or(0);
            place.copy_from_slice(&d.sensor.sensordata[adr..adr + dim]);
        }
    }
}

/// Computes the present readings that this step will put into histories, before an integrator changes the state.
pub(super) fn keep_readings(m: &Model, d: &mut Data, w: &mut Workspace) {
    let mut at = 0;
    for i in 0..m.size.nsensor {
        let Some(samples) = Samples::of_sensor(m, i) else {
            continue;
        };
        if record(m, &d.state.history, samples, i, d.time) == Record::Compute {
            compute(m, d, w, i, at);
            at += usize::try_from(m.sensor.dim[i]).unwrap_or(0);
        }
    }
}

/// Computes a sensor and stores its reading in the working memory.
fn compute(m: &Model, d: &mut Data, w: &mut Workspace, sensor: usize, at: usize) {
    let dim = usize::try_from(m.sensor.dim[sensor]).unwrap_or(0);
    let mut readings = std::mem::take(&mut w.integrate.readings);
    forward::compute_sensor(m, d, w, sensor, &mut readings[at..at + dim]);
    w.integrate.readings = readings;
}
