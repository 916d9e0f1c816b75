//! Geometry without physics: convex hulls, mass properties, bounding volumes and primitive fits.
//!
//! Everything here knows points, shapes and poses, and nothing of models or states.
#![forbid(unsafe_code)]

pub mod bvh;
pub mod fit;
pub mod hull;
pub mod mass;
