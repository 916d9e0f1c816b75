//! Exact derivatives of a step of the engine, through contacts, limits and friction.
#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod acceleration;
mod constraint;
mod contact;
mod error;
mod held;
mod integrate;
mod inverse;
mod linearization;
mod nearby;
mod options;
pub mod oracle;
mod parameter;
mod runge_kutta;
mod smooth;
mod space;
mod surface;
mod tape;
mod tendon;
mod transmission;
mod tree;
pub mod validate;
mod wire;

pub use error::Refusal;
pub use inverse::{InverseJacobians, inverse};
pub use linearization::{Jacobians, Linearization};
pub use options::{Options, Report};
pub use parameter::Parameter;
pub use tape::{RolloutGradient, Tape};
