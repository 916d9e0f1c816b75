//! Contacts of primitive shapes, one file per pair.
//!
//! Every function has the form `pair(out, margin, a, size_a, b, size_b)`: it adds the contacts whose distance is at
//! most `margin` to `out`. The normal points from `a` to `b`, the position lies halfway between the two surfaces.
//!
//! Sizes by shape: plane none (it is infinite, its normal is +z), sphere (radius), capsule and cylinder
//! (radius, half length along z), box (half lengths).

mod box_box;
mod capsule_box;
mod capsule_capsule;
mod plane_box;
mod plane_capsule;
mod plane_cylinder;
mod plane_sphere;
mod sphere_box;
mod sphere_capsule;
mod sphere_cylinder;
mod sphere_sphere;

pub use box_box::box_box;
pub use capsule_box::capsule_box;
pub use capsule_capsule::capsule_capsule;
pub use plane_box::plane_box;
pub use plane_capsule::plane_capsule;
pub use plane_cylinder::plane_cylinder;
pub use plane_sphere::plane_sphere;
pub use sphere_box::sphere_box;
pub use sphere_capsule::sphere_capsule;
pub use sphere_cylinder::sphere_cylinder;
pub use sphere_sphere::sphere_sphere;

#[cfg(test)]
mod tests;
