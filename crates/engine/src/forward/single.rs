//! Single stages of the pipeline, for use from outside.

use ligament_model::Model;
use ligament_model::enums::EnableFlags;

use super::update_sleep;
use crate::awake::Awake;
use crate::data::{Data, Warning};
use crate::stage::transmission::TransmissionIn;
use crate::stage::{self, BodyScratch, Moving};
use crate::workspace::Workspace;
use crate::{constraint, sleep, solver};

/// Poses of everything but cameras and lights. Trees that the user has touched wake up.
pub fn kinematics(m: &Model, d: &mut Data) {
    let sleeps = m.opt.enables(EnableFlags::SLEEP);
    if sleeps {
        stage::mark_moved(m, &d.state, &d.input, &mut d.pose, &mut d.sleep);
    }
    if sleep::wake_by_user(m, &d.input, &d.state, &mut d.sleep, &d.stats) > 0 {
        update_sleep(m, d);
    }
    let awake = Awake::new(&d.sleep, &d.stats);
    stage::place_bodies(m, &d.state, &d.input, &awake, sleeps, &mut d.pose);
    stage::place_frames(m, &awake, &mut d.pose);
}

/// Centres of mass and com-based quantities.
pub fn com_pos(m: &Model, d: &mut Data) {
    let awake = Awake::new(&d.sleep, &d.stats);
    stage::com_pos(m, &awake, &mut d.pose);
}

/// Poses of cameras and lights.
pub fn camlight(m: &Model, d: &mut Data) {
    let awake = Awake::new(&d.sleep, &d.stats);
    stage::camlight(m, awake, &mut d.pose);
}

/// Tendon paths, lengths and Jacobians.
pub fn tendon(m: &Model, d: &mut Data, w: &mut Workspace) {
    let awake = Awake::new(&d.sleep, &d.stats);
    stage::tendon(m, awake, &d.state, &d.pose, &mut d.path, &mut w.row);
}

/// Actuator lengths and moments.
pub fn transmission(m: &Model, d: &mut Data, w: &mut Workspace) {
    let awake = Awake::new(&d.sleep, &d.stats);
    let (path, row) = (&mut d.path, &mut w.row);
    let input = TransmissionIn {
        awake,
        state: &d.state,
        pose: &d.pose,
        contacts: &d.contact,
    };
    stage::transmission(m, input, path, row);
}

/// Composite inertias.
pub fn composite(m: &Model, d: &mut Data) {
    let awake = Awake::new(&d.sleep, &d.stats);
    stage::inertia::composite(m, &awake, &d.pose, &mut d.inertia);
}

/// Composite inertias, and the inertia matrix without the armature of tendons.
pub fn crb(m: &Model, d: &mut Data) {
    let awake = Awake::new(&d.sleep, &d.stats);
    stage::inertia::rows_of_bodies(m, &awake, &d.pose, &mut d.inertia);
}

/// The inertia matrix.
pub fn make_m(m: &Model, d: &mut Data) {
    let awake = Awake::new(&d.sleep, &d.stats);
    stage::make_m(m, &awake, &d.pose, &d.path.ten_J, &mut d.inertia);
}

/// The factor of the inertia matrix; a singular one is counted as a warning.
pub fn factor_m(m: &Model, d: &mut Data) {
    let awake = Awake::new(&d.sleep, &d.stats);
    let raised = stage::factor_m(m, &awake, &mut d.inertia);
    if raised >= 0.0 {
        d.stats.warn(Warning::Inertia, raised as usize);
    }
}

/// Solves M x = x in place.
pub fn solve_m(m: &Model, d: &Data, x: &mut [f64]) {
    stage::solve_m(m, &d.inertia, x);
}

/// Velocities of bodies.
pub fn com_vel(m: &Model, d: &mut Data) {
    let awake = Awake::new(&d.sleep, &d.stats);
    stage::com_vel(m, &awake, &d.state, &d.pose, &mut d.vel);
}

/// Inertial and bias forces, without the former if `inertial` is not set.
pub fn rne(m: &Model, d: &Data, w: &mut Workspace, inertial: bool, out: &mut [f64]) {
    let awake = Awake::new(&d.sleep, &d.stats);
    let qacc = inertial.then_some(&d.acc.qacc[..]);
    let moving = Moving {
        state: &d.state,
        pose: &d.pose,
        vel: &d.vel,
    };
    let scratch = BodyScratch {
        motion: &mut w.motion,
        wrench: &mut w.wrench,
    };
    stage::rne(m, &awake, moving, qacc, out, scratch);
}

/// Velocities and reference accelerations of constraint rows.
pub fn reference(m: &Model, d: &mut Data) {
    constraint::reference(m, &d.state, &d.pose, &d.vel, &d.contact, &mut d.efc);
}

/// Constraint islands.
pub fn find_islands(m: &Model, d: &mut Data, w: &mut Workspace) {
    constraint::find_islands(
        m,
        Awake::new(&d.sleep, &d.stats),
        &d.contact,
        &d.efc,
        &mut d.island,
        &mut w.constraint,
    );
}

/// Constraint forces, their states and their sum of costs for residuals of all rows, which must be as many.
pub fn constraint_update(d: &mut Data, w: &mut Workspace, residual: &[f64], hessians: bool) -> f64 {
    let cost = solver::constraint_update(
        &mut d.efc,
        &mut d.contact,
        residual,
        hessians,
        &mut w.solver.classes,
    );
    constraint::mul_jac_t_vec(&d.efc, &d.efc.efc_force, &mut d.force.qfrc_constraint);
    cost
}
