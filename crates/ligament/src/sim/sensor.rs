//! Sensors.

use ligament_engine::Data;
use ligament_model::Model;
use ligament_model::enums::{ObjectType, SensorType};
use ligament_model::id::SensorId;

/// A sensor, as the last forward pass left it.
#[derive(Clone, Copy, Debug)]
pub struct SensorView<'a> {
    model: &'a Model,
    data: &'a Data,
    id: SensorId,
}

impl<'a> SensorView<'a> {
    pub(super) fn new(model: &'a Model, data: &'a Data, id: SensorId) -> Self {
        Self { model, data, id }
    }

    /// Its id.
    pub fn id(&self) -> SensorId {
        self.id
    }

    /// Its name; empty if it has none.
    pub fn name(&self) -> &'a str {
        let name = self.model.name_of(ObjectType::Sensor, self.id.index());
        name.unwrap_or_default()
    }

    /// Its kind; none for kinds that this version does not know.
    pub fn kind(&self) -> Option<SensorType> {
        self.model.sensor.kind[self.id.index()].get()
    }

    /// Its readings.
    pub fn values(&self) -> &'a [f64] {
        &self.data.sensor.sensordata[self.model.sensor_readings(self.id.index())]
    }

    /// Its first reading; zero for sensors without any.
    pub fn value(&self) -> f64 {
        self.values().first().copied().unwrap_or(0.0)
    }
}
