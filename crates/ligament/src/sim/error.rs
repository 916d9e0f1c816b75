//! What can go wrong in a simulation.

use std::fmt;

use ligament_engine::Data;
use ligament_engine::data::{StateError, Warning};
use ligament_engine::inverse::InverseError;
use ligament_model::{Model, NotFound};
use ligament_spec::Problems;

/// Numbers went bad: the world was reset.
#[derive(Clone, PartialEq, Eq)]
pub struct Diverged {
    /// What went bad and why, as far as it is known.
    pub diagnosis: String,
}

/// Warnings after which a world is reset.
const BAD: [Warning; 3] = [Warning::BadQpos, Warning::BadQvel, Warning::BadQacc];

impl Diverged {
    /// When it is, and how often numbers went bad so far.
    pub(super) fn moment(d: &Data) -> (f64, i32) {
        let bad = BAD.map(|w| d.stats.warning[w as usize].number);
        (d.time, bad.iter().sum())
    }

    /// An error if numbers went bad after a moment: a world that is reset goes back in time, and its count starts anew.
    pub(super) fn since((time, bad): (f64, i32), m: &Model, d: &Data) -> Result<(), Self> {
        let (now, count) = Self::moment(d);
        if count == 0 || (count == bad && now > time) {
            return Ok(());
        }
        let raised = BAD.map(|w| w as usize);
        let raised = raised
            .into_iter()
            .filter(|&w| d.stats.warning[w].number > 0);
        let told: Vec<_> = raised.map(|w| d.stats.describe(m, w)).collect();
        Err(Self {
            diagnosis: told.join("; "),
        })
    }
}

impl fmt::Display for Diverged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the simulation diverged and was reset: {}",
            self.diagnosis
        )
    }
}

/// The text that users read, so that `?` in `main` prints it.
impl fmt::Debug for Diverged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Diverged {}

/// Anything that a [`Simulation`](super::Simulation) can refuse.
#[derive(Clone, PartialEq)]
pub enum SimError {
    /// The model cannot be read or compiled.
    Model(Problems),
    /// There is no such object.
    NotFound(NotFound),
    /// Numbers went bad.
    Diverged(Diverged),
    /// A state does not belong to the model.
    State(StateError),
    /// Inverse dynamics is not possible.
    Inverse(InverseError),
    /// A wrong number of values.
    Length {
        /// What the values are.
        what: &'static str,
        /// How many there must be.
        expected: usize,
        /// How many were given.
        found: usize,
    },
}

impl SimError {
    /// An error unless there are as many values as there must be.
    pub(super) fn check(what: &'static str, expected: usize, found: usize) -> Result<(), Self> {
        let wrong = Self::Length {
            what,
            expected,
            found,
        };
        if expected == found {
            Ok(())
        } else {
            Err(wrong)
        }
    }
}

impl fmt::Display for SimError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Model(e) => e.fmt(f),
            Self::NotFound(e) => e.fmt(f),
            Self::Diverged(e) => fmt::Display::fmt(e, f),
            Self::State(e) => e.fmt(f),
            Self::Inverse(e) => e.fmt(f),
            Self::Length {
                what,
                expected,
                found,
            } => write!(f, "{what} takes {expected} numbers, not {found}"),
        }
    }
}

/// The text that users read, so that `?` in `main` prints it.
impl fmt::Debug for SimError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for SimError {}

macro_rules! from {
    ($($source:ty => $variant:ident;)*) => {$(
        impl From<$source> for SimError {
            fn from(error: $source) -> Self {
                Self::$variant(error)
            }
        }
    )*};
}

from! {
    Problems => Model;
    NotFound => NotFound;
    Diverged => Diverged;
    StateError => State;
    InverseError => Inverse;
}
