//! Sensors of subtrees and of the model as a whole.

use super::frame::write;
use super::{SensorIn, SensorScratch};

pub(super) fn subtree_com(v: &SensorIn<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    write(out, v.pose.subtree_com[v.id(s)]);
}

pub(super) fn subtree_velocity(v: &SensorIn<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    write(out, v.vel.subtree_linvel[v.id(s)]);
}

pub(super) fn subtree_momentum(v: &SensorIn<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    write(out, v.vel.subtree_angmom[v.id(s)]);
}

pub(super) fn potential_energy(v: &SensorIn<'_>, _: usize, _: &mut SensorScratch, out: &mut [f64]) {
    out.fill(v.energy[0]);
}

pub(super) fn kinetic_energy(v: &SensorIn<'_>, _: usize, _: &mut SensorScratch, out: &mut [f64]) {
    out.fill(v.energy[1]);
}

pub(super) fn clock(v: &SensorIn<'_>, _: usize, _: &mut SensorScratch, out: &mut [f64]) {
    out.fill(v.time);
}
