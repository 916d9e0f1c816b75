//! Mass properties of bodies: from geoms, from what is written, and combined.

mod shape;

use ligament_math::dense::eig3_to_precision;
use ligament_math::{Mat3, Quat, Vec3};
use ligament_model::enums::GeomType;

use super::assets::MeshData;
use super::orientation::{Pose, TINY};
use crate::settings::Compiler;

/// Mass, centre of mass, principal axes and principal moments.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MassProperties {
    /// Mass.
    pub mass: f64,
    /// Centre of mass and principal axes.
    pub frame: Pose,
    /// Principal moments.
    pub moments: Vec3,
}

/// A symmetric matrix: xx yy zz xy xz yz.
pub(crate) type Full = [f64; 6];

/// What a geom is made of, as far as mass is concerned.
pub(crate) struct Matter<'a> {
    pub kind: GeomType,
    pub size: Vec3,
    pub shell: bool,
    pub mesh: Option<&'a MeshData>,
}

impl Matter<'_> {
    /// Volume, or area of a shell.
    pub fn measure(&self) -> f64 {
        match self.mesh {
            Some(mesh) => mesh.volume,
            None => shape::measure(self.kind, self.size, self.shell),
        }
    }

    /// Principal moments for a given mass.
    pub fn moments(&self, mass: f64) -> Vec3 {
        match self.mesh {
            Some(mesh) => shape::box_moments(mesh.inertia_box, mass),
            None => shape::moments(self.kind, self.size, mass, self.shell),
        }
    }
}

/// The matrix R diag(moments) Rᵀ.
fn rotated(moments: Vec3, quat: Quat) -> Full {
    let r = quat.to_mat3_in_order();
    let entry = |i: usize, j: usize| -> f64 {
        (0..3)
            .map(|k| r[3 * i + k] * (r[3 * j + k] * moments[k]))
            .sum()
    };
    [
        entry(0, 0),
        entry(1, 1),
        entry(2, 2),
        entry(0, 1),
        entry(0, 2),
        entry(1, 2),
    ]
}

/// The inertia of a point mass: m (|d|² 1 - d dᵀ).
fn offset(mass: f64, d: Vec3) -> Full {
    let [x, y, z] = d.0;
    [
        mass * (y * y + z * z),
        mass * (x * x + z * z),
        mass * (x * x + y * y),
        -mass * x * y,
        -mass * x * z,
        -mass * y * z,
    ]
}

/// Principal axes and moments of a full inertia matrix. With a positive `bound`, eigenvalues that vanish up to rounding
/// are accepted, because they will be raised to it. A matrix whose first entry is not a number counts as not given.
pub(crate) fn principal(full: &Full, bound: f64) -> Result<(Quat, Vec3), &'static str> {
    let [xx, yy, zz, xy, xz, yz] = *full;
    if xx.is_nan() {
        return Ok((Quat::IDENTITY, Vec3([0.0; 3])));
    }
    let eigen = eig3_to_precision(&Mat3([xx, xy, xz, xy, yy, yz, xz, yz, zz]), 0.0);
    let [largest, _, least] = eigen.values.0;
    let required = if bound > 0.0 {
        -TINY * largest.max(1.0)
    } else {
        TINY
    };
    if least.is_nan() || least < required {
        return Err("the inertia matrix is not positive definite");
    }
    Ok((eigen.frame, eigen.values))
}

/// The mass properties of several parts as one; the parts must have mass.
pub(crate) fn combined(
    parts: &[MassProperties],
    settings: &Compiler,
) -> Result<MassProperties, &'static str> {
    match parts {
        [only] => Ok(*only),
        _ => combine(parts, settings, |sum, own, shifted| sum + own + shifted),
    }
}

/// The mass properties of two bodies as one. The inertia of each is summed up first, which decides about rounding.
pub(crate) fn fused(
    bodies: [MassProperties; 2],
    settings: &Compiler,
) -> Result<MassProperties, &'static str> {
    combine(&bodies, settings, |sum, own, shifted| sum + (own + shifted))
}

