//! The search for length ranges: each actuator pulls and pushes until nothing moves any more.
//!
//! The simulation has neither gravity, contacts, dry friction nor other passive forces, and its velocities decay. The force along
//! the moment arm m of the actuator is scaled so that |M⁻¹ f| is a given acceleration.

use std::sync::atomic::{AtomicUsize, Ordering};

use ligament_math::{MINVAL, func};
use ligament_model::Model;
use ligament_model::enums::DisableFlags;

use super::actuator::{LengthRange, LengthRangeReason};
use crate::data::{Data, Warning};
use crate::hooks::Hooks;
use crate::stage;
use crate::step::{step1, step2};
use crate::workspace;

/// What is switched off during the search.
pub(super) const FLAGS: DisableFlags = DisableFlags(
    DisableFlags::FRICTIONLOSS.0
        | DisableFlags::CONTACT.0
        | DisableFlags::SPRING.0
        | DisableFlags::DAMPER.0
        | DisableFlags::GRAVITY.0
        | DisableFlags::ACTUATION.0,
);

/// Longest search, in steps.
const MAX_STEPS: f64 = 1e7;

type RangeResult = Result<[f64; 2], LengthRangeReason>;

/// Finds the ranges of actuators, given with their first outputs.
pub(super) fn ranges(
    m: &Model,
    options: &LengthRange,
    searched: &[(usize, usize)],
) -> Vec<RangeResult> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = if options.threads {
        cores.min(searched.len())
    } else {
        1
    };
    let next = AtomicUsize::new(0);
    let work = || {
        let mut data = Data::new(m);
        let mut found = Vec::new();
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(&(_, output)) = searched.get(i) else {
                return found;
            };
            found.push((i, range(m, &mut data, options, output)));
        }
    };
    let mut all: Vec<(usize, RangeResult)> = if threads < 2 {
        work()
    } else {
        std::thread::scope(|scope| {
            let running: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            running
                .into_iter()
                .flat_map(|thread| thread.join().unwrap_or_default())
                .collect()
        })
    };
    all.sort_by_key(|(i, _)| *i);
    all.into_iter().map(|(_, found)| found).collect()
}

/// Finds the range of one actuator.
fn range(m: &Model, d: &mut Data, options: &LengthRange, output: usize) -> RangeResult {
    let pulled = extremes(m, d, options, output, -1.0)?;
    let pushed = extremes(m, d, options, output, 1.0)?;
    let range = [pulled[0], pushed[1]];
    let width = range[1] - range[0];
    if width <= 0.0 {
        return Err(LengthRangeReason::Invalid { range });
    }
    for eval in [pulled, pushed] {
        if eval[1] - eval[0] > options.tolrange * width {
            return Err(LengthRangeReason::NotConverged { eval, range });
        }
    }
    Ok(range)
}

/// Shortest and longest length at the end of a simulation with a force along or against the actuator.
fn extremes(
    m: &Model,
    d: &mut Data,
    options: &LengthRange,
    output: usize,
    side: f64,
) -> Result<[f64; 2], LengthRangeReason> {
    if options.inttotal / m.opt.timestep > MAX_STEPS {
        return Err(LengthRangeReason::TooLong);
    }
    d.reset(m);
    let mut found: Option<[f64; 2]> = None;
    while d.time < options.inttotal {
        let before = d.time;
        let length = pull(m, d, options, output, side);
        if d.time <= before || went_bad(d) {
            return Err(LengthRangeReason::Unstable);
        }
        if d.time > options.inttotal - options.interval {
            let [low, high] = found.unwrap_or([length; 2]);
            found = Some([low.min(length), high.max(length)]);
        }
    }
    Ok(found.unwrap_or([0.0; 2]))
}

/// True if the state was reset because it had gone bad.
fn went_bad(d: &Data) -> bool {
    [Warning::BadQpos, Warning::BadQvel, Warning::BadQacc]
        .iter()
        .any(|&warning| d.stats.warning[warning as usize].number > 0)
}

/// One step; returns the length before it.
fn pull(m: &Model, d: &mut Data, options: &LengthRange, output: usize, side: f64) -> f64 {
    let decay = func::exp(-m.opt.timestep / options.timeconst.max(0.01));
    d.state.qvel.iter_mut().for_each(|v| *v *= decay);
    let mut hooks = Hooks::default();
    workspace::with(m, |w| step1(m, d, w, &mut hooks));
    let norm = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>().sqrt();
    let applied = &mut d.input.qfrc_applied;
    set_moment(
        applied,
        d.path.moment_row(output),
        &d.path.moment_colind,
        &d.path.actuator_moment,
    );
    stage::solve_m(m, &d.inertia, applied);
    let scale = side * options.accel / norm(applied).max(MINVAL);
    set_moment(
        applied,
        d.path.moment_row(output),
        &d.path.moment_colind,
        &d.path.actuator_moment,
    );
    applied.iter_mut().for_each(|f| *f *= scale);
    let force = norm(applied);
    if options.maxforce > 0.0 && force > options.maxforce {
        let less = options.maxforce / force.max(MINVAL);
        applied.iter_mut().for_each(|f| *f *= less);
    }
    workspace::with(m, |w| step2(m, d, w, &mut hooks));
    d.path.actuator_length[output]
}

/// Writes a row of the moments of actuators as a vector over degrees of freedom.
fn set_moment(out: &mut [f64], row: std::ops::Range<usize>, columns: &[i32], values: &[f64]) {
    out.fill(0.0);
    for (&dof, value) in columns[row.clone()].iter().zip(&values[row]) {
        out[dof as usize] = *value;
    }
}
