//! What one thread works with: memory for one world at a time, whichever it is.

use std::sync::Arc;

use ligament_engine::{Data, Workspace};
use ligament_model::Model;

/// The place of a thread. A world sits down by its row of numbers and leaves nothing behind that the next one could notice.
#[derive(Debug)]
pub struct Seat {
    /// The world that is worked at; none for worlds that have data of their own.
    pub(crate) data: Option<Box<Data>>,
    pub(crate) work: Workspace,
    /// A copy of a model, for worlds with numbers of their own, and the model it is a copy of.
    dressed: Option<(Arc<Model>, Box<Model>)>,
}

/// Numbers of the model that differ from world to world.
pub trait Dress: Sync {
    /// Writes those of a world into a model, which may hold those of another one. An error says why it cannot be simulated.
    fn dress(&self, world: usize, model: &mut Model) -> Result<(), String>;
}

impl Seat {
    /// Memory for the worlds of a model.
    pub fn new(m: &Model) -> Self {
        Self {
            data: None,
            work: Workspace::new(m),
            dressed: None,
        }
    }

    /// The model of a world with numbers of its own. Give it back with [`keep`](Self::keep).
    pub(crate) fn dress(
        &mut self,
        base: &Arc<Model>,
        world: usize,
        fields: &dyn Dress,
    ) -> Result<Box<Model>, String> {
        let known = self
            .dressed
            .take()
            .filter(|(from, _)| Arc::ptr_eq(from, base));
        let mut model = known.map_or_else(|| Box::new(Model::clone(base)), |(_, model)| model);
        // after an error the model may hold anything: it goes, and the next world gets a fresh copy
        fields.dress(world, &mut model)?;
        Ok(model)
    }

    /// Keeps a model for the next world.
    pub(crate) fn keep(&mut self, base: &Arc<Model>, model: Box<Model>) {
        self.dressed = Some((Arc::clone(base), model));
    }
}
