//! Volume, area and principal moments of inertia of the primitive shapes, solid or as shells.
//!
//! Sizes are MuJoCo's: radius; radius and half-length; or three half-lengths. All shapes are centred, with the axis of
//! capsules and cylinders along z.

use core::f64::consts::PI;

use ligament_math::{Vec3, func};
use ligament_model::enums::GeomType;

/// Exponent of Thomsen's formula for the area of an ellipsoid.
const THOMSEN: f64 = 1.6075;
/// Thickness of the layer whose inertia stands for that of the surface of an ellipsoid.
const LAYER: f64 = 1e-6;

/// Volume of a solid, or area of a shell; zero for shapes that have neither.
pub(super) fn measure(kind: GeomType, size: Vec3, shell: bool) -> f64 {
    let [a, b, c] = size.0;
    match (kind, shell) {
        (GeomType::Sphere, false) => 4.0 * PI * a * a * a / 3.0,
        (GeomType::Sphere, true) => 4.0 * PI * a * a,
        (GeomType::Capsule, false) => PI * (a * a * (2.0 * b) + 4.0 * a * a * a / 3.0),
        (GeomType::Capsule, true) => 4.0 * PI * a * a + 2.0 * PI * a * (2.0 * b),
        (GeomType::Cylinder, false) => PI * a * a * (2.0 * b),
        (GeomType::Cylinder, true) => 2.0 * PI * a * a + 2.0 * PI * a * (2.0 * b),
        (GeomType::Ellipsoid, false) => 4.0 * PI * a * b * c / 3.0,
        (GeomType::Ellipsoid, true) => {
            let faces = [a * b, b * c, c * a].map(|x| func::powf(x, THOMSEN));
            4.0 * PI * func::powf(faces.iter().sum::<f64>() / 3.0, 1.0 / THOMSEN)
        }
        (GeomType::Box | GeomType::HeightField, false) => a * b * c * 8.0,
        (GeomType::Box | GeomType::HeightField, true) => 8.0 * (a * b + b * c + c * a),
        _ => 0.0,
    }
}

/// Principal moments of a shape of the given mass; zero for shapes without mass.
pub(super) fn moments(kind: GeomType, size: Vec3, mass: f64, shell: bool) -> Vec3 {
    let [radius, half, _] = size.0;
    match (kind, shell) {
        (GeomType::Sphere, _) => {
            let share = if shell { 3.0 } else { 5.0 };
            Vec3([2.0 * mass * radius * radius / share; 3])
        }
        (GeomType::Capsule, false) => solid_capsule(radius, 2.0 * half, mass),
        (GeomType::Capsule, true) => capsule_shell(radius, 2.0 * half, mass),
        (GeomType::Cylinder, false) => tube(radius, 2.0 * half, mass, 3.0, 2.0),
        (GeomType::Cylinder, true) => closed_tube(radius, 2.0 * half, mass),
        (GeomType::Ellipsoid, false) => from_squares(size, mass, 5.0),
        (GeomType::Ellipsoid, true) => ellipsoid_shell(size, mass),
        (GeomType::Box | GeomType::HeightField, false) => from_squares(size, mass, 3.0),
        (GeomType::Box | GeomType::HeightField, true) => box_shell(size, mass),
        _ => Vec3([0.0; 3]),
    }
}

/// Principal moments of a box of the given half-sizes: what stands for the inertia of a mesh.
pub(super) fn box_moments(half_sizes: Vec3, mass: f64) -> Vec3 {
    from_squares(half_sizes, mass, 3.0)
}

/// Moments proportional to sums of two squared sizes.
fn from_squares(size: Vec3, mass: f64, divisor: f64) -> Vec3 {
    let [x, y, z] = size.0.map(|s| s * s);
    Vec3([y + z, x + z, x + y].map(|sum| mass * sum / divisor))
}

/// A cylinder (`across` 3, `along` 2) or an open tube (`across` 6, `along` 1).
fn tube(radius: f64, height: f64, mass: f64, across: f64, along: f64) -> Vec3 {
    let side = mass * (across * radius * radius + height * height) / 12.0;
    Vec3([side, side, mass * radius * radius / along])
}

/// A solid cylinder with two solid hemispheres, whose mass centres lie 3/8 of the radius beyond its ends.
fn solid_capsule(radius: f64, height: f64, mass: f64) -> Vec3 {
    let caps = mass * 4.0 * radius / (4.0 * radius + 3.0 * height);
    let ball = 2.0 * caps * radius * radius / 5.0;
    let offset = caps * height * (3.0 * radius + 2.0 * height) / 8.0;
    tube(radius, height, mass - caps, 3.0, 2.0) + Vec3([ball + offset, ball + offset, ball])
}

