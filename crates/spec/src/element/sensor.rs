//! Sensors.

use ligament_model::enums::{DataType, ObjectType, SensorType, Stage};

use super::element;

element! {
    /// A sensor.
    pub struct Sensor {
        kind: SensorType = SensorType::Touch, "Kind of sensor.";
        objtype: ObjectType = ObjectType::Unknown, "Kind of what is sensed.";
        objname: String = String::new(), "Name of what is sensed.";
        reftype: ObjectType = ObjectType::Unknown, "Kind of what it is sensed relative to.";
        refname: String = String::new(), "Name of what it is sensed relative to.";
        intprm: [i32; 3] = [0; 3], "Integer parameters, laid out as in the compiled model.";
        datatype: DataType = DataType::Real, "Kind of value, of user sensors.";
        needstage: Stage = Stage::Acc, "Stage that computes it, of user sensors.";
        dim: i32 = 0, "Number of values, of user sensors.";
        cutoff: f64 = 0.0, "Bound of the value; 0 for none.";
        noise: f64 = 0.0, "Standard deviation of the noise; a remark to the user.";
        nsample: i32 = 0, "Samples in the history buffer.";
        interp: i32 = 0, "Interpolation of delayed values: 0 hold, 1 linear, 2 cubic.";
        delay: f64 = 0.0, "Delay, in seconds.";
        interval: [f64; 2] = [0.0; 2], "Period and phase of sampling, in seconds.";
        user: Vec<f64> = Vec::new(), "User data.";
    }
}
