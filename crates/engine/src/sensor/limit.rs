//! What limits of joints and tendons do: distance beyond the margin, velocity and force; zero while a limit is not active.

use super::{SensorScratch, View};
use crate::data::RowKind;

/// Writes what `value` says of the first row of a limit.
fn first_row(
    v: &View<'_>,
    sensor: usize,
    kind: RowKind,
    out: &mut [f64],
    value: impl Fn(usize) -> f64,
) {
    let (efc, id) = (v.efc, v.m.sensor.objid[sensor]);
    let start = efc.ne + efc.nf;
    let is_it = |&row: &usize| efc.efc_type[row] == kind as i32 && efc.efc_id[row] == id;
    let row = (start..start + efc.nl).find(is_it);
    out.fill(row.map_or(0.0, value));
}

fn position(v: &View<'_>, sensor: usize, kind: RowKind, out: &mut [f64]) {
    let distance = |row: usize| v.efc.efc_pos[row] - v.efc.efc_margin[row];
    first_row(v, sensor, kind, out, distance);
}

pub(super) fn joint_position(v: &View<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    position(v, s, RowKind::LimitJoint, out);
}

pub(super) fn joint_velocity(v: &View<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    first_row(v, s, RowKind::LimitJoint, out, |row| v.efc.efc_vel[row]);
}

pub(super) fn joint_force(v: &View<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    first_row(v, s, RowKind::LimitJoint, out, |row| v.efc.efc_force[row]);
}

pub(super) fn tendon_position(v: &View<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    position(v, s, RowKind::LimitTendon, out);
}

pub(super) fn tendon_velocity(v: &View<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    first_row(v, s, RowKind::LimitTendon, out, |row| v.efc.efc_vel[row]);
}

pub(super) fn tendon_force(v: &View<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    first_row(v, s, RowKind::LimitTendon, out, |row| v.efc.efc_force[row]);
}
