//! Volume, area and inertia of primitive shapes about their centres and along their axes.

use core::f64::consts::PI;
use ligament_math::{Vec3, func};

/// Where the mass of a shape is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distribution {
    /// Evenly in the volume.
    Volume,
    /// Evenly on the surface.
    Shell,
}

/// A primitive shape, with its long axis along z.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Solid {
    /// A ball.
    Sphere {
        /// Radius.
        radius: f64,
    },
    /// A cylinder with a half ball at each end.
    Capsule {
        /// Radius.
        radius: f64,
        /// Half the length of the cylindrical part.
        half_length: f64,
    },
    /// A cylinder.
    Cylinder {
        /// Radius.
        radius: f64,
        /// Half the length.
        half_length: f64,
    },
    /// An ellipsoid.
    Ellipsoid {
        /// Semi-axes.
        radii: Vec3,
    },
    /// A cuboid.
    Box {
        /// Half the side lengths.
        half: Vec3,
    },
}

/// Exponent of Thomsen's approximation of the area of an ellipsoid.
const THOMSEN: f64 = 1.6075;
/// Thickness of the layer that stands for the surface of an ellipsoid.
const LAYER: f64 = 1e-6;

/// The vector of sums of the other two entries.
fn others(v: Vec3) -> Vec3 {
    Vec3::new(v[1] + v[2], v[0] + v[2], v[0] + v[1])
}

fn squares(v: Vec3) -> Vec3 {
    v.component_mul(v)
}

impl Solid {
    /// Volume or surface area. The area of an ellipsoid is approximate, to about one percent.
    pub fn measure(&self, distribution: Distribution) -> f64 {
        let shell = distribution == Distribution::Shell;
        match *self {
            Solid::Sphere { radius: r } if shell => 4.0 * PI * r * r,
            Solid::Sphere { radius: r } => 4.0 * PI * r * r * r / 3.0,
            Solid::Capsule {
                radius: r,
                half_length,
            } if shell => 4.0 * PI * r * r + 2.0 * PI * r * (2.0 * half_length),
            Solid::Capsule {
                radius: r,
                half_length,
            } => PI * (r * r * (2.0 * half_length) + 4.0 * r * r * r / 3.0),
            Solid::Cylinder {
                radius: r,
                half_length,
            } if shell => 2.0 * PI * r * r + 2.0 * PI * r * (2.0 * half_length),
            Solid::Cylinder {
                radius: r,
                half_length,
            } => PI * r * r * (2.0 * half_length),
            Solid::Ellipsoid {
                radii: Vec3([a, b, c]),
            } if shell => {
                let [x, y, z] = [a * b, b * c, c * a].map(|face| func::powf(face, THOMSEN));
                4.0 * PI * func::powf((x + y + z) / 3.0, 1.0 / THOMSEN)
            }
            Solid::Ellipsoid {
                radii: Vec3([a, b, c]),
            } => 4.0 * PI * a * b * c / 3.0,
            Solid::Box {
                half: Vec3([a, b, c]),
            } if shell => 8.0 * (a * b + b * c + c * a),
            Solid::Box {
                half: Vec3([a, b, c]),
            } => a * b * c * 8.0,
        }
    }

    /// Moments of inertia of a shape of the given mass.
    pub fn inertia(&self, mass: f64, distribution: Distribution) -> Vec3 {
        let shell = distribution == Distribution::Shell;
        match *self {
            Solid::Sphere { radius: r } => {
                Vec3::splat(2.0 * mass * r * r / if shell { 3.0 } else { 5.0 })
            }
            Solid::Capsule {
                radius,
                half_length,
            } if shell => capsule_shell(radius, half_length, mass),
            Solid::Capsule {
                radius,
                half_length,
            } => capsule_volume(radius, half_length, mass),
            Solid::Cylinder {
                radius,
                half_length,
            } if shell => cylinder_shell(radius, half_length, mass),
            Solid::Cylinder {
                radius,
                half_length,
            } => rod(radius, half_length, mass),
            Solid::Ellipsoid { radii } if shell => ellipsoid_shell(radii, mass),
            Solid::Ellipsoid { radii } => others(squares(radii)) * mass / 5.0,
            Solid::Box { half } if shell => box_shell(half, mass),
            Solid::Box { half } => others(squares(half)) * mass / 3.0,
        }
    }
}

/// A solid cylinder.
fn rod(r: f64, half_length: f64, mass: f64) -> Vec3 {
    let length = 2.0 * half_length;
    let across = mass * (3.0 * r * r + length * length) / 12.0;
    Vec3::new(across, across, mass * r * r / 2.0)
}

/// The curved side of a cylinder.
fn tube(r: f64, half_length: f64, mass: f64) -> Vec3 {
    let length = 2.0 * half_length;
    let across = mass * (6.0 * r * r + length * length) / 12.0;
    Vec3::new(across, across, mass * r * r)
}

/// Cylinder and two half balls, whose centres of mass are 3 r / 8 above their flat sides.
fn capsule_volume(r: f64, half_length: f64, mass: f64) -> Vec3 {
    let length = 2.0 * half_length;
    let ball = mass * 4.0 * r / (4.0 * r + 3.0 * length);
    let spin = 2.0 * ball * r * r / 5.0;
    let shift = ball * length * (3.0 * r + 2.0 * length) / 8.0;
    rod(r, half_length, mass - ball) + Vec3::new(spin + shift, spin + shift, spin)
}

