//! Derivatives of the acceleration of forward dynamics.

use ligament_engine::constraint::mul_jac_t_vec;
use ligament_engine::data::Data;
use ligament_engine::solver::Classes;
use ligament_math::Vec3;
use ligament_model::Model;
use ligament_model::enums::{DisableFlags, EnableFlags};

use crate::constraint::{self, ConstraintIn};
use crate::error::Refusal;
use crate::options::{Options, Report, Task};
use crate::parameter::{Parameter, ParameterIn};
use crate::smooth::{self, Wires};
use crate::space::{Matrix, Space, cholesky, cholesky_solve};
use crate::tree::{Flow, Sums, Tree, rates};

/// Forward dynamics to first order.
#[derive(Clone, Debug)]
pub(crate) struct Forward {
    pub tree: Tree,
    pub wires: Wires,
    /// Accelerations by all columns.
    pub acc: Matrix,
    /// Rates of activations by all columns.
    pub act_dot: Matrix,
    /// The inertia matrix.
    pub mass: Matrix,
}

/// The columns of a model.
pub(crate) fn space_of(m: &Model, parameters: usize) -> Space {
    Space {
        nv: m.size.nv,
        na: m.size.na,
        nu: m.size.nu,
        np: parameters,
    }
}

/// Refuses what has no exact derivatives, whatever the integrator.
pub(crate) fn check(m: &Model, d: &Data) -> Result<(), Refusal> {
    if m.opt.enables(EnableFlags::SLEEP) {
        return Err(Refusal::Sleep);
    }
    if m.opt.noslip_iterations > 0 {
        return Err(Refusal::Noslip);
    }
    if m.size.nhistory > 0 {
        return Err(Refusal::Delays);
    }
    if m.size.nplastic > 0 {
        return Err(Refusal::Plastic);
    }
    if m.opt.enables(EnableFlags::DIAGEXACT) {
        return Err(Refusal::ExactDiagonal);
    }
    if m.opt.contactmemory != 0 {
        return Err(Refusal::ContactMemory);
    }
    let finite = |list: &[f64]| list.iter().all(|x| x.is_finite());
    let state = &d.state;
    if !(finite(&state.qpos) && finite(&state.qvel) && finite(&state.act) && finite(&d.input.ctrl))
    {
        return Err(Refusal::BadState);
    }
    Ok(())
}

/// The inertia matrix, dense.
pub(crate) fn dense_mass(m: &Model, d: &Data) -> Matrix {
    let nv = m.size.nv;
    let pattern = m.inertia_pattern();
    let mut mass = Matrix::new(nv, nv);
    for row in 0..nv {
        let values = &d.inertia.M[pattern.row_range(row)];
        for (&col, &x) in pattern.row_columns(row).iter().zip(values) {
            mass.data[row * nv + col as usize] = x;
            mass.data[col as usize * nv + row] = x;
        }
    }
    mass
}

/// Gravity as the engine applies it.
pub(crate) fn gravity(m: &Model) -> Vec3 {
    match m.opt.disables(DisableFlags::GRAVITY) {
        true => Vec3::ZERO,
        false => m.opt.gravity,
    }
}

/// Forces to first order at a given acceleration.
pub(crate) struct Balance {
    pub tree: Tree,
    pub wires: Wires,
    /// What forces exceed inertia by, by all columns.
    pub excess: Matrix,
    /// The inertia matrix.
    pub mass: Matrix,
    /// M + Jᵀ W J.
    pub hessian: Matrix,
}

/// Which forces count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Count {
    /// All of them.
    All,
    /// Those that inverse dynamics knows: neither actuators nor applied forces.
    Inverse,
}

