//! What the caller chooses, and what is reported back.

use crate::parameter::Parameter;

/// Choices of a linearization.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Largest residual of the equations of motion, relative to the largest force in them, at which a step counts as
    /// solved. A solver that stopped earlier is refused.
    pub tolerance: f64,
}

impl Default for Options {
    fn default() -> Self {
        Self { tolerance: 1e-3 }
    }
}

/// What is to be linearized, and how.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Task<'a> {
    pub options: &'a Options,
    pub parameters: &'a [Parameter],
}

/// What is known about a linearization besides its numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Report {
    /// Largest residual of the equations of motion, relative to the largest force in them.
    pub residual: f64,
    /// Contacts whose geometry was differentiated by differences of the narrow phase, since it has no formula yet.
    pub differenced_contacts: usize,
}
