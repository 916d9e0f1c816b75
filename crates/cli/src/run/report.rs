//! What there is to say about a simulation: speed, energy, contacts, solver, warnings, where the time went.

use std::fmt::Write;
use std::time::Duration;

use ligament::engine::data::{Diagnosis, Timer, WARNING_TEXTS, WARNINGS, Warning, WarningStat};
use ligament::engine::forward;
use ligament::model::enums::{DisableFlags, Keyword, ObjectType};
use ligament::{Data, Model};

use crate::style;

/// Parts of a step, in the order they are shown.
const PARTS: &[(Timer, &str)] = &[
    (Timer::PosKinematics, "kinematics, tendons"),
    (Timer::PosInertia, "inertia"),
    (Timer::PosCollision, "collision"),
    (Timer::PosMake, "constraint rows"),
    (Timer::Velocity, "velocities, passive forces"),
    (Timer::Actuation, "actuation"),
    (Timer::Constraint, "constraint solver"),
    (Timer::Advance, "integration"),
];

/// Warnings of numbers that went bad.
const BAD: [Warning; 3] = [Warning::BadQpos, Warning::BadQvel, Warning::BadQacc];

/// Figures collected while simulating.
#[derive(Default)]
pub struct Report {
    energy: f64,
    contacts: usize,
    most_contacts: usize,
    deepest: f64,
    rows: usize,
    /// The largest violation of an equality, and which.
    violation: Option<(f64, usize)>,
    iterations: usize,
    most_iterations: i32,
    solved: usize,
    steps: usize,
    /// Whether bad numbers are answered with a reset.
    autoreset: bool,
    /// Time of the last step; it goes back when there is a reset.
    time: f64,
    resets: usize,
    /// Warnings of the whole run, and those of the data as they were after the last step.
    warnings: [WarningStat; WARNINGS],
    seen: [WarningStat; WARNINGS],
    /// What was known when numbers first went bad.
    diagnosis: Option<Diagnosis>,
}

/// Total energy of the current state.
fn energy(m: &Model, d: &mut Data) -> f64 {
    forward::energy_pos(m, d);
    forward::energy_vel(m, d);
    d.stats.energy.iter().sum()
}

impl Report {
    /// Figures at the start.
    pub fn start(m: &Model, d: &mut Data) -> Self {
        forward(m, d);
        Self {
            energy: energy(m, d),
            time: d.time,
            autoreset: !m.opt.disables(DisableFlags::AUTORESET),
            ..Self::default()
        }
    }

    /// Takes note of a step.
    pub fn note(&mut self, d: &Data) {
        self.steps += 1;
        self.note_warnings(d);
        self.contacts += d.contact.len();
        self.most_contacts = self.most_contacts.max(d.contact.len());
        let depths = d.contact.iter().map(|contact| contact.dist);
        self.deepest = depths.fold(self.deepest, f64::min);
        self.rows += d.efc.efc_type.len();
        for (error, &eq) in d.efc.efc_pos[..d.efc.ne].iter().zip(&d.efc.efc_id) {
            if self.violation.is_none_or(|(most, _)| error.abs() > most) {
                self.violation = Some((error.abs(), usize::try_from(eq).unwrap_or(0)));
            }
        }
        if !d.efc.efc_type.is_empty() {
            self.solved += 1;
            let most = d.stats.solver_niter.iter().copied().max().unwrap_or(0);
            self.iterations += usize::try_from(most).unwrap_or(0);
            self.most_iterations = self.most_iterations.max(most);
        }
    }

    /// Counts warnings and resets; a reset clears the counters of the data.
    fn note_warnings(&mut self, d: &Data) {
        let raised =
            |w: &Warning| d.stats.warning[*w as usize].number > self.seen[*w as usize].number;
        // a reset in the first step leaves the time where a step would
        let reset = d.time <= self.time || (self.autoreset && BAD.iter().any(raised));
        self.resets += usize::from(reset);
        self.time = d.time;
        for (i, now) in d.stats.warning.iter().enumerate() {
            let before = if reset { 0 } else { self.seen[i].number };
            if now.number > before {
                self.warnings[i].number =
                    self.warnings[i].number.saturating_add(now.number - before);
                self.warnings[i].lastinfo = now.lastinfo;
            }
        }
        self.seen = d.stats.warning;
        self.diagnosis = self.diagnosis.or(d.stats.diagnosis);
    }

