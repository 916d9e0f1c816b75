//! Keyframes: states to reset to.
//!
//! A vector that is left out stands for the reference state; one that is too short is completed from it, one that is too
//! long is an error. Keyframes of attached models name the elements their values belong to.

use ligament_math::{Quat, Vec3};
use ligament_model::Model;
use ligament_model::enums::ObjectType;
use ligament_model::rooms::Keyframes;

use super::lookup::Lookup;
use super::refer::{MOST_NUMBERS, Owner};
use crate::element::{Key, KeyOwner, KeyPart};
use crate::problem::{Problem, Problems};
use crate::resolve::Resolved;

/// Norms this close to one count as one.
const ROUNDING: f64 = 1e-14;
/// Norms below this are left alone.
const LEAST_NORM: f64 = 1e-14;

/// The vectors of one keyframe, complete.
#[derive(Clone, Debug, Default, PartialEq)]
struct State {
    time: f64,
    qpos: Vec<f64>,
    qvel: Vec<f64>,
    act: Vec<f64>,
    mpos: Vec<f64>,
    mquat: Vec<f64>,
    ctrl: Vec<f64>,
    plastic: Vec<f64>,
}

/// Mocap bodies in the order of their numbers: pose in the world.
fn mocap_poses(m: &Model) -> Vec<(Vec3, Quat)> {
    let bodies = m.body.mocapid.iter().enumerate();
    let mut mocaps: Vec<(i32, usize)> =
        bodies.filter(|x| *x.1 >= 0).map(|(b, &i)| (i, b)).collect();
    mocaps.sort_unstable();
    let pose = |(_, b): &(i32, usize)| Some((*m.body.pos.get(*b)?, *m.body.quat.get(*b)?));
    mocaps.iter().filter_map(pose).collect()
}

/// The rest state of everything that can yield, which plastic deformation starts from.
fn plastic_rest(m: &Model) -> Vec<f64> {
    let mut rest = vec![0.0; m.size.nplastic];
    let mut put = |address: i32, values: &[f64]| {
        let Ok(start) = usize::try_from(address) else {
            return;
        };
        let places = rest.iter_mut().skip(start);
        places.zip(values).for_each(|(x, v)| *x = *v);
    };
    for (j, &address) in m.jnt.plasticadr.iter().enumerate() {
        let start = m.jnt.qposadr.get(j).and_then(|&a| usize::try_from(a).ok());
        let kind = m.jnt.kind.get(j).and_then(|k| k.get());
        let count = kind.and_then(|k| k.facts().plastic).unwrap_or(0);
        if let Some(values) = start.and_then(|s| m.qpos.spring.get(s..s + count)) {
            put(address, values);
        }
    }
    for (lengths, &address) in m.tendon.lengthspring.iter().zip(&m.tendon.plasticadr) {
        put(address, lengths);
    }
    rest
}

/// The state that a keyframe without any vector stands for.
fn reference(m: &Model) -> State {
    let poses = mocap_poses(m);
    State {
        time: 0.0,
        qpos: m.qpos.reference.clone(),
        qvel: vec![0.0; m.size.nv],
        act: vec![0.0; m.size.na],
        mpos: poses.iter().flat_map(|p| p.0.0).collect(),
        mquat: poses.iter().flat_map(|p| p.1.0).collect(),
        ctrl: vec![0.0; m.size.nu],
        plastic: plastic_rest(m),
    }
}

/// Copies what is given over the reference values. Of values that come in groups only complete groups count.
fn overwrite(
    owner: &Owner,
    field: &str,
    given: &[f64],
    group: usize,
    out: &mut [f64],
) -> Result<(), Problem> {
    if given.len() > out.len() {
        let message = format!(
            "`{field}` has {} values, and the model {}",
            given.len(),
            out.len()
        );
        return Err(owner.fault(message));
    }
    let whole = if given.len() == out.len() {
        given.len()
    } else {
        given.len() / group * group
    };
    out.iter_mut()
        .zip(&given[..whole])
        .for_each(|(x, v)| *x = *v);
    Ok(())
}

/// Writes the values of one element of an attached model to their places.
fn place_part(
    m: &Model,
    owner: &Owner,
    lookup: &Lookup,
    part: &KeyPart,
    state: &mut State,
) -> Result<(), Problem> {
    let at = |column: &[i32], i: usize| column.get(i).copied().unwrap_or(-1);
    let joint_places = |joint: usize| (at(&m.jnt.qposadr, joint), at(&m.jnt.dofadr, joint));
    let (first, second, start) = match &part.owner {
        KeyOwner::Joint(name) => {
            let joint = owner.find(lookup, ObjectType::Joint, name)?;
            (&mut state.qpos, &mut state.qvel, joint_places(joint))
        }
        KeyOwner::JointOf(body, index) => {
            let body = owner.find(lookup, ObjectType::Body, body)?;
            let joint =
                usize::try_from(at(&m.body.jntadr, body)).map_or(usize::MAX, |first| first + index);
            (&mut state.qpos, &mut state.qvel, joint_places(joint))
        }
        KeyOwner::ActuatorAt(i) => {
            let places = (at(&m.actuator.actadr, *i), at(&m.actuator.ctrladr, *i));
            (&mut state.act, &mut state.ctrl, places)
        }
        KeyOwner::Actuator(name) => {
            let i = owner.find(lookup, ObjectType::Actuator, name)?;
            let places = (at(&m.actuator.actadr, i), at(&m.actuator.ctrladr, i));
            (&mut state.act, &mut state.ctrl, places)
        }
        KeyOwner::Mocap(body) => {
            let mocap = at(&m.body.mocapid, owner.find(lookup, ObjectType::Body, body)?);
            (
                &mut state.mpos,
                &mut state.mquat,
                (mocap.saturating_mul(3), mocap.saturating_mul(4)),
            )
        }
    };
    for (vector, start, values) in [
        (first, start.0, &part.first),
        (second, start.1, &part.second),
    ] {
        let places = usize::try_from(start)
            .ok()
            .and_then(|s| vector.get_mut(s..s + values.len()));
        match places {
            Some(places) => places.copy_from_slice(values),
            None if values.is_empty() => {}
            None => {
                return Err(
                    owner.fault("the values of an attached keyframe have no place in this model")
                );
            }
        }
    }
    Ok(())
}

