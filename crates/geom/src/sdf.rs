//! Signed distances of points to shapes, each in the frame of the shape: negative inside.

use ligament_math::Vec3;

/// Distance to the plane z = 0.
pub fn plane(point: Vec3) -> f64 {
    point[2]
}

/// Distance to a ball.
pub fn sphere(point: Vec3, radius: f64) -> f64 {
    point.norm() - radius
}

/// Distance to a capsule along z.
pub fn capsule(point: Vec3, radius: f64, half: f64) -> f64 {
    let beyond = point[2] - point[2].max(-half).min(half);
    Vec3([point[0], point[1], beyond]).norm() - radius
}

/// Distance to an ellipsoid, to first order: k₀ (k₀ - 1) / k₁ with k₀ = |x / s| and k₁ = |x / s²|.
pub fn ellipsoid(point: Vec3, size: Vec3) -> f64 {
    let once = Vec3(std::array::from_fn(|k| point[k] / size[k]));
    let twice = Vec3(std::array::from_fn(|k| once[k] / size[k]));
    let k0 = once.norm();
    k0 * (k0 - 1.0) / twice.norm()
}

/// Distance to a cylinder along z.
pub fn cylinder(point: Vec3, radius: f64, half: f64) -> f64 {
    let a = (point[0] * point[0] + point[1] * point[1]).sqrt() - radius;
    let b = point[2].abs() - half;
    let (out_a, out_b) = (a.max(0.0), b.max(0.0));
    a.max(b).min(0.0) + (out_a * out_a + out_b * out_b).sqrt()
}

/// Distance to a box. Inside it is measured along a direction that turns from radial, in the middle, to the normal of the
/// nearest side.
pub fn solid_box(point: Vec3, size: Vec3) -> f64 {
    let depth = Vec3(std::array::from_fn(|k| point[k].abs() - size[k]));
    if depth.0.iter().any(|&d| d >= 0.0) {
        let largest = depth[0].max(depth[1]).max(depth[2]);
        return depth.max(Vec3::ZERO).norm() + largest.min(0.0);
    }
    let field = Vec3(std::array::from_fn(|k| -size[k] / depth[k]));
    let (dir, _) = field.normalize_or_x();
    let steps = (0..3).map(|k| -depth[k] / dir[k].abs());
    -steps.fold(f64::INFINITY, f64::min) * dir.norm()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surfaces_have_distance_zero_and_outside_is_euclidean() {
        let size = Vec3([0.5, 0.7, 0.9]);
        assert_eq!(solid_box(Vec3([0.5, 0.1, 0.1]), size), 0.0);
        assert!((solid_box(Vec3([3.5, 4.7, 0.0]), size) - 5.0).abs() < 1e-15);
        assert!(solid_box(Vec3([0.4, 0.0, 0.0]), size) < 0.0);
        assert!((cylinder(Vec3([3.5, 0.0, 4.5]), 0.5, 0.5) - 5.0).abs() < 1e-15);
        assert!((cylinder(Vec3([0.1, 0.0, 0.4]), 0.5, 0.5) + 0.1).abs() < 1e-15);
        assert!((capsule(Vec3([3.0, 0.0, 4.5]), 0.5, 0.5) - 4.5).abs() < 1e-15);
        assert_eq!(ellipsoid(Vec3([0.0, 0.7, 0.0]), size), 0.0);
        assert_eq!(sphere(Vec3([0.0, 0.0, 2.0]), 0.5), 1.5);
    }
}
