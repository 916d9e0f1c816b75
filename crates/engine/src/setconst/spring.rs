//! Springs: stiffness and damping of joints from time constants, and rest lengths of tendons in `qpos_spring`.

use ligament_math::MINVAL;
use ligament_model::Model;

use crate::data::Data;
use crate::joint;

/// Stiffness and damping of joints given as time constant and damping ratio: with inertia m,
/// stiffness = m / (t z)² and damping = 2 m / t.
pub(super) fn spring_dampers(m: &mut Model, pairs: &[[f64; 2]]) {
    for (j, &[time, ratio]) in pairs.iter().enumerate().take(m.size.njnt) {
        if time <= 0.0 || ratio <= 0.0 {
            continue;
        }
        let dofs = joint::dofs(m, j);
        let weight: f64 = m.dof.invweight0[dofs.clone()].iter().sum();
        let inertia = dofs.len() as f64 / weight.max(MINVAL);
        m.jnt.stiffness[j] = inertia / (time * time * ratio * ratio).max(MINVAL);
        m.dof.damping[dofs].fill(2.0 * inertia / time.max(MINVAL));
    }
}

/// Rest lengths given as -1 become the lengths in `qpos_spring`. Changes the configuration of `data`.
pub(super) fn tendon_lengths(m: &mut Model, data: &mut Data) {
    data.state.qpos.copy_from_slice(&m.qpos.spring);
    super::kinematics(m, data);
    super::lengths(m, data);
    for (rest, &length) in m.tendon.lengthspring.iter_mut().zip(&data.path.ten_length) {
        if *rest == [-1.0; 2] {
            *rest = [length; 2];
        }
    }
}