    /// Why the run cannot be trusted, if numbers went bad.
    pub fn failure(&self) -> Option<String> {
        let count: i32 = BAD.iter().map(|w| self.warnings[*w as usize].number).sum();
        let what = match self.resets {
            0 => format!("{count} bad numbers in positions, velocities or accelerations"),
            1 => "the simulation was reset once".to_owned(),
            n => format!("the simulation was reset {n} times"),
        };
        (count > 0).then(|| format!("unstable: {what}"))
    }

    /// Everything in words.
    pub fn finish(&self, m: &Model, d: &mut Data, steps: u64, elapsed: Duration) -> String {
        let seconds = elapsed.as_secs_f64().max(1e-9);
        let simulated = steps as f64 * m.opt.timestep;
        d.stats.timing = false;
        forward(m, d);
        let energy = energy(m, d);
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{}", style::heading(m.model_name()));
        let _ = writeln!(
            out,
            "  {simulated:.3} s simulated in {seconds:.3} s: {:.0} steps per second, {:.1} times real time",
            steps as f64 / seconds,
            simulated / seconds,
        );
        let _ = writeln!(
            out,
            "  energy {:.6} J at the start, {energy:.6} J at the end, drift {:+.3e} J",
            self.energy,
            energy - self.energy,
        );
        out += &self.constraints();
        if let Some((most, eq)) = self.violation {
            let kind = m.eq.kind.get(eq).and_then(|kind| kind.get());
            let word = kind.map_or("equality", |kind| kind.keyword());
            let name = match m.name_of(ObjectType::Equality, eq) {
                Some(name) if !name.is_empty() => format!("{word} '{name}'"),
                _ => format!("{word} {eq}"),
            };
            let _ = writeln!(out, "  equalities: largest violation {most:.3e}, of {name}");
        }
        out += &self.warnings(m, d);
        out += &shares(d);
        out
    }

    /// Warnings that were raised.
    fn warnings(&self, m: &Model, d: &Data) -> String {
        let mut out = String::new();
        if let Some(unslept) = &d.stats.unslept {
            let _ = writeln!(out, "  warning: {}", unslept.describe(m));
        }
        for (stat, text) in self.warnings.iter().zip(WARNING_TEXTS) {
            if stat.number > 0 {
                let _ = writeln!(
                    out,
                    "  warning: {text} (last at index {}), {} times",
                    stat.lastinfo, stat.number
                );
            }
        }
        if let Some(diagnosis) = &self.diagnosis {
            let text = diagnosis.describe(m).replace('\n', "\n  ");
            let _ = writeln!(out, "  first {text}");
        }
        out
    }

    /// Contacts and solver.
    fn constraints(&self) -> String {
        if self.steps == 0 || self.rows == 0 && self.contacts == 0 {
            return String::new();
        }
        let mean = |total: usize, count: usize| total as f64 / count.max(1) as f64;
        format!(
            "  contacts: {:.1} on average, {} at most, deepest penetration {:.3e} m\n  \
             constraint rows: {:.1} on average; solver iterations: {:.1} on average, {} at most\n",
            mean(self.contacts, self.steps),
            self.most_contacts,
            -self.deepest,
            mean(self.rows, self.steps),
            mean(self.iterations, self.solved),
            self.most_iterations,
        )
    }
}

/// Where the time went, from the steps that were timed.
fn shares(d: &Data) -> String {
    let total = d.stats.timer[Timer::Step as usize].duration;
    if total <= 0.0 {
        return String::new();
    }
    let mut out = format!("{}\n", style::heading("where the time went"));
    let mut rest = 1.0;
    for (timer, name) in PARTS {
        let share = d.stats.timer[*timer as usize].duration / total;
        rest -= share;
        let _ = writeln!(out, "  {:5.1} %  {name}", 100.0 * share);
    }
    let _ = writeln!(out, "  {:5.1} %  sensors, checks", 100.0 * rest.max(0.0));
    out
}
