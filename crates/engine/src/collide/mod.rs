//! Collision detection: from poses to contacts.

use ligament_model::Model;

use crate::data::{Awake, Bounds, Contact, Pose, State};
use crate::hooks::FilterHook;

/// Finds all contacts.
///
/// Reads poses of geoms. Writes the list of contacts and `bvh_active`.
pub fn collide(
    _m: &Model,
    _awake: Awake<'_>,
    _state: &State,
    _pose: &Pose,
    _filter: Option<FilterHook<'_>>,
    contacts: &mut Vec<Contact>,
    _bounds: &mut Bounds,
    _scratch: &mut CollideScratch,
) {
    contacts.clear();
}

/// Working memory of this module.
#[derive(Clone, Debug, Default)]
pub struct CollideScratch {}

impl CollideScratch {
    /// Working memory for a model.
    pub fn new(_m: &Model) -> Self {
        Self {}
    }
}
