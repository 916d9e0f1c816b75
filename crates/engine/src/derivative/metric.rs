//! The effective inertia of the discrete integrator.
//!
//! Springs, dampers, actuators and drag act at the end of the step. To first order the velocity step a then obeys
//! (M + h D + h² K) a = f − h K v + constraints, with positive damping D and stiffness K. What fits the pattern of the
//! inertia matrix, the diagonal of joints and the blocks of drag, joins it; tendons and actuators with Jacobians j are
//! couplings, Σ s jᵀ j. The dual solver knows no couplings, so that these forces are explicit there.

use std::ops::Range;

use ligament_math::dense::dot;
use ligament_math::{MINVAL, sparse};
use ligament_model::Model;
use ligament_model::enums::DisableFlags;

use super::actuator::{self, SlopeIn};
use super::spatial::SpatialMatrix;
use super::{DerivativeScratch, bias, fluid};
use crate::actuator::ActuatorIn;
use crate::awake::Awake;
use crate::data::{Data, EffectiveMetric, Implicit, Path, State, Warning};
use crate::joint::{self, Stretch};
use crate::passive::{damping, spring};
pub use crate::reacting::is_discrete;
use crate::reacting::{has_couplings, may_react};

/// Working memory of the effective inertia.
#[derive(Clone, Debug, Default)]
pub struct MetricScratch {
    residual: Vec<f64>,
    solved: Vec<f64>,
    direction: Vec<f64>,
    product: Vec<f64>,
    /// Degrees of freedom of every tree that has couplings.
    coupled: Vec<Range<usize>>,
    /// Whether a tree has couplings.
    touched: Vec<bool>,
}

impl MetricScratch {
    /// Makes room, which is not there before the discrete integrator has been used.
    fn fit(&mut self, m: &Model) {
        for vector in [
            &mut self.residual,
            &mut self.solved,
            &mut self.direction,
            &mut self.product,
        ] {
            vector.resize(m.size.nv, 0.0);
        }
    }
}

/// How many tendons and how many actuators have terms in the effective inertia.
pub fn term_counts(m: &Model, d: &Data) -> [usize; 2] {
    let metric = &d.metric;
    if is_discrete(m) {
        [metric.tendons, metric.actuators]
    } else {
        [0; 2]
    }
}

/// Finds the effective inertia of the present state; actuator forces are known.
///
/// Writes all of `efm_…`, `qH`, `qHDiagInv`.
pub fn build(m: &Model, d: &mut Data, scratch: &mut DerivativeScratch) {
    d.metric.fit(m);
    let awake = Awake::new(&d.sleep, &d.stats);
    let Implicit {
        efm_diag, efm_ck, ..
    } = &mut d.implicit;
    joint_terms(m, awake, &d.state, efm_diag, efm_ck);
    drag(m, d, &mut scratch.blocks);
    d.metric.couplings.clear();
    shift_joints(m, d);
    d.implicit.efm_ca.fill(0.0);
    d.implicit.efm_tid.fill(0);
    d.implicit.efm_aid.fill(0);
    for column in [
        &mut d.implicit.efm_ts,
        &mut d.implicit.efm_tk,
        &mut d.implicit.efm_as,
        &mut d.implicit.efm_ak,
    ] {
        column.fill(0.0);
    }
    let metric = &mut d.metric;
    (metric.tendons, metric.actuators) = (0, 0);
    if has_couplings(m) {
        tendons(m, d);
        actuators(m, d);
    }
    assemble(m, d);
}

/// The diagonal terms of joints: `diagonal` is h D + h² K and `stiffness` is h K.
pub(crate) fn joint_terms(
    m: &Model,
    awake: Awake<'_>,
    state: &State,
    diagonal: &mut [f64],
    stiffness: &mut [f64],
) {
    let h = m.opt.timestep;
    diagonal.fill(0.0);
    stiffness.fill(0.0);
    if !m.opt.disables(DisableFlags::SPRING) {
        awake.each_joint(m, |j| {
            let spring = spring::joint_stiffness(m, j);
            if spring.is_zero() {
                return;
            }
            let dofs = joint::dofs(m, j);
            let k = |x: f64| h * spring.slope(x).max(0.0);
            match spring::joint_stretch(m, state, j) {
                Stretch::Scalar(x) => stiffness[dofs].fill(k(x)),
                Stretch::Ball(turn) => stiffness[dofs].fill(k(turn.norm())),
                Stretch::Free(shift, turn) => {
                    let middle = dofs.start + 3;
                    stiffness[dofs.start..middle].fill(k(shift.norm()));
                    stiffness[middle..dofs.end].fill(k(turn.norm()));
                }
            }
        });
    }
    let damped = !m.opt.disables(DisableFlags::DAMPER);
    for &dof in awake.dofs {
        let dof = dof as usize;
        let slope = damping::of_dof(m, dof).slope(state.qvel[dof]).max(0.0);
        diagonal[dof] = h * stiffness[dof] + if damped { h * slope } else { 0.0 };
    }
}

