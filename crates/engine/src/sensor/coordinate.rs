//! Coordinates, velocities and forces of joints, tendons and actuators.

use ligament_math::Quat;
use ligament_model::enums::TransmissionType;

use super::{SensorScratch, View};
use crate::joint;

/// Copies as many numbers as there are in both.
fn copy(out: &mut [f64], from: &[f64]) {
    for (x, y) in out.iter_mut().zip(from) {
        *x = *y;
    }
}

/// The numbers of the force outputs of the actuator of a sensor.
fn outputs(v: &View<'_>, sensor: usize, column: &[f64], out: &mut [f64]) {
    copy(out, &column[v.m.actuator_outputs(v.id(sensor))]);
}

pub(super) fn joint_position(v: &View<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    copy(out, &v.state.qpos[joint::positions(v.m, v.id(s))]);
}

pub(super) fn joint_velocity(v: &View<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    copy(out, &v.state.qvel[joint::dofs(v.m, v.id(s))]);
}

pub(super) fn joint_actuation(v: &View<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    copy(out, &v.force.qfrc_actuator[joint::dofs(v.m, v.id(s))]);
}

pub(super) fn ball_orientation(v: &View<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    let q = &v.state.qpos[joint::positions(v.m, v.id(s))];
    if let &[w, x, y, z] = q {
        copy(out, &Quat([w, x, y, z]).normalized().0);
    }
}

pub(super) fn ball_velocity(v: &View<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    copy(out, &v.state.qvel[joint::dofs(v.m, v.id(s))]);
}

pub(super) fn tendon_length(v: &View<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    copy(out, &v.path.ten_length[v.id(s)..]);
}

pub(super) fn tendon_velocity(v: &View<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    copy(out, &v.vel.ten_velocity[v.id(s)..]);
}

/// The sum of the forces of all actuators of a tendon.
pub(super) fn tendon_actuation(v: &View<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    let (tendon, actuator) = (v.m.sensor.objid[s], &v.m.actuator);
    let acts = |&i: &usize| {
        actuator.trntype[i].is(TransmissionType::Tendon) && actuator.trnid[i][0] == tendon
    };
    let forces = (0..v.m.size.nactuator)
        .filter(acts)
        .filter_map(|i| v.m.actuator_outputs(i).next());
    copy(
        out,
        &[forces.map(|output| v.force.actuator_force[output]).sum()],
    );
}

pub(super) fn actuator_length(v: &View<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    outputs(v, s, &v.path.actuator_length, out);
}

pub(super) fn actuator_velocity(v: &View<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    outputs(v, s, &v.vel.actuator_velocity, out);
}

pub(super) fn actuator_force(v: &View<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    outputs(v, s, &v.force.actuator_force, out);
}
