//! Sensors: what each kind reads.

use ligament_model::Model;

/// Working memory of this module.
#[derive(Clone, Debug, Default)]
pub struct SensorScratch {}

impl SensorScratch {
    /// Working memory for a model.
    pub fn new(_m: &Model) -> Self {
        Self {}
    }
}
