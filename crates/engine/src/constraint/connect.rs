//! Connect: two points coincide. Three rows, p₁ - p₂ = 0 in world axes.

use ligament_math::{Motion, Vec3};
use ligament_model::Model;
use ligament_model::enums::ObjectType;

use super::chain::{Anchor, Fork, difference};
use super::equality::{EqualityKind, MotionIn, PointsKind, Ties, given_points, move_point, points};
use super::rows::{Draft, Row};
use super::{RowKind, RowsIn};
use crate::data::{Efc, Pose, Velocity};
use crate::{jacobian, joint};

pub(super) const KIND: EqualityKind = EqualityKind {
    joint_violation: true,
    points: Some(PointsKind {
        anchors,
        velocity_term: Some(velocity_term),
        wrench,
        turns: None,
    }),
    settle: Some(settle),
    ..EqualityKind::new(Ties::BodiesOrSites, push)
};

fn anchors(m: &Model, pose: &Pose, eq: usize) -> [Anchor; 2] {
    points(m, pose, eq, given_points(m, eq))
}

/// The second point, from the first one in `qpos0`; sites have their points themselves.
fn settle(m: &mut Model, pose: &Pose, eq: usize) {
    let [first, _] = given_points(m, eq);
    let ids = [m.eq.obj1id[eq], m.eq.obj2id[eq]].map(usize::try_from);
    let [Ok(body1), Ok(body2)] = ids else {
        return;
    };
    let sites = !m.eq.objtype[eq].is(ObjectType::Body);
    let data = &mut m.eq.data[eq];
    if sites {
        data.fill(0.0);
    } else {
        data[3..6].copy_from_slice(&move_point(pose, body1, body2, first).0);
    }
}

/// The rows are a force.
fn wrench(_: &Model, _: &Pose, _: usize, rows: &[f64]) -> Option<(Vec3, Vec3)> {
    Some((Vec3(*rows.first_chunk()?), Vec3::ZERO))
}

/// J̇ v of the first point less that of the second.
fn velocity_term(m: &Model, motion: MotionIn<'_>, eq: usize, out: &mut [f64; 6]) {
    let [a, b] = anchors(m, motion.pose, eq).map(|anchor| {
        let bias = bias(m, motion, anchor.body);
        point_bias(m, motion.pose, motion.vel, anchor, bias)
    });
    out[..3].copy_from_slice(&(a - b).0);
}

fn push(m: &Model, sources: &RowsIn<'_>, eq: usize, efc: &mut Efc) {
    let anchors = anchors(m, sources.pose, eq);
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
pub(super) fn bias(m: &Model, motion: MotionIn<'_>, body: usize) -> Motion {
    let MotionIn { state, pose, vel } = motion;
    let mut sum = Motion::ZERO;
    for dof in m.dof_chain(body) {
        let joint = m.dof.jntid[dof].index();
        let offset = dof - joint::dofs(m, joint).start;
        let rate = if joint::turns_with_body(joint::kind(m, joint), offset) {
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
