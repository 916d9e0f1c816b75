//! Orientations as written.

/// An orientation in one of the notations of MJCF. Angles are in the units of the model's compiler settings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Orientation {
    /// Quaternion, w x y z.
    Quat([f64; 4]),
    /// Axis, then angle.
    AxisAngle([f64; 4]),
    /// X axis, then y axis; the latter is made perpendicular.
    XyAxes([f64; 6]),
    /// Z axis; the shortest rotation that brings z there.
    ZAxis([f64; 3]),
    /// Three angles about the axes of the model's `eulerseq`.
    Euler([f64; 3]),
}

impl Default for Orientation {
    fn default() -> Self {
        Self::Quat([1.0, 0.0, 0.0, 0.0])
    }
}
