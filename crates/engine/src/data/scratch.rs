//! Working memory of the stages, allocated once.

use ligament_math::{Force, Motion, Vec3};
use ligament_model::Model;

use crate::actuator::ActuatorScratch;
use crate::collide::CollideScratch;
use crate::constraint::ConstraintScratch;
use crate::derivative::DerivativeScratch;
use crate::integrate::IntegrateScratch;
use crate::inverse::InverseScratch;
use crate::sensor::SensorScratch;
use crate::solver::SolverScratch;

/// Working memory of the stages. Vectors over degrees of freedom are zero between stages.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// One number per degree of freedom.
    pub row: Vec<f64>,
    /// One vector per degree of freedom: a translational Jacobian.
    pub jacp: Vec<Vec3>,
    /// One vector per degree of freedom: a rotational Jacobian.
    pub jacr: Vec<Vec3>,
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

impl Scratch {
    /// Working memory for a model.
    pub fn new(m: &Model) -> Self {
        let size = &m.size;
        Self {
            row: vec![0.0; size.nv],
            jacp: vec![Vec3::ZERO; size.nv],
            jacr: vec![Vec3::ZERO; size.nv],
            motion: vec![Motion::ZERO; size.nbody],
            wrench: vec![Force::ZERO; size.nbody],
            actuator: ActuatorScratch::new(m),
            collide: CollideScratch::new(m),
            constraint: ConstraintScratch::new(m),
            solver: SolverScratch::new(m),
            sensor: SensorScratch::new(m),
            integrate: IntegrateScratch::new(m),
            inverse: InverseScratch::new(m),
            derivative: DerivativeScratch::new(m),
        }
    }
}
