//! Dampers of degrees of freedom and tendons, with what actuators add to them.

use ligament_model::Model;

use super::poly::Poly;
use super::spring::add_along;
use crate::data::{Awake, Path, State, Velocity};
use crate::stage::inertia::{Target, actuators_of};

/// Damping of a degree of freedom, with that of the actuators of its joint.
#[inline]
pub fn dof_damping(m: &Model, dof: usize) -> Poly {
    let joint = m.dof.jntid[dof].index();
    let mut damping = Poly {
        linear: m.dof.damping[dof],
        higher: m.dof.dampingpoly[dof],
    };
    if m.jnt.actuatorid[joint].0 != -1 {
        add_actuators(m, Target::Joint(joint), &mut damping);
    }
    damping
}

/// Damping of a tendon, with that of its actuators.
#[inline]
pub fn tendon_damping(m: &Model, tendon: usize) -> Poly {
    let mut damping = Poly {
        linear: m.tendon.damping[tendon],
        higher: m.tendon.dampingpoly[tendon],
    };
    if m.tendon.actuatorid[tendon].0 != -1 {
        add_actuators(m, Target::Tendon(tendon), &mut damping);
    }
    damping
}

/// Adds the damping of the actuators of a target, scaled by the square of the gear ratio.
fn add_actuators(m: &Model, target: Target, damping: &mut Poly) {
    for (actuator, ratio) in actuators_of(m, target) {
        let own = Poly {
            linear: m.actuator.damping[actuator],
            higher: m.actuator.dampingpoly[actuator],
        };
        damping.add_scaled(&own, ratio);
    }
}

/// Writes the damping forces of degrees of freedom to `out`.
pub fn dofs(m: &Model, awake: Awake<'_>, state: &State, out: &mut [f64]) {
    for &i in awake.dofs {
        let i = i as usize;
        let damping = dof_damping(m, i);
        if !damping.is_zero() {
            out[i] = damping.damping_force(state.qvel[i]);
        }
    }
}

/// Adds the damping forces of tendons to `out`.
pub fn tendons(m: &Model, awake: Awake<'_>, path: &Path, vel: &Velocity, out: &mut [f64]) {
    for i in 0..m.size.ntendon {
        let damping = tendon_damping(m, i);
        if !damping.is_zero() && awake.tendon(m, i) {
            let force = damping.damping_force(vel.ten_velocity[i]);
            add_along(m, path, i, force, out);
        }
    }
}
