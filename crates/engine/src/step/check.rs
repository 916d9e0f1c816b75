//! Numbers that no simulation should contain: found, counted, and answered with a reset.

use ligament_model::Model;
use ligament_model::enums::DisableFlags;

use super::diagnose;
use crate::awake::Awake;
use crate::data::{Data, Warning, is_bad};
use crate::forward::forward_in;
use crate::hooks::Hooks;
use crate::reset::reset_in;
use crate::workspace::Workspace;

/// The first awake entry of an array over degrees of freedom that is not a sane number.
fn first_bad(values: &[f64], indices: &[i32]) -> Option<usize> {
    let bad = |&i: &i32| values.get(i as usize).is_some_and(|x| is_bad(*x));
    indices.iter().find(|i| bad(i)).map(|&i| i as usize)
}

/// Counts a bad number and, unless that is switched off, resets.
fn report_bad(m: &Model, d: &mut Data, w: &mut Workspace, warning: Warning, index: usize) {
    let diagnosis = diagnose::diagnose(m, d, warning, index);
    d.stats.diagnosis = diagnosis;
    if m.opt.disables(DisableFlags::AUTORESET) {
        d.stats.warn(warning, index);
        return;
    }
    // a reset clears the counters; this one is raised after it
    reset_in(m, d, w);
    d.stats.warn(warning, index);
    d.stats.diagnosis = diagnosis;
}

/// Checks positions.
pub fn check_pos(m: &Model, d: &mut Data, w: &mut Workspace) {
    // whole runs first: without an early end a loop looks at several numbers at a time
    let any = |run: &[f64]| run.iter().fold(false, |any, x| any | is_bad(*x));
    if !d.state.qpos.chunks(128).any(any) {
        return;
    }
    if let Some(index) = d.state.qpos.iter().position(|x| is_bad(*x)) {
        report_bad(m, d, w, Warning::BadQpos, index);
    }
}

/// Checks velocities.
pub fn check_vel(m: &Model, d: &mut Data, w: &mut Workspace) {
    let dofs = Awake::new(&d.sleep, &d.stats).dofs;
    if let Some(index) = first_bad(&d.state.qvel, dofs) {
        report_bad(m, d, w, Warning::BadQvel, index);
    }
}

/// Checks accelerations; after a reset they are computed anew.
pub fn check_acc(m: &Model, d: &mut Data, w: &mut Workspace, hooks: &mut Hooks) {
    let dofs = Awake::new(&d.sleep, &d.stats).dofs;
    if let Some(index) = first_bad(&d.acc.qacc, dofs) {
        report_bad(m, d, w, Warning::BadQacc, index);
        if !m.opt.disables(DisableFlags::AUTORESET) {
            forward_in(m, d, w, hooks);
        }
    }
}
