//! Constraint rows to first order: their residuals r = J a − aref, their forces, and what these do to the mechanism.
//!
//! With W = −∂f/∂r a row adds Jᵀ W J to the matrix of the step, and to the derivatives of forces Jᵀ(−W δr + κ f δp), where
//! δr is taken at fixed acceleration. Forces are homogeneous in the masses of rows, so that the impedance d enters through
//! κ = d′/(d (1 − d)) alone.

use ligament_engine::constraint::jacobian::{columns, values};
use ligament_engine::constraint::{HeldPoints, held_points, mul_jac_vec};
use ligament_engine::data::{Block, Data, RowKind};
use ligament_engine::derivative::spatial::SpatialMatrix;
use ligament_engine::joint::{self, Bounded};
use ligament_engine::solver::{Classes, constraint_update};
use ligament_math::{Force, Quat};
use ligament_model::Model;
use ligament_model::enums::{Cone, ObjectType};
use ligament_model::kinds::equality::Coupled;

use crate::contact::Touch;
use crate::error::Refusal;
use crate::held::Held;
use crate::nearby::Nearby;
use crate::smooth::pull_along;
use crate::space::{Matrix, Space};
use crate::tree::{Applied, Flow, Sums, Tree};
use crate::wire::Wire;

/// States of rows, as the engine numbers them.
const QUADRATIC: i32 = 1;
const CONE: i32 = 4;

/// What constraints are linearized with.
pub(crate) struct ConstraintIn<'a> {
    pub tree: &'a Tree,
    pub flow: &'a Flow,
    /// Sums of s a, without accelerations that come from velocities.
    pub accel: &'a Sums,
    pub space: Space,
    pub tendons: &'a [Wire],
}

/// What comes out besides the sums.
#[derive(Clone, Debug, Default)]
pub(crate) struct ConstraintOut {
    /// Contacts whose geometry was differentiated by differences.
    pub differenced: usize,
    /// Wrenches that depend on the motion of another body.
    pub across: Vec<(usize, usize, SpatialMatrix)>,
}

/// Derivatives of the residuals of a block over some degrees of freedom.
struct Linear {
    cols: Vec<usize>,
    /// By position, one list per row.
    q: Vec<Vec<f64>>,
    /// By velocity.
    v: Vec<Vec<f64>>,
    /// Of the violation that decides about the impedance, by position.
    violation: Vec<f64>,
}

/// Residuals at the present acceleration; forces, states and Hessians of cones are brought up to date with them.
pub(crate) fn settle(d: &mut Data, classes: &mut Classes) -> Vec<f64> {
    let rows = d.efc.efc_type.len();
    let mut residual = vec![0.0; rows];
    mul_jac_vec(&d.efc, &d.acc.qacc, &mut residual);
    for (r, aref) in residual.iter_mut().zip(&d.efc.efc_aref) {
        *r -= aref;
    }
    d.efc.efc_force.resize(rows, 0.0);
    d.efc.efc_state.resize(rows, 0);
    constraint_update(&mut d.efc, &mut d.contact, &residual, true, classes);
    residual
}

/// Adds Jᵀ W J of all rows to `hessian`.
pub(crate) fn add_curvature(d: &Data, hessian: &mut Matrix) {
    for block in &d.efc.blocks {
        let cols = columns(&d.efc, block);
        let j = values(&d.efc, block);
        let n = cols.len();
        let weights = weights(d, block);
        for r in 0..block.rows {
            for s in 0..block.rows {
                let w = weights[r * block.rows + s];
                if w == 0.0 {
                    continue;
                }
                for (a, &row) in cols.iter().enumerate() {
                    let x = w * j[r * n + a];
                    if x != 0.0 {
                        let out = hessian.row_mut(row as usize);
                        for (y, &col) in j[s * n..(s + 1) * n].iter().zip(cols) {
                            out[col as usize] += x * y;
                        }
                    }
                }
            }
        }
    }
}

