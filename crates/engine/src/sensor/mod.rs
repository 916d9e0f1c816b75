//! Sensors: what each kind reads.
//!
//! `table` has one row per kind of sensor: what must have been computed and the function that reads it. A reader gets a
//! [`SensorIn`] of everything the pipeline has computed so far and writes as many numbers as the sensor has. Which sensors
//! are read when, delays and users' functions are up to the driver.

mod contact;
mod coordinate;
mod distance;
mod frame;
mod inside;
mod limit;
mod range;
mod site;
mod table;
mod tactile;
mod whole;

use ligament_geom::PreContacts;
use ligament_model::Model;
use ligament_model::enums::{DataType, ObjectType, SensorType};

use crate::collide::narrow::NarrowScratch;
use crate::data::{Acceleration, Contact, Efc, Forces, Path, Pose, State, Velocity};
use crate::ray::Scene;
use crate::shape::{HullTables, Shapes};

pub use inside::inside_site;
pub use range::pixel_ray;
pub use table::{Needs, needs};

/// Everything that sensors read.
#[derive(Clone, Copy, Debug)]
pub struct SensorIn<'a> {
    /// The model.
    pub m: &'a Model,
    /// Its meshes, laid out for the search of farthest vertices.
    pub hulls: &'a HullTables,
    /// Simulation time.
    pub time: f64,
    /// Positions and velocities.
    pub state: &'a State,
    /// Where everything is.
    pub pose: &'a Pose,
    /// Tendons and transmissions.
    pub path: &'a Path,
    /// How everything moves.
    pub vel: &'a Velocity,
    /// Forces.
    pub force: &'a Forces,
    /// Accelerations, and forces between bodies.
    pub acc: &'a Acceleration,
    /// Contacts.
    pub contacts: &'a [Contact],
    /// Constraint rows.
    pub efc: &'a Efc,
    /// Potential and kinetic energy.
    pub energy: [f64; 2],
}

impl<'a> SensorIn<'a> {
    /// The geoms of the model.
    fn shapes(&self) -> Shapes<'a> {
        Shapes {
            m: self.m,
            hulls: self.hulls,
        }
    }

    /// The kind and index of the object that a sensor measures; none where it measures none.
    fn object(&self, sensor: usize) -> Option<(ObjectType, usize)> {
        let table = &self.m.sensor;
        let id = usize::try_from(table.objid[sensor]).ok()?;
        Some((table.objtype[sensor].get()?, id))
    }

    /// The kind and index of the object that a sensor measures against; none for the world.
    fn reference(&self, sensor: usize) -> Option<(ObjectType, usize)> {
        let table = &self.m.sensor;
        let id = usize::try_from(table.refid[sensor]).ok()?;
        Some((table.reftype[sensor].get()?, id))
    }

    /// The index of the object that a sensor measures; outside of every array where it measures none.
    fn id(&self, sensor: usize) -> usize {
        usize::try_from(self.m.sensor.objid[sensor]).unwrap_or(usize::MAX)
    }
}

/// Working memory of this module.
#[derive(Clone, Debug, Default)]
pub struct SensorScratch {
    /// What rays can hit; gathered by the first sensor that needs it.
    scene: Scene,
    scene_ready: bool,
    matches: Vec<contact::Match>,
    touching: Vec<usize>,
    narrow: NarrowScratch,
    points: PreContacts,
    /// Forces along tendons.
    pub tension: Vec<f64>,
}

impl SensorScratch {
    /// Working memory for a model.
    pub fn new(m: &Model) -> Self {
        Self {
            scene: Scene::new(m),
            narrow: NarrowScratch::new(m),
            tension: vec![0.0; m.size.ntendon],
            ..Self::default()
        }
    }

    /// Forgets what depends on poses.
    pub fn begin(&mut self) {
        self.scene_ready = false;
    }
}

/// Reads a sensor of a kind that is computed by the engine, cut off as its model says. What the kind needs must have been
/// computed.
pub fn read(view: &SensorIn<'_>, sensor: usize, work: &mut SensorScratch, out: &mut [f64]) {
    let number = view.m.sensor.kind[sensor].number();
    if let Some(read) = table::reader(number) {
        read(view, sensor, work, out);
        cut_off(view.m, sensor, out);
    }
}

/// Cuts readings off: real numbers on both sides, positive ones above.
pub fn cut_off(m: &Model, sensor: usize, out: &mut [f64]) {
    let cutoff = m.sensor.cutoff[sensor];
    let kind = m.sensor.kind[sensor];
    let off = cutoff <= 0.0 || cutoff.is_nan();
    if off || kind.is(SensorType::Contact) || kind.is(SensorType::GeomFromTo) {
        return;
    }
    let low = if m.sensor.datatype[sensor].is(DataType::Real) {
        -cutoff
    } else if m.sensor.datatype[sensor].is(DataType::Positive) {
        f64::NEG_INFINITY
    } else {
        return;
    };
    for x in out {
        *x = x.clamp(low, cutoff);
    }
}