/// The blocks of drag.
fn drag(m: &Model, d: &mut Data, blocks: &mut [SpatialMatrix]) {
    let out = &mut d.implicit.efm_fluid;
    out.fill(0.0);
    let off = m.opt.disables(DisableFlags::SPRING) && m.opt.disables(DisableFlags::DAMPER);
    if off || (m.opt.viscosity <= 0.0 && m.opt.density <= 0.0) {
        return;
    }
    let awake = Awake::new(&d.sleep, &d.stats);
    let keep = fluid::Keep::Drag;
    fluid::blocks(m, awake, &d.pose, &d.vel, keep, |_| false, blocks);
    bias::sum_subtrees(m, awake, blocks);
    let pattern = m.inertia_pattern();
    for &dof in awake.dofs {
        let dof = dof as usize;
        let block: &SpatialMatrix = &blocks[m.dof.bodyid[dof].index()];
        let force = block.tr_mul(d.pose.cdof[dof]);
        let columns = pattern.row_columns(dof);
        for (x, &j) in out[pattern.row_range(dof)].iter_mut().zip(columns) {
            *x = -m.opt.timestep * force.dot(d.pose.cdof[j as usize]);
        }
    }
}

/// −h K v of joints.
fn shift_joints(m: &Model, d: &mut Data) {
    let Implicit { efm_c, efm_ck, .. } = &mut d.implicit;
    for dof in 0..m.size.nv {
        efm_c[dof] = -efm_ck[dof] * d.state.qvel[dof];
    }
}

/// Adds `scale` times a row to a vector.
fn add_row(cols: &[i32], values: &[f64], scale: f64, out: &mut [f64]) {
    for (&c, j) in cols.iter().zip(values) {
        out[c as usize] += scale * j;
    }
}

/// Terms of tendons.
fn tendons(m: &Model, d: &mut Data) {
    let h = m.opt.timestep;
    let awake = Awake::new(&d.sleep, &d.stats);
    let mut count = 0;
    for tendon in 0..m.size.ntendon {
        let (stiffness, damping) = (
            spring::tendon_stiffness(m, tendon),
            damping::of_tendon(m, tendon),
        );
        if (stiffness.is_zero() && damping.is_zero()) || !awake.tendon(m, tendon) {
            continue;
        }
        let stretch = spring::outside(
            d.path.ten_length[tendon],
            spring::tendon_rest(m, &d.state, tendon),
        );
        let (mut k, mut b) = (0.0, 0.0);
        if stretch != 0.0 && !m.opt.disables(DisableFlags::SPRING) {
            k = stiffness.slope(stretch).max(0.0);
        }
        if !m.opt.disables(DisableFlags::DAMPER) {
            b = damping.slope(d.vel.ten_velocity[tendon]).max(0.0);
        }
        let scale = h * h * k + h * b;
        d.implicit.efm_tid[count] = tendon as i32;
        d.implicit.efm_ts[count] = scale;
        d.implicit.efm_tk[count] = h * k;
        count += 1;
        let entries = m.tendon_entries(tendon);
        let (cols, row) = (&m.tendon.J_colind[entries.clone()], &d.path.ten_J[entries]);
        let shift = -h * k * d.vel.ten_velocity[tendon];
        add_row(cols, row, shift, &mut d.implicit.efm_c);
        if scale != 0.0 {
            d.metric.couplings.push(cols, row, scale);
        }
    }
    d.metric.tendons = count;
}