/// W of a block, dense.
fn weights(d: &Data, block: &Block) -> Vec<f64> {
    let n = block.rows;
    let mut out = vec![0.0; n * n];
    let state = d.efc.efc_state[block.row];
    if state == CONE {
        let contact = &d.contact[d.efc.efc_id[block.row] as usize];
        out.copy_from_slice(&contact.H[..n * n]);
        return out;
    }
    for r in 0..n {
        if d.efc.efc_state[block.row + r] == QUADRATIC {
            out[r * n + r] = d.efc.efc_D[block.row + r];
        }
    }
    out
}

/// Adds the derivatives of constraint forces at fixed acceleration to `rhs`, and wrenches on bodies to `applied`.
pub(crate) fn add(
    m: &Model,
    d: &mut Data,
    input: &ConstraintIn<'_>,
    applied: &mut Applied,
    rhs: &mut Matrix,
) -> Result<ConstraintOut, Refusal> {
    let mut out = ConstraintOut::default();
    let mut nearby = None;
    for b in 0..d.efc.blocks.len() {
        let block = d.efc.blocks[b];
        let kind = RowKind::from_number(d.efc.efc_type[block.row]);
        let linear = if kind.is_contact() {
            let active = d.efc.efc_force[block.row..block.row + block.rows]
                .iter()
                .any(|f| *f != 0.0);
            if !active {
                continue;
            }
            contact(m, d, input, &block, applied, &mut out, &mut nearby)?
        } else if let Some(held) = points_of(m, d, kind, &block) {
            points(d, input, &block, held, applied, &mut out)
        } else {
            let wire = wire(m, d, input, kind, &block)?;
            let force = d.efc.efc_force[block.row];
            if force != 0.0 {
                pull_along(&wire, force, &[], input.space, rhs);
            }
            scalar(d, input, &block, &wire)
        };
        add_block(d, input, &block, &linear, rhs);
    }
    Ok(out)
}

/// Jᵀ(−W δr + κ f δp) of a block.
fn add_block(d: &Data, input: &ConstraintIn<'_>, block: &Block, linear: &Linear, rhs: &mut Matrix) {
    let n = block.rows;
    let weights = weights(d, block);
    let [_, _, imp, slope] = d.efc.efc_KBIP[block.row];
    let kappa = slope / (imp * (1.0 - imp));
    let cols = columns(&d.efc, block);
    let j = values(&d.efc, block);
    let space = input.space;
    for r in 0..n {
        let force = d.efc.efc_force[block.row + r];
        let mut z = vec![0.0; 2 * linear.cols.len()];
        let (zq, zv) = z.split_at_mut(linear.cols.len());
        for s in 0..n {
            let w = weights[r * n + s];
            if w != 0.0 {
                for (z, g) in zq.iter_mut().zip(&linear.q[s]) {
                    *z -= w * g;
                }
                for (z, g) in zv.iter_mut().zip(&linear.v[s]) {
                    *z -= w * g;
                }
            }
        }
        if kappa != 0.0 && force != 0.0 {
            for (z, p) in zq.iter_mut().zip(&linear.violation) {
                *z += kappa * force * p;
            }
        }
        for (a, &dof) in cols.iter().enumerate() {
            let x = j[r * cols.len() + a];
            if x == 0.0 {
                continue;
            }
            let row = rhs.row_mut(dof as usize);
            for (k, &col) in linear.cols.iter().enumerate() {
                row[space.q(col)] += x * zq[k];
                row[space.v(col)] += x * zv[k];
            }
        }
    }
}

/// K (d + d′ p) δp of a row with violation p.
fn spring(d: &Data, row: usize) -> f64 {
    let [k, _, imp, slope] = d.efc.efc_KBIP[row];
    k * (imp + slope * (d.efc.efc_pos[row] - d.efc.efc_margin[row]))
}

