//! Where asset files come from.

/// Where asset files come from.
#[derive(Clone, Debug, Default)]
pub struct Source;
