//! Derivatives of differences and integrals of orientations: Jacobians of the logarithm and exponential of SO(3).

use ligament_math::{Mat3, Quat, Vec3, func};

/// Derivatives of the rotation vector from `b` to `a` by rotations of `a` and `b` in their own frames.
///
/// With the half angle x and the axis as a skew matrix K, the first is I + x K + (1 − x cot x) K², the second minus its
/// transpose.
pub fn sub_quat(a: Quat, b: Quat) -> (Mat3, Mat3) {
    let (axis, angle) = a.sub(b).normalize_or_x();
    let half = 0.5 * angle;
    let k = Mat3::skew(axis);
    let square = if half.abs() < 6e-8 {
        0.0
    } else {
        1.0 - half / func::tan(half)
    };
    let by_a = Mat3::IDENTITY + k * half + k.mul_mat(&k) * square;
    (by_a, by_a.transpose() * -1.0)
}

/// Derivatives of the orientation after turning with angular velocity `v` for a time `scale`: by rotations of the start,
/// by the scaled velocity `scale * v`, and by the time.
pub fn quat_integrate(v: Vec3, scale: f64) -> (Mat3, Mat3, Vec3) {
    let s = v * scale;
    let square = s.dot(s);
    let angle = square.sqrt();
    let (sine, cosine) = func::sin_cos(angle);
    // sin x / x, (1 − cos x) / x², (1 − sin x / x) / x²
    let (b, c, d) = if angle > 1.0 / 32.0 {
        let b = sine / angle;
        (b, (1.0 - cosine) / square, (1.0 - b) / square)
    } else {
        (
            1.0 + square / 6.0 * (square / 20.0 * (1.0 - square / 42.0) - 1.0),
            (1.0 + square / 12.0 * (square / 30.0 * (1.0 - square / 56.0) - 1.0)) / 2.0,
            (1.0 + square / 20.0 * (square / 42.0 * (1.0 - square / 72.0) - 1.0)) / 6.0,
        )
    };
    let back = Mat3::skew(s) * -1.0;
    let mut outer = Mat3::ZERO;
    for r in 0..3 {
        for k in 0..3 {
            outer.0[3 * r + k] = s[r] * s[k];
        }
    }
    let by_start = Mat3::IDENTITY * cosine + back * b + outer * c;
    let by_velocity = Mat3::IDENTITY * b + back * c + outer * d;
    (by_start, by_velocity, by_velocity.mul_vec(v))
}

#[cfg(test)]
mod tests {
    use super::*;

    const EPS: f64 = 1e-6;

    fn unit(k: usize) -> Vec3 {
        let mut v = Vec3::ZERO;
        v[k] = 1.0;
        v
    }

    fn assert_column(matrix: &Mat3, k: usize, ahead: Vec3, behind: Vec3) {
        let expected = (ahead - behind) * (0.5 / EPS);
        assert!((matrix.col(k) - expected).norm() < 1e-8, "{k} {matrix:?}");
    }

    #[test]
    fn differences_of_orientations() {
        let a = Quat([0.3, 0.5, -0.4, 0.7]).normalized();
        let b = Quat([0.9, -0.2, 0.1, 0.3]).normalized();
        let (by_a, by_b) = sub_quat(a, b);
        for k in 0..3 {
            let turn = |q: Quat, h: f64| q.integrate(unit(k), h);
            assert_column(&by_a, k, turn(a, EPS).sub(b), turn(a, -EPS).sub(b));
            assert_column(&by_b, k, a.sub(turn(b, EPS)), a.sub(turn(b, -EPS)));
        }
    }

    #[test]
    fn integrals_of_angular_velocities() {
        let q = Quat([0.3, 0.5, -0.4, 0.7]).normalized();
        for size in [1e-3, 0.9] {
            let v = Vec3([0.5, -0.7, 0.2]) * size;
            let end = q.integrate(v, 1.3);
            let (by_start, by_velocity, by_time) = quat_integrate(v, 1.3);
            for k in 0..3 {
                let start = |h: f64| q.integrate(unit(k), h).integrate(v, 1.3).sub(end);
                assert_column(&by_start, k, start(EPS), start(-EPS));
                let velocity = |h: f64| q.integrate(v * 1.3 + unit(k) * h, 1.0).sub(end);
                assert_column(&by_velocity, k, velocity(EPS), velocity(-EPS));
            }
            let time = |h: f64| q.integrate(v, 1.3 + h).sub(end);
            let expected = (time(EPS) - time(-EPS)) * (0.5 / EPS);
            assert!((by_time - expected).norm() < 1e-8);
        }
    }
}
