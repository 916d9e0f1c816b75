//! What follows from a model alone, made once and shared by all its worlds and threads.
//!
//! Tables are keyed by the generations of the rooms they were made from: a model that was changed gets new tables at its
//! next use, one that was not is never looked through. Copies of a model share its tables until they are changed.

use std::sync::{Arc, Mutex, PoisonError};

use ligament_model::{Model, Scalar};

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

/// How tables depend on an array of the model, where worlds of one model have numbers of their own in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dependence {
    /// Not at all.
    None,
    /// Tables that were made for larger numbers serve smaller ones.
    Largest,
    /// Every value has its own tables.
    Every,
}

impl Dependence {
    /// That of an array, by name and type. Whole numbers say what is where; of the others only few enter tables.
    pub fn of(name: &str, scalar: Scalar) -> Self {
        match name {
            // how near geoms must be before anybody looks closer
            "geom_margin" | "geom_gap" | "pair_margin" | "pair_gap" => Self::Largest,
            "geom_rbound" => Self::Every,
            _ if matches!(scalar, Scalar::F64 | Scalar::F32) => Self::None,
            _ => Self::Every,
        }
    }
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
