//! Custom fields and keyframes.

use ligament_model::enums::ObjectType;

use super::element;
use crate::value::record_value;

element! {
    /// A named array of numbers.
    pub struct Numeric {
        data: Vec<f64> = Vec::new(), "The numbers.";
        size: i32 = 0, "Length; may exceed the data, the rest is zero.";
    }
}

element! {
    /// A named text.
    pub struct Text {
        data: String = String::new(), "The text.";
    }
}

/// One item of a tuple.
#[derive(Clone, Debug, PartialEq)]
pub struct TupleItem {
    /// Kind of object.
    pub objtype: ObjectType,
    /// Name of the object.
    pub objname: String,
    /// A number for the user.
    pub prm: f64,
}

impl Default for TupleItem {
    fn default() -> Self {
        Self {
            objtype: ObjectType::Unknown,
            objname: String::new(),
            prm: 0.0,
        }
    }
}

record_value!(TupleItem {
    objtype,
    objname,
    prm
});

element! {
    /// A named list of objects.
    pub struct Tuple {
        items: Vec<TupleItem> = Vec::new(), "The objects.";
    }
}

/// The element that a part of a keyframe belongs to.
#[derive(Clone, Debug, PartialEq)]
pub enum KeyOwner {
    /// A joint, by name: positions and velocities.
    Joint(String),
    /// A joint without a name: the body it belongs to and its position among the joints of that body.
    JointOf(String, usize),
    /// An actuator, by name: activations and controls.
    Actuator(String),
    /// An actuator without a name, by its position among the actuators.
    ActuatorAt(usize),
    /// A mocap body, by name: its pose.
    Mocap(String),
}

/// Values of a keyframe that belong to one element of an attached model, so that they find their place whatever else
/// the model contains. Vectors of the key that no part gives stay at their reference values; an empty vector here means
/// that the key does not give it.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyPart {
    /// The element.
    pub owner: KeyOwner,
    /// Positions of a joint, activations of an actuator, position of a mocap body.
    pub first: Vec<f64>,
    /// Velocities of a joint, controls of an actuator, orientation of a mocap body.
    pub second: Vec<f64>,
}

element! {
    /// A keyframe: a state to reset to. Empty vectors stand for the reference values.
    pub struct Key {
        time: f64 = 0.0, "Time.";
        qpos: Vec<f64> = Vec::new(), "Positions.";
        qvel: Vec<f64> = Vec::new(), "Velocities.";
        act: Vec<f64> = Vec::new(), "Activations.";
        mpos: Vec<f64> = Vec::new(), "Positions of mocap bodies.";
        mquat: Vec<f64> = Vec::new(), "Orientations of mocap bodies.";
        ctrl: Vec<f64> = Vec::new(), "Controls.";
        plastic: Vec<f64> = Vec::new(), "Plastic deformations.";
    }
    plain {
        parts: Vec<KeyPart> = Vec::new(), "Values by element, for keyframes of attached models.";
    }
}
