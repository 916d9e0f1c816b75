//! Eigenvectors of a symmetric 3x3 matrix as a rotation.
//!
//! Classical Jacobi iteration, with the eigenvector frame carried as a quaternion: D = Rᵀ A R is recomputed
//! from the quaternion each time, and the largest off-diagonal entry is rotated away. The axes are then
//! sorted by quarter turns. The frame of a symmetric matrix is ambiguous (signs, repeated values); the order
//! of these steps fixes the choice, and it is the choice MuJoCo makes for inertia frames.

use crate::{MINVAL, Mat3, Quat, Vec3};

/// Off-diagonal entries below this fraction of the largest entry are zero.
const OFF_DIAGONAL: f64 = 4.0 * MINVAL;
/// Eigenvalues closer than this fraction of the largest entry keep their order.
const EQUAL_VALUES: f64 = 1e-12;
/// Half-angle sine of a quarter turn to fifteen digits: frames with equal moments repeat its last digits.
#[allow(clippy::approx_constant, reason = "fifteen digits are the point")]
const QUARTER_TURN: f64 = 0.707_106_781_186_548;
/// Quaternions of compiled frames this close to unit length are left alone.
const UNIT: f64 = 1e-14;
/// Classical Jacobi converges in about ten rotations; this bounds malformed input.
const MAX_ROTATIONS: usize = 500;

/// An eigendecomposition A = R diag(values) Rᵀ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Eigen3 {
    /// Eigenvalues, largest first.
    pub values: Vec3,
    /// The rotation R whose columns are the eigenvectors.
    pub frame: Quat,
}

/// The eigendecomposition of a symmetric matrix, with the rounding of the engine.
pub fn eig3(a: &Mat3) -> Eigen3 {
    decompose(
        a,
        OFF_DIAGONAL,
        EQUAL_VALUES,
        |frame, turn| frame.mul(turn).normalized(),
        Quat::to_mat3,
    )
}

/// The eigendecomposition of a symmetric matrix that is known only to a relative `precision`: smaller off-diagonal
/// entries are left alone and closer eigenvalues keep their order. The rounding is that of the model compiler.
pub fn eig3_to_precision(a: &Mat3, precision: f64) -> Eigen3 {
    decompose(
        a,
        precision.max(OFF_DIAGONAL),
        precision.max(EQUAL_VALUES),
        |frame, turn| unit(frame.mul_in_order(turn)),
        Quat::to_mat3_in_order,
    )
}

/// The eigendecomposition of a symmetric matrix up to off-diagonal entries of a relative size of `rest`.
pub fn eig3_roughly(a: &Mat3, rest: f64) -> Eigen3 {
    decompose(
        a,
        rest,
        EQUAL_VALUES,
        |frame, turn| frame.mul(turn).normalized(),
        Quat::to_mat3,
    )
}

fn decompose(
    a: &Mat3,
    off_diagonal: f64,
    equal_values: f64,
    turned: fn(Quat, Quat) -> Quat,
    axes: fn(Quat) -> Mat3,
) -> Eigen3 {
    let scale = a.0.iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
    let (small, equal) = (off_diagonal * scale, equal_values * scale);
    let mut frame = Quat::IDENTITY;
    let mut values = a.diag();
    for _ in 0..MAX_ROTATIONS {
        let r = axes(frame);
        let d = r.tr_mul_mat(a).mul_mat(&r);
        values = d.diag();
        let Some(rotation) = jacobi_rotation(&d, small) else {
            break;
        };
        frame = turned(frame, rotation);
    }
    // bubble sort of three: compare pairs (0,1), (1,2), (0,1)
    for first in [0, 1, 0] {
        if values[first] + equal < values[first + 1] {
            values.0.swap(first, first + 1);
            let quarter_turn = about_axis((first + 2) % 3, QUARTER_TURN, QUARTER_TURN);
            frame = turned(frame, quarter_turn);
        }
    }
    Eigen3 { values, frame }
}

/// The rotation that clears the largest off-diagonal entry, or nothing when that entry is small or not a
/// number.
fn jacobi_rotation(d: &Mat3, small: f64) -> Option<Quat> {
    let (xy, xz, yz) = (d[1].abs(), d[2].abs(), d[5].abs());
    let (p, q, axis) = if xy > xz && xy > yz {
        (0, 1, 2)
    } else if xz > yz {
        (0, 2, 1)
    } else {
        (1, 2, 0)
    };
    let off = d[3 * p + q];
    if off.is_nan() || off.abs() <= small {
        return None;
    }
    // the tangent of the angle is the smaller root of t² + 2 tau t = 1
    let tau = (d[4 * q] - d[4 * p]) / (2.0 * off);
    let tangent = 1.0 / (tau.abs() + (1.0 + tau * tau).sqrt());
    // tan(x/2) = tan(x) / (1 + sqrt(1 + tan²(x))), exact for small angles too
    let half_tangent = tangent / (1.0 + (1.0 + tangent * tangent).sqrt());
    let cosine = 1.0 / (1.0 + half_tangent * half_tangent).sqrt();
    // positive tau turns backwards; the xz plane is oriented against its axis
    let backwards = (tau >= 0.0) != (axis == 1);
    let half_tangent = if backwards {
        -half_tangent
    } else {
        half_tangent
    };
    Some(about_axis(axis, cosine, half_tangent * cosine))
}

/// The quaternion at unit length.
fn unit(q: Quat) -> Quat {
    let norm = q.0.iter().map(|x| x * x).sum::<f64>().sqrt();
    if (norm - 1.0).abs() <= UNIT {
        q
    } else {
        Quat(q.0.map(|x| x / norm))
    }
}

