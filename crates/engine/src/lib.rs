//! The engine of Ligament: simulation state, the stages that fill it, and the constants a model derives from itself.
//!
//! A stage is a function over rooms: its signature says what it reads and what it writes. Only [`data`], [`mod@setconst`]
//! and the drivers know a whole [`Data`].
#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod actuator;
pub mod awake;
pub mod budget;
pub mod carrier;
pub mod collide;
pub mod constraint;
pub mod data;
pub mod derivative;
pub mod difference;
pub mod energy;
pub mod forward;
pub mod hooks;
pub mod integrate;
pub mod inverse;
pub mod jacobian;
pub mod joint;
pub mod passive;
pub mod post_constraint;
pub mod prepared;
pub mod ray;
mod reacting;
pub mod reset;
pub mod sensor;
pub mod setconst;
pub mod shape;
pub mod sleep;
pub mod solver;
pub mod stage;
pub mod step;
pub mod support;
pub mod workspace;

pub use data::Data;
pub use forward::forward;
pub use hooks::Hooks;
pub use prepared::Prepared;
pub use setconst::{LengthRange, SetConstOptions, SetConstReport, setconst};
pub use step::step;
pub use workspace::Workspace;
