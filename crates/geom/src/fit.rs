//! Primitive shapes that stand in for a mesh.
//!
//! A shape is fitted either to the box with the same inertia as the mesh, or to the mesh's bounding box. Sizes
//! follow the convention of geoms: radius; radius and half length; half sizes.

use ligament_math::Vec3;

/// The kinds of shape that can be fitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FitShape {
    /// Radius.
    Sphere,
    /// Radius and half length of the cylindrical part.
    Capsule,
    /// Radius and half length.
    Cylinder,
    /// Semi-axes.
    Ellipsoid,
    /// Half sizes.
    Box,
}

/// Half sizes of the box of the given measure whose principal moments at unit density are these. With the
/// moments and area of a shell it is a solid box all the same.
pub fn inertia_box(moments: Vec3, measure: f64) -> Vec3 {
    let [a, b, c] = moments.0;
    let half = |excess: f64| 0.5 * (6.0 * excess / measure).max(0.0).sqrt();
    Vec3([half(b + c - a), half(a + c - b), half(a + b - c)])
}

/// The size of a shape with roughly the inertia of a box. Entries that the shape does not use are zero.
pub fn fit_to_inertia_box(shape: FitShape, half: Vec3) -> Vec3 {
    let [a, b, c] = half.0;
    let radius = (a + b) / 2.0;
    match shape {
        FitShape::Sphere => Vec3::new((a + b + c) / 3.0, 0.0, 0.0),
        FitShape::Capsule => Vec3::new(radius, (c - radius / 2.0).max(0.0), 0.0),
        FitShape::Cylinder => Vec3::new(radius, c, 0.0),
        FitShape::Ellipsoid | FitShape::Box => half,
    }
}

/// The size of the smallest shape whose own bounding box covers a bounding box of the given half sizes. The
/// half length of a capsule is negative when the box is shorter than it is wide.
pub fn fit_to_bounding_box(shape: FitShape, half: Vec3) -> Vec3 {
    let [a, b, c] = half.0;
    let radius = a.max(b);
    match shape {
        FitShape::Sphere => Vec3::new(radius.max(c), 0.0, 0.0),
        FitShape::Capsule => Vec3::new(radius, c - radius, 0.0),
        FitShape::Cylinder => Vec3::new(radius, c, 0.0),
        FitShape::Ellipsoid | FitShape::Box => half,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mass::{Distribution, Solid};

    #[test]
    fn the_inertia_box_of_a_box_is_itself() {
        let half = Vec3::new(0.1, 0.2, 0.35);
        let solid = Solid::Box { half };
        let volume = solid.measure(Distribution::Volume);
        let found = inertia_box(solid.inertia(volume, Distribution::Volume), volume);
        assert!((found - half).norm() < 1e-15);
    }

    #[test]
    fn bounding_fits_cover_the_box() {
        let half = Vec3::new(0.1, 0.2, 0.5);
        assert_eq!(fit_to_bounding_box(FitShape::Sphere, half)[0], 0.5);
        assert_eq!(
            fit_to_bounding_box(FitShape::Capsule, half),
            Vec3::new(0.2, 0.3, 0.0)
        );
        assert_eq!(
            fit_to_bounding_box(FitShape::Cylinder, half),
            Vec3::new(0.2, 0.5, 0.0)
        );
        assert_eq!(fit_to_bounding_box(FitShape::Box, half), half);
    }

    #[test]
    fn inertia_fits_average_the_box() {
        let half = Vec3::new(0.1, 0.3, 0.5);
        assert!((fit_to_inertia_box(FitShape::Sphere, half)[0] - 0.3).abs() < 1e-15);
        assert_eq!(
            fit_to_inertia_box(FitShape::Capsule, half),
            Vec3::new(0.2, 0.4, 0.0)
        );
        assert_eq!(
            fit_to_inertia_box(FitShape::Cylinder, half),
            Vec3::new(0.2, 0.5, 0.0)
        );
        assert_eq!(fit_to_inertia_box(FitShape::Ellipsoid, half), half);
    }
}
