//! Contacts: rows in the contact frame, second geom minus first.
//!
//! The base rows of a contact are the relative velocities along the normal n and the tangents t₁, t₂, and the relative
//! spin and rolls. Without friction there is one row, n. An elliptic cone has the base rows themselves. A pyramid has the
//! two rows n ± μₖ bₖ for every other base row bₖ.

use ligament_math::Motion;
use ligament_model::Model;
use ligament_model::enums::Cone;

use super::chain::Fork;
use super::rows::Draft;
use super::{RowKind, Sources};
use crate::data::{Contact, Efc, Pose};
use crate::jacobian;

/// Why a contact makes no force: nothing that it touches can move.
const NOTHING_MOVES: i32 = 3;

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
        let Some([geom1, geom2]) = contact.geoms() else {
            continue;
        };
        let bodies = [m.geom.bodyid[geom1].index(), m.geom.bodyid[geom2].index()];
        let fork = Fork::new(m, bodies);
        let draft = Draft::new(efc);
        fork.append(false, &mut efc.efc_cols);
        if draft.cols(efc) == 0 {
            let fixed = m.body.treeid[bodies[0]].0 < 0 && m.body.treeid[bodies[1]].0 < 0;
            if sources.sparse || fixed {
                contact.exclude = NOTHING_MOVES;
                contact.efc_address = -1;
                continue;
            }
        }
        contact.efc_address = efc.efc_type.len() as i32;
        let (kind, rows) = layout(contact.dim, pyramid);
        let values = draft.values(efc, rows);
        fill(m, sources.pose, contact, bodies, &fork, kind, values);
        let (a, b) = (&m.body.invweight0[bodies[0]], &m.body.invweight0[bodies[1]]);
        push_diagonal(
            contact,
            kind,
            rows,
            a[0] + b[0],
            a[1] + b[1],
            &mut efc.efc_diagA,
        );
        draft.push_block(efc, kind, id, rows);
        let total = efc.efc_type.len();
        // only rows along the normal have a distance
        let normal = match kind {
            RowKind::ContactElliptic => 1,
            _ => rows,
        };
        efc.efc_pos.resize(total - rows + normal, contact.dist);
        efc.efc_pos.resize(total, 0.0);
        efc.efc_margin
            .resize(total - rows + normal, contact.includemargin);
        efc.efc_margin.resize(total, 0.0);
    }
}

/// Appends estimates of the inverse inertia that the rows see, from those of the bodies.
fn push_diagonal(
    contact: &Contact,
    kind: RowKind,
    rows: usize,
    linear: f64,
    angular: f64,
    out: &mut Vec<f64>,
) {
    if kind == RowKind::ContactPyramidal {
        for (k, mu) in contact.friction[..rows / 2].iter().enumerate() {
            let value = linear + mu * mu * if k < 2 { linear } else { angular };
            out.extend_from_slice(&[value, value]);
        }
    } else {
        for k in 0..rows {
            out.push(if k < 3 { linear } else { angular });
        }
    }
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

/// Writes the rows of a contact.
fn fill(
    m: &Model,
    pose: &Pose,
    contact: &Contact,
    bodies: [usize; 2],
    fork: &Fork<'_>,
    kind: RowKind,
    values: &mut [f64],
) {
    for side in 0..2 {
        let own = fork.own[side];
        if own.is_empty() {
            continue;
        }
        let offset = jacobian::offset(m, pose, bodies[side], contact.pos);
        let start = fork.start(side, false);
        let sign = if side == 0 { -1.0 } else { 1.0 };
        let mut frame = contact.frame;
        for x in &mut frame {
            *x *= sign;
        }
        let part = Part {
            cdof: &pose.cdof,
            dofs: own,
            start,
            offset: offset.0,
            frame,
            friction: &contact.friction,
        };
        match (contact.dim, kind) {
            (_, RowKind::ContactFrictionless) => part.fill::<1, 1>(values),
            (3, RowKind::ContactPyramidal) => part.fill::<3, 4>(values),
            (4, RowKind::ContactPyramidal) => part.fill::<4, 6>(values),
            (_, RowKind::ContactPyramidal) => part.fill::<6, 10>(values),
            (3, _) => part.fill::<3, 3>(values),
            (4, _) => part.fill::<4, 4>(values),
            _ => part.fill::<6, 6>(values),
        }
    }
}

/// The columns of a contact that belong to one of its bodies.
struct Part<'a> {
    cdof: &'a [Motion],
    dofs: &'a [i32],
    /// The first of the columns.
    start: usize,
    /// From the reference point of motions to the contact.
    offset: [f64; 3],
    /// Axes of the contact, with the sign of the body.
    frame: [f64; 9],
    friction: &'a [f64; 5],
}

impl Part<'_> {
    /// Writes the columns: `DIM` base rows, `ROWS` rows in the end, more than one per base row in a pyramid.
    fn fill<const DIM: usize, const ROWS: usize>(&self, values: &mut [f64]) {
        let cols = values.len() / ROWS;
        let f = &self.frame;
        let [x, y, z] = self.offset;
        for (j, &dof) in self.dofs.iter().enumerate() {
            let [wx, wy, wz, vx, vy, vz] = self.cdof[dof as usize].0;
            let px = vx + (wy * z - wz * y);
            let py = vy + (wz * x - wx * z);
            let pz = vz + (wx * y - wy * x);
            let mut base = [0.0; DIM];
            for k in 0..DIM {
                base[k] = if k < 3 {
                    f[3 * k] * px + f[3 * k + 1] * py + f[3 * k + 2] * pz
                } else {
                    f[3 * k - 9] * wx + f[3 * k - 8] * wy + f[3 * k - 7] * wz
                };
            }
            let mut at = self.start + j;
            if ROWS > DIM {
                for k in 1..DIM {
                    let part = self.friction[k - 1] * base[k];
                    values[at] = base[0] + part;
                    values[at + cols] = base[0] - part;
                    at += 2 * cols;
                }
            } else {
                for b in base {
                    values[at] = b;
                    at += cols;
                }
            }
        }
    }
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
