//! The engine of Ligament: simulation state, the stages that fill it, and the constants a model derives from itself.
//!
//! A stage is a function over rooms: its signature says what it reads and what it writes. Only [`data`], [`mod@setconst`]
//! and the drivers know a whole [`Data`].
#![forbid(unsafe_code)]

pub mod data;
pub mod jacobian;
pub mod joint;
pub mod setconst;
pub mod stage;

pub use data::Data;
pub use setconst::{LengthRange, SetConstOptions, SetConstReport, setconst};
