//! Whether a body, what belongs to it, or a tendon sleeps.

use ligament_model::Model;
use ligament_model::enums::ObjectType;

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

    /// Awake or asleep.
    pub fn from_flag(awake: bool) -> Self {
        if awake { Self::Awake } else { Self::Asleep }
    }
}

/// Sleep state of what belongs to a body, or of a tendon; others are awake.
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
    SleepState::from_flag(trees.iter().any(|&tree| awake.tree[tree as usize] != 0))
}

/// What ties two objects together sleeps if neither is awake.
pub fn any_awake(states: [SleepState; 2]) -> SleepState {
    SleepState::from_flag(states.contains(&SleepState::Awake))
}