/// Linearizes the balance of forces at data that forward or inverse dynamics have just filled.
pub(crate) fn balance(
    m: &Model,
    d: &mut Data,
    count: Count,
    parameters: &[Parameter],
    report: &mut Report,
) -> Result<Balance, Refusal> {
    let space = space_of(m, parameters.len());
    let nv = space.nv;
    if d.contact.iter().any(|c| c.adhesion != 0.0) {
        return Err(Refusal::Adhesion);
    }
    if m.flg_surfacevel.get() && d.contact.iter().any(|c| c.surfacevel != [0.0; 3]) {
        return Err(Refusal::SurfaceVelocity);
    }
    let mass = dense_mass(m, d);
    constraint::settle(d, &mut Classes::default());
    let mut hessian = mass.clone();
    constraint::add_curvature(d, &mut hessian);
    let tree = Tree::new(m, &d.pose);
    let flow = Flow::new(&tree, &d.state.qvel, &d.acc.qacc, gravity(m));
    let accel = Sums::new(&tree, &d.acc.qacc);
    let wires = Wires::new(m, d, &tree, count == Count::All)?;
    let mut rhs = Matrix::new(nv, space.width());
    let mut applied = smooth::applied(m, d, &tree, count == Count::All);
    let input = ConstraintIn {
        tree: &tree,
        flow: &flow,
        accel: &accel,
        space,
        tendons: &wires.tendon,
    };
    let out = constraint::add(m, d, &input, &mut applied, &mut rhs)?;
    report.differenced_contacts += out.differenced;
    constraint::add_across(&tree, &out.across, space, &mut rhs);
    let inverse = rates(&tree, &flow, Some(&applied));
    for r in 0..nv {
        let row = rhs.row_mut(r);
        for k in 0..nv {
            row[space.q(k)] -= inverse.q[r * nv + k];
            row[space.v(k)] -= inverse.v[r * nv + k];
        }
    }
    smooth::add_joints(m, d, space, &mut rhs);
    smooth::add_tendons(d, &wires, space, &mut rhs);
    smooth::add_actuators(m, d, &wires, space, &mut rhs)?;
    if !parameters.is_empty() {
        let input = ParameterIn {
            m,
            d,
            tree: &tree,
            space,
            list: parameters,
        };
        input.add_excess(&flow, &mut rhs);
    }
    Ok(Balance {
        tree,
        wires,
        excess: rhs,
        mass,
        hessian,
    })
}

/// Linearizes forward dynamics at data that it has just filled.
pub(crate) fn forward(
    m: &Model,
    d: &mut Data,
    task: Task<'_>,
    report: &mut Report,
) -> Result<Forward, Refusal> {
    let space = space_of(m, task.parameters.len());
    let at = balance(m, d, Count::All, task.parameters, report)?;
    residual(d, &at.mass, task.options, report)?;
    let (mut factor, mut acc) = (at.hessian, at.excess);
    if !cholesky(&mut factor) {
        return Err(Refusal::Singular);
    }
    cholesky_solve(&factor, &mut acc);
    if acc.data.iter().any(|x| !x.is_finite()) {
        return Err(Refusal::Singular);
    }
    let act_dot = smooth::activation_rates(m, &at.wires, space);
    Ok(Forward {
        tree: at.tree,
        wires: at.wires,
        acc,
        act_dot,
        mass: at.mass,
    })
}

/// Notes how far the acceleration is from the solution, M a = τ + Jᵀ f.
fn residual(
    d: &Data,
    mass: &Matrix,
    options: &Options,
    report: &mut Report,
) -> Result<(), Refusal> {
    let nv = mass.rows;
    let mut force = vec![0.0; nv];
    mul_jac_t_vec(&d.efc, &d.efc.efc_force, &mut force);
    let (mut off, mut size) = (0.0_f64, 0.0_f64);
    for r in 0..nv {
        let inertial: f64 = mass
            .row(r)
            .iter()
            .zip(&d.acc.qacc)
            .map(|(m, a)| m * a)
            .sum();
        let smooth = d.force.qfrc_smooth[r];
        off = off.max((inertial - smooth - force[r]).abs());
        size = size
            .max(inertial.abs())
            .max(smooth.abs())
            .max(force[r].abs());
    }
    let relative = if size > 0.0 { off / size } else { 0.0 };
    report.residual = report.residual.max(relative);
    if relative > options.tolerance {
        return Err(Refusal::NotConverged);
    }
    Ok(())
}