/// Terms of actuators.
fn actuators(m: &Model, d: &mut Data) {
    if m.opt.disables(DisableFlags::ACTUATION) {
        return;
    }
    let h = m.opt.timestep;
    let acting = SlopeIn {
        view: ActuatorIn {
            m,
            state: &d.state,
            path: &d.path,
            vel: &d.vel,
        },
        awake: Awake::new(&d.sleep, &d.stats),
        force: &d.force,
        acc: &d.acc,
        drive: &d.drive,
    };
    let couplings = &mut d.metric.couplings;
    let mut count = 0;
    for i in 0..m.size.nactuator {
        if !may_react(m, i) || actuator::is_stuck(acting, i) {
            continue;
        }
        // only what holds back enters
        let b = (-actuator::velocity_slope(acting, i)).max(0.0);
        let k = (-actuator::length_slope(acting, i)).max(0.0);
        if b == 0.0 && k == 0.0 {
            continue;
        }
        let scale = h * h * k + h * b;
        d.implicit.efm_aid[count] = i as i32;
        d.implicit.efm_as[count] = scale;
        d.implicit.efm_ak[count] = h * k;
        count += 1;
        for output in m.actuator_outputs(i) {
            let (cols, row) = moment(&d.path, output);
            let shift = -h * k * d.vel.actuator_velocity[output];
            add_row(cols, row, shift, &mut d.implicit.efm_ca);
            couplings.push(cols, row, scale);
        }
    }
    d.metric.actuators = count;
}

/// A row of the moments of actuators.
fn moment(path: &Path, output: usize) -> (&[i32], &[f64]) {
    let row = path.moment_row(output);
    (&path.moment_colind[row.clone()], &path.actuator_moment[row])
}

/// Puts the parts together, and factors all but the couplings, of which only the diagonal is taken.
fn assemble(m: &Model, d: &mut Data) {
    let pattern = m.inertia_pattern();
    let EffectiveMetric {
        values, couplings, ..
    } = &mut d.metric;
    let implicit = &mut d.implicit;
    for ((x, mass), fluid) in values.iter_mut().zip(&d.inertia.M).zip(&implicit.efm_fluid) {
        *x = mass + fluid;
    }
    let diagonal = |dof: usize| pattern.row_range(dof).end - 1;
    for dof in 0..m.size.nv {
        values[diagonal(dof)] += implicit.efm_diag[dof];
    }
    implicit.qH.copy_from_slice(values);
    for (block, scale) in couplings.blocks.iter().zip(&couplings.scale) {
        let cols = &couplings.cols[block.col..block.col + block.cols];
        let row = &couplings.J[block.val..block.val + block.cols];
        for (&c, j) in cols.iter().zip(row) {
            implicit.qH[diagonal(c as usize)] += scale * j * j;
        }
    }
    for dof in 0..m.size.nv {
        let at = diagonal(dof);
        implicit.efm_sdiag[dof] = implicit.qH[at] - d.inertia.M[at];
    }
    let raised = sparse::factor(pattern, &mut implicit.qH, &mut implicit.qHDiagInv);
    if raised >= 0.0 {
        d.stats.warn(Warning::Inertia, raised as usize);
    }
}

/// Solves for the step without constraints, `qacc_smooth`: directly without couplings, by conjugate gradients with them,
/// down to the tolerance of the solver.
///
/// Reads `qfrc_smooth`. Writes `qacc_smooth`.
pub fn solve_smooth(m: &Model, d: &mut Data, scratch: &mut MetricScratch) {
    scratch.fit(m);
    let pattern = m.inertia_pattern();
    let (implicit, x) = (&d.implicit, &mut d.acc.qacc_smooth);
    let metric = &mut d.metric;
    let residual = &mut scratch.residual;
    for dof in 0..m.size.nv {
        residual[dof] = d.force.qfrc_smooth[dof] + implicit.efm_c[dof] + implicit.efm_ca[dof];
    }
    if metric.couplings.is_empty() {
        x.copy_from_slice(residual);
        sparse::solve(pattern, &implicit.qH, &implicit.qHDiagInv, x);
        sparse::mul_symmetric(pattern, &metric.values, x, &mut metric.force);
        return;
    }
    if let Some(dof) = conjugate_gradients(m, implicit, metric, scratch, x) {
        d.stats.warn(Warning::Inertia, dof);
    }
    sparse::mul_symmetric(pattern, &metric.values, x, &mut metric.force);
    // the solver sees the forces themselves, with what the iteration has left over
    for (force, left) in metric.force.iter_mut().zip(&scratch.residual) {
        *force += left;
    }
}

