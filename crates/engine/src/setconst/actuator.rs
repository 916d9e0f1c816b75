//! Length ranges of actuators: given, taken from limits, or found by simulation.

use ligament_model::Model;
use ligament_model::enums::LengthRangeMode;

use super::search;
use crate::actuator::{bias, gain};
use crate::stage::transmission::{ActsOn, acts_on};

/// How length ranges are found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LengthRange {
    /// Which actuators get one.
    pub mode: LengthRangeMode,
    /// Keep ranges that are already there.
    pub use_existing: bool,
    /// Take the limits of joints and tendons where there are any.
    pub use_limit: bool,
    /// Acceleration that the pulling force causes.
    pub accel: f64,
    /// Bound of the pulling force; not positive for none.
    pub maxforce: f64,
    /// Time constant of velocity reduction.
    pub timeconst: f64,
    /// Step of the simulation; not positive for the model's.
    pub timestep: f64,
    /// Simulated time.
    pub inttotal: f64,
    /// Time at the end over which lengths are measured.
    pub interval: f64,
    /// Largest change of the length at the end, relative to the range.
    pub tolrange: f64,
    /// Simulate on all cores.
    pub threads: bool,
}

impl Default for LengthRange {
    fn default() -> Self {
        Self {
            mode: LengthRangeMode::Muscle,
            use_existing: true,
            use_limit: false,
            accel: 20.0,
            maxforce: 0.0,
            timeconst: 1.0,
            timestep: 0.01,
            inttotal: 10.0,
            interval: 2.0,
            tolrange: 0.05,
            threads: true,
        }
    }
}

/// Why the length range of an actuator was not found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LengthRangeError {
    /// The actuator.
    pub actuator: usize,
    /// What went wrong.
    pub reason: LengthRangeReason,
}

/// What can go wrong when the length range of an actuator is looked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LengthRangeReason {
    /// The simulation went bad.
    Unstable,
    /// The simulation would take too many steps.
    TooLong,
    /// The range is empty.
    Invalid {
        /// The range found.
        range: [f64; 2],
    },
    /// The length still changed at the end.
    NotConverged {
        /// Shortest and longest length at the end.
        eval: [f64; 2],
        /// The range found.
        range: [f64; 2],
    },
}

impl std::fmt::Display for LengthRangeReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unstable => {
                f.write_str("the simulation that looks for the length range is unstable")
            }
            Self::TooLong => {
                f.write_str("the simulation that looks for the length range has too many steps")
            }
            Self::Invalid { range: [a, b] } => {
                write!(f, "the length range that was found, {a} to {b}, is empty")
            }
            Self::NotConverged {
                eval: [a, b],
                range: [c, d],
            } => write!(
                f,
                "the search for the length range did not converge: at the end lengths were {a} to {b}, in a range of {c} to {d}"
            ),
        }
    }
}

/// Sets the length ranges that are asked for, from limits or by simulation.
pub(super) fn length_ranges(m: &mut Model, options: &LengthRange) -> Vec<LengthRangeError> {
    let mut searched = Vec::new();
    for actuator in 0..m.size.nactuator {
        let Some(output) = m.actuator_outputs(actuator).next() else {
            continue;
        };
        let [low, high] = m.actuator.lengthrange[output];
        if !is_wanted(m, actuator, options.mode) || (options.use_existing && low < high) {
            continue;
        }
        match limit(m, actuator).filter(|_| options.use_limit) {
            Some(range) => m.actuator.lengthrange[output] = range,
            None => searched.push((actuator, output)),
        }
    }
    if searched.is_empty() {
        return Vec::new();
    }
    let saved = m.opt.clone();
    m.opt.disableflags = search::FLAGS.0;
    m.opt.enableflags = 0;
    if options.timestep > 0.0 {
        m.opt.timestep = options.timestep;
    }
    let found = search::ranges(m, options, &searched);
    m.opt = saved;
    let mut errors = Vec::new();
    for (&(actuator, output), result) in searched.iter().zip(found) {
        match result {
            Ok(range) => m.actuator.lengthrange[output] = range,
            Err(reason) => errors.push(LengthRangeError { actuator, reason }),
        }
    }
    errors
}

/// True if an actuator of this kind gets a range.
fn is_wanted(m: &Model, actuator: usize, mode: LengthRangeMode) -> bool {
    let muscle = gain::is_muscle(m, actuator) || bias::is_muscle(m, actuator);
    let user = gain::asks_user(m, actuator) || bias::asks_user(m, actuator);
    match mode {
        LengthRangeMode::None => false,
        LengthRangeMode::Muscle => muscle,
        LengthRangeMode::Muscleuser => muscle || user,
        LengthRangeMode::All => true,
    }
}

/// The limits of the joint or tendon an actuator acts on.
fn limit(m: &Model, actuator: usize) -> Option<[f64; 2]> {
    match acts_on(m, actuator) {
        ActsOn::Joint(id) => (m.jnt.limited.get(id)?.get()).then(|| m.jnt.range[id]),
        ActsOn::Tendon(id) => (m.tendon.limited.get(id)?.get()).then(|| m.tendon.range[id]),
        _ => None,
    }
}
