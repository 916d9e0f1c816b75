//! Inverse dynamics: the forces that explain an acceleration.
//!
//! With the constraint forces f(qacc) that the solver would find at its solution,
//! qfrc_inverse = M qacc + bias - passive - Jᵀ f. It equals what was applied in forward dynamics.
//!
//! With the flag `invdiscrete`, `qacc` is taken as the change of velocity per step that the integrator made, and is first
//! turned back into the acceleration: M a = (M + h B) qacc for Euler with the slopes B of joint damping,
//! M a = (M - h D) qacc for the implicit integrators.

use std::fmt;

use ligament_model::Model;
use ligament_model::enums::{DisableFlags, EnableFlags, Integrator, Stage};

use crate::awake::Awake;
use crate::constraint;
use crate::data::{Data, Timer};
use crate::derivative::{self, free, gyro, metric};
use crate::forward::single;
use crate::forward::{
    self, From, collision, fwd_kinematics, fwd_velocity, make_and_factor_m, make_constraint, timed,
};
use crate::hooks::Hooks;
use crate::integrate::{free_matrix, mass_entry};
use crate::passive::damping;
use crate::solver;
use crate::stage::{self, Moving};
use crate::support::mul_m;
use crate::workspace::{self, Workspace};

/// Why inverse dynamics is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InverseError {
    /// An acceleration that RK4 made cannot be turned back.
    RungeKutta,
}

impl fmt::Display for InverseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RungeKutta => f.write_str(
                "discrete inverse dynamics is not supported by the RK4 integrator: choose another or disable invdiscrete",
            ),
        }
    }
}

impl std::error::Error for InverseError {}

/// Inverse dynamics: `qfrc_inverse` from positions, velocities and accelerations.
pub fn inverse(m: &Model, d: &mut Data, hooks: &mut Hooks) -> Result<(), InverseError> {
    workspace::with(m, |w| inverse_skip(m, d, w, hooks, From::start()))
}

/// Inverse dynamics from some stage on.
pub fn inverse_skip(
    m: &Model,
    d: &mut Data,
    w: &mut Workspace,
    hooks: &mut Hooks,
    from: From,
) -> Result<(), InverseError> {
    d.expect_fit(m);
    let metric = metric::is_discrete(m);
    let discrete = m.opt.enables(EnableFlags::INVDISCRETE) && !metric;
    if discrete && m.opt.integrator.is(Integrator::Rk4) {
        return Err(InverseError::RungeKutta);
    }
    timed(d, Timer::Inverse, |d| {
        if from.positions() {
            inv_position(m, d, w, hooks);
            if from.sensors {
                forward::sensors::sensor_pos(m, d, w, hooks);
            }
            if m.opt.enables(EnableFlags::ENERGY) && !d.stats.flg_energypos {
                forward::energy_pos(m, d);
            }
        }
        if from.velocities() {
            fwd_velocity(m, d, w, hooks);
            if from.sensors {
                forward::sensors::sensor_vel(m, d, w, hooks);
            }
            if m.opt.enables(EnableFlags::ENERGY) && !d.stats.flg_energyvel {
                forward::energy_vel(m, d);
            }
        }
        if metric {
            // the velocity step takes the place of the acceleration, with the inertia that belongs to it
            keep_actuation(d, w, |d, w| {
                forward::fwd_actuation(m, d, w, hooks);
                forward::effective_metric(m, d, w);
            });
        }
        if discrete {
            w.inverse.qacc.copy_from_slice(&d.acc.qacc);
            discrete_acceleration(m, d, w);
        }
        inv_constraint(d, w);
        bias(m, d, w);
        if from.sensors {
            d.stats.flg_rnepost = false;
            forward::sensors::sensor_acc(m, d, w, hooks);
        }
        let mut inertial = std::mem::take(&mut w.inverse.force);
        if metric {
            metric::mul(m, d, &d.acc.qacc, &mut inertial);
            gyro::add_inertial(m, d, &d.acc.qacc, &mut inertial);
            for (i, x) in inertial.iter_mut().enumerate() {
                *x -= d.implicit.efm_c[i] + d.implicit.efm_ca[i];
            }
        } else {
            mul_m(m, &d.inertia, &d.acc.qacc, &mut inertial);
        }
        for (i, x) in d.force.qfrc_inverse.iter_mut().enumerate() {
            *x += inertial[i] - d.force.qfrc_passive[i] - d.force.qfrc_constraint[i];
        }
        w.inverse.force = inertial;
        if discrete {
            d.acc.qacc.copy_from_slice(&w.inverse.qacc);
        }
    });
    Ok(())
}

