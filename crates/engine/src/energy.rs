//! Potential and kinetic energy.

use ligament_model::Model;
use ligament_model::enums::DisableFlags;

use crate::data::{Inertia, Path, Pose, State};
use crate::passive::spring;

/// Potential energy of gravity and springs.
///
/// Reads `xipos`, `qpos`, `ten_length`, `plastic`.
pub fn potential_energy(m: &Model, state: &State, pose: &Pose, path: &Path) -> f64 {
    let mut energy = 0.0;
    if !m.opt.disables(DisableFlags::GRAVITY) {
        for (mass, at) in m.body.mass.iter().zip(&pose.xipos).skip(1) {
            energy -= mass * m.opt.gravity.dot(*at);
        }
    }
    if !m.opt.disables(DisableFlags::SPRING) {
        energy += spring::potential(m, state, path);
    }
    energy
}

/// Kinetic energy ½ vᵀ M v.
///
/// Reads `M`, `qvel`.
pub fn kinetic_energy(m: &Model, state: &State, inertia: &Inertia) -> f64 {
    let (pattern, v) = (m.inertia_pattern(), &state.qvel[..]);
    let mut twice = 0.0;
    for i in 0..m.size.nv {
        let row = &inertia.M[pattern.row_range(i)];
        let (Some((diagonal, row)), Some((_, columns))) =
            (row.split_last(), pattern.row_columns(i).split_last())
        else {
            continue;
        };
        let coupled: f64 = columns
            .iter()
            .zip(row)
            .map(|(&j, x)| x * v[j as usize])
            .sum();
        twice += v[i] * (diagonal * v[i] + 2.0 * coupled);
    }
    0.5 * twice
}
