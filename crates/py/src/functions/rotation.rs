//! Quaternions, poses and spatial vectors.
#![allow(non_snake_case, reason = "functions carry MuJoCo's names")]

use ligament::engine::derivative::{quat_integrate, sub_quat};
use ligament::math::dense::eig3;
use ligament::math::func;
use ligament::math::{MINVAL, Mat3, Quat, Vec3};
use pyo3::prelude::*;

use crate::args::{In, Int, MaybeIn, MaybeOut, Num, Out, Text, fatal, fixed, functions};

fn vec3(numbers: &[f64]) -> Vec3 {
    Vec3(fixed(numbers))
}

fn quat(numbers: &[f64]) -> Quat {
    Quat(fixed(numbers))
}

fn mat3(numbers: &[f64]) -> Mat3 {
    Mat3(fixed(numbers))
}

/// The turn about an axis, which is taken to have unit length.
fn turn(axis: Vec3, angle: f64) -> Quat {
    if angle == 0.0 {
        return Quat::IDENTITY;
    }
    let (sin, cos) = func::sin_cos(0.5 * angle);
    Quat([cos, axis[0] * sin, axis[1] * sin, axis[2] * sin])
}

/// The rotation nearest to a matrix, from a first guess: turns by the torque between the columns of both until it vanishes
/// (Müller et al. 2016). Gives the number of turns.
fn nearest_rotation(start: Quat, mat: &Mat3) -> (Quat, i32) {
    const MAX_TURNS: i32 = 500;
    const SMALLEST_TURN: f64 = 1e-9;
    let mut q = start;
    for count in 0..MAX_TURNS {
        let rot = q.to_mat3();
        let columns = || (0..3).map(|i| (rot.col(i), mat.col(i)));
        let torque = columns().fold(Vec3::ZERO, |sum, (r, c)| sum + r.cross(c));
        let overlap: f64 = columns().map(|(r, c)| r.dot(c)).sum();
        let omega = torque * (1.0 / (overlap.abs() + MINVAL));
        let (axis, angle) = omega.normalize_or_x();
        if angle < SMALLEST_TURN {
            return (q, count);
        }
        q = turn(axis, angle).mul(q).normalized();
    }
    (q, MAX_TURNS)
}

/// The quaternion of three turns about axes named by letters: small ones move along, capital ones stay.
fn from_euler(py: Python<'_>, euler: [f64; 3], seq: &str) -> PyResult<Quat> {
    if seq.chars().count() != 3 {
        let why = "mju_euler2Quat: seq must contain exactly 3 characters";
        return Err(fatal(py, why.into()));
    }
    let mut result = Quat::IDENTITY;
    for (place, (angle, letter)) in euler.into_iter().zip(seq.chars()).enumerate() {
        let axis = match letter.to_ascii_lowercase() {
            'x' => Vec3::X,
            'y' => Vec3::Y,
            'z' => Vec3::Z,
            _ => {
                let why = format!(
                    "mju_euler2Quat: seq[{place}] is '{letter}', should be one of x, y, z, X, Y, Z"
                );
                return Err(fatal(py, why));
            }
        };
        let rotation = turn(axis, angle);
        result = if letter.is_ascii_lowercase() {
            result.mul(rotation)
        } else {
            rotation.mul(result)
        };
    }
    Ok(result)
}

/// Writes euler angles as a quaternion; `seq` names the axes, small letters for moving ones.
#[pyfunction]
fn mju_euler2Quat(
    py: Python<'_>,
    quat: &Bound<'_, PyAny>,
    euler: &Bound<'_, PyAny>,
    seq: Text,
) -> PyResult<()> {
    use crate::args::Arg;
    let mut out = Out::<f64>::take(Some(quat), "quat", Some(4))?;
    let angles = In::<f64>::take(Some(euler), "euler", Some(3))?;
    out.copy_from_slice(&from_euler(py, fixed(&angles), &seq.0)?.0);
    out.put(py)
}

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(mju_euler2Quat, module)?)?;
    plain::register(module)
}

mod plain {
    use super::*;

