//! Gravity compensation: a share of each body's weight, carried at its centre of mass.

use ligament_math::{Force, Vec3};
use ligament_model::Model;
use ligament_model::enums::DisableFlags;

use crate::awake::Awake;
use crate::data::Pose;
use crate::jacobian;

/// True if the model has gravity, and bodies that are compensated for it.
pub fn active(m: &Model) -> bool {
    m.size.ngravcomp > 0 && !m.opt.disables(DisableFlags::GRAVITY) && m.opt.gravity != Vec3::ZERO
}

/// Adds the compensating forces to `out`, which is zero; false if there are none. `wrench` is working memory.
pub fn gravcomp(
    m: &Model,
    awake: Awake<'_>,
    pose: &Pose,
    wrench: &mut [Force],
    out: &mut [f64],
) -> bool {
    if !active(m) {
        return false;
    }
    let mut any = false;
    for &body in awake.bodies {
        let body = body as usize;
        let share = m.body.gravcomp[body];
        any |= share != 0.0 && body > 0;
        let lift = m.opt.gravity * -(m.body.mass[body] * share);
        wrench[body] = jacobian::wrench_at(m, pose, body, pose.xipos[body], lift, Vec3::ZERO);
    }
    if any {
        jacobian::project_wrenches(m, awake, pose, wrench, out);
    }
    any
}
