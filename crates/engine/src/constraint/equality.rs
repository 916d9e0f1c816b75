//! Equality constraints: what each kind is, in one descriptor per kind, and which constraints are active.
//!
//! A kind has a file of its own with its rows, its terms and its constants, all named by one [`EqualityKind`]. Whoever
//! needs to know something about an equality (sleep, islands, impedances, forces on bodies, constants of the model) asks
//! the descriptor; [`kind`] is the one place that tells the kinds apart.

use ligament_math::{Quat, Vec3};
use ligament_model::Model;
use ligament_model::enums::{EqualityType, ObjectType};

use super::chain::Anchor;
use super::{RowsIn, connect, coupling, distance, weld};
use crate::awake::{Awake, SleepState, any_awake, object_state};
use crate::data::{Efc, Path, Pose, State, Velocity};

/// Pushes the rows of an equality.
type Push = fn(&Model, &RowsIn<'_>, usize, &mut Efc);
/// Adds the force of an equality's row to the tensions of tendons.
type Tension = fn(&Model, &Path, usize, f64, &mut [f64]);
/// Writes the gradient of an equality's row over all degrees of freedom.
type Gradient = fn(&Model, &Pose, usize, &mut [f64]);
/// Writes J̇ v of an equality's rows.
type VelocityTerm = fn(&Model, MotionIn<'_>, usize, &mut [f64; 6]);
/// Orientations of the two frames of an equality, and the scale of their difference.
type Turns = fn(&Model, &Pose, usize) -> ([Quat; 2], f64);
/// Force and torque of the forces of an equality's rows.
type Wrench = fn(&Model, &Pose, usize, &[f64]) -> Option<(Vec3, Vec3)>;

/// What a kind of equality constraint is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EqualityKind {
    /// The objects that it ties together.
    pub ties: Ties,
    /// Whether its rows are components of one violation, whose norm decides about their impedance.
    pub joint_violation: bool,
    /// Pushes its rows.
    pub(super) push: Push,
    /// What it does to points of two bodies; none where it acts on coordinates.
    pub points: Option<PointsKind>,
    /// Adds the force of its row along tendons to their tensions.
    pub tension: Option<Tension>,
    /// Sets the numbers of the constraint that follow from the poses in `qpos0`.
    pub settle: Option<fn(&mut Model, &Pose, usize)>,
    /// The gradient of its row, where the inverse inertia along it in `qpos0` is one of its numbers,
    /// [`WEIGHT`](super::WEIGHT). The row is zero before.
    pub gradient: Option<Gradient>,
}

/// What an equality does to points of two bodies. Forces act on the first, and in the opposite direction on the second.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PointsKind {
    /// The points, with their bodies.
    pub anchors: fn(&Model, &Pose, usize) -> [Anchor; 2],
    /// Writes J̇ v of its rows; none where the reference does not subtract it.
    pub velocity_term: Option<VelocityTerm>,
    /// Force and torque in the world of the forces of its rows.
    pub wrench: Wrench,
    /// Orientations of the two frames whose difference has rows of its own, and their scale; none without such rows.
    pub turns: Option<Turns>,
}

/// Points of two bodies that an equality holds together, with the orientations of frames where it holds them, too.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeldPoints {
    /// The bodies.
    pub bodies: [usize; 2],
    /// The points.
    pub at: [Vec3; 2],
    /// Orientations of both frames, and the scale of the rows of orientation.
    pub turns: Option<([Quat; 2], f64)>,
}

/// What an equality holds together, if it has rows for the components of a difference of points.
pub fn held_points(m: &Model, pose: &Pose, eq: usize) -> Option<HeldPoints> {
    let kind = kind(m, eq)?;
    let points = kind.points.filter(|_| kind.joint_violation)?;
    let anchors = (points.anchors)(m, pose, eq);
    Some(HeldPoints {
        bodies: anchors.map(|a| a.body),
        at: anchors.map(|a| a.at),
        turns: points.turns.map(|turns| turns(m, pose, eq)),
    })
}

/// What velocity terms depend on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MotionIn<'a> {
    /// Velocities.
    pub state: &'a State,
    /// Where everything is.
    pub pose: &'a Pose,
    /// How everything moves.
    pub vel: &'a Velocity,
}

/// The objects that a kind of equality ties together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ties {
    /// Two bodies or two sites, as each constraint says.
    BodiesOrSites,
    /// Two objects of one kind, or one to a constant.
    Objects(ObjectType),
}

