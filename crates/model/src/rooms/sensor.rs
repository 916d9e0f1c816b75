//! Sensors.

use crate::enums::{Code, DataType, ObjectType, SensorType, Stage};
use crate::table::room;

room! {
    /// Sensors.
    pub struct Sensors {
        kind: Code<SensorType> [nsensor] "sensor_type" "sensor type (mjtSensor)";
        datatype: Code<DataType> [nsensor] "sensor_datatype" "numeric data type (mjtDataType)";
        needstage: Code<Stage> [nsensor] "sensor_needstage" "required compute stage (mjtStage)";
        objtype: Code<ObjectType> [nsensor] "sensor_objtype" "type of sensorized object (mjtObj)";
        objid: i32 [nsensor] "sensor_objid" "id of sensorized object";
        reftype: Code<ObjectType> [nsensor] "sensor_reftype" "type of reference frame (mjtObj)";
        refid: i32 [nsensor] "sensor_refid" "id of reference frame; -1: global frame";
        intprm: [i32; 3] [nsensor] "sensor_intprm" "sensor parameters";
        dim: i32 [nsensor] "sensor_dim" "number of scalar outputs";
        adr: i32 [nsensor] "sensor_adr" "address in sensor array";
        cutoff: f64 [nsensor] "sensor_cutoff" "cutoff for real and positive; 0: ignore";
        noise: f64 [nsensor] "sensor_noise" "noise standard deviation";
        history: [i32; 2] [nsensor] "sensor_history" "history buffer: [nsample, interp]";
        historyadr: i32 [nsensor] "sensor_historyadr" "address in history buffer; -1: none";
        delay: f64 [nsensor] "sensor_delay" "delay time in seconds; 0: no delay";
        interval: [f64; 2] [nsensor] "sensor_interval" "interval: [period, phase] in seconds";
        user: f64 [nsensor, nuser_sensor] "sensor_user" "user data";
        plugin: i32 [nsensor] "sensor_plugin" "plugin instance id; -1: not a plugin";
    }
}
