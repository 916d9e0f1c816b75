//! Where an element was written: for messages, and to know which compiler settings rule it.

use std::sync::Arc;

use crate::arena::Handle;

/// The place an element comes from.
///
/// Two elements that differ only in where they were written are equal, hence all origins compare as equal.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// File, as the user named it; empty for elements built in code.
    pub file: Arc<str>,
    /// Line, from 1; 0 if unknown.
    pub line: u32,
    /// Column, from 1; 0 if unknown.
    pub column: u32,
    /// Which entry of [`Spec::scopes`](crate::Spec::scopes) rules this element: attached models keep their own angles,
    /// Euler sequence and directories.
    pub scope: usize,
    /// Which element of the model it is; nobody for elements that are not in a model.
    pub id: Handle,
}

impl PartialEq for Origin {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let file = if self.file.is_empty() {
            "model"
        } else {
            &self.file
        };
        match (self.line, self.column) {
            (0, _) => write!(f, "{file}"),
            (line, 0) => write!(f, "{file}:{line}"),
            (line, column) => write!(f, "{file}:{line}:{column}"),
        }
    }
}
