//! `ligament run`: simulates a model, shows progress, records, and says how it went.

pub mod control;
mod csv;
mod npz;
mod record;
mod report;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use ligament::model::enums::ObjectType;
use ligament::{Data, Model, Problem, Problems, engine};

use control::Controls;
use record::Recorder;
use report::Report;

/// One step in so many is timed stage by stage.
const TIMED_EVERY: u64 = 16;
/// Steps between looks at the clock.
const CHUNK: u64 = 64;
/// More steps than this are a mistake.
const MAX_STEPS: f64 = 1e12;

/// What to simulate and what to keep.
#[derive(clap::Args)]
pub struct Options {
    /// Simulated time, in seconds.
    #[arg(long, short, default_value_t = 10.0, value_name = "SECONDS")]
    pub duration: f64,
    /// Keyframe to start from, by name or number.
    #[arg(long, short, value_name = "NAME")]
    pub keyframe: Option<String>,
    /// Controls: `noise:SCALE[:SEED]`, `NAME=VALUE,…`, or a CSV file with one row per step (the last row stays). Without:
    /// those of the keyframe, else zero.
    #[arg(long, short, value_name = "CONTROLS")]
    pub ctrl: Option<String>,
    /// File to record states, controls, sensors and contacts to; .npz for NumPy, .csv for tables.
    #[arg(long, short, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Record every so many steps.
    #[arg(long, default_value_t = 1, value_name = "STEPS")]
    pub every: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            duration: 10.0,
            keyframe: None,
            ctrl: None,
            record: None,
            every: 1,
        }
    }
}

/// An error of the command line.
pub fn refuse<T>(message: String) -> Result<T, Problems> {
    Err(Problems(vec![Problem::model(message)]))
}

/// Simulates a model and says how it went. An error, after that, if it was unstable.
pub fn run(m: &Model, options: &Options) -> Result<(), Problems> {
    let steps = step_count(m, options.duration)?;
    let mut d = Data::new(m);
    start(m, &mut d, options.keyframe.as_deref())?;
    let mut controls = Controls::parse(m, &d, options.ctrl.as_deref())?;
    let mut recorder = match &options.record {
        Some(path) => Some(Recorder::create(m, path, options.every.max(1))?),
        None => None,
    };
    let bar = progress(steps);
    let mut report = Report::start(m, &mut d);
    let clock = Instant::now();
    let mut shown = clock;
    for step in 0..steps {
        controls.apply(m, &mut d, step);
        d.stats.timing = step % TIMED_EVERY == 0;
        engine::step(m, &mut d);
        report.note(&d);
        if let Some(recorder) = &mut recorder {
            recorder.note(m, &d, step);
        }
        if step % CHUNK == 0 && shown.elapsed() > Duration::from_millis(100) {
            shown = Instant::now();
            bar.set_position(step);
        }
    }
    let elapsed = clock.elapsed();
    bar.finish_and_clear();
    let mut text = report.finish(m, &mut d, steps, elapsed);
    if let Some(recorder) = recorder {
        text += &recorder.finish()?;
    }
    crate::style::print(&text);
    match report.failure() {
        Some(why) => refuse(why),
        None => Ok(()),
    }
}

/// How many steps make up a duration.
fn step_count(m: &Model, duration: f64) -> Result<u64, Problems> {
    let steps = (duration / m.opt.timestep).round();
    if !(0.0..=MAX_STEPS).contains(&steps) {
        return refuse(format!(
            "a duration of {duration} s cannot be simulated with steps of {} s",
            m.opt.timestep
        ));
    }
    Ok(steps as u64)
}

/// Puts the data at a keyframe, if one is named.
pub fn start(m: &Model, d: &mut Data, keyframe: Option<&str>) -> Result<(), Problems> {
    let Some(name) = keyframe else {
        return Ok(());
    };
    let key = m
        .find(ObjectType::Key, name)
        .or_else(|| name.parse().ok().filter(|&key| key < m.size.nkey));
    let Some(key) = key else {
        let known: Vec<&str> = (0..m.size.nkey)
            .filter_map(|key| m.name_of(ObjectType::Key, key))
            .collect();
        return refuse(format!(
            "there is no keyframe '{name}'; the model has {}: {}",
            m.size.nkey,
            known.join(", ")
        ));
    };
    d.reset_key(m, key);
    Ok(())
}

/// A progress bar on terminals, nothing elsewhere.
pub fn progress(steps: u64) -> ProgressBar {
    let style = ProgressStyle::with_template(
        "{bar:40} {percent:>3} % of {len} steps, {per_sec}, {eta} left",
    );
    let bar = ProgressBar::new(steps);
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar
}

/// Loads a model and simulates it.
pub fn run_file(
    path: &Path,
    reading: &ligament::mjcf::ReadOptions,
    options: &Options,
) -> Result<(), Problems> {
    let loaded = ligament::load_with(path, reading)?;
    for warning in &loaded.warnings {
        eprintln!("{}", crate::style::problem(warning));
    }
    run(&loaded.model, options)
}
