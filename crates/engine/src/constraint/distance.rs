//! Distance: the centres of two geoms keep a distance. One row, |p₁ - p₂| - d = 0, whose gradient is the difference of the
//! points' Jacobians along the line between them.
//!
//! It acts as an equality on a tendon between the two centres: no accelerations from velocities are subtracted, and the
//! inverse inertia of the row is that of the reference configuration. Where the centres coincide the line is the x axis of
//! the world.
//!
//! `eq_data` holds the distance, the inverse inertia in `qpos0`, and last whether the distance is that of `qpos0`.

use ligament_math::Vec3;
use ligament_model::Model;
use ligament_model::enums::ObjectType;

use super::chain::{Anchor, Fork, difference};
use super::equality::{EqualityKind, PointsKind, Ties};
use super::rows::{Draft, Row};
use super::{AUTOMATIC, RowKind, RowsIn, WEIGHT};
use crate::data::{Efc, Pose};

pub(super) const KIND: EqualityKind = EqualityKind {
    points: Some(PointsKind {
        anchors,
        velocity_term: None,
        wrench,
        turns: None,
    }),
    settle: Some(settle),
    gradient: Some(gradient),
    ..EqualityKind::new(Ties::Objects(ObjectType::Geom), push)
};

/// The centres of the geoms.
fn anchors(m: &Model, pose: &Pose, eq: usize) -> [Anchor; 2] {
    [m.eq.obj1id[eq], m.eq.obj2id[eq]].map(|id| {
        let geom = id.max(0) as usize;
        Anchor {
            body: m.geom.bodyid[geom].index(),
            at: pose.geom_xpos[geom],
        }
    })
}

/// The distance in `qpos0`, where it is not given.
fn settle(m: &mut Model, pose: &Pose, eq: usize) {
    let (_, length) = line(m, pose, eq);
    let data = &mut m.eq.data[eq];
    if data[0] < 0.0 {
        data[AUTOMATIC] = 1.0;
    }
    if data[AUTOMATIC] != 0.0 {
        data[0] = length;
    }
}

/// The row is a force along the line.
fn wrench(m: &Model, pose: &Pose, eq: usize, rows: &[f64]) -> Option<(Vec3, Vec3)> {
    let (direction, _) = line(m, pose, eq);
    Some((direction.scaled(*rows.first()?), Vec3::ZERO))
}

fn push(m: &Model, sources: &RowsIn<'_>, eq: usize, efc: &mut Efc) {
    let anchors = anchors(m, sources.pose, eq);
    let (direction, length) = line(m, sources.pose, eq);
    let fork = Fork::new(m, anchors.map(|a| a.body));
    let draft = Draft::new(efc);
    fork.append(true, &mut efc.efc_cols);
    let values = draft.values(efc, 1);
    difference(m, sources.pose, &fork, anchors, |j, p, _| {
        values[j] = direction.dot(p);
    });
    let data = &m.eq.data[eq];
    let rows = [Row {
        pos: length - data[0],
        diag: data[WEIGHT],
        ..Row::default()
    }];
    draft.commit(efc, sources.sparse, RowKind::Equality, eq, &rows);
}

/// The direction from the second centre to the first, and their distance.
fn line(m: &Model, pose: &Pose, eq: usize) -> (Vec3, f64) {
    let [a, b] = anchors(m, pose, eq);
    (a.at - b.at).normalize_or_x()
}

/// Writes the gradient of the distance into a row over all degrees of freedom, which is zero before.
fn gradient(m: &Model, pose: &Pose, eq: usize, row: &mut [f64]) {
    let anchors = anchors(m, pose, eq);
    let (direction, _) = line(m, pose, eq);
    let fork = Fork::new(m, anchors.map(|a| a.body));
    let mut dofs = Vec::new();
    fork.append(true, &mut dofs);
    difference(m, pose, &fork, anchors, |j, p, _| {
        row[dofs[j] as usize] = direction.dot(p);
    });
}
