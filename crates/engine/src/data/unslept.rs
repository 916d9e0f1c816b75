//! A note about trees that could not start asleep.

use ligament_model::Model;
use ligament_model::enums::ObjectType;

/// Trees that should have started asleep and could not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unslept {
    /// How many trees were to start asleep.
    pub wanted: usize,
    /// How many do.
    pub slept: usize,
    /// Root body of the first tree that does not.
    pub body: usize,
}

impl Unslept {
    /// What happened, and what to do about it.
    pub fn describe(&self, m: &Model) -> String {
        let name = m.name_of(ObjectType::Body, self.body).unwrap_or_default();
        format!(
            "{} trees are marked as sleep=\"init\" but only {} could be put to sleep; body '{name}' (number {}) is the root of \
             the first that could not: trees that touch one another must all be marked",
            self.wanted, self.slept, self.body
        )
    }
}
