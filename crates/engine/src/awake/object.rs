//! Whether an object of a model sleeps.

use ligament_model::Model;
use ligament_model::enums::{EqualityType, ObjectType, SensorType, TransmissionType};

use super::Awake;

/// Whether something moves, with MuJoCo's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SleepState {
    /// It never moves.
    Static = -1,
    /// It could move but sleeps.
    Asleep = 0,
    /// It moves.
    Awake = 1,
}

impl SleepState {
    /// The state with a number; what is not a number of a state is awake.
    pub fn from_number(number: i32) -> Self {
        match number {
            -1 => Self::Static,
            0 => Self::Asleep,
            _ => Self::Awake,
        }
    }
}

/// Sleep state of an object of a kind that can sleep; others are awake.
pub fn object_state(m: &Model, awake: Awake<'_>, kind: ObjectType, id: i32) -> SleepState {
    let Ok(id) = usize::try_from(id) else {
        return SleepState::Static;
    };
    let body = |body: Option<&ligament_model::id::BodyId>| {
        let state = body.and_then(|b| awake.body_state.get(b.index()));
        state.map_or(SleepState::Awake, |&s| SleepState::from_number(s))
    };
    match kind {
        ObjectType::Body | ObjectType::XBody => awake
            .body_state
            .get(id)
            .map_or(SleepState::Awake, |&s| SleepState::from_number(s)),
        ObjectType::Joint => body(m.jnt.bodyid.get(id)),
        ObjectType::Dof => body(m.dof.bodyid.get(id)),
        ObjectType::Geom => body(m.geom.bodyid.get(id)),
        ObjectType::Site => body(m.site.bodyid.get(id)),
        ObjectType::Camera => body(m.cam.bodyid.get(id)),
        ObjectType::Light => body(m.light.bodyid.get(id)),
        ObjectType::Tendon => tendon_state(m, awake, id),
        ObjectType::Actuator => actuator_state(m, awake, id),
        ObjectType::Equality => equality_state(m, awake, id),
        ObjectType::Sensor => sensor_state(m, awake, id),
        _ => SleepState::Awake,
    }
}

/// A tendon sleeps if all of the one or two trees that it touches do.
pub fn tendon_state(m: &Model, awake: Awake<'_>, tendon: usize) -> SleepState {
    let count = match m.tendon.treenum[tendon] {
        0 => return SleepState::Static,
        1 => 1,
        2 => 2,
        _ => return SleepState::Awake,
    };
    let trees = &m.tendon.treeid[tendon][..count];
    either(trees.iter().any(|&tree| awake.tree[tree as usize] != 0))
}

fn either(awake: bool) -> SleepState {
    if awake {
        SleepState::Awake
    } else {
        SleepState::Asleep
    }
}

/// An actuator sleeps with what it acts on.
pub fn actuator_state(m: &Model, awake: Awake<'_>, actuator: usize) -> SleepState {
    let [id, other] = m.actuator.trnid[actuator];
    let one = |kind| object_state(m, awake, kind, id);
    let sites = || {
        let states = [id, other].map(|site| object_state(m, awake, ObjectType::Site, site));
        either(states.contains(&SleepState::Awake))
    };
    match m.actuator.trntype[actuator].get() {
        Some(TransmissionType::Joint | TransmissionType::JointInParent) => one(ObjectType::Joint),
        Some(TransmissionType::SliderCrank) => sites(),
        Some(TransmissionType::Tendon) => one(ObjectType::Tendon),
        Some(TransmissionType::Site) => one(ObjectType::Site),
        Some(TransmissionType::So3) if other == -1 => one(ObjectType::Joint),
        Some(TransmissionType::So3) => sites(),
        Some(TransmissionType::Body) => one(ObjectType::Body),
        Some(TransmissionType::Undefined) | None => SleepState::Awake,
    }
}

/// The bodies that an equality between bodies, sites, geoms or joints ties together.
pub(crate) fn equality_bodies(m: &Model, eq: usize) -> [Option<usize>; 2] {
    let ids = [m.eq.obj1id[eq], m.eq.obj2id[eq]].map(|id| usize::try_from(id).ok());
    let on_bodies = m.eq.objtype[eq].is(ObjectType::Body);
    ids.map(|id| match m.eq.kind[eq].get()? {
        EqualityType::Joint => m.jnt.bodyid.get(id?).map(|b| b.index()),
        EqualityType::Distance => m.geom.bodyid.get(id?).map(|b| b.index()),
        _ if on_bodies => id,
        _ => m.site.bodyid.get(id?).map(|b| b.index()),
    })
}

/// An equality sleeps if neither of its objects is awake.
pub fn equality_state(m: &Model, awake: Awake<'_>, eq: usize) -> SleepState {
    let kind = match m.eq.kind[eq].get() {
        Some(EqualityType::Joint) => ObjectType::Joint,
        Some(EqualityType::Tendon) => ObjectType::Tendon,
        Some(EqualityType::Distance) => ObjectType::Geom,
        Some(EqualityType::Connect | EqualityType::Weld) => {
            m.eq.objtype[eq].get().unwrap_or(ObjectType::Body)
        }
        _ => return SleepState::Awake,
    };
    let ids = [m.eq.obj1id[eq], m.eq.obj2id[eq]];
    let states = ids.map(|id| object_state(m, awake, kind, id));
    either(states.contains(&SleepState::Awake))
}

/// A sensor sleeps if what it measures does; never static.
pub fn sensor_state(m: &Model, awake: Awake<'_>, sensor: usize) -> SleepState {
    let kinds = [m.sensor.objtype[sensor], m.sensor.reftype[sensor]]
        .map(|kind| kind.get().unwrap_or(ObjectType::Unknown));
    match m.sensor.kind[sensor].get() {
        Some(SensorType::User | SensorType::Plugin | SensorType::Rangefinder) | None => {
            return SleepState::Awake;
        }
        // a volume may hold anything
        Some(SensorType::Contact) if kinds.contains(&ObjectType::Site) => return SleepState::Awake,
        Some(_) => {}
    }
    let object = object_state(m, awake, kinds[0], m.sensor.objid[sensor]);
    let reference = object_state(m, awake, kinds[1], m.sensor.refid[sensor]);
    either(match kinds {
        [ObjectType::Unknown, ObjectType::Unknown] => true,
        [ObjectType::Unknown, _] => reference != SleepState::Asleep,
        [_, ObjectType::Unknown] => object != SleepState::Asleep,
        _ => object == SleepState::Awake || reference == SleepState::Awake,
    })
}
