//! The name pool: the name of the model, then the names of all objects, kind by kind, each ended by a zero.

use ligament_model::enums::ObjectType;
use ligament_model::{Model, Sizes};

use super::lookup::Lookup;
use super::refer::stored;

/// Kinds of object in the order of the pool.
const KINDS: [ObjectType; 22] = [
    ObjectType::Body,
    ObjectType::Joint,
    ObjectType::Geom,
    ObjectType::Site,
    ObjectType::Camera,
    ObjectType::Light,
    ObjectType::Flex,
    ObjectType::Mesh,
    ObjectType::Skin,
    ObjectType::HeightField,
    ObjectType::Texture,
    ObjectType::Material,
    ObjectType::Pair,
    ObjectType::Exclude,
    ObjectType::Equality,
    ObjectType::Tendon,
    ObjectType::Actuator,
    ObjectType::Sensor,
    ObjectType::Numeric,
    ObjectType::Text,
    ObjectType::Tuple,
    ObjectType::Key,
];

/// Sets the size of the pool.
pub fn count(sizes: &mut Sizes, model_name: &str, lookup: &Lookup) {
    let names = KINDS.iter().flat_map(|&kind| lookup.names(kind));
    let bytes: usize = names.map(|name| name.len() + 1).sum();
    sizes.nnames = model_name.len() + 1 + bytes;
}

/// Writes the pool and where in it each name starts.
pub fn fill(m: &mut Model, model_name: &str, lookup: &Lookup) {
    let mut pool = Vec::with_capacity(m.size.nnames);
    let mut add = |name: &str| {
        let start = pool.len();
        pool.extend_from_slice(name.as_bytes());
        pool.push(0);
        stored(start)
    };
    add(model_name);
    for kind in KINDS {
        let starts: Vec<i32> = lookup.names(kind).iter().map(|name| add(name)).collect();
        if let Some(addresses) = addresses(m, kind) {
            *addresses = starts;
        }
    }
    m.name.names = pool;
}

/// Where the names of a kind start, to change.
fn addresses(m: &mut Model, kind: ObjectType) -> Option<&mut Vec<i32>> {
    let a = &mut m.name;
    Some(match kind {
        ObjectType::Body => &mut a.bodyadr,
        ObjectType::Joint => &mut a.jntadr,
        ObjectType::Geom => &mut a.geomadr,
        ObjectType::Site => &mut a.siteadr,
        ObjectType::Camera => &mut a.camadr,
        ObjectType::Light => &mut a.lightadr,
        ObjectType::Flex => &mut a.flexadr,
        ObjectType::Mesh => &mut a.meshadr,
        ObjectType::Skin => &mut a.skinadr,
        ObjectType::HeightField => &mut a.hfieldadr,
        ObjectType::Texture => &mut a.texadr,
        ObjectType::Material => &mut a.matadr,
        ObjectType::Pair => &mut a.pairadr,
        ObjectType::Exclude => &mut a.excludeadr,
        ObjectType::Equality => &mut a.eqadr,
        ObjectType::Tendon => &mut a.tendonadr,
        ObjectType::Actuator => &mut a.actuatoradr,
        ObjectType::Sensor => &mut a.sensoradr,
        ObjectType::Numeric => &mut a.numericadr,
        ObjectType::Text => &mut a.textadr,
        ObjectType::Tuple => &mut a.tupleadr,
        ObjectType::Key => &mut a.keyadr,
        _ => return None,
    })
}
