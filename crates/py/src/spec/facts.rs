//! What can be said of elements before the model is compiled: the width of a sensor, the quaternion of an orientation.

use ligament::model::enums::ObjectType;
use ligament::model::kinds::sensor::{self, Width};
use ligament::spec::AnyId;
use ligament::spec::compile::orientation::resolve;
use ligament::spec::element::{Camera, Orientation};
use ligament::spec::settings::Compiler;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::NativeSpec;
use super::place::{SpecPlace, gone};

#[pymethods]
impl NativeSpec {
    /// How many numbers a sensor gives; 0 if that depends on what is not there.
    fn sensor_size(&self, place: &SpecPlace) -> PyResult<usize> {
        let AnyId::Sensor(id) = place.element()? else {
            return Err(PyValueError::new_err("expected a sensor"));
        };
        let sensor = self.spec.get(id).ok_or_else(gone)?;
        let count = |n: i32| usize::try_from(n).unwrap_or(0);
        let facts = sensor::facts(sensor.kind);
        Ok(match facts.map(|facts| facts.width) {
            None => 0,
            Some(Width::Fixed(n)) => n,
            Some(Width::Given) => count(sensor.dim),
            Some(Width::Outputs) => 1,
            Some(Width::Contacts) => {
                sensor::contact_values(sensor.intprm[0]).unwrap_or(0) * count(sensor.intprm[2])
            }
            Some(Width::Rays) => {
                let camera = match sensor.objtype {
                    ObjectType::Camera => self.spec.find::<Camera>(&sensor.objname),
                    _ => None,
                };
                let pixels = camera
                    .and_then(|id| self.spec.get(id))
                    .map(|c| c.resolution);
                let rays = pixels.map_or(1, |p| count(p[0]).saturating_mul(count(p[1])));
                sensor::ray_values(sensor.intprm[0])
                    .unwrap_or(0)
                    .saturating_mul(rays)
            }
            Some(Width::Vertices) => 0,
        })
    }
}

/// The quaternion of an orientation in one of the notations of MJCF.
#[pyfunction]
pub fn resolve_orientation(
    degree: bool,
    sequence: &str,
    form: &str,
    numbers: Vec<f64>,
) -> PyResult<[f64; 4]> {
    let wrong = || PyValueError::new_err("these are not the numbers of an orientation");
    let eulerseq: [u8; 3] = sequence.as_bytes().try_into().map_err(|_| wrong())?;
    let compiler = Compiler {
        degree,
        eulerseq,
        ..Compiler::default()
    };
    fn take<const N: usize>(numbers: &[f64]) -> Option<[f64; N]> {
        numbers.try_into().ok()
    }
    let orientation = match form {
        "quat" => take(&numbers).map(Orientation::Quat),
        "axisangle" => take(&numbers).map(Orientation::AxisAngle),
        "xyaxes" => take(&numbers).map(Orientation::XyAxes),
        "zaxis" => take(&numbers).map(Orientation::ZAxis),
        "euler" => take(&numbers).map(Orientation::Euler),
        _ => None,
    };
    let orientation = orientation.ok_or_else(wrong)?;
    let quat = resolve(&orientation, &compiler);
    quat.map(|q| q.0)
        .map_err(|e| PyValueError::new_err(format!("Error: {e}")))
}