/// A row along a wire.
fn scalar(d: &Data, input: &ConstraintIn<'_>, block: &Block, wire: &Wire) -> Linear {
    let b = d.efc.efc_KBIP[block.row][1];
    let by_a = wire.turn_times(&d.acc.qacc);
    let by_v = wire.turn_times(&d.state.qvel);
    let stiffness = spring(d, block.row);
    let _ = input;
    let q = by_a
        .iter()
        .zip(&by_v)
        .zip(&wire.length)
        .map(|((a, v), p)| a + b * v + stiffness * p);
    Linear {
        q: vec![q.collect()],
        v: vec![wire.row.iter().map(|j| b * j).collect()],
        violation: wire.length.clone(),
        cols: wire.cols.clone(),
    }
}

/// The wire of a row that is not a contact and holds no points.
fn wire(
    m: &Model,
    d: &Data,
    input: &ConstraintIn<'_>,
    kind: RowKind,
    block: &Block,
) -> Result<Wire, Refusal> {
    let id = d.efc.efc_id[block.row] as usize;
    let cols = columns(&d.efc, block);
    let direction = |wire: &Wire| {
        // the sign that the row has against the wire
        let row = values(&d.efc, block);
        let product: f64 = cols
            .iter()
            .zip(row)
            .filter_map(|(&c, x)| {
                let at = wire.cols.binary_search(&(c as usize)).ok()?;
                Some(x * wire.row[at])
            })
            .sum();
        if product < 0.0 { -1.0 } else { 1.0 }
    };
    Ok(match kind {
        RowKind::FrictionDof => {
            let mut wire = Wire::new(vec![id]);
            wire.row[0] = 1.0;
            wire
        }
        RowKind::FrictionTendon => {
            let mut wire = input.tendons[id].clone();
            wire.length.fill(0.0);
            wire
        }
        RowKind::LimitTendon => {
            let mut wire = input.tendons[id].clone();
            let sign = direction(&wire);
            wire.scale(sign);
            wire
        }
        RowKind::LimitJoint => limit(m, d, id, values(&d.efc, block)),
        _ => equality(m, d, input, id)?,
    })
}

fn limit(m: &Model, d: &Data, joint: usize, row: &[f64]) -> Wire {
    let (kind, dofs) = (joint::kind(m, joint), joint::dofs(m, joint));
    let q = &d.state.qpos[joint::positions(m, joint)];
    let mut wire = Wire::new(dofs.collect());
    let Bounded::Angle { axis, angle } = joint::bounded(kind, q) else {
        wire.row[0] = row[0];
        wire.length[0] = row[0];
        return wire;
    };
    // −axis of the rotation vector x: δ(x/|x|) = (I − a aᵀ) δx / |x|
    let turn = joint::orientation(kind, q).unwrap_or_default();
    let (by_turn, _) = ligament_engine::derivative::sub_quat(turn, Quat::IDENTITY);
    for k in 0..3 {
        wire.row[k] = -axis[k];
        wire.length[k] = -axis[k];
        let moved = by_turn.col(k);
        let change = (moved - axis * axis.dot(moved)) * (-1.0 / angle.max(1e-12));
        for r in 0..3 {
            wire.turn[r * 3 + k] = change[r];
        }
    }
    wire
}

