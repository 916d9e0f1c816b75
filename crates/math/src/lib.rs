//! Numbers, vectors, rotations, spatial algebra and small factorizations.
//!
//! Conventions are MuJoCo's: quaternions are stored `w x y z`, matrices are row-major, spatial vectors put
//! rotation before translation. Small types are thin wrappers over arrays, so that a column of them has the
//! same memory layout as the flat array it stands for.
//!
//! Everything that the tree-shaped core of the engine needs is generic over [`Real`], which is implemented
//! for `f64`, `f32`, [`Lanes`] and [`Dual`]: the same source runs on one world, on several side by side, or with derivatives,
//! because no generic routine branches on a value.
#![deny(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod array_ops;
pub mod dense;
pub mod dual;
pub mod func;
pub mod lanes;
pub mod mat3;
pub mod quat;
pub mod real;
pub mod simd;
pub mod sparse;
pub mod spatial;
pub mod vec3;

pub use dual::Dual;
pub use lanes::Lanes;
pub use mat3::Mat3;
pub use quat::Quat;
pub use real::Real;
pub use spatial::{Force, Inertia10, Motion};
pub use vec3::Vec3;

/// Lengths and pivots below this value count as zero.
pub const MINVAL: f64 = 1e-15;
