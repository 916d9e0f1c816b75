//! Which numbers a simulation may contain.

/// Numbers beyond this in the state, or none at all, mean that the simulation has gone wrong.
const MAX_VALUE: f64 = 1e10;

/// True for numbers that no simulation should contain.
pub(crate) fn is_bad(x: f64) -> bool {
    let sane = x.abs() <= MAX_VALUE;
    !sane
}
