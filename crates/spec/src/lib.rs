//! The editable model of Ligament and its compiler.
//!
//! A [`Spec`] holds what a model file says: elements with their values as written, default classes, settings. It can be
//! built and changed in code, and compiled to a [`Model`](ligament_model::Model).
#![forbid(unsafe_code)]

pub mod asset;
pub mod class;
pub mod compile;
pub mod edit;
pub mod element;
mod memory;
pub mod origin;
pub mod problem;
pub mod settings;
mod tree;

pub use class::Class;
pub use origin::Origin;
pub use problem::{Problem, Problems, Severity};
pub use tree::{Spec, Unsupported};
