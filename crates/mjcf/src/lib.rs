//! MJCF and URDF for the Ligament physics engine: reading, writing, and the grammar that drives both.
//!
//! [`read_path`] and [`read_str`] turn a model file into an editable [`Spec`](ligament_spec::Spec); [`write_string`] turns
//! it back into text. One table ([`schema`]) states every element and attribute; the XML schema ([`xsd`]) and the
//! reference ([`docs`]) are made from it.
#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod number;
pub mod read;
pub mod schema;
pub mod urdf;
pub mod write;
pub mod xml;

mod catalog;
mod docs;
mod words;
mod xsd;

pub use docs::docs;
pub use read::{Read, ReadOptions, read_archive, read_path, read_str};
pub use urdf::UrdfOptions;
pub use write::{WriteOptions, write_string};
pub use xsd::xsd;
