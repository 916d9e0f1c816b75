//! Names: one pool of zero-terminated strings, with the model's own name first, and lookups by kind.

use crate::Model;
use crate::enums::ObjectType;
use crate::id::Id;

impl Model {
    /// Where the names of a kind start in the pool, one entry per object; none for kinds without names.
    pub fn name_addresses(&self, kind: ObjectType) -> Option<&[i32]> {
        let a = &self.name;
        Some(match kind {
            ObjectType::Body | ObjectType::XBody => &a.bodyadr,
            ObjectType::Joint => &a.jntadr,
            ObjectType::Geom => &a.geomadr,
            ObjectType::Site => &a.siteadr,
            ObjectType::Camera => &a.camadr,
            ObjectType::Light => &a.lightadr,
            ObjectType::Flex => &a.flexadr,
            ObjectType::Mesh => &a.meshadr,
            ObjectType::Skin => &a.skinadr,
            ObjectType::HeightField => &a.hfieldadr,
            ObjectType::Texture => &a.texadr,
            ObjectType::Material => &a.matadr,
            ObjectType::Pair => &a.pairadr,
            ObjectType::Exclude => &a.excludeadr,
            ObjectType::Equality => &a.eqadr,
            ObjectType::Tendon => &a.tendonadr,
            ObjectType::Actuator => &a.actuatoradr,
            ObjectType::Sensor => &a.sensoradr,
            ObjectType::Numeric => &a.numericadr,
            ObjectType::Text => &a.textadr,
            ObjectType::Tuple => &a.tupleadr,
            ObjectType::Key => &a.keyadr,
            ObjectType::Plugin => &a.pluginadr,
            _ => return None,
        })
    }

    /// The string that starts at `address` in the name pool.
    fn pooled(&self, address: usize) -> &str {
        let rest = self.name.names.get(address..).unwrap_or_default();
        let end = rest.iter().position(|&b| b == 0).unwrap_or(rest.len());
        std::str::from_utf8(&rest[..end]).unwrap_or_default()
    }

    /// The model's own name.
    pub fn model_name(&self) -> &str {
        self.pooled(0)
    }

    /// The name of object `index` of a kind; none if there is no such object, empty if it has no name.
    pub fn name_of(&self, kind: ObjectType, index: usize) -> Option<&str> {
        let address = *self.name_addresses(kind)?.get(index)?;
        Some(self.pooled(usize::try_from(address).ok()?))
    }

    /// The position of the object of a kind that goes by `name`.
    pub fn find(&self, kind: ObjectType, name: &str) -> Option<usize> {
        if name.is_empty() {
            return None;
        }
        let count = self.name_addresses(kind)?.len();
        (0..count).find(|&i| self.name_of(kind, i) == Some(name))
    }

    /// The id of the object that goes by `name`: `m.id::<BodyId>("torso")`.
    pub fn id<T: Id>(&self, name: &str) -> Option<T> {
        self.find(T::KIND, name).map(T::at)
    }
}
