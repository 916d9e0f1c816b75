//! Orientations as written, resolved to unit quaternions, and the small rigid-transform algebra of the compiler.
//!
//! Lengths whose square is below `TINY` count as zero, and lengths within `TINY` of one are left as they are: these
//! are MuJoCo's rules, kept so that results agree to the last digits.

use ligament_math::{Mat3, Quat, Vec3, func};

use crate::element::Orientation;
use crate::settings::Compiler;

/// Values below this count as zero in the compiler.
pub(crate) const TINY: f64 = 1e-14;

/// Below this sine, a direction counts as parallel to the z axis.
const PARALLEL: f64 = 1e-10;

/// Degrees to radians.
pub(crate) const RADIANS_PER_DEGREE: f64 = core::f64::consts::PI / 180.0;

/// Scales a vector to unit length and gives the length it had. A vector that is too short is left as it is, and its
/// length is given as zero.
pub(crate) fn normalize<const N: usize>(v: &mut [f64; N]) -> f64 {
    let squared: f64 = v.iter().map(|x| x * x).sum();
    if squared < TINY {
        return 0.0;
    }
    let norm = squared.sqrt();
    if (norm - 1.0).abs() > TINY {
        v.iter_mut().for_each(|x| *x /= norm);
    }
    norm
}

/// A quaternion with unit length; one that is too short is left as it is.
pub(crate) fn unit(mut quat: Quat) -> Quat {
    normalize(&mut quat.0);
    quat
}

/// The product of two rotations, with unit length.
pub(crate) fn product(a: Quat, b: Quat) -> Quat {
    unit(a.mul_in_order(b))
}

/// A position and orientation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Position.
    pub pos: Vec3,
    /// Orientation.
    pub quat: Quat,
}

impl Pose {
    /// No displacement.
    pub const IDENTITY: Self = Self {
        pos: Vec3([0.0; 3]),
        quat: Quat([1.0, 0.0, 0.0, 0.0]),
    };

    /// The pose, in the frame in which `self` is given, of something whose pose in `self` is `child`.
    pub fn then(self, child: Self) -> Self {
        Self {
            pos: self.place(child.pos),
            quat: product(self.quat, child.quat),
        }
    }

    /// A point of this frame, seen from outside.
    pub fn place(self, point: Vec3) -> Vec3 {
        self.pos + self.quat.to_mat3_in_order().mul_vec(point)
    }

    /// A direction of this frame, seen from outside.
    pub fn turn(self, direction: Vec3) -> Vec3 {
        self.quat.rotate(direction)
    }

    /// The pose of the outside in this frame.
    pub fn inverse(self) -> Self {
        let quat = self.quat.conj();
        let pos = quat.to_mat3_in_order().mul_vec(self.pos);
        Self {
            pos: Vec3(pos.0.map(|x| -x)),
            quat,
        }
    }
}

impl Default for Pose {
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// The unit quaternion of an orientation, under the angle units and Euler sequence of `settings`.
///
/// A quaternion too short to have a direction is left as it is. The error says what is wrong with the values.
pub fn resolve(orientation: &Orientation, settings: &Compiler) -> Result<Quat, &'static str> {
    let angle = |x: f64| {
        if settings.degree {
            x / 180.0 * core::f64::consts::PI
        } else {
            x
        }
    };
    match *orientation {
        Orientation::Quat(quat) => Ok(unit(Quat(quat))),
        Orientation::AxisAngle([x, y, z, turn]) => {
            let mut axis = [x, y, z];
            if normalize(&mut axis) == 0.0 {
                return Err("the axis of `axisangle` has no length");
            }
            Ok(Quat::from_axis_angle(Vec3(axis), angle(turn)))
        }
        Orientation::XyAxes([x0, x1, x2, y0, y1, y2]) => from_xy_axes([x0, x1, x2], [y0, y1, y2]),
        Orientation::ZAxis(mut z) => {
            if normalize(&mut z) == 0.0 {
                return Err("`zaxis` has no length");
            }
            Ok(from_z_axis(z))
        }
        Orientation::Euler(angles) => from_euler(angles.map(angle), &settings.eulerseq),
    }
}

