//! Transmission to a body: adhesion in its contacts.

use ligament_math::Vec3;
use ligament_model::Model;

use crate::carrier::Carriers;
use crate::data::{Contact, Pose};
use crate::jacobian;

/// Contacts that are excluded for other reasons than being in the gap carry no adhesion.
const IN_GAP: i32 = 1;

/// Adhesion of a body: minus the mean of the gradients of the distances in its contacts.
pub(super) fn adhesion(m: &Model, pose: &Pose, contacts: &[Contact], body: usize, row: &mut [f64]) {
    let touching = |contact: &Contact| {
        let carriers = Carriers::of_contact(m, contact)?;
        let touches = carriers.list().iter().any(|carrier| carrier.body == body);
        (touches && contact.exclude <= IN_GAP).then_some(carriers)
    };
    let count = contacts.iter().filter_map(touching).count();
    for contact in contacts {
        if let Some(carriers) = touching(contact) {
            let [x, y, z, ..] = contact.frame;
            let force = Vec3([x, y, z]) * (-1.0 / count as f64);
            jacobian::add_carried_force(m, pose, &carriers, contact.pos, force, row);
        }
    }
}
