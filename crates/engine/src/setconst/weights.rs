//! Inertia and inverse inertia in `qpos0` of degrees of freedom, bodies, tendons and actuators.
//!
//! For a Jacobian J the inverse inertia is A = J M⁻¹ Jᵀ; of a block of A only the mean of the diagonal is kept.

use ligament_math::dense::dot;
use ligament_math::{MINVAL, Vec3};
use ligament_model::Model;

use crate::constraint;
use crate::data::{Data, Inertia};
use crate::forward::single;
use crate::jacobian;
use crate::joint;
use crate::stage::inertia::dof_armature;
use crate::stage::solve_m;

/// Diagonal inertia of every degree of freedom.
pub(super) fn reference_inertia(m: &mut Model, data: &mut Data) {
    single::composite(m, data);
    let (pose, inertia) = (&data.pose, &data.inertia);
    for i in 0..m.size.nv {
        let momentum = inertia.crb[m.dof.bodyid[i].index()].mul(pose.cdof[i]);
        m.dof.M0[i] = dof_armature(m, i) + pose.cdof[i].dot(momentum);
    }
}

/// A row of numbers over the degrees of freedom, and room for M⁻¹ times it.
struct RowSolve {
    row: Vec<f64>,
    solved: Vec<f64>,
}

impl RowSolve {
    /// J M⁻¹ Jᵀ for the row; clears the row.
    fn inverse_inertia(&mut self, m: &Model, inertia: &Inertia) -> f64 {
        self.solve(m, inertia);
        let value = dot(&self.row, &self.solved);
        self.row.fill(0.0);
        value
    }

    /// M⁻¹ Jᵀ for the row.
    fn solve(&mut self, m: &Model, inertia: &Inertia) -> &[f64] {
        self.solved.copy_from_slice(&self.row);
        solve_m(m, inertia, &mut self.solved);
        &self.solved
    }
}

/// Inverse inertias of everything. Needs the factor of M, tendons and moments in `qpos0`.
pub(super) fn set(m: &mut Model, data: &Data) {
    let mut rows = RowSolve {
        row: vec![0.0; m.size.nv],
        solved: vec![0.0; m.size.nv],
    };
    for body in 0..m.size.nbody {
        m.body.invweight0[body] = body_weight(m, data, body, &mut rows);
    }
    for j in 0..m.size.njnt {
        joint_weight(m, data, j, &mut rows);
    }
    for tendon in 0..m.size.ntendon {
        for k in m.tendon_entries(tendon) {
            rows.row[m.tendon.J_colind[k] as usize] = data.path.ten_J[k];
        }
        m.tendon.invweight0[tendon] = rows.inverse_inertia(m, &data.inertia);
    }
    for eq in 0..m.size.neq {
        if let Some(weight) = equality_weight(m, data, eq, &mut rows) {
            m.eq.data[eq][constraint::WEIGHT] = weight;
        }
    }
    for output in 0..m.size.nout {
        scatter_moment(data, output, &mut rows.row);
        let acceleration = rows.solve(m, &data.inertia);
        m.actuator.acc0[output] = dot(acceleration, acceleration).sqrt();
        rows.row.fill(0.0);
    }
}

/// Inverse inertia along the row of an equality that keeps it; where no motion changes the row in `qpos0`, that of the
/// two bodies.
fn equality_weight(m: &Model, data: &Data, eq: usize, rows: &mut RowSolve) -> Option<f64> {
    let kind = constraint::equality_kind(m, eq)?;
    kind.gradient?(m, &data.pose, eq, &mut rows.row);
    let along = rows.inverse_inertia(m, &data.inertia);
    if along > MINVAL {
        return Some(along);
    }
    let bodies = constraint::tied_bodies(m, eq)?.into_iter().flatten();
    Some(bodies.map(|body| m.body.invweight0[body][0]).sum())
}

/// Inverse inertia seen by force output `output`.
pub(super) fn output_weight(m: &Model, data: &Data, output: usize) -> f64 {
    let mut rows = RowSolve {
        row: vec![0.0; m.size.nv],
        solved: vec![0.0; m.size.nv],
    };
    scatter_moment(data, output, &mut rows.row);
    rows.inverse_inertia(m, &data.inertia)
}

/// Writes a sparse moment row into a dense one.
fn scatter_moment(data: &Data, output: usize, row: &mut [f64]) {
    let start = data.path.moment_rowadr[output] as usize;
    for k in start..start + data.path.moment_rownnz[output] as usize {
        row[data.path.moment_colind[k] as usize] = data.path.actuator_moment[k];
    }
}

/// Mean inverse inertia of a body about its centre of mass, for translation and rotation.
fn body_weight(m: &Model, data: &Data, body: usize, rows: &mut RowSolve) -> [f64; 2] {
    let carrier = m.body.weldid[body].index();
    if m.body_dofs(carrier).is_empty() {
        return [0.0; 2];
    }
    if m.body.simple[body] == 2 {
        return [1.0 / m.body.mass[body].max(MINVAL), 0.0];
    }
    let pose = &data.pose;
    let offset = jacobian::offset(m, pose, body, pose.xipos[body]);
    let mut mean = |column: &dyn Fn(usize) -> Vec3| {
        let mut sum = 0.0;
        for axis in 0..3 {
            for dof in m.dof_chain(body) {
                rows.row[dof] = column(dof)[axis];
            }
            sum += rows.inverse_inertia(m, &data.inertia);
        }
        sum / 3.0
    };
    let translation = mean(&|dof| jacobian::column(pose, dof, offset));
    let rotation = mean(&|dof| pose.cdof[dof].angular());
    [translation, rotation]
}

/// Inverse inertia of a joint, averaged over its translations and over its rotations.
fn joint_weight(m: &mut Model, data: &Data, j: usize, rows: &mut RowSolve) {
    let dofs = joint::dofs(m, j);
    let body = m.jnt.bodyid[j].index();
    if m.body.simple[body] == 2 {
        m.dof.invweight0[dofs].fill(1.0 / m.body.mass[body].max(MINVAL));
        return;
    }
    for block in dofs.clone().step_by(3) {
        let block = block..(block + 3).min(dofs.end);
        let mut sum = 0.0;
        for dof in block.clone() {
            rows.row[dof] = 1.0;
            sum += rows.inverse_inertia(m, &data.inertia);
        }
        let mean = sum / block.len() as f64;
        m.dof.invweight0[block].fill(mean);
    }
}
