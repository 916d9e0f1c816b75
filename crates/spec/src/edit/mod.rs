//! Editing: finding, removing, attaching and repeating parts of a model.

mod attach;
mod conflict;
mod find;
mod keyframe;
mod references;
mod remove;
mod replicate;
#[cfg(test)]
mod tests;

pub use attach::Part;
pub use references::{Affix, Refers};
pub use replicate::Replicate;
