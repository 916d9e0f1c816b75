//! Mass properties at unit density: of triangle meshes and of primitive shapes.

mod mesh;
mod solid;

pub use mesh::{MeshMass, MeshMassError, MeshMode, face_centroid, mesh_mass};
pub use solid::{Distribution, Solid};
