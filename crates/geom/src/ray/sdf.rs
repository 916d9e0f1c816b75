//! Rays against signed distance fields, by steps as long as the distance to the surface.

use ligament_math::Vec3;

use super::{Hit, Ray, solid_box};
use crate::field::Field;

/// Most steps.
const STEPS: usize = 40;
/// Points nearer than this are on the surface.
const NEAR: f64 = 1e-7;
/// Distances above this never lead back.
const FAR: f64 = 1e6;

/// The first point of a distance field that a ray meets; `size` is the box around it.
pub fn distance_field(ray: &Ray, field: &Field<'_>, size: Vec3) -> Option<Hit> {
    solid_box(ray, size)?;
    let (dir, length) = ray.dir.normalize_or_x();
    let unit = Ray {
        origin: ray.origin,
        dir,
    };
    let mut travelled = 0.0;
    for _ in 0..STEPS {
        let step = field.distance(unit.at(travelled)).abs();
        travelled += step;
        if step < NEAR {
            return Some(Hit {
                x: travelled / length,
                normal: field.gradient(unit.at(travelled)),
            });
        }
        if step > FAR {
            break;
        }
    }
    None
}