impl EqualityKind {
    /// A kind with rows and nothing else.
    pub(super) const fn new(ties: Ties, push: Push) -> Self {
        Self {
            ties,
            push,
            joint_violation: false,
            points: None,
            tension: None,
            settle: None,
            gradient: None,
        }
    }
}

/// The descriptor of an equality; none for deformable objects, which are refused when a model is compiled.
pub(crate) fn kind(m: &Model, eq: usize) -> Option<&'static EqualityKind> {
    match m.eq.kind[eq].get()? {
        EqualityType::Connect => Some(&connect::KIND),
        EqualityType::Weld => Some(&weld::KIND),
        EqualityType::Joint => Some(&coupling::JOINTS),
        EqualityType::Tendon => Some(&coupling::TENDONS),
        EqualityType::Distance => Some(&distance::KIND),
        EqualityType::Flex | EqualityType::FlexVert | EqualityType::FlexStrain => None,
    }
}

/// Pushes the rows of all active equality constraints.
pub(super) fn push(m: &Model, rows: &RowsIn<'_>, efc: &mut Efc) {
    for eq in 0..m.size.neq {
        if !rows.input.eq_active[eq].get() {
            continue;
        }
        let Some(kind) = kind(m, eq) else {
            continue;
        };
        if rows.awake.all || state(m, rows.awake, eq) != SleepState::Asleep {
            (kind.push)(m, rows, eq, efc);
        }
    }
}

/// The kind of the two objects of an equality.
fn objects(m: &Model, eq: usize) -> Option<ObjectType> {
    Some(match kind(m, eq)?.ties {
        Ties::BodiesOrSites => m.eq.objtype[eq].get().unwrap_or(ObjectType::Body),
        Ties::Objects(object) => object,
    })
}

/// An equality sleeps if neither of its objects is awake.
pub fn state(m: &Model, awake: Awake<'_>, eq: usize) -> SleepState {
    let Some(object) = objects(m, eq) else {
        return SleepState::Awake;
    };
    let ids = [m.eq.obj1id[eq], m.eq.obj2id[eq]];
    any_awake(ids.map(|id| object_state(m, awake, object, id)))
}

/// The two bodies that an equality ties together; none where its objects belong to no single bodies. A side that is
/// missing has no body.
pub(crate) fn tied_bodies(m: &Model, eq: usize) -> Option<[Option<usize>; 2]> {
    let object = objects(m, eq)?;
    let ids = [m.eq.obj1id[eq], m.eq.obj2id[eq]].map(|id| usize::try_from(id).ok());
    let bodies = match object {
        ObjectType::Body => return Some(ids),
        ObjectType::Joint => &m.jnt.bodyid,
        ObjectType::Geom => &m.geom.bodyid,
        ObjectType::Tendon => return None,
        _ => &m.site.bodyid,
    };
    Some(ids.map(|id| bodies.get(id?).map(|body| body.index())))
}

/// The points of two bodies or two sites; those of bodies are given in their frames.
pub(super) fn points(m: &Model, pose: &Pose, eq: usize, local: [Vec3; 2]) -> [Anchor; 2] {
    let ids = [m.eq.obj1id[eq], m.eq.obj2id[eq]].map(|id| id.max(0) as usize);
    let sites = m.eq.objtype[eq].is(ObjectType::Site);
    let place = |side: usize| {
        let id = ids[side];
        if sites {
            let (body, at) = (m.site.bodyid[id].index(), pose.site_xpos[id]);
            return Anchor { body, at };
        }
        let at = pose.xpos[id] + pose.xmat[id].mul_vec(local[side]);
        Anchor { body: id, at }
    };
    [place(0), place(1)]
}

/// The two points that a connect or weld has among its numbers.
pub(super) fn given_points(m: &Model, eq: usize) -> [Vec3; 2] {
    let data = &m.eq.data[eq];
    [
        Vec3([data[0], data[1], data[2]]),
        Vec3([data[3], data[4], data[5]]),
    ]
}

/// A point given in the frame of one body, in the frame of another.
pub(super) fn move_point(pose: &Pose, from: usize, to: usize, point: Vec3) -> Vec3 {
    let at = pose.xmat[from].mul_vec(point) + pose.xpos[from];
    pose.xmat[to].tr_mul_vec(at - pose.xpos[to])
}