/// The quaternion with the given half-angle cosine and sine about a coordinate axis.
fn about_axis(axis: usize, cosine: f64, sine: f64) -> Quat {
    let mut q = Quat([cosine, 0.0, 0.0, 0.0]);
    q[axis + 1] = sine;
    q
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::f64::consts::FRAC_1_SQRT_2;

    /// Diagonal and off-diagonal entries, then the eigenvalues and quaternion that MuJoCo 4.0.0 reports.
    type Golden = ([f64; 6], [f64; 3], [f64; 4]);

    const GOLDEN: [Golden; 9] = [
        (
            [0.997721, 1.019947, 1.744801, -0.043075, 0.59042, 0.730914],
            [2.373523941060369, 1.0489034352397948, 0.34004162369983953],
            [
                0.7966222582464647,
                0.1919987536454022,
                -0.43038445570676576,
                0.37854811655971293,
            ],
        ),
        (
            [0.000356, 0.000253, 0.001336, 7.1e-05, -0.000657, -0.000156],
            [
                0.0016860732174992287,
                0.0002327314063463097,
                2.6195376154463713e-05,
            ],
            [
                -0.05877347736135152,
                0.5235749177234341,
                -0.0179402215282084,
                0.8497606323790684,
            ],
        ),
        (
            [
                13.402357, 13.444397, 8.678261, 5.733924, -1.593173, 6.994314,
            ],
            [20.74383685234966, 13.083208976497069, 1.6979691711532476],
            [
                0.7786564004790046,
                0.3907702008965174,
                0.004424035034421764,
                0.4908903013896186,
            ],
        ),
        (
            [0.763711, 1.208414, 0.884516, -0.163297, -0.430924, 0.394568],
            [1.6464495034356332, 0.848919830203149, 0.36127166636121666],
            [
                0.38558256399961044,
                0.378047635137018,
                0.05494664429144791,
                0.8398731679175762,
            ],
        ),
        (
            [1.0, 2.0, 3.0, 0.0, 0.0, 0.0],
            [3.0, 2.0, 1.0],
            [0.0, FRAC_1_SQRT_2, 0.0, FRAC_1_SQRT_2],
        ),
        (
            [2.0, 3.0, 1.0, 0.0, 0.0, 0.0],
            [3.0, 2.0, 1.0],
            [FRAC_1_SQRT_2, 0.0, 0.0, FRAC_1_SQRT_2],
        ),
        (
            [1.0, 1.0, 1.0, 0.0, 0.0, 0.0],
            [1.0, 1.0, 1.0],
            [1.0, 0.0, 0.0, 0.0],
        ),
        (
            [2.0, 2.0, 5.0, 1.0, 0.0, 0.0],
            [5.0, 3.0, 1.0],
            [
                0.2705980500730987,
                0.6532814824381887,
                -0.2705980500730987,
                0.6532814824381887,
            ],
        ),
        (
            [2.0, 2.0, 2.0, 0.5, 0.5, 0.5],
            [2.9999999999999987, 1.4999999999999993, 1.4999999999999991],
            [
                0.8204732385702833,
                0.33985114297998725,
                -0.17591989660616109,
                0.42470820027786693,
            ],
        ),
    ];

    #[test]
    fn frames_are_the_ones_of_mujoco() {
        for (entries, values, frame) in GOLDEN {
            let [xx, yy, zz, off @ ..] = entries;
            let found = eig3(&Mat3::from_symmetric([xx, yy, zz], off));
            assert!(
                (0..3).all(|i| (found.values[i] - values[i]).abs() < 1e-12),
                "{found:?}"
            );
            assert!(
                (0..4).all(|i| (found.frame[i] - frame[i]).abs() < 1e-12),
                "{found:?}"
            );
        }
    }

    #[test]
    fn decomposition_rebuilds_the_matrix() {
        for (entries, ..) in GOLDEN {
            let [xx, yy, zz, off @ ..] = entries;
            let a = Mat3::from_symmetric([xx, yy, zz], off);
            let Eigen3 { values, frame } = eig3(&a);
            let r = frame.to_mat3();
            let rebuilt = r * Mat3::from_diag(values) * r.transpose();
            assert!((0..9).all(|i| (rebuilt[i] - a[i]).abs() < 1e-14 * (xx + yy + zz)));
        }
    }

    #[test]
    fn coarse_precision_keeps_what_it_cannot_tell_apart() {
        let a = Mat3::from_symmetric([1.0, 1.0 + 5e-8, 0.5], [3e-8, 0.0, 0.0]);
        assert_eq!(eig3_to_precision(&a, 1e-7).frame, Quat::IDENTITY);
        assert_ne!(eig3(&a).frame, Quat::IDENTITY);
    }

    #[test]
    fn a_rough_frame_leaves_small_rests() {
        let a = Mat3::from_symmetric([1.0, 2.0, 3.0], [0.3, -0.2, 0.1]);
        let r = eig3_roughly(&a, 1e-3).frame.to_mat3();
        let d = r.transpose() * a * r;
        assert!(d[1].abs().max(d[2].abs()).max(d[5].abs()) < 3.1e-3);
        let nearly = Mat3::from_symmetric([3.0, 2.0, 1.0], [2e-3, 0.0, 0.0]);
        assert_eq!(eig3_roughly(&nearly, 1e-3).frame, Quat::IDENTITY);
    }

    #[test]
    fn malformed_input_terminates() {
        eig3(&Mat3([f64::NAN; 9]));
        eig3(&Mat3([f64::INFINITY; 9]));
    }
}
