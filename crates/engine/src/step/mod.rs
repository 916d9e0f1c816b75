//! Stepping: forward dynamics, checks and integration.

mod check;
mod diagnose;

use ligament_model::Model;
use ligament_model::enums::EnableFlags;

use crate::data::{Data, Timer};
use crate::forward::{self, timed};
use crate::hooks::Hooks;
use crate::workspace::{self, Workspace};
use crate::{integrate, inverse};
pub use check::{check_acc, check_pos, check_vel};

/// Advances the simulation by one step.
pub fn step(m: &Model, d: &mut Data) {
    step_with(m, d, &mut Hooks::default());
}

/// Advances the simulation by one step, with functions of the user.
pub fn step_with(m: &Model, d: &mut Data, hooks: &mut Hooks) {
    workspace::with(m, |w| step_in(m, d, w, hooks));
}

/// Advances the simulation by one step, in given working memory.
///
/// # Panics
/// Where the data was made for another model, as all drivers do; [`Data::fits`] tells beforehand.
pub fn step_in(m: &Model, d: &mut Data, w: &mut Workspace, hooks: &mut Hooks) {
    d.expect_fit(m);
    timed(d, Timer::Step, |d| {
        check_pos(m, d, w);
        check_vel(m, d, w);
        forward::forward_from(m, d, w, hooks, forward::From::start());
        check_acc(m, d, w, hooks);
        if m.opt.enables(EnableFlags::FWDINV) {
            inverse::compare_forward(m, d, w, hooks);
        }
        integrate::integrate(m, d, w, hooks);
    });
}

/// First half of a step: everything that depends on positions and velocities.
pub fn step1(m: &Model, d: &mut Data, w: &mut Workspace, hooks: &mut Hooks) {
    d.expect_fit(m);
    timed(d, Timer::Step, |d| {
        check_pos(m, d, w);
        check_vel(m, d, w);
        forward::position_stage(m, d, w, hooks, true);
        forward::velocity_stage(m, d, w, hooks, true);
        if let Some(control) = hooks.control.as_mut() {
            control(m, d);
        }
    });
}

/// Second half of a step, after the user has set controls and forces. RK4 becomes Euler.
pub fn step2(m: &Model, d: &mut Data, w: &mut Workspace, hooks: &mut Hooks) {
    d.expect_fit(m);
    timed(d, Timer::Step, |d| {
        forward::acceleration_stage(m, d, w, hooks, true);
        check_acc(m, d, w, hooks);
        if m.opt.enables(EnableFlags::FWDINV) {
            inverse::compare_forward(m, d, w, hooks);
        }
        integrate::integrate_single(m, d, w, hooks);
    });
    // the two halves are one step
    let number = &mut d.stats.timer[Timer::Step as usize].number;
    *number = (*number - 1).max(0);
}