    functions! {
        /// res = quat vec quat*.
        fn mju_rotVecQuat(res: Out = 3, vec: In = 3, quat: In = 4) -> () {
            res.copy_from_slice(&self::quat(&quat).rotate(vec3(&vec)).0)
        }
        /// res = quat*.
        fn mju_negQuat(res: Out = 4, quat: In = 4) -> () { res.copy_from_slice(&self::quat(&quat).conj().0) }
        /// res = quat1 quat2.
        fn mju_mulQuat(res: Out = 4, quat1: In = 4, quat2: In = 4) -> () {
            res.copy_from_slice(&quat(&quat1).mul(quat(&quat2)).0)
        }
        /// res = quat (0, axis).
        fn mju_mulQuatAxis(res: Out = 4, quat: In = 4, axis: In = 3) -> () {
            res.copy_from_slice(&self::quat(&quat).mul_axis(vec3(&axis)).0)
        }
        /// The quaternion of a turn about a unit axis.
        fn mju_axisAngle2Quat(res: Out = 4, axis: In = 3, angle: Num) -> () {
            res.copy_from_slice(&turn(vec3(&axis), *angle).0)
        }
        /// The angular velocity that makes a turn in the time dt.
        fn mju_quat2Vel(res: Out = 3, quat: In = 4, dt: Num) -> () {
            let turned = self::quat(&quat).to_rotation_vector();
            res.copy_from_slice(&(turned * (1.0 / *dt)).0)
        }
        /// The angular velocity that leads from qb to qa in unit time.
        fn mju_subQuat(res: Out = 3, qa: In = 4, qb: In = 4) -> () { res.copy_from_slice(&quat(&qa).sub(quat(&qb)).0) }
        /// The rotation matrix of a quaternion.
        fn mju_quat2Mat(res: Out = 9, quat: In = 4) -> () { res.copy_from_slice(&self::quat(&quat).to_mat3().0) }
        /// The quaternion of a rotation matrix.
        fn mju_mat2Quat(quat: Out = 4, mat: In = 9) -> () { quat.copy_from_slice(&Quat::from_mat3(&mat3(&mat)).0) }
        /// The rotation nearest to a matrix, from the guess that is in quat; gives the number of iterations.
        fn mju_mat2Rot(quat: Out = 4, mat: In = 9) -> i32 {
            let (found, count) = nearest_rotation(self::quat(&quat), &mat3(&mat));
            quat.copy_from_slice(&found.0);
            count
        }
        /// Rate of change of a quaternion with an angular velocity in its frame.
        fn mju_derivQuat(res: Out = 4, quat: In = 4, vel: In = 3) -> () {
            res.copy_from_slice(&self::quat(&quat).derivative(vec3(&vel)).0)
        }
        /// Moves a quaternion with an angular velocity in its frame for the time scale.
        fn mju_quatIntegrate(quat: Out = 4, vel: In = 3, scale: Num) -> () {
            let moved = self::quat(&quat).integrate(vec3(&vel), *scale);
            quat.copy_from_slice(&moved.0)
        }
        /// The quaternion that turns the z axis to a vector.
        fn mju_quatZ2Vec(quat: Out = 4, vec: In = 3) -> () { quat.copy_from_slice(&Quat::from_z_to(vec3(&vec)).0) }
        /// Product of two poses.
        fn mju_mulPose(posres: Out = 3, quatres: Out = 4, pos1: In = 3, quat1: In = 4, pos2: In = 3, quat2: In = 4) -> () {
            let q = quat(&quat1);
            posres.copy_from_slice(&(vec3(&pos1) + q.rotate(vec3(&pos2))).0);
            quatres.copy_from_slice(&q.mul(quat(&quat2)).0)
        }
        /// Inverse of a pose.
        fn mju_negPose(posres: Out = 3, quatres: Out = 4, pos: In = 3, quat: In = 4) -> () {
            let back = self::quat(&quat).conj();
            posres.copy_from_slice(&(-back.rotate(vec3(&pos))).0);
            quatres.copy_from_slice(&back.0)
        }
        /// A point of a pose in the world.
        fn mju_trnVecPose(res: Out = 3, pos: In = 3, quat: In = 4, vec: In = 3) -> () {
            res.copy_from_slice(&(vec3(&pos) + self::quat(&quat).rotate(vec3(&vec))).0)
        }
        /// res = mat vec.
        fn mju_mulMatVec3(res: Out = 3, mat: In = 9, vec: In = 3) -> () {
            res.copy_from_slice(&mat3(&mat).mul_vec(vec3(&vec)).0)
        }
        /// res = matᵀ vec.
        fn mju_mulMatTVec3(res: Out = 3, mat: In = 9, vec: In = 3) -> () {
            res.copy_from_slice(&mat3(&mat).tr_mul_vec(vec3(&vec)).0)
        }
        /// A motion, or a force, about another point and in other axes.
        fn mju_transformSpatial(
            res: Out = 6, vec: In = 6, flg_force: Int, newpos: In = 3, oldpos: In = 3, rotnew2old: MaybeIn = 9,
        ) -> () {
            let (mut turning, mut moving) = (vec3(&vec[..3]), vec3(&vec[3..]));
            let shift = vec3(&newpos) - vec3(&oldpos);
            if *flg_force != 0 {
                turning -= shift.cross(moving);
            } else {
                moving -= shift.cross(turning);
            }
            if let Some(axes) = &rotnew2old.0 {
                let axes = mat3(axes);
                (turning, moving) = (axes.tr_mul_vec(turning), axes.tr_mul_vec(moving));
            }
            res[..3].copy_from_slice(&turning.0);
            res[3..].copy_from_slice(&moving.0)
        }
        /// Eigenvalues, largest first, eigenvectors and their frame of a symmetric matrix.
        fn mju_eig3(eigval: Out = 3, eigvec: Out = 9, quat: Out = 4, mat: In = 9) -> i32 {
            let found = eig3(&mat3(&mat));
            eigval.copy_from_slice(&found.values.0);
            eigvec.copy_from_slice(&found.frame.to_mat3().0);
            quat.copy_from_slice(&found.frame.0);
            0
        }
        /// Derivatives of the difference of two quaternions by each of them.
        fn mjd_subQuat(qa: In = 4, qb: In = 4, Da: MaybeOut, Db: MaybeOut) -> () {
            let (by_a, by_b) = sub_quat(quat(&qa), quat(&qb));
            if let Some(out) = Da.numbers_of(9)? {
                out.copy_from_slice(&by_a.0);
            }
            if let Some(out) = Db.numbers_of(9)? {
                out.copy_from_slice(&by_b.0);
            }
        }
        /// Derivatives of a quaternion that moves with a velocity: by itself, by the way (velocity times time)
    /// and by the time.
        fn mjd_quatIntegrate(vel: In = 3, scale: Num, Dquat: Out = 9, Dvel: Out = 9, Dscale: Out = 3) -> () {
            let (by_quat, by_vel, by_scale) = quat_integrate(vec3(&vel), *scale);
            Dquat.copy_from_slice(&by_quat.0);
            Dvel.copy_from_slice(&by_vel.0);
            Dscale.copy_from_slice(&by_scale.0)
        }
    }
}
