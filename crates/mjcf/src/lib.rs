//! MJCF for the Ligament physics engine: reading, writing, and the grammar that drives both.
//!
//! [`read_path`] and [`read_str`] turn a model file into an editable [`Spec`](ligament_spec::Spec); [`write_string`] turns
//! it back into text. One table ([`schema`]) states every element and attribute; [`xsd`] and [`docs`] are made from it.
#![forbid(unsafe_code)]

pub mod number;
pub mod read;
pub mod schema;
pub mod urdf;
pub mod write;
pub mod xml;

mod words;

pub use read::{Read, ReadOptions, read_path, read_str};
pub use write::{WriteOptions, write_string};
pub use urdf::UrdfOptions;
