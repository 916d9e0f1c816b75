//! Counters of a simulation that Python sees as arrays: one field of an array of records, or a short array.

use ligament::engine::data::{STAT_ISLANDS, STAT_ITERATIONS, SolverStat, Stats, TIMERS, WARNINGS};
use ligament::model::{Number, Scalar};
use numpy::PyArrayDescr;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use crate::storage::{Mirror, descr};

const SOLVER: usize = STAT_ISLANDS * STAT_ITERATIONS;

/// A counter.
struct Counter {
    name: &'static str,
    count: usize,
    scalar: Scalar,
    /// Appends the numbers.
    put: fn(&Stats, &mut Vec<u8>),
    /// Overwrites the numbers.
    take: fn(&mut Stats, &[u8]),
}

fn put<T: Number>(numbers: impl Iterator<Item = T>, out: &mut Vec<u8>) {
    numbers.for_each(|x| x.put(out));
}

fn take<'a, T: Number>(numbers: impl Iterator<Item = &'a mut T>, bytes: &[u8]) {
    let parts = bytes.chunks_exact(T::SCALAR.bytes());
    numbers.zip(parts).for_each(|(x, part)| *x = T::take(part));
}

/// Rows read `"name" [count] type: array;` or `"name" [count] type: array.field;`.
macro_rules! counters {
    ($($name:literal [$count:expr] $scalar:ident: $array:ident $(.$field:ident)?;)*) => {
        const COUNTERS: &[Counter] = &[$(Counter {
            name: $name,
            count: $count,
            scalar: Scalar::$scalar,
            put: |stats, out| put(stats.$array.iter().map(|x| (*x)$(.$field)?), out),
            take: |stats, bytes| take(stats.$array.iter_mut().map(|x| &mut (*x)$(.$field)?), bytes),
        },)*];
    };
}

counters! {
    "energy" [2] F64: energy;
    "solver_niter" [STAT_ISLANDS] I32: solver_niter;
    "solver_nnz" [STAT_ISLANDS] I32: solver_nnz;
    "solver_fwdinv" [2] F64: solver_fwdinv;
    "warning.lastinfo" [WARNINGS] I32: warning.lastinfo;
    "warning.number" [WARNINGS] I32: warning.number;
    "timer.duration" [TIMERS] F64: timer.duration;
    "timer.number" [TIMERS] I32: timer.number;
    "solver.improvement" [SOLVER] F64: solver.improvement;
    "solver.gradient" [SOLVER] F64: solver.gradient;
    "solver.lineslope" [SOLVER] F64: solver.lineslope;
    "solver.nactive" [SOLVER] I32: solver.nactive;
    "solver.nchange" [SOLVER] I32: solver.nchange;
    "solver.neval" [SOLVER] I32: solver.neval;
    "solver.nupdate" [SOLVER] I32: solver.nupdate;
}

/// The place of a counter.
pub fn find(name: &str) -> Option<usize> {
    COUNTERS.iter().position(|counter| counter.name == name)
}

/// Type and extents of the array of a counter.
pub fn shape(py: Python<'_>, index: usize) -> PyResult<(Bound<'_, PyArrayDescr>, Vec<usize>)> {
    let counter = COUNTERS.get(index);
    let counter = counter.ok_or_else(|| PyIndexError::new_err("there is no such counter"))?;
    Ok((descr(py, counter.scalar), vec![counter.count]))
}

/// Bytes of a counter.
pub fn size(index: usize) -> usize {
    COUNTERS
        .get(index)
        .map_or(0, |counter| counter.count * counter.scalar.bytes())
}

/// The numbers of a counter, in place of what `bytes` holds; those that were not collected are zero.
pub fn bytes(stats: &Stats, index: usize, bytes: &mut Vec<u8>) {
    bytes.clear();
    if let Some(counter) = COUNTERS.get(index) {
        (counter.put)(stats, bytes);
        bytes.resize(size(index), 0);
    }
}

/// Copies a counter into its array; numbers that were not collected are zero.
pub fn show(py: Python<'_>, stats: &Stats, index: usize, mirror: &Mirror) -> bool {
    let mut numbers = Vec::with_capacity(size(index));
    bytes(stats, index, &mut numbers);
    index < COUNTERS.len() && mirror.show_bytes(py, &numbers)
}

/// Copies the array of a counter into it.
pub fn store(py: Python<'_>, stats: &mut Stats, index: usize, mirror: &Mirror) -> bool {
    let mut bytes = Vec::new();
    let (Some(counter), true) = (COUNTERS.get(index), mirror.read_bytes(py, &mut bytes)) else {
        return false;
    };
    if counter.count == SOLVER {
        stats.solver.resize(SOLVER, SolverStat::default());
    }
    (counter.take)(stats, &bytes);
    true
}
