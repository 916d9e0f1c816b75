//! Weld: two frames coincide. Three rows of position, then three rows of orientation.
//!
//! With q₁ the orientation of the first frame and q₂ that of the second, the error of orientation is s·vec(q₂* q₁), s the
//! scale of torques. A rotation ω of the first against the second changes it at the rate s/2·vec(q₂* ω q₁).

use ligament_math::{Mat3, Quat, Vec3};
use ligament_model::Model;
use ligament_model::enums::ObjectType;

use super::chain::{Anchor, Fork, difference};
use super::connect::{bias, point_bias};
use super::equality::{EqualityKind, MotionIn, PointsKind, Ties, given_points, move_point, points};
use super::rows::{Draft, Row};
use super::{AUTOMATIC, RowKind, RowsIn};
use crate::data::{Efc, Pose};

pub(super) const KIND: EqualityKind = EqualityKind {
    joint_violation: true,
    points: Some(PointsKind {
        anchors,
        velocity_term: Some(velocity_term),
        wrench,
        turns: Some(turns),
    }),
    settle: Some(settle),
    ..EqualityKind::new(Ties::BodiesOrSites, push)
};

/// A weld lists the point of its second body first.
fn anchors(m: &Model, pose: &Pose, eq: usize) -> [Anchor; 2] {
    let [second, first] = given_points(m, eq);
    points(m, pose, eq, [first, second])
}

/// Relative pose of bodies: the pose in `qpos0` if it is automatic, or the given one with a unit quaternion.
fn settle(m: &mut Model, pose: &Pose, eq: usize) {
    let ids = [m.eq.obj1id[eq], m.eq.obj2id[eq]].map(usize::try_from);
    let ([Ok(body1), Ok(body2)], true) = (ids, m.eq.objtype[eq].is(ObjectType::Body)) else {
        return;
    };
    let [point, _] = given_points(m, eq);
    let data = &mut m.eq.data[eq];
    if data[6..10].iter().all(|&x| x == 0.0) {
        data[AUTOMATIC] = 1.0;
    }
    if data[AUTOMATIC] == 0.0 {
        let quat = Quat([data[6], data[7], data[8], data[9]]).normalized();
        data[6..10].copy_from_slice(&quat.0);
        return;
    }
    let anchor = move_point(pose, body2, body1, point);
    data[3..6].copy_from_slice(&anchor.0);
    let relative = pose.xquat[body1].conj().mul(pose.xquat[body2]);
    data[6..10].copy_from_slice(&relative.0);
}

/// Orientations of the two frames.
fn orientations(m: &Model, pose: &Pose, eq: usize) -> [Quat; 2] {
    let ids = [m.eq.obj1id[eq], m.eq.obj2id[eq]].map(|id| id.max(0) as usize);
    if m.eq.objtype[eq].is(ObjectType::Site) {
        ids.map(|site| pose.xquat[m.site.bodyid[site].index()].mul(m.site.quat[site]))
    } else {
        let [a, b] = ids.map(|body| pose.xquat[body]);
        let data = &m.eq.data[eq];
        [a.mul(Quat([data[6], data[7], data[8], data[9]])), b]
    }
}

fn turns(m: &Model, pose: &Pose, eq: usize) -> ([Quat; 2], f64) {
    (orientations(m, pose, eq), torque_scale(m, eq))
}

/// Scale of the torques of a weld.
fn torque_scale(m: &Model, eq: usize) -> f64 {
    m.eq.data[eq][10]
}

/// The matrix that takes a relative rotation to the rate of change of the orientation error.
fn error_rate(first: Quat, second: Quat, scale: f64) -> Mat3 {
    let inverse = second.conj();
    let column = |axis: Vec3| {
        inverse
            .mul_axis(axis)
            .mul(first)
            .vector()
            .scaled(0.5 * scale)
    };
    let [x, y, z] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|e| column(Vec3(e)));
    Mat3([
        x.0[0], y.0[0], z.0[0], x.0[1], y.0[1], z.0[1], x.0[2], y.0[2], z.0[2],
    ])
}

/// The rows of position are a force; those of orientation make a torque, taken to the world by the transposed rate.
fn wrench(m: &Model, pose: &Pose, eq: usize, rows: &[f64]) -> Option<(Vec3, Vec3)> {
    let &[x, y, z, a, b, c] = rows else {
        return None;
    };
    let [first, second] = orientations(m, pose, eq);
    let rate = error_rate(first, second, torque_scale(m, eq));
    Some((Vec3([x, y, z]), rate.tr_mul_vec(Vec3([a, b, c]))))
}

fn push(m: &Model, sources: &RowsIn<'_>, eq: usize, efc: &mut Efc) {
    let anchors = anchors(m, sources.pose, eq);
    let bodies = anchors.map(|a| a.body);
    let [first, second] = orientations(m, sources.pose, eq);
    let scale = torque_scale(m, eq);
    let rate = error_rate(first, second, scale);
    let fork = Fork::new(m, bodies);
    let draft = Draft::new(efc);
    fork.append(true, &mut efc.efc_cols);
    let cols = draft.cols(efc);
    let values = draft.values(efc, 6);
    difference(m, sources.pose, &fork, anchors, |j, p, w| {
        let turn = rate.mul_vec(w);
        for k in 0..3 {
            values[k * cols + j] = p.0[k];
            values[(k + 3) * cols + j] = turn.0[k];
        }
    });
    let weight = |k: usize| m.body.invweight0[bodies[0]][k] + m.body.invweight0[bodies[1]][k];
    let position = anchors[0].at - anchors[1].at;
    let orientation = second.conj().mul(first).vector().scaled(scale);
    let row = |pos: f64, diag: f64| Row {
        pos,
        diag,
        ..Row::default()
    };
    let ([x, y, z], [a, b, c]) = (position.0, orientation.0);
    let (linear, angular) = (weight(0), weight(1));
    let rows = [
        row(x, linear),
        row(y, linear),
        row(z, linear),
        row(a, angular),
        row(b, angular),
        row(c, angular),
    ];
    draft.commit(efc, sources.sparse, RowKind::Equality, eq, &rows);
}

/// J̇ v of the six rows of a weld.
///
/// The orientation part differentiates s/2·vec(q₂* ω q₁): the change of either orientation, and of ω.
fn velocity_term(m: &Model, motion: MotionIn<'_>, eq: usize, out: &mut [f64; 6]) {
    let MotionIn { pose, vel, .. } = motion;
    let anchors = anchors(m, pose, eq);
    let biases = anchors.map(|a| bias(m, motion, a.body));
    let linear = point_bias(m, pose, vel, anchors[0], biases[0])
        - point_bias(m, pose, vel, anchors[1], biases[1]);
    let [first, second] = orientations(m, pose, eq);
    let omega = anchors.map(|a| vel.cvel[a.body].angular());
    let relative = omega[0] - omega[1];
    let (first_rate, second_rate) = (first.derivative(omega[0]), second.derivative(omega[1]));
    let part = |inverse: Quat, axis: Vec3, q: Quat| inverse.mul_axis(axis).mul(q).vector();
    let sum = part(second_rate.conj(), relative, first)
        + part(
            second.conj(),
            biases[0].angular() - biases[1].angular(),
            first,
        )
        + part(second.conj(), relative, first_rate);
    out[..3].copy_from_slice(&linear.0);
    out[3..].copy_from_slice(&sum.scaled(0.5 * torque_scale(m, eq)).0);
}