fn resolve(m: &Model, lookup: &Lookup, key: &Key, mut state: State) -> Result<State, Problem> {
    let owner = Owner::of("key", key);
    state.time = key.time;
    overwrite(&owner, "qpos", &key.qpos, 1, &mut state.qpos)?;
    overwrite(&owner, "qvel", &key.qvel, 1, &mut state.qvel)?;
    overwrite(&owner, "act", &key.act, 1, &mut state.act)?;
    overwrite(&owner, "ctrl", &key.ctrl, 1, &mut state.ctrl)?;
    overwrite(&owner, "mpos", &key.mpos, 3, &mut state.mpos)?;
    overwrite(&owner, "mquat", &key.mquat, 4, &mut state.mquat)?;
    if !key.plastic.is_empty() {
        state.plastic.fill(0.0);
    }
    overwrite(&owner, "plastic", &key.plastic, 1, &mut state.plastic)?;
    for part in &key.parts {
        place_part(m, &owner, lookup, part, &mut state)?;
    }
    Ok(state)
}

/// Scales four numbers to unit norm, unless they are all but zero. Those that have it up to rounding stay as they are, so
/// that what a keyframe leaves alone keeps its bits: trees at rest then go on sleeping.
fn normalize(values: &mut [f64]) {
    let norm = values.iter().map(|x| x * x).sum::<f64>().sqrt();
    if norm >= LEAST_NORM && (norm - 1.0).abs() > ROUNDING {
        values.iter_mut().for_each(|x| *x /= norm);
    }
}

/// Normalizes the orientations in a state; one that is all but zero becomes the identity, except for mocap bodies.
fn normalize_orientations(m: &Model, state: &mut State) {
    for (kind, &address) in m.jnt.kind.iter().zip(&m.jnt.qposadr) {
        let Some(offset) = kind.get().and_then(|kind| kind.facts().quaternion) else {
            continue;
        };
        let start = usize::try_from(address).unwrap_or(0) + offset;
        let Some(values) = state.qpos.get_mut(start..start + 4) else {
            continue;
        };
        normalize(values);
        if let Ok(quat) = <[f64; 4]>::try_from(&*values) {
            values.copy_from_slice(&Quat(quat).normalized().0);
        }
    }
    state.mquat.chunks_exact_mut(4).for_each(normalize);
}

/// Resolves the keyframes and writes them. Everything else must be in the model, and all names registered.
pub(super) fn install(spec: &Resolved, m: &mut Model, lookup: &Lookup, problems: &mut Problems) {
    let count = count(spec);
    let base = reference(m);
    let numbers = [
        &base.qpos,
        &base.qvel,
        &base.act,
        &base.mpos,
        &base.mquat,
        &base.ctrl,
        &base.plastic,
    ];
    let width: usize = numbers.iter().map(|v| v.len() + 1).sum();
    if count.checked_mul(width).is_none_or(|n| n > MOST_NUMBERS) {
        problems.push(Problem::model(format!(
            "{count} keyframes ask for too much memory"
        )));
        return;
    }
    m.size.nkey = count;
    *m.key = Keyframes::new(&m.size);
    let spare = Key::default();
    for i in 0..count {
        let key = spec.keys.get(i).unwrap_or(&spare);
        let resolved = resolve(m, lookup, key, base.clone());
        if let Some(mut state) = problems.keep(resolved) {
            normalize_orientations(m, &mut state);
            write(m, i, &state);
        }
    }
}

/// How many keyframes there are: those written, and as many as the size settings ask for.
pub(super) fn count(spec: &Resolved) -> usize {
    spec.keys
        .len()
        .max(usize::try_from(spec.size.nkey).unwrap_or(0))
}

/// Copies row `i` of a matrix.
fn put(out: &mut [f64], i: usize, row: &[f64]) {
    let start = i * row.len();
    if let Some(out) = out.get_mut(start..start + row.len()) {
        out.copy_from_slice(row);
    }
}

fn write(m: &mut Model, i: usize, state: &State) {
    let k = &mut m.key;
    k.time[i] = state.time;
    put(&mut k.qpos, i, &state.qpos);
    put(&mut k.qvel, i, &state.qvel);
    put(&mut k.act, i, &state.act);
    put(&mut k.ctrl, i, &state.ctrl);
    put(&mut k.plastic, i, &state.plastic);
    let mocaps = m.size.nmocap;
    let places = k.mpos.iter_mut().skip(i * mocaps);
    for (out, row) in places.zip(state.mpos.chunks_exact(3)) {
        out.0.copy_from_slice(row);
    }
    let places = k.mquat.iter_mut().skip(i * mocaps);
    for (out, row) in places.zip(state.mquat.chunks_exact(4)) {
        out.0.copy_from_slice(row);
    }
}

/// Completes the plastic state of keyframes that do not state it, once the rest lengths of tendons are known.
pub(super) fn complete(spec: &Resolved, m: &mut Model) {
    let rest = plastic_rest(m);
    for i in 0..m.size.nkey {
        if spec.keys.get(i).is_none_or(|key| key.plastic.is_empty()) {
            put(&mut m.key.plastic, i, &rest);
        }
    }
}
