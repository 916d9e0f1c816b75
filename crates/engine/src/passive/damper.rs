//! Dampers of degrees of freedom and tendons, with what actuators add to them.

use ligament_model::Model;

use super::damping;
use super::spring::add_along;
use crate::awake::Awake;
use crate::data::{Path, State, Velocity};

/// Writes the damping forces of degrees of freedom to `out`.
pub fn dofs(m: &Model, awake: Awake<'_>, state: &State, out: &mut [f64]) {
    for &i in awake.dofs {
        let i = i as usize;
        let damping = damping::of_dof(m, i);
        if !damping.is_zero() {
            let v = state.qvel[i];
            out[i] = -v * damping.coefficient(v);
        }
    }
}

/// Adds the damping forces of tendons to `out`.
pub fn tendons(m: &Model, awake: Awake<'_>, path: &Path, vel: &Velocity, out: &mut [f64]) {
    for i in 0..m.size.ntendon {
        let damping = damping::of_tendon(m, i);
        if !damping.is_zero() && awake.tendon(m, i) {
            let v = vel.ten_velocity[i];
            add_along(m, path, i, -v * damping.coefficient(v), out);
        }
    }
}