/// An open tube with two hemispherical shells, whose mass centres lie half the radius beyond its ends.
fn capsule_shell(radius: f64, height: f64, mass: f64) -> Vec3 {
    let (cap_area, tube_area) = (4.0 * PI * radius * radius, 2.0 * PI * radius * height);
    let caps = mass * cap_area / (cap_area + tube_area);
    let ball = 2.0 * caps * radius * radius / 3.0;
    let (inside, centre) = (radius / 2.0, height / 2.0 + radius / 2.0);
    let offset = caps * (centre * centre - inside * inside);
    tube(radius, height, mass - caps, 6.0, 1.0) + Vec3([ball + offset, ball + offset, ball])
}

/// An open tube with two discs.
fn closed_tube(radius: f64, height: f64, mass: f64) -> Vec3 {
    let (disc_area, tube_area) = (PI * radius * radius, 2.0 * PI * radius * height);
    let disc = mass * disc_area / (2.0 * disc_area + tube_area);
    let half = height / 2.0;
    let across = disc * radius * radius / 4.0 + disc * half * half;
    let along = disc * radius * radius / 2.0;
    tube(radius, height, mass - 2.0 * disc, 6.0, 1.0)
        + Vec3([2.0 * across, 2.0 * across, 2.0 * along])
}

/// The difference of two solid ellipsoids, one a thin layer larger.
fn ellipsoid_shell(size: Vec3, mass: f64) -> Vec3 {
    let larger = Vec3(size.0.map(|s| s + LAYER));
    let volume = |s: Vec3| measure(GeomType::Ellipsoid, s, false);
    let density = mass / (volume(larger) - volume(size));
    let solid = |s: Vec3| from_squares(s, volume(s) * density, 5.0);
    solid(larger) - solid(size)
}

/// Six thin plates.
fn box_shell(size: Vec3, mass: f64) -> Vec3 {
    let [x, y, z] = size.0;
    let areas = [x * y, y * z, z * x];
    let total = 2.0 * (areas[0] + areas[1] + areas[2]);
    let [top, front, side] = areas.map(|area| mass * area / total);
    let third = |m: f64, s: f64| m * s * s / 3.0;
    // each plate: its own inertia, and that of its offset along its normal
    let about_x = third(top, y) + third(front, y) + third(front, z) + third(side, z);
    let about_y = third(top, x) + third(front, z) + third(side, x) + third(side, z);
    let about_z = third(top, x) + third(top, y) + third(front, y) + third(side, x);
    Vec3([
        2.0 * (about_x + top * z * z + side * y * y),
        2.0 * (about_y + top * z * z + front * x * x),
        2.0 * (about_z + front * x * x + side * y * y),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: Vec3, b: [f64; 3], tolerance: f64) {
        for (x, y) in a.0.iter().zip(b) {
            assert!((x - y).abs() <= tolerance * y.abs(), "{a:?} is not {b:?}");
        }
    }

    #[test]
    fn shells_are_the_limit_of_differences_of_solids() {
        let (thin, mass) = (1e-6, 3.0);
        for (kind, size) in [
            (GeomType::Sphere, Vec3([0.4, 0.0, 0.0])),
            (GeomType::Capsule, Vec3([0.3, 0.7, 0.0])),
            (GeomType::Cylinder, Vec3([0.3, 0.7, 0.0])),
            (GeomType::Box, Vec3([0.3, 0.7, 0.2])),
            (GeomType::Ellipsoid, Vec3([0.3, 0.7, 0.2])),
        ] {
            let mut outer = Vec3(size.0.map(|s| s + thin));
            if kind == GeomType::Capsule {
                outer.0[1] = size[1];
            }
            let (inside, outside) = (measure(kind, size, false), measure(kind, outer, false));
            let density = mass / (outside - inside);
            let difference = moments(kind, outer, outside * density, false)
                - moments(kind, size, inside * density, false);
            near(moments(kind, size, mass, true), difference.0, 1e-4);
            if kind != GeomType::Ellipsoid {
                let area = (outside - inside) / thin;
                assert!((measure(kind, size, true) / area - 1.0).abs() < 1e-4);
            }
        }
    }

    #[test]
    fn a_box_mesh_has_the_moments_of_a_box() {
        let size = Vec3([1.0, 2.0, 3.0]);
        assert_eq!(
            box_moments(size, 2.0),
            moments(GeomType::Box, size, 2.0, false)
        );
    }

    #[test]
    fn a_capsule_without_length_is_a_sphere() {
        for shell in [false, true] {
            let capsule = moments(GeomType::Capsule, Vec3([0.5, 0.0, 0.0]), 2.0, shell);
            let sphere = moments(GeomType::Sphere, Vec3([0.5, 0.0, 0.0]), 2.0, shell);
            near(capsule, sphere.0, 1e-15);
        }
    }
}
