//! Kinds of activation dynamics of actuators.

use crate::enums::DynamicsType;

/// What is known of a kind of activation dynamics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DynamicsFacts {
    /// Whether it has a state.
    pub has_state: bool,
}

impl DynamicsType {
    /// What is known of the kind.
    pub const fn facts(self) -> DynamicsFacts {
        DynamicsFacts {
            has_state: !matches!(self, Self::None),
        }
    }
}
