//! What geoms and sites share: end points in place of a pose, and checks of sizes.

use ligament_math::Vec3;
use ligament_model::enums::GeomType;

use super::super::orientation::{Pose, TINY, from_z_axis, normalize};

/// Pose and size of a shape given by its end points. `size` holds the radius or half-width.
pub(super) fn from_end_points(
    kind: GeomType,
    ends: [f64; 6],
    pos: [f64; 3],
    size: Vec3,
) -> Result<(Pose, Vec3), &'static str> {
    let long = matches!(kind, GeomType::Capsule | GeomType::Cylinder);
    if !long && !matches!(kind, GeomType::Ellipsoid | GeomType::Box) {
        return Err("`fromto` needs a capsule, a cylinder, a box or an ellipsoid");
    }
    if pos != [0.0; 3] {
        return Err("`pos` and `fromto` exclude each other");
    }
    let [x0, y0, z0, x1, y1, z1] = ends;
    let (from, to) = (Vec3([x0, y0, z0]), Vec3([x1, y1, z1]));
    let mut direction = (from - to).0;
    let half = normalize(&mut direction) / 2.0;
    if half < TINY {
        return Err("the end points in `fromto` coincide");
    }
    let size = if long {
        Vec3([size[0], half, size[2]])
    } else {
        Vec3([size[0], size[0], half])
    };
    let pose = Pose {
        pos: (from + to) / 2.0,
        quat: from_z_axis(direction),
    };
    Ok((pose, size))
}

/// How many numbers of the size a kind of shape needs, all of them positive.
fn positive_sizes(kind: GeomType) -> usize {
    match kind {
        GeomType::Sphere => 1,
        GeomType::Capsule | GeomType::Cylinder => 2,
        GeomType::Ellipsoid | GeomType::Box => 3,
        _ => 0,
    }
}

/// Checks the size of a shape.
pub(super) fn check_size(kind: GeomType, size: Vec3) -> Result<(), String> {
    if kind == GeomType::Plane && size[2] <= 0.0 {
        return Err("the third size of a plane, its grid spacing, must be positive".into());
    }
    for i in 0..positive_sizes(kind) {
        if size[i] <= 0.0 {
            return Err(format!("size number {} must be positive", i + 1));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn end_points_give_length_and_direction() {
        let ends = [0.0, 0.0, 0.0, 0.0, 2.0, 0.0];
        let size = Vec3([0.1, 0.0, 0.0]);
        let Ok((pose, size)) = from_end_points(GeomType::Capsule, ends, [0.0; 3], size) else {
            panic!("the end points are valid");
        };
        assert_eq!(size, Vec3([0.1, 1.0, 0.0]));
        assert_eq!(pose.pos, Vec3([0.0, 1.0, 0.0]));
        // the z axis points from the second to the first
        assert!((pose.turn(Vec3::Z) - Vec3([0.0, -1.0, 0.0])).norm() < 1e-15);
        assert!(from_end_points(GeomType::Sphere, ends, [0.0; 3], size).is_err());
        assert!(from_end_points(GeomType::Box, ends, [1.0, 0.0, 0.0], size).is_err());
    }
}
