//! Geometry without physics: collision of shapes, convex hulls, mass properties, bounding volumes and primitive fits.
//!
//! Everything here knows points, shapes and poses, and nothing of models or states.
#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod bvh;
pub mod contact;
pub mod convex;
pub mod field;
pub mod fit;
pub mod hull;
pub mod mass;
pub mod pair;
pub mod ray;

pub use contact::{MAX_CONTACTS, Pose, PreContact, PreContacts};
