//! Kinds of things, one file per family: the enumeration, and a descriptor that says what a kind is to the compiler, the
//! editor, the file formats and the checks. Who needs to know asks the descriptor; what a kind does is in the engine.

pub mod dynamics;
pub mod equality;
pub mod joint;
pub mod sensor;
pub mod solver;

pub use dynamics::{DynamicsFacts, Parameter, Setpoint, States};
pub use equality::{Coupled, EqualityFacts};
pub use joint::{JointFacts, JointLimit};
pub use sensor::SensorFacts;
pub use solver::SolverFacts;
