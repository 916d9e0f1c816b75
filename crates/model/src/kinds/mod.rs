//! Static facts about the kinds of things, one file per family: what a new kind has to say about itself.

pub mod dynamics;
pub mod equality;
pub mod joint;
pub mod sensor;

pub use dynamics::DynamicsFacts;
pub use equality::{Coupled, EqualityFacts};
pub use joint::{JointFacts, JointLimit};
pub use sensor::SensorFacts;
