//! Contacts: rows in the contact frame, second geom minus first.
//!
//! The base rows of a contact are the relative velocities along the normal n and the tangents t₁, t₂, and the relative
//! spin and rolls. Without friction there is one row, n. An elliptic cone has the base rows themselves. A pyramid has the
//! two rows n ± μₖ bₖ for every other base row bₖ.

use ligament_math::Motion;
use ligament_model::Model;
use ligament_model::enums::Cone;

use super::chain::{ChainRun, Chains, MergedChains};
use super::rows::Draft;
use super::{RowKind, RowsIn};
use crate::carrier::Carriers;
use crate::data::{Contact, Efc, Pose};
use crate::jacobian;

/// Why a contact makes no force: nothing that it touches can move.
const NOTHING_MOVES: i32 = 3;

/// True if friction cones are pyramids.
pub(super) fn is_pyramidal(m: &Model) -> bool {
    m.opt.cone.is(Cone::Pyramidal)
}

/// Pushes the rows of all contacts that make forces; false if there was no memory for all of them.
pub(super) fn push(
    m: &Model,
    sources: &RowsIn<'_>,
    contacts: &mut [Contact],
    efc: &mut Efc,
    merged: &mut MergedChains,
) -> bool {
    let pyramid = is_pyramidal(m);
    let mut complete = true;
    for (id, contact) in contacts.iter_mut().enumerate() {
        if contact.exclude != 0 {
            continue;
        }
        if !sources
            .budget
            .has_room(efc.efc_type.len(), efc.efc_J.len(), efc.blocks.len())
        {
            contact.efc_address = -1;
            complete = false;
            continue;
        }
        let Some(carriers) = Carriers::of_contact(m, contact) else {
            continue;
        };
        let chains = Chains::new(m, &carriers, merged);
        let draft = Draft::new(efc);
        chains.append(&mut efc.efc_cols);
        if draft.cols(efc) == 0 {
            let mut trees = carriers.list().iter().map(|c| m.body.treeid[c.body].0);
            if sources.sparse || trees.all(|tree| tree < 0) {
                contact.exclude = NOTHING_MOVES;
                contact.efc_address = -1;
                continue;
            }
        }
        contact.efc_address = efc.efc_type.len() as i32;
        let (kind, rows) = layout(contact.dim, pyramid);
        let values = draft.values(efc, rows);
        chains.each_run(m, |run| fill(m, sources.pose, contact, run, kind, values));
        let (mut linear, mut angular) = (0.0, 0.0);
        for carrier in carriers.list() {
            let [translation, rotation] = m.body.invweight0[carrier.body];
            linear += carrier.weight.abs() * translation;
            angular += carrier.weight.abs() * rotation;
        }
        push_diagonal(contact, kind, rows, [linear, angular], &mut efc.efc_diagA);
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
    complete
}

/// Appends estimates of the inverse inertia that the rows see, from those of the bodies.
fn push_diagonal(
    contact: &Contact,
    kind: RowKind,
    rows: usize,
    [linear, angular]: [f64; 2],
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

/// Writes the columns of a run into the rows of a contact.
#[inline]
fn fill(
    m: &Model,
    pose: &Pose,
    contact: &Contact,
    run: ChainRun<'_>,
    kind: RowKind,
    values: &mut [f64],
) {
    let offset = jacobian::offset(m, pose, run.body, contact.pos);
    let mut frame = contact.frame;
    for x in &mut frame {
        *x *= run.weight;
    }
    let columns = Columns {
        cdof: &pose.cdof,
        dofs: run.dofs,
        start: run.start,
        offset: offset.0,
        frame,
        friction: &contact.friction,
    };
    match (contact.dim, kind) {
        (_, RowKind::ContactFrictionless) => columns.fill::<1, 1>(values),
        (3, RowKind::ContactPyramidal) => columns.fill::<3, 4>(values),
        (4, RowKind::ContactPyramidal) => columns.fill::<4, 6>(values),
        (_, RowKind::ContactPyramidal) => columns.fill::<6, 10>(values),
        (3, _) => columns.fill::<3, 3>(values),
        (4, _) => columns.fill::<4, 4>(values),
        _ => columns.fill::<6, 6>(values),
    }
}

/// Columns of a contact that share a weight and a reference point of motions.
struct Columns<'a> {
    cdof: &'a [Motion],
    dofs: &'a [i32],
    /// The first of the columns.
    start: usize,
    /// From the reference point of motions to the contact.
    offset: [f64; 3],
    /// Axes of the contact, scaled by the weight.
    frame: [f64; 9],
    friction: &'a [f64; 5],
}

impl Columns<'_> {
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

#[cfg(test)]
mod tests {
    use ligament_math::Vec3;
    use ligament_model::Sizes;
    use ligament_model::id::{BodyId, DofId, TreeId};

    use super::*;
    use crate::carrier::Carrier;
    use crate::data::Data;

    /// Parents of the bodies of two trees; each body but the world has one degree of freedom, of the same number less one.
    const PARENTS: [usize; 9] = [0, 0, 1, 2, 1, 4, 0, 6, 6];

    /// Degrees of freedom from the root to a body.
    fn chain(body: usize) -> Vec<i32> {
        let mut chain = Vec::new();
        let mut at = body;
        while at > 0 {
            chain.insert(0, at as i32 - 1);
            at = PARENTS[at];
        }
        chain
    }

    /// Two trees with arbitrary axes of motion.
    fn trees() -> (Model, Data) {
        let nv = PARENTS.len() - 1;
        let below =
            |dof: usize| (dof + 1..nv).filter(move |&d| chain(d + 1).contains(&(dof as i32)));
        let rows: Vec<(Vec<i32>, usize)> = (0..nv)
            .map(|dof| {
                let mut row = chain(dof + 1);
                let diagonal = row.len() - 1;
                row.extend(below(dof).map(|d| d as i32));
                (row, diagonal)
            })
            .collect();
        let mut m = Model::new(Sizes {
            nbody: PARENTS.len(),
            nv,
            ntree: 2,
            nD: rows.iter().map(|(row, _)| row.len()).sum(),
            ..Sizes::default()
        });
        let mut entries = 0;
        for (dof, (row, diagonal)) in rows.iter().enumerate() {
            m.sparse.D_rowadr[dof] = entries as i32;
            m.sparse.D_rownnz[dof] = row.len() as i32;
            m.sparse.D_diag[dof] = *diagonal as i32;
            m.sparse.D_colind[entries..entries + row.len()].copy_from_slice(row);
            entries += row.len();
            let body = dof + 1;
            m.dof.bodyid[dof] = BodyId(body as i32);
            m.dof.parentid[dof] = DofId(PARENTS[body] as i32 - 1);
            m.dof.treeid[dof] = TreeId(i32::from(body >= 6));
        }
        for body in 0..PARENTS.len() {
            m.body.parentid[body] = BodyId(PARENTS[body] as i32);
            m.body.weldid[body] = BodyId(body as i32);
            m.body.rootid[body] = BodyId(chain(body).first().map_or(0, |dof| dof + 1));
            m.body.treeid[body] = TreeId(if body == 0 { -1 } else { i32::from(body >= 6) });
            m.body.dofadr[body] = body as i32 - 1;
            m.body.dofnum[body] = i32::from(body > 0);
            m.body.mocapid[body] = -1;
        }
        let mut d = Data::new(&m);
        let mut number = 0.3;
        let mut next = || {
            number = (number * 7.7 + 0.31) % 1.9;
            number - 0.95
        };
        for axis in &mut d.pose.cdof {
            axis.0 = std::array::from_fn(|_| next());
        }
        for com in &mut d.pose.subtree_com {
            com.0 = std::array::from_fn(|_| next());
        }
        (m, d)
    }

    fn contact() -> Contact {
        let turn = ligament_math::Quat([0.5, 0.1, -0.7, 0.2]).normalized();
        Contact {
            pos: Vec3([0.3, -0.4, 1.1]),
            frame: turn.to_mat3().0,
            dim: 6,
            ..Contact::default()
        }
    }

    /// The base rows of a contact over all degrees of freedom.
    fn rows(m: &Model, d: &Data, carriers: &Carriers) -> Vec<[f64; 6]> {
        let mut merged = MergedChains::default();
        let chains = Chains::new(m, carriers, &mut merged);
        let mut cols = Vec::new();
        chains.append(&mut cols);
        assert!(cols.is_sorted());
        let mut values = vec![0.0; 6 * cols.len()];
        let contact = contact();
        chains.each_run(m, |run| {
            fill(
                m,
                &d.pose,
                &contact,
                run,
                RowKind::ContactElliptic,
                &mut values,
            );
        });
        let mut out = vec![[0.0; 6]; m.size.nv];
        for (j, &dof) in cols.iter().enumerate() {
            out[dof as usize] = std::array::from_fn(|k| values[k * cols.len() + j]);
        }
        out
    }

    /// Σ wᵢ of the Jacobians of the bodies at the contact, in its frame.
    fn expected(m: &Model, d: &Data, carriers: &[Carrier]) -> Vec<[f64; 6]> {
        let contact = contact();
        let frame = ligament_math::Mat3(contact.frame);
        let mut out = vec![[0.0; 6]; m.size.nv];
        for carrier in carriers {
            let (mut linear, mut angular) =
                (vec![Vec3::ZERO; m.size.nv], vec![Vec3::ZERO; m.size.nv]);
            jacobian::point(
                m,
                &d.pose,
                carrier.body,
                contact.pos,
                &mut linear,
                &mut angular,
            );
            for (dof, sum) in out.iter_mut().enumerate() {
                let (p, w) = (frame.mul_vec(linear[dof]), frame.mul_vec(angular[dof]));
                for k in 0..3 {
                    sum[k] += carrier.weight * p[k];
                    sum[k + 3] += carrier.weight * w[k];
                }
            }
        }
        out
    }

    #[test]
    fn a_point_on_several_bodies_moves_as_their_weighted_mean() {
        let (m, d) = trees();
        let carrier = |body: usize, weight: f64| Carrier { body, weight };
        for list in [
            // three bodies on each side, across and within trees
            vec![
                carrier(3, -0.5),
                carrier(5, -0.3),
                carrier(7, -0.2),
                carrier(2, 0.25),
                carrier(8, 0.25),
                carrier(4, 0.5),
            ],
            vec![
                carrier(3, -1.0),
                carrier(1, 0.5),
                carrier(5, 0.25),
                carrier(0, 0.25),
            ],
            vec![carrier(0, -1.0), carrier(8, 0.75), carrier(7, 0.25)],
        ] {
            let carriers = Carriers::several(&list).unwrap();
            let (got, expected) = (rows(&m, &d, &carriers), expected(&m, &d, &list));
            for (got, expected) in got.iter().flatten().zip(expected.iter().flatten()) {
                assert!((got - expected).abs() < 1e-14, "{got} {expected}");
            }
        }
    }

    #[test]
    fn two_bodies_are_a_special_case() {
        let (m, d) = trees();
        for bodies in [[3, 5], [5, 3], [1, 3], [0, 8], [7, 2], [4, 4]] {
            let pair = Carriers::pair(bodies);
            let several = Carriers::several(pair.list()).unwrap();
            assert_eq!(rows(&m, &d, &pair), rows(&m, &d, &several));
        }
    }

    #[test]
    fn there_is_room_for_so_many_bodies() {
        assert!(Carriers::several(&[Carrier::default(); 8]).is_some());
        assert!(Carriers::several(&[Carrier::default(); 9]).is_none());
    }
}
