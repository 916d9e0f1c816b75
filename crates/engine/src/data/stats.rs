//! Counters: warnings, timers, solver statistics, sizes that change.

use ligament_model::Model;

use super::{Diagnosis, Unslept};

/// How often a warning was raised.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct WarningStat {
    /// What the last warning was about, usually an index.
    pub lastinfo: i32,
    /// How many times it was raised.
    pub number: i32,
}

/// The warnings, with MuJoCo's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Warning {
    /// The inertia matrix is (nearly) singular.
    Inertia = 0,
    /// Too many contacts.
    ContactFull = 1,
    /// Too many constraint rows.
    ConstraintFull = 2,
    /// A bad number in `qpos`.
    BadQpos = 3,
    /// A bad number in `qvel`.
    BadQvel = 4,
    /// A bad number in `qacc`.
    BadQacc = 5,
    /// A bad number in `ctrl`.
    BadCtrl = 6,
}

/// Number of warnings.
pub const WARNINGS: usize = 7;

/// Meaning of the warnings, by number.
pub const WARNING_TEXTS: [&str; WARNINGS] = [
    "the inertia matrix is nearly singular",
    "too many contacts for the memory of a world",
    "too many constraint rows for the memory of a world",
    "a bad number in qpos",
    "a bad number in qvel",
    "a bad number in qacc",
    "a bad number in ctrl",
];

/// Time spent in a part of the pipeline.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct TimerStat {
    /// Total time, in the unit of the timer.
    pub duration: f64,
    /// How many times it was measured.
    pub number: i32,
}

/// The timers, with MuJoCo's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timer {
    /// A whole step.
    Step = 0,
    /// Forward dynamics.
    Forward = 1,
    /// Inverse dynamics.
    Inverse = 2,
    /// What depends on positions.
    Position = 3,
    /// What depends on velocities.
    Velocity = 4,
    /// Actuation.
    Actuation = 5,
    /// The constraint solver.
    Constraint = 6,
    /// Integration.
    Advance = 7,
    /// Kinematics, centres of mass, tendons, transmissions.
    PosKinematics = 8,
    /// The inertia matrix.
    PosInertia = 9,
    /// Collision detection.
    PosCollision = 10,
    /// Making constraint rows.
    PosMake = 11,
    /// Projecting constraint rows.
    PosProject = 12,
    /// Broad phase of collision detection.
    ColBroad = 13,
    /// Narrow phase of collision detection.
    ColNarrow = 14,
}

/// Number of timers.
pub const TIMERS: usize = 15;

/// One iteration of a constraint solver.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct SolverStat {
    /// Cost reduction, scaled by 1/trace(M).
    pub improvement: f64,
    /// Norm of the gradient, scaled; primal solvers only.
    pub gradient: f64,
    /// Slope in the line search.
    pub lineslope: f64,
    /// Active constraints.
    pub nactive: i32,
    /// Constraints that changed their state.
    pub nchange: i32,
    /// Evaluations of the cost in the line search.
    pub neval: i32,
    /// Updates of the factor in the line search.
    pub nupdate: i32,
}

/// Islands that have statistics.
pub const STAT_ISLANDS: usize = 20;
/// Iterations that have statistics.
pub const STAT_ITERATIONS: usize = 200;

/// Everything that is counted.
#[derive(Clone, Debug, PartialEq)]
pub struct Stats {
    /// Potential and kinetic energy.
    pub energy: [f64; 2],
    /// Warnings by number.
    pub warning: [WarningStat; WARNINGS],
    /// Timers by number.
    pub timer: [TimerStat; TIMERS],
    /// Whether timers run.
    pub timing: bool,
    /// Statistics per island and iteration, [`STAT_ITERATIONS`] places for each island, as far as there were iterations.
    pub solver: Vec<SolverStat>,
    /// Iterations per island.
    pub solver_niter: [i32; STAT_ISLANDS],
    /// Entries of the solver's matrix per island.
    pub solver_nnz: [i32; STAT_ISLANDS],
    /// Difference of forward and inverse dynamics: generalized forces, constraint forces.
    pub solver_fwdinv: [f64; 2],
    /// Largest number of contacts so far.
    pub maxuse_con: i32,
    /// Largest number of constraint rows so far.
    pub maxuse_efc: i32,
    /// Whether the potential energy is current.
    pub flg_energypos: bool,
    /// Whether the kinetic energy is current.
    pub flg_energyvel: bool,
    /// Whether the velocities of subtrees are current.
    pub flg_subtreevel: bool,
    /// Whether forces between bodies are current.
    pub flg_rnepost: bool,
    /// What was known when numbers last went bad.
    pub diagnosis: Option<Diagnosis>,
    /// Trees that should have been asleep after the last reset and are not.
    pub unslept: Option<Unslept>,
    /// Trees that are awake.
    pub ntree_awake: usize,
    /// Bodies that are awake or static.
    pub nbody_awake: usize,
    /// Bodies with parents that are awake or static.
    pub nparent_awake: usize,
    /// Degrees of freedom that are awake.
    pub nv_awake: usize,
}

impl Default for Stats {
    fn default() -> Self {
        Self {
            energy: [0.0; 2],
            warning: [WarningStat::default(); WARNINGS],
            timer: [TimerStat::default(); TIMERS],
            timing: false,
            solver: Vec::new(),
            solver_niter: [0; STAT_ISLANDS],
            solver_nnz: [0; STAT_ISLANDS],
            solver_fwdinv: [0.0; 2],
            maxuse_con: 0,
            maxuse_efc: 0,
            flg_energypos: false,
            flg_energyvel: false,
            flg_subtreevel: false,
            flg_rnepost: false,
            diagnosis: None,
            unslept: None,
            ntree_awake: 0,
            nbody_awake: 0,
            nparent_awake: 0,
            nv_awake: 0,
        }
    }
}

impl Stats {
    /// Writes down the iterations of an island, behind those that are noted of it already.
    pub(crate) fn note(&mut self, island: usize, before: usize, iterations: &[SolverStat]) {
        let count = iterations.len().min(STAT_ITERATIONS.saturating_sub(before));
        if island >= STAT_ISLANDS || count == 0 {
            return;
        }
        let start = island * STAT_ITERATIONS + before;
        if self.solver.len() < start + count {
            self.solver.resize(start + count, SolverStat::default());
        }
        self.solver[start..start + count].copy_from_slice(&iterations[..count]);
    }

    /// Counts a warning.
    pub fn warn(&mut self, warning: Warning, info: usize) {
        let stat = &mut self.warning[warning as usize];
        stat.lastinfo = i32::try_from(info).unwrap_or(i32::MAX);
        stat.number = stat.number.saturating_add(1);
    }

    /// A warning that was raised, in words; with what is known about the cause where numbers went bad.
    pub fn describe(&self, m: &Model, warning: usize) -> String {
        let (text, stat) = (WARNING_TEXTS[warning], self.warning[warning]);
        match &self.diagnosis {
            Some(found) if found.warning as usize == warning => found.describe(m),
            _ => format!("{text} (index {})", stat.lastinfo),
        }
    }

    /// Back to the start; whether timers run stays as it is.
    pub fn reset(&mut self) {
        let mut solver = std::mem::take(&mut self.solver);
        solver.clear();
        *self = Self {
            timing: self.timing,
            solver,
            ..Self::default()
        };
    }
}
