//! Tendons.

use ligament_model::enums::TendonType;

use super::{Auto, GRAY, SOLIMP, SOLREF, element};
use crate::value::{FieldValue, Packed, Value, ValueType};

/// One item of a tendon's path.
#[derive(Clone, Debug, PartialEq)]
pub enum PathItem {
    /// A joint with its coefficient, in fixed tendons.
    Joint(String, f64),
    /// A site to pass through.
    Site(String),
    /// A geom to wrap around, and the site that says on which side (may be empty).
    Geom(String, String),
    /// A pulley that divides what follows.
    Pulley(f64),
}

impl Default for PathItem {
    fn default() -> Self {
        Self::Pulley(1.0)
    }
}

impl FieldValue for PathItem {
    const TYPE: ValueType = ValueType::Record("PathItem");
    fn to_value(&self) -> Value {
        let text = |x: &String| Value::Text(x.clone());
        let (form, entries) = match self {
            Self::Joint(joint, coef) => (
                "joint",
                vec![("joint", text(joint)), ("coef", Value::Real(*coef))],
            ),
            Self::Site(site) => ("site", vec![("site", text(site))]),
            Self::Geom(geom, side) => {
                ("geom", vec![("geom", text(geom)), ("sidesite", text(side))])
            }
            Self::Pulley(divisor) => ("pulley", vec![("divisor", Value::Real(*divisor))]),
        };
        let mut record = vec![("type", Value::Text(form.into()))];
        record.extend(entries);
        Value::Record(record)
    }
    fn changed_by(&self, value: &Value) -> Result<Self, String> {
        let text = |name: &str| match value.entry(name) {
            Some(Value::Text(text)) => Ok(text.clone()),
            None => Ok(String::new()),
            Some(other) => Err(format!("expected a name, found {other:?}")),
        };
        let number = |name: &str| value.entry(name).and_then(Value::number).unwrap_or(1.0);
        match value.entry("type") {
            Some(Value::Text(form)) if form == "joint" => {
                Ok(Self::Joint(text("joint")?, number("coef")))
            }
            Some(Value::Text(form)) if form == "site" => Ok(Self::Site(text("site")?)),
            Some(Value::Text(form)) if form == "geom" => {
                Ok(Self::Geom(text("geom")?, text("sidesite")?))
            }
            Some(Value::Text(form)) if form == "pulley" => Ok(Self::Pulley(number("divisor"))),
            _ => Err(format!("expected a part of a path, found {value:?}")),
        }
    }
}
impl Packed for PathItem {}

element! {
    /// A tendon.
    pub struct Tendon {
        kind: TendonType = TendonType::Spatial, "Kind of tendon.";
        path: Vec<PathItem> = Vec::new(), "Path, in order.";
        stiffness: [f64; 3] = [0.0; 3], "Spring polynomial.";
        springlength: [f64; 2] = [-1.0; 2], "Rest lengths between which the spring is slack; -1 for the length in the spring configuration.";
        springyield: f64 = 0.0, "Force at which the spring yields; 0 for elastic.";
        damping: [f64; 3] = [0.0; 3], "Damper polynomial.";
        frictionloss: f64 = 0.0, "Dry friction.";
        solref_friction: [f64; 2] = SOLREF, "Constraint reference of dry friction.";
        solimp_friction: [f64; 5] = SOLIMP, "Constraint impedance of dry friction.";
        armature: f64 = 0.0, "Inertia of the tendon velocity.";
        limited: Auto = Auto::Auto, "Whether the range is a limit.";
        range: [f64; 2] = [0.0; 2], "Length limits.";
        actfrclimited: Auto = Auto::Auto, "Whether the total actuator force is limited.";
        actfrcrange: [f64; 2] = [0.0; 2], "Range of the total actuator force.";
        margin: f64 = 0.0, "Distance at which the limit becomes active.";
        solref_limit: [f64; 2] = SOLREF, "Constraint reference of the limit.";
        solimp_limit: [f64; 5] = SOLIMP, "Constraint impedance of the limit.";
        material: String = String::new(), "Material.";
        width: f64 = 0.003, "Width shown.";
        rgba: [f32; 4] = GRAY, "Colour.";
        group: i32 = 0, "Visual group.";
        user: Vec<f64> = Vec::new(), "User data.";
    }
    plain {
        path_at: Vec<crate::origin::Origin> = Vec::new(), "Where each path item was written; may be shorter than the path.";
    }
}
