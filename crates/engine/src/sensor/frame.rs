//! Positions, orientations, velocities and accelerations of frames, in the world or relative to another frame.

use ligament_math::{Motion, Vec3};

use super::{SensorIn, SensorScratch};
use crate::support::{
    ObjectFrame, object_acceleration, object_frame, object_quat, object_velocity,
};

/// The frame that a sensor measures.
pub(super) fn own(v: &SensorIn<'_>, sensor: usize) -> Option<ObjectFrame> {
    let (kind, id) = v.object(sensor)?;
    object_frame(v.m, v.pose, kind, id)
}

/// The frame that a sensor measures against; none for the world.
fn reference(v: &SensorIn<'_>, sensor: usize) -> Option<ObjectFrame> {
    let (kind, id) = v.reference(sensor)?;
    object_frame(v.m, v.pose, kind, id)
}

/// Writes a vector.
pub(super) fn write(out: &mut [f64], value: Vec3) {
    for (x, y) in out.iter_mut().zip(value.0) {
        *x = y;
    }
}

pub(super) fn position(v: &SensorIn<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    if let Some(frame) = own(v, s) {
        let local = |base: ObjectFrame| base.mat.tr_mul_vec(frame.pos - base.pos);
        write(out, reference(v, s).map_or(frame.pos, local));
    }
}

pub(super) fn axis<const AXIS: usize>(
    v: &SensorIn<'_>,
    s: usize,
    _: &mut SensorScratch,
    out: &mut [f64],
) {
    if let Some(frame) = own(v, s) {
        let axis = frame.mat.col(AXIS);
        let local = |base: ObjectFrame| base.mat.tr_mul_vec(axis);
        write(out, reference(v, s).map_or(axis, local));
    }
}

pub(super) fn orientation(v: &SensorIn<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    let quat = |(kind, id)| object_quat(v.m, v.pose, kind, id);
    let Some(own) = v.object(s).and_then(quat) else {
        return;
    };
    let base = v.reference(s).and_then(quat);
    let relative = base.map_or(own, |base| base.conj().mul(own));
    for (x, y) in out.iter_mut().zip(relative.0) {
        *x = y;
    }
}

/// Velocity relative to the reference frame, which may turn, along its axes.
fn velocity(v: &SensorIn<'_>, sensor: usize) -> Motion {
    let Some(frame) = own(v, sensor) else {
        return Motion::ZERO;
    };
    let own = object_velocity(v.m, v.pose, v.vel, &frame, false);
    let Some(base) = reference(v, sensor) else {
        return own;
    };
    let carrier = object_velocity(v.m, v.pose, v.vel, &base, false);
    let turning = (frame.pos - base.pos).cross(carrier.angular());
    let relative = own - carrier + Motion::from_parts(Vec3::ZERO, turning);
    relative.in_frame(&base.mat)
}

pub(super) fn linear_velocity(v: &SensorIn<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    write(out, velocity(v, s).linear());
}

pub(super) fn angular_velocity(v: &SensorIn<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    write(out, velocity(v, s).angular());
}

/// Acceleration in the world.
fn acceleration(v: &SensorIn<'_>, sensor: usize) -> Motion {
    own(v, sensor).map_or(Motion::ZERO, |frame| {
        object_acceleration(v.m, v.pose, v.vel, v.acc, &frame, false)
    })
}

pub(super) fn linear_acceleration(
    v: &SensorIn<'_>,
    s: usize,
    _: &mut SensorScratch,
    out: &mut [f64],
) {
    write(out, acceleration(v, s).linear());
}

pub(super) fn angular_acceleration(
    v: &SensorIn<'_>,
    s: usize,
    _: &mut SensorScratch,
    out: &mut [f64],
) {
    write(out, acceleration(v, s).angular());
}
