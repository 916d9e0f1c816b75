//! Sensors of the three stages of the pipeline: which are read when, delays, lazy evaluations and functions of the user.

use std::ops::Range;

use ligament_model::Model;
use ligament_model::enums::{DisableFlags, SensorType, Stage};

use super::{energy_pos, energy_vel};
use crate::awake::Awake;
use crate::awake::{SleepState, sensor_state};
use crate::data::{Data, Samples};
use crate::hooks::Hooks;
use crate::sensor::{self, Needs, View};
use crate::workspace::Workspace;
use crate::{post_constraint, stage};

/// Readings that depend on positions.
pub fn sensor_pos(m: &Model, d: &mut Data, w: &mut Workspace, hooks: &mut Hooks) {
    stage_sensors(m, d, w, hooks, Stage::Pos);
}

/// Readings that depend on velocities.
pub fn sensor_vel(m: &Model, d: &mut Data, w: &mut Workspace, hooks: &mut Hooks) {
    stage_sensors(m, d, w, hooks, Stage::Vel);
}

/// Readings that depend on accelerations.
pub fn sensor_acc(m: &Model, d: &mut Data, w: &mut Workspace, hooks: &mut Hooks) {
    stage_sensors(m, d, w, hooks, Stage::Acc);
}

/// Velocities and angular momenta of subtrees.
pub fn subtree_vel(m: &Model, d: &mut Data, w: &mut Workspace) {
    stage::subtree_vel(m, &d.pose, &mut d.vel, &mut w.motion);
    d.stats.flg_subtreevel = true;
}

/// Accelerations of bodies and forces between them.
pub fn rne_post_constraint(m: &Model, d: &mut Data, w: &mut Workspace) {
    let solved = post_constraint::Solved {
        state: &d.state,
        input: &d.input,
        pose: &d.pose,
        path: &d.path,
        vel: &d.vel,
        force: &d.force,
        contacts: &d.contact,
        efc: &d.efc,
    };
    let tension = &mut w.sensor.tension;
    post_constraint::rne_post_constraint(m, &solved, &mut d.acc, tension);
    d.stats.flg_rnepost = true;
}

/// Where the readings of a sensor are.
fn place(m: &Model, sensor: usize) -> Range<usize> {
    let start = usize::try_from(m.sensor.adr[sensor]).unwrap_or(0);
    start..start + usize::try_from(m.sensor.dim[sensor]).unwrap_or(0)
}

fn stage_sensors(m: &Model, d: &mut Data, w: &mut Workspace, hooks: &mut Hooks, stage: Stage) {
    if m.size.nsensor == 0 || m.opt.disables(DisableFlags::SENSOR) {
        return;
    }
    w.sensor.begin();
    let mut asks_user = false;
    for i in 0..m.size.nsensor {
        if !m.sensor.needstage[i].is(stage) || is_asleep(m, d, i) {
            continue;
        }
        if m.sensor.kind[i].is(SensorType::User) {
            user_needs(m, d, w, stage);
            d.sensor.sensordata[place(m, i)].fill(0.0);
            asks_user = true;
        } else {
            read_or_recall(m, d, w, i);
        }
    }
    if asks_user {
        user_sensors(m, d, hooks, stage);
    }
}

/// True if what a sensor measures sleeps, so that its reading stays.
fn is_asleep(m: &Model, d: &Data, sensor: usize) -> bool {
    let awake = Awake::new(&d.sleep, &d.stats);
    !awake.all && sensor_state(m, awake, sensor) == SleepState::Asleep
}

/// Computes what functions of the user may want to read.
fn user_needs(m: &Model, d: &mut Data, w: &mut Workspace, stage: Stage) {
    match stage {
        Stage::Vel => provide(m, d, w, Needs::SubtreeVelocity),
        Stage::Acc => provide(m, d, w, Needs::BodyForces),
        Stage::None | Stage::Pos => {}
    }
}

/// Asks the user for readings and cuts them off.
fn user_sensors(m: &Model, d: &mut Data, hooks: &mut Hooks, stage: Stage) {
    if let Some(user) = hooks.sensor.as_mut() {
        user(m, d, stage);
    }
    for i in 0..m.size.nsensor {
        if m.sensor.kind[i].is(SensorType::User) && m.sensor.needstage[i].is(stage) {
            sensor::cut_off(m, i, &mut d.sensor.sensordata[place(m, i)]);
        }
    }
}

/// Computes what a sensor needs, unless it has been computed in this step.
fn provide(m: &Model, d: &mut Data, w: &mut Workspace, needs: Needs) {
    match needs {
        Needs::SubtreeVelocity if !d.stats.flg_subtreevel => subtree_vel(m, d, w),
        Needs::BodyForces if !d.stats.flg_rnepost => rne_post_constraint(m, d, w),
        Needs::PotentialEnergy if !d.stats.flg_energypos => energy_pos(m, d),
        Needs::KineticEnergy if !d.stats.flg_energyvel => energy_vel(m, d),
        _ => {}
    }
}

/// Reads a sensor into the sensor data, or recalls an earlier reading where it has a delay or is not due.
fn read_or_recall(m: &Model, d: &mut Data, w: &mut Workspace, sensor: usize) {
    let range = place(m, sensor);
    if let Some(samples) = Samples::of_sensor(m, sensor) {
        let (delay, [period, _]) = (m.sensor.delay[sensor], m.sensor.interval[sensor]);
        let waits = period > 0.0 && d.state.history[samples.user()] + period > d.time;
        if delay > 0.0 || waits {
            let interpolation = m.sensor.history[sensor][1];
            let out = &mut d.sensor.sensordata[range];
            samples.read(&d.state.history, d.time - delay, interpolation, out);
            return;
        }
    }
    let mut readings = std::mem::take(&mut d.sensor.sensordata);
    read(m, d, w, sensor, &mut readings[range]);
    d.sensor.sensordata = readings;
}

/// Computes the present reading of one sensor, whatever its stage, delay or interval. Sensors of the user are not asked.
pub fn compute_sensor(m: &Model, d: &mut Data, w: &mut Workspace, sensor: usize, out: &mut [f64]) {
    w.sensor.begin();
    read(m, d, w, sensor, out);
}

fn read(m: &Model, d: &mut Data, w: &mut Workspace, sensor: usize, out: &mut [f64]) {
    provide(m, d, w, sensor::needs(m.sensor.kind[sensor].number()));
    let view = View {
        m,
        hulls: &w.prepared.hulls,
        time: d.time,
        state: &d.state,
        pose: &d.pose,
        path: &d.path,
        vel: &d.vel,
        force: &d.force,
        acc: &d.acc,
        contacts: &d.contact,
        efc: &d.efc,
        energy: d.stats.energy,
    };
    sensor::read(&view, sensor, &mut w.sensor, out);
}
