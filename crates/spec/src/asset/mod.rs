//! Asset files.
pub mod vfs;