/// The rotation whose first two columns are `x` and the part of `y` perpendicular to it.
fn from_xy_axes(mut x: [f64; 3], mut y: [f64; 3]) -> Result<Quat, &'static str> {
    if normalize(&mut x) == 0.0 {
        return Err("the x axis of `xyaxes` has no length");
    }
    let along = Vec3(x).dot(Vec3(y));
    y = (Vec3(y) - Vec3(x) * along).0;
    if normalize(&mut y) == 0.0 {
        return Err("the y axis of `xyaxes` has no length or is parallel to the x axis");
    }
    let mut z = Vec3(x).cross(Vec3(y)).0;
    if normalize(&mut z) == 0.0 {
        return Err("the axes of `xyaxes` span no plane");
    }
    let columns = [x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]];
    Ok(unit(Quat::from_mat3_unscaled(&Mat3(columns))))
}

/// The shortest rotation from the z axis to a unit vector; half a turn about x for one along -z.
pub(crate) fn from_z_axis(z: [f64; 3]) -> Quat {
    let mut axis = [-z[1], z[0], 0.0];
    let sine = normalize(&mut axis);
    if sine < PARALLEL {
        axis = [1.0, 0.0, 0.0];
    }
    Quat::from_axis_angle(Vec3(axis), func::atan2(sine, z[2]))
}

/// Rotations about three axes in turn: lower case turns about the moved axes, upper case about the fixed ones.
fn from_euler(angles: [f64; 3], sequence: &[u8; 3]) -> Result<Quat, &'static str> {
    let mut quat = Quat::IDENTITY;
    for (angle, letter) in angles.into_iter().zip(sequence) {
        let axis = match letter.to_ascii_lowercase() {
            b'x' => Vec3::X,
            b'y' => Vec3::Y,
            b'z' => Vec3::Z,
            _ => return Err("`eulerseq` may only contain the letters x, y, z, X, Y and Z"),
        };
        let step = Quat::from_axis_angle(axis, angle);
        quat = if letter.is_ascii_lowercase() {
            product(quat, step)
        } else {
            product(step, quat)
        };
    }
    Ok(quat)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: Quat, b: [f64; 4]) {
        for (x, y) in a.0.iter().zip(b) {
            assert!((x - y).abs() < 1e-12, "{a:?} is not {b:?}");
        }
    }

    fn resolved(orientation: Orientation, sequence: &[u8; 3]) -> Quat {
        let settings = Compiler {
            eulerseq: *sequence,
            ..Compiler::default()
        };
        resolve(&orientation, &settings).unwrap_or(Quat([f64::NAN; 4]))
    }

    #[test]
    fn euler_angles_follow_the_sequence() {
        let euler = Orientation::Euler([10.0, 20.0, 30.0]);
        // MuJoCo 4.0.0
        near(
            resolved(euler, b"xyz"),
            [
                0.943_714_364_147_489_4,
                0.127_679_440_695_780_64,
                0.144_878_125_417_369_13,
                0.268_535_822_751_569_5,
            ],
        );
        // turning about fixed axes is turning about moved axes in the opposite order
        let reversed = Orientation::Euler([30.0, 20.0, 10.0]);
        near(resolved(euler, b"XYZ"), resolved(reversed, b"zyx").0);
    }

    #[test]
    fn a_z_axis_along_minus_z_is_half_a_turn() {
        near(
            resolved(Orientation::ZAxis([0.0, 0.0, -2.0]), b"xyz"),
            [0.0, 1.0, 0.0, 0.0],
        );
        near(
            resolved(Orientation::ZAxis([0.0, 0.0, 2.0]), b"xyz"),
            [1.0, 0.0, 0.0, 0.0],
        );
    }

    #[test]
    fn the_y_axis_is_made_perpendicular() {
        let half = core::f64::consts::FRAC_1_SQRT_2;
        let axes = Orientation::XyAxes([0.0, 1.0, 0.0, -1.0, 5.0, 0.0]);
        near(resolved(axes, b"xyz"), [half, 0.0, 0.0, half]);
    }

    #[test]
    fn vectors_without_direction_are_refused() {
        let settings = Compiler::default();
        for orientation in [
            Orientation::AxisAngle([0.0, 0.0, 1e-8, 1.0]),
            Orientation::ZAxis([0.0; 3]),
            Orientation::XyAxes([1.0, 0.0, 0.0, 2.0, 0.0, 0.0]),
        ] {
            assert!(resolve(&orientation, &settings).is_err());
        }
    }

    #[test]
    fn a_pose_followed_by_its_inverse_is_the_identity() {
        let pose = Pose {
            pos: Vec3([1.0, 2.0, 3.0]),
            quat: unit(Quat([0.5, -0.2, 0.3, 0.9])),
        };
        let back = pose.then(pose.inverse());
        near(back.quat, [1.0, 0.0, 0.0, 0.0]);
        assert!(back.pos.norm() < 1e-15);
    }
}
