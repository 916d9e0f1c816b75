//! Working memory of the stages: one set per thread, for any world of a model. It carries no results from one call to the
//! next, only capacity and hints that save time.

mod integrate;
mod inverse;
mod shelf;

use std::sync::Arc;

use ligament_math::{Force, Motion};
use ligament_model::Model;

use crate::actuator::ActuatorScratch;
use crate::collide::{CollideScratch, Plan, Switches};
use crate::constraint::ConstraintScratch;
use crate::derivative::DerivativeScratch;
use crate::prepared::Prepared;
use crate::sensor::SensorScratch;
use crate::solver::SolverScratch;
pub use integrate::{IntegrateScratch, RungeKuttaScratch};
pub use inverse::InverseScratch;
pub use shelf::with;

/// Working memory for the worlds of one model. Vectors over degrees of freedom are zero between stages.
#[derive(Debug)]
pub struct Workspace {
    /// Tables of the model.
    pub prepared: Arc<Prepared>,
    /// The plan of collisions that was used last.
    plan: Arc<Plan>,
    /// One number per degree of freedom.
    pub row: Vec<f64>,
    /// One motion per body; may hold anything.
    pub motion: Vec<Motion>,
    /// One force per body; may hold anything.
    pub wrench: Vec<Force>,
    /// Of actuation.
    pub actuator: ActuatorScratch,
    /// Of collision detection.
    pub collide: CollideScratch,
    /// Of constraint assembly.
    pub constraint: ConstraintScratch,
    /// Of the solvers.
    pub solver: SolverScratch,
    /// Of the sensors.
    pub sensor: SensorScratch,
    /// Of the integrators.
    pub integrate: IntegrateScratch,
    /// Of inverse dynamics.
    pub inverse: InverseScratch,
    /// Of derivatives.
    pub derivative: DerivativeScratch,
}

impl Workspace {
    /// Working memory for a model.
    pub fn new(m: &Model) -> Self {
        let size = &m.size;
        let prepared = Prepared::of(m);
        Self {
            plan: prepared.plan(m, Switches::of(m, false)),
            prepared,
            row: vec![0.0; size.nv],
            motion: vec![Motion::ZERO; size.nbody],
            wrench: vec![Force::ZERO; size.nbody],
            actuator: ActuatorScratch::new(m),
            collide: CollideScratch::new(m),
            constraint: ConstraintScratch::new(m),
            solver: SolverScratch::default(),
            sensor: SensorScratch::new(m),
            integrate: IntegrateScratch::new(m),
            inverse: InverseScratch::new(m),
            derivative: DerivativeScratch::new(m),
        }
    }

    /// Whether this memory was made for a model as it is now.
    #[inline]
    pub fn fits(&self, m: &Model) -> bool {
        self.prepared.is_current(m)
    }

    /// The plan of collisions for the present flags, with the memory of collision detection. With `any_type`, bits of
    /// geoms are left to a function of the user.
    #[inline]
    pub fn collision(
        &mut self,
        m: &Model,
        any_type: bool,
    ) -> (&Prepared, &Plan, &mut CollideScratch) {
        let switches = Switches::of(m, any_type);
        if *self.plan.switches() != switches {
            self.plan = self.prepared.plan(m, switches);
        }
        (&self.prepared, &self.plan, &mut self.collide)
    }
}