/// Bias forces into `qfrc_inverse`. They are those of `qfrc_bias`, unless the user has changed velocities since.
fn bias(m: &Model, d: &mut Data, w: &mut Workspace) {
    let mut out = std::mem::take(&mut d.force.qfrc_inverse);
    single::rne(m, d, w, false, &mut out);
    let awake = Awake::new(&d.sleep, &d.stats);
    let moving = Moving {
        state: &d.state,
        pose: &d.pose,
        vel: &d.vel,
    };
    stage::tendon_bias(m, &awake, moving, &d.path.ten_J, &mut out);
    d.force.qfrc_inverse = out;
}

/// Runs `f` and then puts forces of actuators and rates of activations back, which inverse dynamics leaves alone.
fn keep_actuation(d: &mut Data, w: &mut Workspace, f: impl FnOnce(&mut Data, &mut Workspace)) {
    let mut kept = std::mem::take(&mut w.inverse.actuation);
    for (to, from) in kept.iter_mut().zip(actuation(d)) {
        to.clone_from(from);
    }
    f(d, w);
    for (from, to) in kept.iter().zip(actuation(d)) {
        to.copy_from_slice(from);
    }
    w.inverse.actuation = kept;
}

/// What actuators do.
fn actuation(d: &mut Data) -> [&mut Vec<f64>; 3] {
    [
        &mut d.force.actuator_force,
        &mut d.force.qfrc_actuator,
        &mut d.acc.act_dot,
    ]
}

/// Everything that depends on positions only.
pub fn inv_position(m: &Model, d: &mut Data, w: &mut Workspace, hooks: &mut Hooks) {
    timed(d, Timer::Position, |d| {
        d.stats.flg_energypos = false;
        timed(d, Timer::PosKinematics, |d| fwd_kinematics(m, d, w));
        timed(d, Timer::PosInertia, |d| make_and_factor_m(m, d));
        timed(d, Timer::PosCollision, |d| collision(m, d, w, hooks));
        timed(d, Timer::PosMake, |d| make_constraint(m, d, w));
        timed(d, Timer::PosKinematics, |d| {
            single::transmission(m, d, w);
        });
    });
}

/// Constraint forces at the given acceleration.
pub fn inv_constraint(d: &mut Data, w: &mut Workspace) {
    timed(d, Timer::Constraint, |d| {
        let rows = d.efc.efc_type.len();
        if rows == 0 {
            d.force.qfrc_constraint.fill(0.0);
            return;
        }
        let residual = &mut w.inverse.residual;
        residual.resize(rows, 0.0);
        constraint::mul_jac_vec(&d.efc, &d.acc.qacc, residual);
        for (r, reference) in residual.iter_mut().zip(&d.efc.efc_aref) {
            *r -= reference;
        }
        solver::constraint_update(
            &mut d.efc,
            &mut d.contact,
            residual,
            false,
            &mut w.solver.classes,
        );
        constraint::mul_jac_t_vec(&d.efc, &d.efc.efc_force, &mut d.force.qfrc_constraint);
    });
}

