//! Whether an object of a model sleeps.

use ligament_model::Model;
use ligament_model::enums::{ObjectType, SensorType};

use crate::awake::{self, Awake, SleepState};
use crate::constraint::equality_state;
use crate::stage::transmission::actuator_state;

/// Sleep state of an object of a kind that can sleep; others are awake.
pub fn object_state(m: &Model, awake: Awake<'_>, kind: ObjectType, id: i32) -> SleepState {
    let Ok(index) = usize::try_from(id) else {
        return SleepState::Static;
    };
    match kind {
        ObjectType::Actuator => actuator_state(m, awake, index),
        ObjectType::Equality => equality_state(m, awake, index),
        ObjectType::Sensor => sensor_state(m, awake, index),
        _ => awake::object_state(m, awake, kind, id),
    }
}

/// A sensor sleeps if what it measures does; never static.
pub fn sensor_state(m: &Model, awake: Awake<'_>, sensor: usize) -> SleepState {
    let kinds = [m.sensor.objtype[sensor], m.sensor.reftype[sensor]]
        .map(|kind| kind.get().unwrap_or(ObjectType::Unknown));
    match m.sensor.kind[sensor].get() {
        Some(SensorType::User | SensorType::Plugin | SensorType::Rangefinder) | None => {
            return SleepState::Awake;
        }
        // a volume may hold anything
        Some(SensorType::Contact) if kinds.contains(&ObjectType::Site) => return SleepState::Awake,
        Some(_) => {}
    }
    let object = object_state(m, awake, kinds[0], m.sensor.objid[sensor]);
    let reference = object_state(m, awake, kinds[1], m.sensor.refid[sensor]);
    SleepState::from_flag(match kinds {
        [ObjectType::Unknown, ObjectType::Unknown] => true,
        [ObjectType::Unknown, _] => reference != SleepState::Asleep,
        [_, ObjectType::Unknown] => object != SleepState::Asleep,
        _ => object == SleepState::Awake || reference == SleepState::Awake,
    })
}
