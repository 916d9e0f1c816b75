//! The editable model of Ligament and its compiler.
//!
//! A [`Spec`] holds what a model file says: elements with their values as written, default classes, settings. It can be
//! built and changed in code, and compiled to a [`Model`](ligament_model::Model).
#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod arena;
pub mod asset;
pub mod class;
pub mod compile;
pub mod edit;
pub mod element;
mod memory;
pub mod origin;
pub mod problem;
pub mod resolve;
pub mod settings;
mod spec;
mod tree;
pub mod value;

#[cfg(test)]
mod tests;

pub use arena::{Arena, Handle, Id};
pub use class::{Class, Classed};
pub use origin::Origin;
pub use problem::{Problem, Problems, Severity};
pub use spec::{AnyId, Edit, EditClass, InTree, Kind, Listed, Spec, Unsupported};
pub use tree::{Inside, Renumbered};
