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

use super::chain::{Fork, difference};
use super::rows::{Draft, Row};
use super::{RowKind, Sources, equality};
use crate::data::{Efc, Pose};

/// Pushes the row of a distance constraint.
pub(super) fn push(m: &Model, sources: &Sources<'_>, eq: usize, efc: &mut Efc) {
    let anchors = equality::anchors(m, sources.pose, eq);
    let (direction, length) = line(m, sources.pose, eq);
    let fork = Fork::new(m, anchors.map(|a| a.body));
    let draft = Draft::new(efc);
    fork.append(true, &mut efc.efc_cols);
    let values = draft.values(efc, 1);
    difference(m, sources.pose, &fork, anchors, |j, p, _| {
        values[j] = direction.dot(p);
    });
    let [distance, weight, ..] = m.eq.data[eq];
    let rows = [Row {
        pos: length - distance,
        diag: weight,
        ..Row::default()
    }];
    draft.commit(efc, sources.sparse, RowKind::Equality, eq, &rows);
}

/// The direction from the second centre to the first, and their distance.
pub(crate) fn line(m: &Model, pose: &Pose, eq: usize) -> (Vec3, f64) {
    let [a, b] = equality::anchors(m, pose, eq);
    (a.at - b.at).normalize_or_x()
}

/// Writes the gradient of the distance into a row over all degrees of freedom, which is zero before.
pub(crate) fn gradient(m: &Model, pose: &Pose, eq: usize, row: &mut [f64]) {
    let anchors = equality::anchors(m, pose, eq);
    let (direction, _) = line(m, pose, eq);
    let fork = Fork::new(m, anchors.map(|a| a.body));
    let mut dofs = Vec::new();
    fork.append(true, &mut dofs);
    difference(m, pose, &fork, anchors, |j, p, _| {
        row[dofs[j] as usize] = direction.dot(p);
    });
}
