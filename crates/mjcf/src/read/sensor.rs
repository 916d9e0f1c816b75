//! Sensors.

use ligament_spec::element::Sensor;

use super::Reader;
use crate::schema::sensor::{SENSOR, SENSORS, parameters};
use crate::xml::Element;

impl Reader<'_> {
    pub(super) fn sensors(&mut self, xml: &Element) {
        for inner in &xml.children {
            let Some(known) = SENSORS.iter().find(|s| s.tag == inner.tag) else {
                if let Some(child) = SENSOR.child(&inner.tag) {
                    self.check_values(inner, child.node);
                }
                self.unsupported(inner);
                continue;
            };
            let mut sensor = Sensor {
                at: inner.at.clone(),
                kind: known.kind,
                intprm: parameters(known.kind),
                ..Sensor::default()
            };
            for rows in known.rows {
                self.fill(inner, rows, &mut sensor);
            }
            self.spec.push(sensor);
        }
    }
}
