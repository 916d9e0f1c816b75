//! Damping of position-like actuators from a damping ratio.
//!
//! With position gain kp and reflected inertia m in `qpos0`, the inverse of the mean of J M⁻¹ Jᵀ over outputs, the ratio z stands for the damping
//! 2 z sqrt(kp m). A ratio is stored as a positive velocity bias, a damping as a negative one.

use ligament_math::MINVAL;
use ligament_model::Model;

use super::weights::output_weight;
use crate::actuator::gain;
use crate::data::Data;

/// Place of the velocity coefficient among the bias parameters.
const VELOCITY: usize = 2;

/// Replaces every damping ratio by the damping it stands for.
pub(super) fn damping_ratios(m: &mut Model, data: &Data) {
    for i in 0..m.size.nactuator {
        let (gains, bias) = (m.actuator.gainprm[i], m.actuator.biasprm[i]);
        let position_in_bias = gain::is_pid(m, i);
        let kp = if position_in_bias { -bias[1] } else { gains[0] };
        if kp != -bias[1] || bias[VELOCITY] <= 0.0 {
            continue;
        }
        let outputs = m.actuator_outputs(i);
        let count = outputs.len() as f64;
        let weight: f64 = outputs.map(|o| output_weight(m, data, o)).sum();
        let mass = count / weight.max(MINVAL);
        m.actuator.biasprm[i][VELOCITY] = -2.0 * bias[VELOCITY] * (kp * mass).sqrt();
    }
}
