//! Added mass of ellipsoids in an ideal fluid, from which the ellipsoid fluid model takes its coefficients.
//!
//! κx = dx dy dz ∫₀^∞ dλ / sqrt((dx² + λ)³ (dy² + λ)(dz² + λ)), and likewise for the other axes; see Lamb,
//! "Hydrodynamics", §114. The integral is taken by a 15-point Gauss–Kronrod rule after the substitution
//! λ = x³ / (1 - x)², x in [0, 1].

use core::f64::consts::PI;

use ligament_math::{Vec3, func};
use ligament_model::enums::GeomType;

use super::super::orientation::TINY;

/// Nodes in [0, 1/2], to the eight digits that MuJoCo uses; the rule is symmetric about 1/2.
const NODES: [f64; 8] = [
    0.004_272_31,
    0.025_446_04,
    0.067_567_79,
    0.129_234_41,
    0.206_956_38,
    0.297_077_42,
    0.396_107_52,
    0.5,
];
/// Weights of the nodes, to as many digits.
const WEIGHTS: [f64; 8] = [
    0.011_467_66,
    0.031_546_05,
    0.052_395_01,
    0.070_326_63,
    0.084_502_36,
    0.095_175_29,
    0.102_216_47,
    0.104_741_07,
];

/// Semi-axes of the ellipsoid that stands for a shape.
fn semi_axes(kind: GeomType, size: Vec3) -> [f64; 3] {
    let [a, b, c] = size.0;
    match kind {
        GeomType::Sphere => [a, a, a],
        GeomType::Capsule => [a, a, b + a],
        GeomType::Cylinder => [a, a, b],
        _ => [a, b, c],
    }
}

/// The coefficient κ along the first of three semi-axes; the other two may be swapped.
fn kappa([dx, dy, dz]: [f64; 3]) -> f64 {
    let [ix, iy, iz] = [dx, dy, dz].map(|d| 1.0 / (d * d));
    // makes the variable of integration a pure number
    let scale = func::powf(dx * dx * dx * dy * dz, 0.4);
    let term = |x: f64, weight: f64| {
        let rest = 1.0 - x;
        let lambda = scale * (x * x * x / (rest * rest));
        let slope = x * x * (3.0 - x) / (rest * rest * rest);
        let along = 1.0 + lambda * ix;
        let denominator = along * (along * (1.0 + lambda * iy) * (1.0 + lambda * iz)).sqrt();
        scale * slope / denominator * weight
    };
    let lower = NODES.iter().zip(WEIGHTS).map(|(&x, w)| term(x, w));
    let upper = NODES.iter().zip(WEIGHTS).rev().skip(1);
    let sum: f64 = lower.chain(upper.map(|(&x, w)| term(1.0 - x, w))).sum();
    sum * ix
}

/// The numbers stored per geom: the switch, five drag coefficients, three virtual masses, three virtual inertias.
pub(super) fn coefficients(kind: GeomType, size: Vec3, drag: [f64; 5]) -> [f64; 12] {
    let d = semi_axes(kind, size);
    let volume = 4.0 / 3.0 * PI * d[0] * d[1] * d[2];
    let k = [
        kappa(d),
        kappa([d[1], d[2], d[0]]),
        kappa([d[2], d[0], d[1]]),
    ];
    let mut out = [0.0; 12];
    out[0] = 1.0;
    out[1..6].copy_from_slice(&drag);
    for axis in 0..3 {
        let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
        out[6 + axis] = volume * k[axis] / (2.0 - k[axis]).max(TINY);
        // numerator and denominator change sign together
        let (a, b) = (d[next] * d[next], d[last] * d[last]);
        let numerator = (a - b) * (a - b) * (k[last] - k[next]).abs();
        let denominator = (2.0 * (a - b) + (a + b) * (k[next] - k[last])).abs();
        out[9 + axis] = volume * (numerator / denominator.max(TINY)) / 5.0;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coefficients_are_those_of_mujoco() {
        // MuJoCo 4.0.0: <geom type="box" size="1 2 3" fluidshape="ellipsoid"/>
        let expected = [
            1.0,
            0.5,
            0.25,
            1.5,
            1.0,
            1.0,
            34.218_923_35,
            9.161_969_69,
            4.656_001_3,
            3.914_190_15,
            35.599_837_63,
            9.632_561_92,
        ];
        let drag = [0.5, 0.25, 1.5, 1.0, 1.0];
        let found = coefficients(GeomType::Box, Vec3([1.0, 2.0, 3.0]), drag);
        for (a, b) in found.iter().zip(expected) {
            assert!((a - b).abs() < 1e-8, "{a} is not {b}");
        }
    }

    #[test]
    fn a_sphere_carries_half_the_fluid_it_displaces() {
        let found = coefficients(GeomType::Sphere, Vec3([1.0, 0.0, 0.0]), [0.0; 5]);
        assert!((found[6] - 2.0 / 3.0 * PI).abs() < 1e-5);
        assert_eq!(found[9..], [0.0; 3]);
    }
}