/// Equalities with one row: polynomials of joints or tendons, and distances.
fn equality(m: &Model, d: &Data, input: &ConstraintIn<'_>, eq: usize) -> Result<Wire, Refusal> {
    let kind = m.eq.kind[eq].get().unwrap_or_default();
    let ids = [m.eq.obj1id[eq], m.eq.obj2id[eq]].map(|id| usize::try_from(id).ok());
    let [Some(first), second] = ids else {
        return Ok(Wire::default());
    };
    let of = |object: ObjectType, id: usize| match object {
        ObjectType::Tendon => {
            let x = d.path.ten_length[id] - m.tendon.length0[id];
            (input.tendons[id].clone(), x)
        }
        _ => {
            let mut wire = Wire::new(vec![m.jnt.dofadr[id] as usize]);
            wire.row[0] = 1.0;
            wire.length[0] = 1.0;
            let q = m.jnt.qposadr[id] as usize;
            (wire, d.state.qpos[q] - m.qpos.reference[q])
        }
    };
    match kind.facts().couples {
        Coupled::OneOrTwo(object) => {
            let (one, _) = of(object, first);
            let Some(second) = second else {
                return Ok(one);
            };
            let (two, x) = of(object, second);
            let c = &m.eq.data[eq];
            let slope = c[1] + x * (2.0 * c[2] + x * (3.0 * c[3] + x * 4.0 * c[4]));
            let bend = 2.0 * c[2] + x * (6.0 * c[3] + x * 12.0 * c[4]);
            Ok(follow(&one, &two, slope, bend))
        }
        Coupled::Two(ObjectType::Geom) => {
            let ends = [first, second.unwrap_or(first)].map(|g| {
                let at = d.pose.geom_xpos[g] - input.tree.origin;
                (at, m.geom.bodyid[g].index())
            });
            Ok(crate::tendon::between(input.tree, ends))
        }
        _ => Ok(Wire::default()),
    }
}

/// x₁ − p(x₂): the row J₁ − p′ J₂ turns with J₁, with J₂, and with p′.
fn follow(one: &Wire, two: &Wire, slope: f64, bend: f64) -> Wire {
    let mut out = Wire::new(one.cols.iter().chain(&two.cols).copied().collect());
    let n = out.cols.len();
    for (wire, scale, bend) in [(one, 1.0, 0.0), (two, -slope, -bend)] {
        let at: Vec<usize> = wire
            .cols
            .iter()
            .map(|c| out.cols.binary_search(c).unwrap_or(0))
            .collect();
        let own = wire.cols.len();
        for r in 0..own {
            out.row[at[r]] += scale * wire.row[r];
            out.length[at[r]] += scale * wire.length[r];
            for c in 0..own {
                out.turn[at[r] * n + at[c]] +=
                    scale * wire.turn[r * own + c] + bend * wire.row[r] * wire.length[c];
            }
        }
    }
    out
}

/// The points that a block of an equality holds together.
fn points_of(m: &Model, d: &Data, kind: RowKind, block: &Block) -> Option<HeldPoints> {
    (kind == RowKind::Equality)
        .then(|| held_points(m, &d.pose, d.efc.efc_id[block.row] as usize))
        .flatten()
}

/// Rows of points, and of orientations, that are held together.
fn points(
    d: &Data,
    input: &ConstraintIn<'_>,
    block: &Block,
    held: HeldPoints,
    applied: &mut Applied,
    out: &mut ConstraintOut,
) -> Linear {
    let tree = input.tree;
    let held = Held::new(tree, held);
    let mut cols: Vec<usize> = held.bodies.iter().flat_map(|&b| tree.chain(b)).collect();
    cols.sort_unstable();
    cols.dedup();
    let n = cols.len();
    let force = &d.efc.efc_force[block.row..block.row + block.rows];
    held.apply(force, applied, &mut out.across);
    let [k, b, imp, slope] = d.efc.efc_KBIP[block.row];
    let error = &d.efc.efc_pos[block.row..block.row + block.rows];
    let size = error.iter().map(|e| e * e).sum::<f64>().sqrt();
    let mut linear = Linear {
        q: vec![vec![0.0; n]; block.rows],
        v: vec![vec![0.0; n]; block.rows],
        violation: vec![0.0; n],
        cols,
    };
    for c in 0..n {
        let dof = linear.cols[c];
        let (by_q, by_v, moved) = held.column(tree, input.flow, dof, b);
        let growth: f64 = moved.iter().zip(error).map(|(p, e)| p * e).sum();
        let growth = if size > 0.0 { growth / size } else { 0.0 };
        linear.violation[c] = growth;
        for r in 0..block.rows {
            linear.q[r][c] = by_q[r] + k * (imp * moved[r] + slope * growth * error[r]);
            linear.v[r][c] = by_v[r];
        }
    }
    linear
}

