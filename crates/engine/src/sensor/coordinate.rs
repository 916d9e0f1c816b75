//! Coordinates, velocities and forces of joints, tendons and actuators.

use ligament_math::Quat;

use super::{SensorIn, SensorScratch};
use crate::joint;
use crate::stage::transmission::{ActsOn, acts_on};

/// Copies as many numbers as there are in both.
fn copy(out: &mut [f64], from: &[f64]) {
    for (x, y) in out.iter_mut().zip(from) {
        *x = *y;
    }
}

/// The numbers of the force outputs of the actuator of a sensor.
fn outputs(v: &SensorIn<'_>, sensor: usize, column: &[f64], out: &mut [f64]) {
    copy(out, &column[v.m.actuator_outputs(v.id(sensor))]);
}

pub(super) fn joint_position(v: &SensorIn<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    copy(out, &v.state.qpos[joint::positions(v.m, v.id(s))]);
}

pub(super) fn joint_velocity(v: &SensorIn<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    copy(out, &v.state.qvel[joint::dofs(v.m, v.id(s))]);
}

pub(super) fn joint_actuation(v: &SensorIn<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    copy(out, &v.force.qfrc_actuator[joint::dofs(v.m, v.id(s))]);
}

pub(super) fn ball_orientation(v: &SensorIn<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    let q = &v.state.qpos[joint::positions(v.m, v.id(s))];
    if let &[w, x, y, z] = q {
        copy(out, &Quat([w, x, y, z]).normalized().0);
    }
}

pub(super) fn ball_velocity(v: &SensorIn<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    copy(out, &v.state.qvel[joint::dofs(v.m, v.id(s))]);
}

pub(super) fn tendon_length(v: &SensorIn<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    copy(out, &v.path.ten_length[v.id(s)..]);
}

pub(super) fn tendon_velocity(v: &SensorIn<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    copy(out, &v.vel.ten_velocity[v.id(s)..]);
}

/// The sum of the forces of all actuators of a tendon.
pub(super) fn tendon_actuation(v: &SensorIn<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    let acts = |&i: &usize| acts_on(v.m, i) == ActsOn::Tendon(v.id(s));
    let forces = (0..v.m.size.nactuator)
        .filter(acts)
        .filter_map(|i| v.m.actuator_outputs(i).next());
    copy(
        out,
        &[forces.map(|output| v.force.actuator_force[output]).sum()],
    );
}

pub(super) fn actuator_length(v: &SensorIn<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    outputs(v, s, &v.path.actuator_length, out);
}

pub(super) fn actuator_velocity(
    v: &SensorIn<'_>,
    s: usize,
    _: &mut SensorScratch,
    out: &mut [f64],
) {
    outputs(v, s, &v.vel.actuator_velocity, out);
}

pub(super) fn actuator_force(v: &SensorIn<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    outputs(v, s, &v.force.actuator_force, out);
}
