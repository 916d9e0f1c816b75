//! Contacts.

use ligament_engine::Data;
use ligament_engine::data::Contact;
use ligament_engine::support::contact_force;
use ligament_math::Vec3;
use ligament_model::Model;
use ligament_model::enums::ObjectType;
use ligament_model::id::GeomId;

/// A contact between two geoms.
#[derive(Clone, Copy, Debug)]
pub struct ContactView<'a> {
    model: &'a Model,
    data: &'a Data,
    contact: &'a Contact,
}

impl<'a> ContactView<'a> {
    pub(super) fn new(model: &'a Model, data: &'a Data, contact: &'a Contact) -> Self {
        Self {
            model,
            data,
            contact,
        }
    }

    /// The two geoms.
    pub fn geoms(&self) -> [GeomId; 2] {
        self.contact.geom.map(GeomId)
    }

    /// The names of the two geoms; empty where they have none.
    pub fn names(&self) -> [&'a str; 2] {
        self.contact.geom.map(|geom| {
            let index = usize::try_from(geom).ok();
            let name = index.and_then(|i| self.model.name_of(ObjectType::Geom, i));
            name.unwrap_or_default()
        })
    }

    /// Midpoint between the geoms, in the world.
    pub fn position(&self) -> Vec3 {
        self.contact.pos
    }

    /// Unit normal from the first geom to the second, in the world.
    pub fn normal(&self) -> Vec3 {
        self.axis(0)
    }

    /// Distance between the geoms, negative where they penetrate.
    pub fn distance(&self) -> f64 {
        self.contact.dist
    }

    /// Force that the first geom exerts on the second, in the world.
    pub fn force(&self) -> Vec3 {
        let local = contact_force(self.model, self.contact, &self.data.efc);
        self.axis(0) * local[0] + self.axis(1) * local[1] + self.axis(2) * local[2]
    }

    /// Force along the normal; positive where the geoms push.
    pub fn normal_force(&self) -> f64 {
        contact_force(self.model, self.contact, &self.data.efc)[0]
    }

    /// All that is known of it.
    pub fn raw(&self) -> &'a Contact {
        self.contact
    }

    fn axis(&self, k: usize) -> Vec3 {
        let f = &self.contact.frame;
        Vec3::new(f[3 * k], f[3 * k + 1], f[3 * k + 2])
    }
}
