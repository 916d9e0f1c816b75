//! Accelerations of bodies and the forces between them, once joint accelerations and constraint forces are known.
//!
//! External forces on a body are applied ones, contacts, connects, welds, distances and spatial tendons. Outward,
//! a_b = a_parent + Σ ṡ q̇ + Σ s q̈; the force through the joint of a body is what its subtree needs for its motion minus
//! what acts on it from outside.

mod tendon;

use ligament_math::simd::{self, Arith, Kernel};
use ligament_math::{Force, Vec3};
use ligament_model::Model;
use ligament_model::enums::EqualityType;

use crate::constraint;
use crate::data::{Acceleration, Contact, Efc, Forces, Input, Path, Pose, State, Velocity};
use crate::support::{contact_bodies, contact_force, rest_acceleration};

/// What is known when a step has been solved.
#[derive(Clone, Copy, Debug)]
pub struct Solved<'a> {
    /// Velocities and rests of springs.
    pub state: &'a State,
    /// Applied forces.
    pub input: &'a Input,
    /// Where everything is.
    pub pose: &'a Pose,
    /// Tendon paths.
    pub path: &'a Path,
    /// How everything moves.
    pub vel: &'a Velocity,
    /// Forces of actuators.
    pub force: &'a Forces,
    /// Contacts.
    pub contacts: &'a [Contact],
    /// Constraint forces.
    pub efc: &'a Efc,
}

/// Accelerations, external forces and forces through joints of all bodies.
///
/// Reads everything up to `qacc` and `efc_force`. Writes `cacc`, `cfrc_ext`, `cfrc_int`. `tension` is working memory, one
/// number per tendon.
pub fn rne_post_constraint(
    m: &Model,
    solved: &Solved<'_>,
    acc: &mut Acceleration,
    tension: &mut [f64],
) {
    simd::run(Accelerations { m, solved, acc });
    acc.cfrc_ext.fill(Force::ZERO);
    applied(m, solved, &mut acc.cfrc_ext);
    contacts(m, solved, &mut acc.cfrc_ext);
    equalities(m, solved, &mut acc.cfrc_ext);
    if m.size.ntendon > 0 {
        tendon::add_forces(m, solved, acc, tension);
    }
    simd::run(ThroughJoints { m, solved, acc });
}

/// Com-based accelerations; that of the world is the opposite of gravity.
struct Accelerations<'a> {
    m: &'a Model,
    solved: &'a Solved<'a>,
    acc: &'a mut Acceleration,
}

impl Kernel for Accelerations<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arith>(self) {
        let Accelerations { m, solved, acc } = self;
        let (cacc, qacc) = (&mut acc.cacc[..], &acc.qacc[..]);
        let (cdof, cdof_dot) = (&solved.pose.cdof[..], &solved.vel.cdof_dot[..]);
        let qvel = &solved.state.qvel[..];
        if let Some(world) = cacc.first_mut() {
            *world = rest_acceleration(m);
        }
        for b in 1..m.size.nbody {
            let mut a = cacc[m.body.parentid[b].index()];
            for i in m.body_dofs(b) {
                a += cdof_dot[i] * qvel[i];
                a += cdof[i] * qacc[i];
            }
            cacc[b] = a;
        }
    }
}

/// Forces through joints, from the motion of bodies and the forces on them.
struct ThroughJoints<'a> {
    m: &'a Model,
    solved: &'a Solved<'a>,
    acc: &'a mut Acceleration,
}

impl Kernel for ThroughJoints<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arith>(self) {
        let ThroughJoints { m, solved, acc } = self;
        let (through, outside) = (&mut acc.cfrc_int[..], &acc.cfrc_ext[..]);
        let (cinert, cvel) = (&solved.pose.cinert[..], &solved.vel.cvel[..]);
        if let Some(world) = through.first_mut() {
            *world = Force::ZERO;
        }
        for b in 1..m.size.nbody {
            let (inertia, v) = (&cinert[b], cvel[b]);
            let needed = inertia.mul(acc.cacc[b]) + v.cross_force(inertia.mul(v));
            through[b] = needed - outside[b];
        }
        for b in (1..m.size.nbody).rev() {
            let force = through[b];
            through[m.body.parentid[b].index()] += force;
        }
    }
}

/// A force at a point with a torque, about the centre of mass of the tree of a body.
fn about_com(m: &Model, pose: &Pose, body: usize, at: Vec3, force: Vec3, torque: Vec3) -> Force {
    let arm = at - pose.subtree_com[m.body.rootid[body].index()];
    Force::from_parts(torque + arm.cross(force), force)
}

/// Adds forces that the user applies.
fn applied(m: &Model, solved: &Solved<'_>, out: &mut [Force]) {
    for b in 1..m.size.nbody {
        let [fx, fy, fz, tx, ty, tz] = solved.input.xfrc_applied[b];
        if [fx, fy, fz, tx, ty, tz].iter().any(|&x| x != 0.0) {
            let (force, torque) = (Vec3([fx, fy, fz]), Vec3([tx, ty, tz]));
            let at = solved.pose.xipos[b];
            out[b] += about_com(m, solved.pose, b, at, force, torque);
        }
    }
}

/// Adds the forces of contacts: on the second body, and the opposite on the first.
fn contacts(m: &Model, solved: &Solved<'_>, out: &mut [Force]) {
    for contact in solved.contacts.iter().filter(|c| c.efc_address >= 0) {
        let [Some(first), Some(second)] = contact_bodies(m, contact) else {
            continue;
        };
        let [n, a, b, tn, ta, tb] = contact_force(m, contact, solved.efc);
        let f = &contact.frame;
        let world = |x: f64, y: f64, z: f64| {
            Vec3(std::array::from_fn(|k| {
                f[k] * x + f[k + 3] * y + f[k + 6] * z
            }))
        };
        let (force, torque) = (world(n, a, b), world(tn, ta, tb));
        if first > 0 {
            out[first] -= about_com(m, solved.pose, first, contact.pos, force, torque);
        }
        if second > 0 {
            out[second] += about_com(m, solved.pose, second, contact.pos, force, torque);
        }
    }
}

/// Adds the forces of connects, welds and distances: on the first body, and the opposite on the second.
fn equalities(m: &Model, solved: &Solved<'_>, out: &mut [Force]) {
    let efc = solved.efc;
    for block in efc.blocks.iter().take_while(|b| b.row < efc.ne) {
        let eq = efc.efc_id[block.row] as usize;
        let rows = &efc.efc_force[block.row..block.row + block.rows];
        let (force, torque) = match (m.eq.kind[eq].get(), rows) {
            (Some(EqualityType::Connect), &[x, y, z]) => (Vec3([x, y, z]), Vec3::ZERO),
            (Some(EqualityType::Weld), &[x, y, z, a, b, c]) => (
                Vec3([x, y, z]),
                constraint::weld_torque(m, solved.pose, eq, Vec3([a, b, c])),
            ),
            (Some(EqualityType::Distance), &[along]) => {
                let (direction, _) = constraint::distance_line(m, solved.pose, eq);
                (direction.scaled(along), Vec3::ZERO)
            }
            _ => continue,
        };
        let anchors = constraint::equality_anchors(m, solved.pose, eq);
        for ((body, at), sign) in anchors.into_iter().zip([1.0, -1.0]) {
            if body > 0 {
                out[body] += about_com(m, solved.pose, body, at, force, torque) * sign;
            }
        }
    }
}