/// Tube and two half spheres, whose centres of mass are r / 2 above their open sides.
fn capsule_shell(r: f64, half_length: f64, mass: f64) -> Vec3 {
    let (ball_area, tube_area) = (4.0 * PI * r * r, 4.0 * PI * r * half_length);
    let ball = mass * ball_area / (ball_area + tube_area);
    let spin = 2.0 * ball * r * r / 3.0;
    let cap = r / 2.0;
    let shift = ball * ((half_length + cap) * (half_length + cap) - cap * cap);
    tube(r, half_length, mass - ball) + Vec3::new(spin + shift, spin + shift, spin)
}

/// Tube and two disks.
fn cylinder_shell(r: f64, half_length: f64, mass: f64) -> Vec3 {
    let (disk_area, tube_area) = (PI * r * r, 4.0 * PI * r * half_length);
    let disk = mass * disk_area / (2.0 * disk_area + tube_area);
    let across = disk * r * r / 4.0 + disk * half_length * half_length;
    let disks = Vec3::new(across, across, disk * r * r / 2.0) * 2.0;
    tube(r, half_length, mass - 2.0 * disk) + disks
}

/// A thin layer: a slightly larger ellipsoid less the ellipsoid itself.
fn ellipsoid_shell(radii: Vec3, mass: f64) -> Vec3 {
    let volume = |s: Vec3| 4.0 * PI * s[0] * s[1] * s[2] / 3.0;
    let outer = radii + Vec3::splat(LAYER);
    let density = mass / (volume(outer) - volume(radii));
    let moments = |s: Vec3| others(squares(s)) * (volume(s) * density) / 5.0;
    moments(outer) - moments(radii)
}

/// Three pairs of rectangles.
fn box_shell(half: Vec3, mass: f64) -> Vec3 {
    let area = half[0] * half[1] + half[1] * half[2] + half[2] * half[0];
    let mut total = Vec3::ZERO;
    for normal in 0..3 {
        let (i, j) = ((normal + 1) % 3, (normal + 2) % 3);
        let pair = mass * half[i] * half[j] / area;
        // second moments along each axis; a plate of half width h has h² / 3
        let mut second = squares(half) / 3.0;
        second[normal] = half[normal] * half[normal];
        total += others(second) * pair;
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A shape, its distribution, and measure and specific inertia reported by MuJoCo 4.0.0.
    type Golden = (Solid, Distribution, f64, [f64; 3]);

    const GOLDEN: [Golden; 10] = [
        (
            Solid::Sphere { radius: 0.3 },
            Distribution::Volume,
            0.11309733552923255,
            [0.036, 0.036, 0.036],
        ),
        (
            Solid::Sphere { radius: 0.3 },
            Distribution::Shell,
            1.1309733552923256,
            [0.06, 0.06, 0.06],
        ),
        (
            Solid::Capsule {
                radius: 0.2,
                half_length: 0.5,
            },
            Distribution::Volume,
            0.1591740277818829,
            [
                0.14547368421052634,
                0.14547368421052634,
                0.019157894736842106,
            ],
        ),
        (
            Solid::Capsule {
                radius: 0.2,
                half_length: 0.5,
            },
            Distribution::Shell,
            1.7592918860102842,
            [
                0.18142857142857144,
                0.18142857142857144,
                0.03619047619047619,
            ],
        ),
        (
            Solid::Cylinder {
                radius: 0.25,
                half_length: 0.4,
            },
            Distribution::Volume,
            0.15707963267948966,
            [0.06895833333333334, 0.06895833333333334, 0.03125],
        ),
        (
            Solid::Cylinder {
                radius: 0.25,
                half_length: 0.4,
            },
            Distribution::Shell,
            1.6493361431346414,
            [
                0.10625992063492065,
                0.10625992063492065,
                0.05505952380952381,
            ],
        ),
        (
            Solid::Ellipsoid {
                radii: Vec3([0.1, 0.25, 0.4]),
            },
            Distribution::Volume,
            0.04188790204786391,
            [0.0445, 0.034, 0.0145],
        ),
        (
            Solid::Ellipsoid {
                radii: Vec3([0.1, 0.25, 0.4]),
            },
            Distribution::Shell,
            0.7600697733624385,
            [
                0.06025778837497662,
                0.046121381267286835,
                0.022984974160034567,
            ],
        ),
        (
            Solid::Box {
                half: Vec3([0.1, 0.2, 0.35]),
            },
            Distribution::Volume,
            0.056,
            [
                0.054166666666666655,
                0.04416666666666666,
                0.01666666666666667,
            ],
        ),
        (
            Solid::Box {
                half: Vec3([0.1, 0.2, 0.35]),
            },
            Distribution::Shell,
            1.0,
            [0.0747, 0.060966666666666655, 0.027866666666666665],
        ),
    ];

    #[test]
    fn shapes_match_mujoco() {
        for (solid, distribution, measure, inertia) in GOLDEN {
            let found = solid.inertia(1.0, distribution);
            assert!(
                (solid.measure(distribution) - measure).abs() < 1e-14,
                "{solid:?}"
            );
            // the layer of an ellipsoid is a difference of nearly equal numbers
            assert!(
                (0..3).all(|i| (found[i] - inertia[i]).abs() < 1e-10),
                "{solid:?} {found:?}"
            );
        }
    }

    #[test]
    fn inertia_is_proportional_to_mass_and_physical() {
        for (solid, distribution, ..) in GOLDEN {
            let (one, two) = (
                solid.inertia(1.0, distribution),
                solid.inertia(2.0, distribution),
            );
            assert!((two - one * 2.0).norm() < 1e-9);
            assert!(one[0] + one[1] > one[2] && one[1] + one[2] > one[0]);
        }
    }
}
