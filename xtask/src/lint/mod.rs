//! Rules of the house that a look at the sources can check. Each counts something, says what it found, and fails beyond a limit.

pub mod kinds;
pub mod layers;
pub mod names;
mod source;
pub mod stages;
