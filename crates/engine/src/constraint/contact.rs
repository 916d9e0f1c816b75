//! Contacts: rows in the contact frame, second geom minus first.
//!
//! The base rows of a contact are the relative velocities along the normal n and the tangents t₁, t₂, and the relative
//! spin and rolls. Without friction there is one row, n. An elliptic cone has the base rows themselves. A pyramid has the
//! two rows n ± μₖ bₖ for every other base row bₖ.

use ligament_math::{Mat3, Vec3};
use ligament_model::Model;
use ligament_model::enums::Cone;

use super::chain::Fork;
use super::rows::{Draft, Row};
use super::{RowKind, Sources};
use crate::data::{Contact, Efc, Pose};
use crate::jacobian;

/// Why a contact makes no force: nothing that it touches can move.
const NOTHING_MOVES: i32 = 3;

/// Most rows of a contact: a pyramid in six dimensions.
const MAX_ROWS: usize = 10;

/// True if friction cones are pyramids.
pub(super) fn is_pyramidal(m: &Model) -> bool {
    m.opt.cone.is(Cone::Pyramidal)
}

/// Pushes the rows of all contacts that make forces.
pub(super) fn push(m: &Model, sources: &Sources<'_>, contacts: &mut [Contact], efc: &mut Efc) {
    let pyramid = is_pyramidal(m);
    for (id, contact) in contacts.iter_mut().enumerate() {
        if contact.exclude != 0 {
            continue;
        }
        let Some(geoms) = contact.geoms() else {
            continue;
        };
        let bodies = geoms.map(|geom| m.geom.bodyid[geom].index());
        let fork = Fork::new(m, bodies);
        let draft = Draft::new(efc);
        fork.append(false, &mut efc.efc_cols);
        let fixed = bodies.iter().all(|&body| m.body.treeid[body].0 < 0);
        if draft.cols(efc) == 0 && (sources.sparse || fixed) {
            contact.exclude = NOTHING_MOVES;
            contact.efc_address = -1;
            continue;
        }
        contact.efc_address = efc.efc_type.len() as i32;
        push_one(
            m,
            sources.pose,
            contact,
            id,
            bodies,
            &fork,
            draft,
            pyramid,
            efc,
        );
    }
}

/// Pushes the rows of one contact.
#[allow(clippy::too_many_arguments, reason = "what a contact is made of")]
fn push_one(
    m: &Model,
    pose: &Pose,
    contact: &Contact,
    id: usize,
    bodies: [usize; 2],
    fork: &Fork<'_>,
    draft: Draft,
    pyramid: bool,
    efc: &mut Efc,
) {
    let (kind, rows) = layout(contact.dim, pyramid);
    let values = draft.values(efc, rows);
    let fill = match (contact.dim, pyramid) {
        (1, _) => fill::<1, 1>,
        (3, true) => fill::<3, 4>,
        (4, true) => fill::<4, 6>,
        (6, true) => fill::<6, 10>,
        (3, false) => fill::<3, 3>,
        (4, false) => fill::<4, 4>,
        _ => fill::<6, 6>,
    };
    fill(m, pose, contact, bodies, fork, values);
    let weight = |k: usize| m.body.invweight0[bodies[0]][k] + m.body.invweight0[bodies[1]][k];
    let (linear, angular) = (weight(0), weight(1));
    let mut list = [Row::default(); MAX_ROWS];
    for (r, row) in list[..rows].iter_mut().enumerate() {
        let place = match kind {
            RowKind::ContactPyramidal => {
                let k = r / 2;
                let mu = contact.friction[k];
                row.diag = linear + mu * mu * if k < 2 { linear } else { angular };
                true
            }
            _ => {
                row.diag = if r < 3 { linear } else { angular };
                r == 0
            }
        };
        // only rows along the normal have a distance
        if place {
            row.pos = contact.dist;
            row.margin = contact.includemargin;
        }
    }
    draft.push(efc, kind, id, &list[..rows]);
}

/// Kind and number of the rows of a contact.
fn layout(dim: i32, pyramid: bool) -> (RowKind, usize) {
    let dim = match dim {
        1 | 3 | 4 => dim as usize,
        _ => 6,
    };
    match (dim, pyramid) {
        (1, _) => (RowKind::ContactFrictionless, 1),
        (_, true) => (RowKind::ContactPyramidal, 2 * (dim - 1)),
        (_, false) => (RowKind::ContactElliptic, dim),
    }
}

/// Writes the rows of a contact: `DIM` base rows, `ROWS` rows in the end, more than one per base row in a pyramid.
fn fill<const DIM: usize, const ROWS: usize>(
    m: &Model,
    pose: &Pose,
    contact: &Contact,
    bodies: [usize; 2],
    fork: &Fork<'_>,
    values: &mut [f64],
) {
    let cols = values.len() / ROWS;
    if cols == 0 {
        return;
    }
    let frame = Mat3(contact.frame);
    let axes = [frame.row(0), frame.row(1), frame.row(2)];
    for side in 0..2 {
        let own = fork.own[side];
        let sign = if side == 0 { -1.0 } else { 1.0 };
        let offset = jacobian::offset(m, pose, bodies[side], contact.pos);
        let start = fork.start(side, false);
        let mut chunks = values.chunks_exact_mut(cols);
        let rows: [&mut [f64]; ROWS] = std::array::from_fn(|_| {
            let row = chunks.next().unwrap_or_default();
            row.get_mut(start..start + own.len()).unwrap_or_default()
        });
        let axes = axes.map(|axis| axis.scaled(sign));
        for (j, &dof) in own.iter().enumerate() {
            let motion = pose.cdof[dof as usize];
            let base = base_rows::<DIM>(&axes, motion.linear(), motion.angular(), offset);
            if ROWS > DIM {
                for k in 1..DIM {
                    let part = contact.friction[k - 1] * base[k];
                    rows[2 * k - 2][j] = base[0] + part;
                    rows[2 * k - 1][j] = base[0] - part;
                }
            } else {
                for k in 0..DIM {
                    rows[k][j] = base[k];
                }
            }
        }
    }
}

/// Components of the motion of a point in the contact frame: translations, then rotations.
#[inline(always)]
fn base_rows<const DIM: usize>(
    axes: &[Vec3; 3],
    linear: Vec3,
    angular: Vec3,
    offset: Vec3,
) -> [f64; DIM] {
    let velocity = linear + angular.cross(offset);
    std::array::from_fn(|k| {
        if k < 3 {
            axes[k].dot(velocity)
        } else {
            axes[k - 3].dot(angular)
        }
    })
}

/// Distributes regularization over the rows of a contact with friction, and sets the friction coefficient of the
/// regularized cone.
///
/// R₁ = R₀/impratio, μ = μ₁√(R₁/R₀). In a cone Rₖ μₖ² is the same for all k. In a pyramid all rows have 2 μ² R₀, which
/// gives the cone's impedance against friction.
pub(super) fn friction_regularization(
    contact: &mut Contact,
    kind: RowKind,
    impratio: f64,
    regularization: &mut [f64],
) {
    let [normal, tangent, rest @ ..] = regularization else {
        return;
    };
    *tangent = *normal / impratio;
    let friction = &contact.friction;
    contact.mu = friction[0] * (*tangent / *normal).sqrt();
    if kind == RowKind::ContactElliptic {
        for (r, mu) in rest.iter_mut().zip(&friction[1..]) {
            *r = *tangent * friction[0] * friction[0] / (mu * mu);
        }
    } else {
        let common = 2.0 * contact.mu * contact.mu * *normal;
        regularization.fill(common);
    }
}
