//! What follows from a model alone, made once and shared by all its worlds and threads.
//!
//! Tables are keyed by the generations of the rooms they were made from: a model that was changed gets new tables at its
//! next use, one that was not is never looked through. Copies of a model share its tables until they are changed.

use std::sync::{Arc, Mutex, PoisonError};

use ligament_model::Model;

use crate::collide::{Plan, Switches};
use crate::derivative;
use crate::shape::{HullTables, Shapes};
use crate::solver;

/// Plans of one model that are kept, for models whose flags are switched back and forth.
const PLANS: usize = 8;

/// Generations of the rooms that tables are made from.
type Generations = [u64; 11];

/// The generations of a model's rooms.
#[inline]
fn generations(m: &Model) -> Generations {
    [
        m.body.stamp(),
        m.jnt.stamp(),
        m.dof.stamp(),
        m.geom.stamp(),
        m.pair.stamp(),
        m.exclude.stamp(),
        m.mesh.stamp(),
        m.sparse.stamp(),
        m.tendon.stamp(),
        m.actuator.stamp(),
        m.sensor.stamp(),
    ]
}

/// Tables derived from a model.
#[derive(Debug)]
pub struct Prepared {
    made_from: Generations,
    /// Whether a degree of freedom continues the chain of the one before it.
    pub joined: Vec<bool>,
    /// For every entry of the full pattern of a tree up to the diagonal of its row, the place of its mirror image.
    pub upper: Vec<i32>,
    /// Meshes, laid out for the search of farthest vertices.
    pub hulls: HullTables,
    /// Which geoms may touch, for the flags that were used.
    plans: Mutex<Vec<Arc<Plan>>>,
}

impl Prepared {
    fn new(m: &Model) -> Self {
        Self {
            made_from: generations(m),
            joined: solver::chains(m),
            upper: derivative::mirror_entries(m),
            hulls: HullTables::new(m),
            plans: Mutex::default(),
        }
    }

    /// The tables of a model, which all its users share.
    pub fn of(m: &Model) -> Arc<Self> {
        m.derived
            .get_or_make(|tables: &Self| tables.is_current(m), || Self::new(m))
    }

    /// Whether nothing that the tables were made from has changed.
    #[inline]
    pub fn is_current(&self, m: &Model) -> bool {
        self.made_from == generations(m)
    }

    /// The plan of collisions for the present flags. Its meshes are laid out, so that stepping need not do it.
    pub fn plan(&self, m: &Model, switches: Switches) -> Arc<Plan> {
        let mut plans = self.plans.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(plan) = plans.iter().find(|plan| *plan.switches() == switches) {
            return Arc::clone(plan);
        }
        let plan = Arc::new(Plan::new(m, switches));
        let shapes = Shapes {
            m,
            hulls: &self.hulls,
        };
        for geom in plan.geoms() {
            shapes.convex(geom);
        }
        if plans.len() == PLANS {
            plans.remove(0);
        }
        plans.push(Arc::clone(&plan));
        plan
    }
}
