//! Editing: deleting, attaching and repeating parts of a model.

mod attach;
mod build;
mod conflict;
mod delete;
mod keyframe;
mod references;
mod replicate;
#[cfg(test)]
mod tests;

pub use attach::{Attached, Part};
pub use references::{Affix, Refers};
pub use replicate::{MOST_ELEMENTS, Replicate};