/// Turns the change of velocity per time that an integrator made back into an acceleration, in `qacc`.
fn discrete_acceleration(m: &Model, d: &mut Data, w: &mut Workspace) {
    if m.opt.integrator.is(Integrator::Euler) {
        let damped = (0..m.size.nv).any(|dof| damping::may_damp(m, dof));
        if m.opt.disables(DisableFlags::EULERDAMP) || !damped {
            return;
        }
        let force = &mut w.inverse.force;
        mul_m(m, &d.inertia, &d.acc.qacc, force);
        for (dof, x) in force.iter_mut().enumerate() {
            let slope = damping::of_dof(m, dof).slope(d.state.qvel[dof]);
            *x += m.opt.timestep * slope * d.acc.qacc[dof];
        }
    } else {
        let fast = m.opt.integrator.is(Integrator::ImplicitFast);
        derivative::smooth_vel(m, d, &w.prepared.upper, &mut w.derivative, !fast);
        mul_implicit(m, d, &mut w.inverse.force);
        if fast {
            mul_free_bodies(m, d, &mut w.inverse.force);
        }
    }
    d.acc.qacc.copy_from_slice(&w.inverse.force);
    stage::solve_m(m, &d.inertia, &mut d.acc.qacc);
}

/// (M - h D) qacc, with D in `qDeriv`.
fn mul_implicit(m: &Model, d: &Data, out: &mut [f64]) {
    let sparse = &m.sparse;
    for (row, x) in out.iter_mut().enumerate() {
        let start = sparse.D_rowadr[row] as usize;
        *x = 0.0;
        for entry in start..start + sparse.D_rownnz[row] as usize {
            let mass = mass_entry(&d.inertia.M, sparse.mapM2D[entry]);
            let derivative = d.implicit.qDeriv[entry];
            *x +=
                (mass - m.opt.timestep * derivative) * d.acc.qacc[sparse.D_colind[entry] as usize];
        }
    }
}

/// The same for bodies that move freely and alone, with the derivatives of their bias forces.
fn mul_free_bodies(m: &Model, d: &Data, out: &mut [f64]) {
    for body in (1..m.size.nbody).filter(|&body| free::moves_alone(m, body)) {
        let first = m.body_dofs(body).start;
        let rows = free_matrix(m, d, body, first);
        for (r, row) in rows.iter().enumerate() {
            let terms = row.iter().zip(&d.acc.qacc[first..first + 6]);
            out[first + r] = terms.map(|(a, x)| a * x).sum();
        }
    }
}

/// Compares forward and inverse dynamics, into `solver_fwdinv`: the norm of the difference of constraint forces, and that
/// of the difference between applied forces and those that inverse dynamics finds. Nothing else changes.
pub fn compare_forward(m: &Model, d: &mut Data, w: &mut Workspace, hooks: &mut Hooks) {
    d.stats.solver_fwdinv = [0.0; 2];
    if d.efc.efc_type.is_empty() {
        return;
    }
    let scratch = &mut w.inverse;
    scratch.other.copy_from_slice(&d.force.qfrc_constraint);
    scratch.efc_force.clear();
    scratch.efc_force.extend_from_slice(&d.efc.efc_force);
    if inverse_skip(m, d, w, hooks, From::after(Stage::Vel)).is_err() {
        return;
    }
    let applied = &mut w.inverse.force;
    for (x, (a, b)) in applied
        .iter_mut()
        .zip(d.input.qfrc_applied.iter().zip(&d.force.qfrc_actuator))
    {
        *x = a + b;
    }
    stage::acceleration::applied_wrenches(m, &d.input, &d.pose, applied);
    let saved = &w.inverse.other;
    d.stats.solver_fwdinv = [
        distance(saved, &d.force.qfrc_constraint),
        distance(&w.inverse.force, &d.force.qfrc_inverse),
    ];
    d.force.qfrc_constraint.copy_from_slice(saved);
    d.efc.efc_force.copy_from_slice(&w.inverse.efc_force);
}

/// Euclidean distance.
fn distance(a: &[f64], b: &[f64]) -> f64 {
    let squares = a.iter().zip(b).map(|(x, y)| (x - y) * (x - y));
    squares.sum::<f64>().sqrt()
}
