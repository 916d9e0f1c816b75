//! Sensors.

use crate::enums::{Code, DataType, ObjectType, SensorType, Stage};
use crate::table::room;

room! {
    /// Sensors.
    pub struct Sensors {
        kind: Code<SensorType> [nsensor] "sensor_type" "Kind of sensor.";
        datatype: Code<DataType> [nsensor] "sensor_datatype" "Kind of numbers it delivers.";
        needstage: Code<Stage> [nsensor] "sensor_needstage" "Stage after which it can be computed.";
        objtype: Code<ObjectType> [nsensor] "sensor_objtype" "Kind of object it measures.";
        objid: i32 [nsensor] -> object objtype or none "sensor_objid" "Object it measures, or -1.";
        reftype: Code<ObjectType> [nsensor] "sensor_reftype" "Kind of object it measures against.";
        refid: i32 [nsensor] -> object reftype or none "sensor_refid" "Object it measures against, or -1 for the world.";
        intprm: [i32; 3] [nsensor] "sensor_intprm" "Further parameters, what they mean depends on its kind.";
        dim: i32 [nsensor] "sensor_dim" "How many numbers it delivers.";
        adr: i32 [nsensor] -> nsensordata by dim "sensor_adr" "Where its numbers start in the sensor data.";
        cutoff: f64 [nsensor] "sensor_cutoff" "Largest absolute value; 0 for none.";
        noise: f64 [nsensor] "sensor_noise" "Standard deviation of noise that users may add.";
        history: [i32; 2] [nsensor] "sensor_history" "Samples kept, and how they are interpolated.";
        historyadr: i32 [nsensor] -> nhistory or none "sensor_historyadr" "Where its samples start in the history, or -1.";
        delay: f64 [nsensor] "sensor_delay" "Delay, in seconds.";
        interval: [f64; 2] [nsensor] "sensor_interval" "Period and phase of measurements, in seconds.";
        user: f64 [nsensor, nuser_sensor] "sensor_user" "Numbers for the user.";
        plugin: i32 [nsensor] -> nplugin or none "sensor_plugin" "Plugin instance, or -1.";
    }
}