fn combine(
    parts: &[MassProperties],
    settings: &Compiler,
    add: fn(f64, f64, f64) -> f64,
) -> Result<MassProperties, &'static str> {
    let mut mass = 0.0;
    let mut weighted = Vec3([0.0; 3]);
    for part in parts {
        mass += part.mass;
        weighted += part.frame.pos * part.mass;
    }
    let centre = weighted / mass;
    let mut total = [0.0; 6];
    for part in parts {
        let own = rotated(part.moments, part.frame.quat);
        let shifted = offset(part.mass, part.frame.pos - centre);
        for (sum, (a, b)) in total.iter_mut().zip(own.into_iter().zip(shifted)) {
            *sum = add(*sum, a, b);
        }
    }
    let (quat, moments) = principal(&total, settings.boundinertia)?;
    Ok(MassProperties {
        mass,
        frame: Pose { pos: centre, quat },
        moments,
    })
}

/// Raises mass and moments to the bounds of the compiler settings and checks that they are physical.
pub(crate) fn bounded(
    properties: MassProperties,
    settings: &Compiler,
) -> Result<MassProperties, &'static str> {
    let mass = properties.mass.max(settings.boundmass);
    let mut moments = Vec3(properties.moments.0.map(|m| m.max(settings.boundinertia)));
    if mass < 0.0 || moments.0.iter().any(|&m| m < 0.0) {
        return Err("mass and inertia must not be negative");
    }
    let [a, b, c] = moments.0;
    if a + b < c || a + c < b || b + c < a {
        if !settings.balanceinertia {
            return Err(
                "the principal moments of inertia break the triangle inequality A + B >= C: no real body has them; \
                 correct them, or set `balanceinertia` to average them",
            );
        }
        moments = Vec3([(a + b + c) / 3.0; 3]);
    }
    Ok(MassProperties {
        mass,
        moments,
        ..properties
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_indefinite_inertia_is_accepted_only_up_to_rounding_and_with_a_bound() {
        let full = |zz: f64| [1.0, 1.0, zz, 0.0, 0.0, 0.0];
        assert!(principal(&full(1.1e-14), 0.0).is_ok());
        assert!(principal(&full(9e-15), 0.0).is_err());
        assert!(principal(&full(-9e-15), 1e-3).is_ok());
        assert!(principal(&full(-1.1e-14), 1e-3).is_err());
        assert!(principal(&full(f64::NAN), 1e-3).is_err());
        let ungiven = [f64::NAN, 1.0, 1.0, 0.0, 0.0, 0.0];
        assert_eq!(
            principal(&ungiven, 0.0),
            Ok((Quat::IDENTITY, Vec3([0.0; 3])))
        );
    }

    #[test]
    fn two_spheres_combine_as_in_mujoco() {
        let sphere = |x: f64| MassProperties {
            mass: 4.0 * core::f64::consts::PI / 3.0 * 1000.0,
            frame: Pose {
                pos: Vec3([x, 0.0, 0.0]),
                quat: Quat::IDENTITY,
            },
            moments: Vec3([1_675.516_081_914_556_3; 3]),
        };
        let Ok(both) = combined(&[sphere(0.0), sphere(1.0)], &Compiler::default()) else {
            panic!("two spheres have an inertia");
        };
        // MuJoCo 4.0.0
        let expected = [
            5_445.427_266_222_308,
            5_445.427_266_222_308,
            3_351.032_163_829_112_5,
        ];
        for (a, b) in both.moments.0.iter().zip(expected) {
            assert!((a - b).abs() < 1e-9);
        }
        for x in both.frame.quat.0 {
            assert!((x - 0.5).abs() < 1e-12);
        }
        assert_eq!(both.frame.pos, Vec3([0.5, 0.0, 0.0]));
    }

    #[test]
    fn impossible_moments_are_refused_or_averaged() {
        let body = MassProperties {
            mass: 1.0,
            moments: Vec3([1.0, 1.0, 3.0]),
            ..MassProperties::default()
        };
        let mut settings = Compiler::default();
        assert!(bounded(body, &settings).is_err());
        settings.balanceinertia = true;
        assert_eq!(
            bounded(body, &settings).map(|b| b.moments),
            Ok(Vec3([5.0 / 3.0; 3]))
        );
    }
}
