//! Orientations as written.

use crate::value::{FieldValue, Packed, Value, ValueType};

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

impl FieldValue for Orientation {
    const TYPE: ValueType = ValueType::Record("Orientation");
    fn to_value(&self) -> Value {
        let (form, numbers) = match self {
            Self::Quat(x) => ("quat", x.to_vec()),
            Self::AxisAngle(x) => ("axisangle", x.to_vec()),
            Self::XyAxes(x) => ("xyaxes", x.to_vec()),
            Self::ZAxis(x) => ("zaxis", x.to_vec()),
            Self::Euler(x) => ("euler", x.to_vec()),
        };
        Value::Record(vec![
            ("type", Value::Text(form.into())),
            (form, Value::Reals(numbers)),
        ])
    }
    fn changed_by(&self, value: &Value) -> Result<Self, String> {
        let Value::Record(entries) = value else {
            return Err(format!("expected an orientation, found {value:?}"));
        };
        let mut out = *self;
        for (form, numbers) in entries {
            out = match *form {
                "type" => continue,
                "quat" => Self::Quat([0.0; 4].changed_by(numbers)?),
                "axisangle" => Self::AxisAngle([0.0; 4].changed_by(numbers)?),
                "xyaxes" => Self::XyAxes([0.0; 6].changed_by(numbers)?),
                "zaxis" => Self::ZAxis([0.0; 3].changed_by(numbers)?),
                "euler" => Self::Euler([0.0; 3].changed_by(numbers)?),
                other => return Err(format!("'{other}' is no form of orientation")),
            };
        }
        Ok(out)
    }
}
impl Packed for Orientation {}