/// Accelerations that follow from constraint forces after no-slip iterations, which know no couplings; nothing without
/// either.
///
/// Reads `qfrc_constraint`, `qacc_smooth`. Writes `qacc`.
pub fn finish(m: &Model, d: &mut Data, scratch: &mut MetricScratch) {
    let metric = &d.metric;
    if m.opt.noslip_iterations <= 0 || metric.couplings.is_empty() || d.efc.efc_type.is_empty() {
        return;
    }
    scratch.fit(m);
    scratch.residual.copy_from_slice(&d.force.qfrc_constraint);
    let qacc = &mut d.acc.qacc;
    if let Some(dof) = conjugate_gradients(m, &d.implicit, metric, scratch, qacc) {
        d.stats.warn(Warning::Inertia, dof);
    }
    for (a, smooth) in d.acc.qacc.iter_mut().zip(&d.acc.qacc_smooth) {
        *a += smooth;
    }
}

/// Solves for `x` with couplings by preconditioned conjugate gradients, from the right-hand side in `residual`; `qH` is the
/// preconditioner, and the solution for trees without couplings. Returns the degree of freedom with the largest residual if
/// that is not small enough.
fn conjugate_gradients(
    m: &Model,
    implicit: &Implicit,
    metric: &EffectiveMetric,
    scratch: &mut MetricScratch,
    x: &mut [f64],
) -> Option<usize> {
    let pattern = m.inertia_pattern();
    let (values, couplings) = (&metric.values, &metric.couplings);
    let MetricScratch {
        residual,
        solved,
        direction,
        product,
        coupled,
        touched,
    } = scratch;
    touched.clear();
    touched.resize(m.size.ntree, false);
    for &column in &couplings.cols {
        touched[m.dof.treeid[column as usize].index()] = true;
    }
    let precondition = |from: &[f64], to: &mut [f64], tree: Range<usize>| {
        to[tree.clone()].copy_from_slice(&from[tree.clone()]);
        sparse::solve_trees(pattern, &implicit.qH, &implicit.qHDiagInv, to, tree);
    };
    split_trees(m, touched, coupled, |tree| {
        precondition(residual, x, tree.clone());
        residual[tree].fill(0.0);
    });
    let product_of = |a: &[f64], b: &[f64]| -> f64 {
        let trees = coupled.iter().cloned();
        trees.map(|tree| dot(&a[tree.clone()], &b[tree])).sum()
    };
    let trees = || coupled.iter().cloned();
    trees().for_each(|tree| x[tree].fill(0.0));
    let size = product_of(residual, residual);
    if size <= MINVAL {
        return None;
    }
    let enough = m.opt.tolerance * m.opt.tolerance * size;
    trees().for_each(|tree| precondition(residual, solved, tree));
    direction.copy_from_slice(solved);
    let mut power = product_of(residual, solved);
    for _ in 0..m.opt.iterations {
        for tree in trees() {
            sparse::mul_symmetric_trees(pattern, values, direction, product, tree);
        }
        couplings.add_product(direction, product);
        let curvature = product_of(direction, product);
        if curvature.is_nan() || curvature <= 0.0 {
            return None;
        }
        let step = power / curvature;
        for dof in trees().flatten() {
            x[dof] += step * direction[dof];
            residual[dof] -= step * product[dof];
        }
        if product_of(residual, residual) < enough {
            return None;
        }
        trees().for_each(|tree| precondition(residual, solved, tree));
        let next = product_of(residual, solved);
        for dof in trees().flatten() {
            direction[dof] = solved[dof] + next / power * direction[dof];
        }
        power = next;
    }
    let largest = |a: &usize, b: &usize| residual[*a].abs().total_cmp(&residual[*b].abs());
    trees().flatten().max_by(largest)
}

/// Lists the degrees of freedom of trees with couplings, and calls `alone` with those of each tree without.
fn split_trees(
    m: &Model,
    touched: &[bool],
    coupled: &mut Vec<Range<usize>>,
    mut alone: impl FnMut(Range<usize>),
) {
    coupled.clear();
    for (tree, &touched) in touched.iter().enumerate() {
        let first = m.tree.dofadr[tree] as usize;
        let dofs = first..first + m.tree.dofnum[tree] as usize;
        if touched {
            coupled.push(dofs);
        } else {
            alone(dofs);
        }
    }
}

/// The effective inertia times a vector, with couplings.
pub fn mul(m: &Model, d: &Data, x: &[f64], out: &mut [f64]) {
    let metric = &d.metric;
    sparse::mul_symmetric(m.inertia_pattern(), &metric.values, x, out);
    metric.couplings.add_product(x, out);
}
