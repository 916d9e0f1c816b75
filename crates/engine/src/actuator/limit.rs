//! Limits of actuator forces.

use ligament_math::Vec3;
use ligament_model::Model;

use super::{clip, gain};
use crate::stage::transmission::{ActsOn, acts_on};

/// Scales the forces of the actuators of a tendon together, so that their sum is within the limits of the tendon.
pub(super) fn tendon_forces(m: &Model, total: &mut [f64], force: &mut [f64]) {
    if !m.tendon.actfrclimited.iter().any(|limited| limited.get()) {
        return;
    }
    let limited = |i: usize| match acts_on(m, i) {
        ActsOn::Tendon(tendon) => (m.tendon.actfrclimited.get(tendon)?.get()).then_some(tendon),
        _ => None,
    };
    total.fill(0.0);
    for i in 0..m.size.nactuator {
        if let Some(tendon) = limited(i) {
            total[tendon] += force[m.actuator.outadr[i] as usize];
        }
    }
    for i in 0..m.size.nactuator {
        let Some(tendon) = limited(i) else {
            continue;
        };
        let (sum, [low, high]) = (total[tendon], m.tendon.actfrcrange[tendon]);
        if sum != 0.0 && (sum < low || sum > high) {
            let end = if sum < low { low } else { high };
            force[m.actuator.outadr[i] as usize] *= end / sum;
        }
    }
}

/// Holds forces within the limits of their actuators; the torque of an orientation servo keeps its direction.
pub(super) fn actuator_forces(m: &Model, force: &mut [f64]) {
    for i in 0..m.size.nactuator {
        if !m.actuator.forcelimited[i].get() {
            continue;
        }
        let range = m.actuator.forcerange[i];
        let outputs = &mut force[m.actuator_outputs(i)];
        if gain::orients(m, i) {
            if let [x, y, z] = *outputs {
                let norm = Vec3([x, y, z]).norm();
                if norm > range[1] {
                    outputs.iter_mut().for_each(|f| *f *= range[1] / norm);
                }
            }
        } else {
            outputs.iter_mut().for_each(|f| *f = clip(*f, range));
        }
    }
}
