//! Adhesion of contacts: a constant pull along the normal.

use ligament_math::Vec3;
use ligament_model::Model;
use ligament_model::enums::DisableFlags;

use crate::data::{Contact, Pose};
use crate::jacobian;

/// Contacts that are excluded for other reasons than being in the gap have no adhesion.
const IN_GAP: i32 = 1;

/// Adds the adhesive forces of all contacts to `out`; false if there are none.
pub fn adhesion(m: &Model, pose: &Pose, contacts: &[Contact], out: &mut [f64]) -> bool {
    if m.opt.disables(DisableFlags::CONTACT) {
        return false;
    }
    let mut any = false;
    for contact in contacts {
        let Some(geoms) = contact.geoms() else {
            continue;
        };
        if contact.adhesion == 0.0 || contact.exclude > IN_GAP {
            continue;
        }
        any = true;
        let [a, b] = geoms.map(|g| m.geom.bodyid[g].index());
        let [x, y, z, ..] = contact.frame;
        // the normal points from the first geom to the second, which is pulled back
        let normal = Vec3([x, y, z]);
        for (body, scale) in [(b, -contact.adhesion), (a, contact.adhesion)] {
            jacobian::add_force(m, pose, body, contact.pos, normal, scale, out);
        }
    }
    any
}
