//! The compiled model of Ligament: every array that MuJoCo's `mjModel` has, grouped by element kind, declared once in a
//! table from which constructors, visitors, bindings and documentation come.
#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod column;
mod derived;
pub mod enums;
pub mod id;
pub mod index;
pub mod io;
pub mod key;
pub mod kinds;
mod model;
pub mod names;
pub mod option;
mod origin;
mod ranges;
mod records;
pub mod rooms;
mod sizes;
pub mod spelling;
mod table;
mod tracked;
pub mod visual;

pub use column::{Column, Element, Field, Flag, Number, Scalar};
pub use derived::Derived;
pub use index::Index;
pub use key::{Key, NotFound};
#[doc(hidden)]
pub use ligament_math::Real;
pub use model::Model;
pub use option::{Options, Statistics};
pub use origin::Origin;
pub use sizes::Sizes;
pub use tracked::Tracked;
pub use visual::Visual;
