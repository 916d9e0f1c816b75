//! Connect: two points coincide. Three rows, p₁ - p₂ = 0 in world axes.

use ligament_math::{Motion, Vec3};
use ligament_model::Model;
use ligament_model::enums::JointType;

use super::chain::{Anchor, Fork, difference};
use super::rows::{Draft, Row};
use super::{RowKind, Sources, equality};
use crate::data::{Efc, Pose, State, Velocity};
use crate::jacobian;

/// Pushes the rows of a connect constraint.
pub(super) fn push(m: &Model, sources: &Sources<'_>, eq: usize, efc: &mut Efc) {
    let anchors = equality::anchors(m, sources.pose, eq);
    let bodies = anchors.map(|a| a.body);
    let fork = Fork::new(m, bodies);
    let draft = Draft::new(efc);
    fork.append(true, &mut efc.efc_cols);
    let cols = draft.cols(efc);
    let values = draft.values(efc, 3);
    difference(m, sources.pose, &fork, anchors, |j, p, _| {
        for k in 0..3 {
            values[k * cols + j] = p.0[k];
        }
    });
    let diag = m.body.invweight0[bodies[0]][0] + m.body.invweight0[bodies[1]][0];
    let error = anchors[0].at - anchors[1].at;
    let rows = error.0.map(|pos| Row {
        pos,
        diag,
        ..Row::default()
    });
    draft.commit(efc, sources.sparse, RowKind::Equality, eq, &rows);
}

/// The acceleration that velocities alone give to a body: J̇ v of its frame, com-based.
///
/// The axes of quaternion joints turn with their body, other axes as `cdof_dot` says.
pub(super) fn bias(m: &Model, state: &State, pose: &Pose, vel: &Velocity, body: usize) -> Motion {
    let mut sum = Motion::ZERO;
    for dof in m.dof_chain(body) {
        let joint = m.dof.jntid[dof].index();
        let kind = m.jnt.kind[joint];
        let turning = kind.is(JointType::Ball)
            || (kind.is(JointType::Free) && dof as i32 >= m.jnt.dofadr[joint] + 3);
        let rate = if turning {
            vel.cvel[m.dof.bodyid[dof].index()].cross_motion(pose.cdof[dof])
        } else {
            vel.cdof_dot[dof]
        };
        sum = sum.add_scaled(rate, state.qvel[dof]);
    }
    sum
}

/// J̇ v of a point: with the body's bias (α, a), angular velocity ω and the point's velocity u, it is
/// a + α × r + ω × u.
pub(super) fn point_bias(
    m: &Model,
    pose: &Pose,
    vel: &Velocity,
    anchor: Anchor,
    bias: Motion,
) -> Vec3 {
    let offset = jacobian::offset(m, pose, anchor.body, anchor.at);
    let motion = vel.cvel[anchor.body];
    let velocity = motion.linear() + motion.angular().cross(offset);
    bias.linear() + bias.angular().cross(offset) + motion.angular().cross(velocity)
}