/// Rows of a contact.
fn contact(
    m: &Model,
    d: &mut Data,
    input: &ConstraintIn<'_>,
    block: &Block,
    applied: &mut Applied,
    out: &mut ConstraintOut,
    nearby: &mut Option<Nearby>,
) -> Result<Linear, Refusal> {
    let id = d.efc.efc_id[block.row] as usize;
    let contact = d.contact[id];
    let tree = input.tree;
    let touch = Touch::new(m, d, tree, &contact, nearby, &mut out.differenced)?;
    let kind = RowKind::from_number(d.efc.efc_type[block.row]);
    let pyramid = kind == RowKind::ContactPyramidal;
    let base = match (kind, pyramid) {
        (RowKind::ContactFrictionless, _) => 1,
        (_, true) => block.rows / 2 + 1,
        _ => block.rows,
    };
    let n = touch.cols.len();
    // forces along the base rows
    let rows = block.row..block.row + block.rows;
    let mut force = [0.0; 6];
    if pyramid {
        for (k, pair) in d.efc.efc_force[rows].chunks_exact(2).enumerate() {
            force[0] += pair[0] + pair[1];
            force[k + 1] = contact.friction[k] * (pair[0] - pair[1]);
        }
    } else {
        force[..base].copy_from_slice(&d.efc.efc_force[rows]);
    }
    touch.apply(&force, applied, &mut out.across);
    let damping: [f64; 6] = std::array::from_fn(|k| {
        let row = if pyramid || k >= block.rows { 0 } else { k };
        d.efc.efc_KBIP[block.row + row][1]
    });
    let one = [1.0; 6];
    let blank = || -> [Vec<f64>; 6] { std::array::from_fn(|_| vec![0.0; n]) };
    let [mut by_q, mut by_v, mut rows] = [blank(), blank(), blank()];
    touch.add_turned(tree, input.accel, base, &one, &mut by_q);
    touch.add_turned(tree, &input.flow.vel, base, &damping, &mut by_q);
    touch.add_rows(tree, base, &one, &mut rows);
    for k in 0..base {
        for (v, j) in by_v[k].iter_mut().zip(&rows[k]) {
            *v = damping[k] * j;
        }
    }
    let stiffness = spring(d, block.row);
    let violation = rows[0].clone();
    for (q, p) in by_q[0].iter_mut().zip(&violation) {
        *q += stiffness * p;
    }
    let (q, v) = if pyramid {
        (
            edges(&by_q, base, &contact.friction),
            edges(&by_v, base, &contact.friction),
        )
    } else {
        (by_q[..base].to_vec(), by_v[..base].to_vec())
    };
    debug_assert!(m.opt.cone.is(Cone::Pyramidal) == pyramid || base == 1);
    Ok(Linear {
        cols: touch.cols,
        q,
        v,
        violation,
    })
}

/// n ± μ b for all base rows b behind the first.
fn edges(base: &[Vec<f64>; 6], rows: usize, friction: &[f64; 5]) -> Vec<Vec<f64>> {
    let mut out = Vec::with_capacity(2 * rows);
    for k in 1..rows {
        for sign in [1.0, -1.0] {
            let scale = sign * friction[k - 1];
            out.push(
                base[0]
                    .iter()
                    .zip(&base[k])
                    .map(|(n, t)| n + scale * t)
                    .collect(),
            );
        }
    }
    out
}

/// Adds J_onᵀ K J_by for wrenches on one body that another one moves.
pub(crate) fn add_across(
    tree: &Tree,
    across: &[(usize, usize, SpatialMatrix)],
    space: Space,
    rhs: &mut Matrix,
) {
    for (on, by, block) in across {
        for k in tree.chain(*by) {
            let change: Force = block.mul(tree.axis[k]);
            for j in tree.chain(*on) {
                rhs.add(j, space.q(k), tree.axis[j].dot(change));
            }
        }
    }
}
