//! Fourth-order Runge–Kutta.
//!
//! The stages are evaluated at v₀ ⊕ h a kᵢ₋₁ with a = ½, ½, 1 and combined with weights ⅙, ⅓, ⅓, ⅙. Positions live on a
//! manifold: the displacement from the start of the step is the coordinate, and its rate of change at a stage is
//! [`joint::chart_rate`] of the velocity there (Runge–Kutta–Munthe-Kaas), so that orientations converge as fast as
//! everything else.

use ligament_model::Model;
use ligament_model::enums::Stage;

use super::advance::{Rates, advance, keep_readings};
use crate::actuator::dynamics;
use crate::data::Data;
use crate::forward::{self, From};
use crate::hooks::Hooks;
use crate::joint;
use crate::workspace::{IntegrateScratch, RungeKuttaScratch, Workspace};

/// How far along the last rates each stage after the first lies.
const STAGES: [f64; 3] = [0.5, 0.5, 1.0];
/// Weights of the stages in the sum.
const WEIGHTS: [f64; 4] = [1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0];

/// True if the end of the step looks at the lengths of actuators.
fn needs_lengths(m: &Model) -> bool {
    (0..m.size.nactuator).any(|i| dynamics::integrates(m, i))
}

/// out += weight * x.
fn add(out: &mut [f64], x: &[f64], weight: f64) {
    for (y, x) in out.iter_mut().zip(x) {
        *y += weight * x;
    }
}

/// y = x₀ + (a k) h.
fn ahead(y: &mut [f64], x0: &[f64], k: &[f64], a: f64, h: f64) {
    for ((y, x0), k) in y.iter_mut().zip(x0).zip(k) {
        *y = x0 + (a * k) * h;
    }
}

/// Advances the state; forward dynamics of the present state are known.
pub(super) fn runge_kutta(m: &Model, d: &mut Data, w: &mut Workspace, hooks: &mut Hooks) {
    let (h, start_time) = (m.opt.timestep, d.time);
    let lengths = needs_lengths(m);
    if m.size.nhistory > 0 {
        keep_readings(m, d, w);
    }
    keep_start(m, d, &mut w.integrate.runge_kutta, lengths);
    begin_sums(d, &mut w.integrate);
    for (stage, a) in STAGES.into_iter().enumerate() {
        move_to_stage(m, d, &mut w.integrate.runge_kutta, a);
        d.time = start_time + a * h;
        forward::forward_from(m, d, w, hooks, From::after(Stage::None));
        add_to_sums(d, &mut w.integrate, WEIGHTS[stage + 1]);
    }
    d.time = start_time;
    restore_start(m, d, &w.integrate.runge_kutta, lengths);
    advance(m, d, w, hooks, Rates::Combined);
    // the acceleration of the step as a whole; the solver starts from that of the last stage
    d.acc.qacc.copy_from_slice(&w.integrate.qacc);
}

/// Keeps what the stages will overwrite.
fn keep_start(m: &Model, d: &Data, keep: &mut RungeKuttaScratch, lengths: bool) {
    keep.qpos.copy_from_slice(&d.state.qpos);
    keep.qvel.copy_from_slice(&d.state.qvel);
    keep.act.copy_from_slice(&d.state.act);
    if m.size.nplastic > 0 {
        keep.ten_length.copy_from_slice(&d.path.ten_length);
        keep.ten_J.copy_from_slice(&d.path.ten_J);
    }
    if lengths {
        keep.actuator_length
            .copy_from_slice(&d.path.actuator_length);
    }
}

/// Back to the start of the step.
fn restore_start(m: &Model, d: &mut Data, keep: &RungeKuttaScratch, lengths: bool) {
    d.state.qpos.copy_from_slice(&keep.qpos);
    d.state.qvel.copy_from_slice(&keep.qvel);
    d.state.act.copy_from_slice(&keep.act);
    if m.size.nplastic > 0 {
        d.path.ten_length.copy_from_slice(&keep.ten_length);
        d.path.ten_J.copy_from_slice(&keep.ten_J);
    }
    if lengths {
        d.path
            .actuator_length
            .copy_from_slice(&keep.actuator_length);
    }
}

/// The first stage is the start of the step.
fn begin_sums(d: &Data, scratch: &mut IntegrateScratch) {
    scratch.runge_kutta.rate.copy_from_slice(&d.state.qvel);
    scratch.qvel.fill(0.0);
    scratch.qacc.fill(0.0);
    scratch.act_dot.fill(0.0);
    add_to_sums(d, scratch, WEIGHTS[0]);
}

/// Adds the rates of the present stage to the weighted sums.
fn add_to_sums(d: &Data, scratch: &mut IntegrateScratch, weight: f64) {
    add(&mut scratch.qvel, &scratch.runge_kutta.rate, weight);
    add(&mut scratch.qacc, &d.acc.qacc, weight);
    add(&mut scratch.act_dot, &d.acc.act_dot, weight);
}

/// Moves the state to the next stage, along the rates of the last one, and finds the rate of displacement there.
fn move_to_stage(m: &Model, d: &mut Data, start: &mut RungeKuttaScratch, a: f64) {
    let h = m.opt.timestep;
    for (moved, rate) in start.moved.iter_mut().zip(&start.rate) {
        *moved = a * rate;
    }
    d.state.qpos.copy_from_slice(&start.qpos);
    joint::integrate_pos(m, &mut d.state.qpos, &start.moved, h);
    ahead(&mut d.state.qvel, &start.qvel, &d.acc.qacc, a, h);
    ahead(&mut d.state.act, &start.act, &d.acc.act_dot, a, h);
    for moved in &mut start.moved {
        *moved *= h;
    }
    start.rate.copy_from_slice(&d.state.qvel);
    for j in 0..m.size.njnt {
        let dofs = joint::dofs(m, j);
        joint::chart_rate(
            joint::kind(m, j),
            &start.moved[dofs.clone()],
            &mut start.rate[dofs],
        );
    }
}
