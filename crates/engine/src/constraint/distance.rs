//! Distance: the centres of two geoms keep a distance. One row, |p₁ - p₂| - d = 0.

use ligament_model::Model;

use super::chain::{Anchor, Fork, difference};
use super::rows::{Draft, Row};
use super::{RowKind, Sources};
use crate::data::Efc;

/// Pushes the row of a distance constraint.
pub(super) fn push(m: &Model, sources: &Sources<'_>, eq: usize, efc: &mut Efc) {
    let geoms = [m.eq.obj1id[eq], m.eq.obj2id[eq]].map(|id| id.max(0) as usize);
    let anchors = geoms.map(|geom| Anchor {
        body: m.geom.bodyid[geom].index(),
        at: sources.pose.geom_xpos[geom],
    });
    let (direction, length) = (anchors[0].at - anchors[1].at).normalize_or_x();
    let bodies = anchors.map(|a| a.body);
    let fork = Fork::new(m, bodies);
    let draft = Draft::new(efc);
    fork.append(true, &mut efc.efc_cols);
    let values = draft.values(efc, 1);
    difference(m, sources.pose, &fork, anchors, |j, p, _| {
        values[j] = direction.dot(p);
    });
    let rows = [Row {
        pos: length - m.eq.data[eq][0],
        diag: m.body.invweight0[bodies[0]][0] + m.body.invweight0[bodies[1]][0],
        ..Row::default()
    }];
    draft.commit(efc, sources.sparse, RowKind::Equality, eq, &rows);
}
