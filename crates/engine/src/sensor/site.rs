//! What is felt at a site, along its axes: velocity, acceleration, forces through the joint of its body, magnetic field,
//! and the contacts in its volume.

use ligament_geom::Pose as Frame;
use ligament_geom::ray::Ray;
use ligament_math::{Force, Motion, Vec3};

use super::frame::{own, write};
use super::{SensorIn, SensorScratch};
use crate::shape::primitive_hit;
use crate::support::{contact_bodies, contact_force, object_acceleration, object_velocity};

fn local_velocity(v: &SensorIn<'_>, sensor: usize) -> Motion {
    own(v, sensor).map_or(Motion::ZERO, |frame| {
        object_velocity(v.m, v.pose, v.vel, &frame, true)
    })
}

pub(super) fn velocity(v: &SensorIn<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    write(out, local_velocity(v, s).linear());
}

pub(super) fn spin(v: &SensorIn<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    write(out, local_velocity(v, s).angular());
}

pub(super) fn acceleration(v: &SensorIn<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    if let Some(frame) = own(v, s) {
        let acceleration = object_acceleration(v.m, v.pose, v.vel, v.acc, &frame, true);
        write(out, acceleration.linear());
    }
}

/// The force between the body of a site and its parent, at the site and along its axes.
fn joint_force(v: &SensorIn<'_>, sensor: usize) -> Force {
    own(v, sensor).map_or(Force::ZERO, |frame| {
        let com = v.pose.subtree_com[v.m.body.rootid[frame.body].index()];
        let force = v.acc.cfrc_int[frame.body];
        force.about(frame.pos - com).in_frame(&frame.mat)
    })
}

pub(super) fn force(v: &SensorIn<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    write(out, joint_force(v, s).force());
}

pub(super) fn torque(v: &SensorIn<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    write(out, joint_force(v, s).torque());
}

pub(super) fn magnetic_field(v: &SensorIn<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    if let Some(frame) = own(v, s) {
        write(out, frame.mat.tr_mul_vec(v.m.opt.magnetic));
    }
}

/// The sum of the normal forces of all contacts of the body whose line of force meets the volume of the site.
pub(super) fn touch(v: &SensorIn<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    let (Some(frame), site) = (own(v, s), v.id(s)) else {
        return;
    };
    let Some(kind) = v.m.site.kind[site].get() else {
        return;
    };
    let volume = Frame {
        pos: frame.pos,
        mat: frame.mat,
    };
    let mut total = 0.0;
    for contact in v.contacts.iter().filter(|c| c.efc_address >= 0) {
        let bodies = contact_bodies(v.m, contact);
        if !bodies.contains(&Some(frame.body)) {
            continue;
        }
        let normal = contact_force(v.m, contact, v.efc)[0];
        if normal <= 0.0 {
            continue;
        }
        let [x, y, z, ..] = contact.frame;
        let towards = if bodies[1] == Some(frame.body) {
            -1.0
        } else {
            1.0
        };
        let ray = Ray {
            origin: contact.pos,
            dir: Vec3([x, y, z]) * towards,
        };
        let local = ray.in_frame(&volume);
        if primitive_hit(kind, v.m.site.size[site], &local).is_some() {
            total += normal;
        }
    }
    out.fill(total);
}
