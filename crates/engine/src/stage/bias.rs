//! Bias forces: recursive Newton–Euler, and the bias of tendons with armature.
//!
//! Outward, the acceleration of a body is a_b = a_parent + Σ ṡ_i q̇_i (+ Σ s_i q̈_i), starting from minus gravity at the
//! world; its force is f_b = I_b a_b + v_b × I_b v_b. Inward, forces add up along the tree, and s_i · f is the
//! generalized force.

use ligament_math::{Force, MINVAL, Motion, Real, Vec3, kernel};
use ligament_model::Model;
use ligament_model::enums::{DisableFlags, TendonType, WrapType};

use super::inertia::{Target, actuator_armature};
use crate::awake::Awake;
use crate::data::{Pose, State, Velocity};
use crate::jacobian;

/// How a mechanism moves.
#[derive(Clone, Copy, Debug)]
pub struct Moving<'a, T: Real = f64> {
    /// Positions and velocities.
    pub state: &'a State<T>,
    /// Where everything is.
    pub pose: &'a Pose<T>,
    /// How everything moves.
    pub vel: &'a Velocity<T>,
}

/// Working memory: one motion and one force per body, which may hold anything.
#[derive(Debug)]
pub struct BodyScratch<'a, T: Real = f64> {
    /// One motion per body.
    pub motion: &'a mut [Motion<T>],
    /// One force per body.
    pub wrench: &'a mut [Force<T>],
}

kernel! {
    /// Generalized forces of inertia and gravity: M(q) qacc + C(q, qvel), without the first term if `qacc` is none.
    ///
    /// Reads `cdof`, `cdof_dot`, `cinert`, `cvel`, `qvel`.
    pub fn rne<'a, T: Real>(
        m: &'a Model,
        awake: Awake<'a>,
        moving: Moving<'a, T>,
        qacc: Option<&'a [T]>,
        out: &'a mut [T],
        scratch: BodyScratch<'a, T>,
    ) = newton_euler;
}

/// Outward over accelerations, inward over forces.
#[inline(always)]
fn newton_euler<T: Real>(
    m: &Model,
    awake: Awake<'_>,
    moving: Moving<'_, T>,
    qacc: Option<&[T]>,
    out: &mut [T],
    scratch: BodyScratch<'_, T>,
) {
    let Moving { state, pose, vel } = moving;
    let (acc, force) = (scratch.motion, scratch.wrench);
    let (Some(first), Some(ground)) = (acc.first_mut(), force.first_mut()) else {
        return;
    };
    let gravity = match m.opt.disables(DisableFlags::GRAVITY) {
        true => Vec3::ZERO,
        false => m.opt.gravity,
    };
    *first = Motion::from_parts(Vec3::ZERO, Vec3::from_f64(-gravity));
    *ground = Force::ZERO;
    for &body in awake.bodies.iter().skip(1) {
        let body = body as usize;
        let mut a = acc[m.body.parentid[body].index()];
        let dofs = m.body_dofs(body);
        for dof in dofs.clone() {
            a = a.add_scaled(vel.cdof_dot[dof], state.qvel[dof]);
        }
        if let Some(qacc) = qacc {
            for dof in dofs {
                a = a.add_scaled(pose.cdof[dof], qacc[dof]);
            }
        }
        acc[body] = a;
        let (inertia, v) = (&pose.cinert[body], vel.cvel[body]);
        force[body] = inertia.mul(a) + v.cross_force(inertia.mul(v));
    }
    for &body in awake.bodies.iter().skip(1).rev() {
        let body = body as usize;
        let total = force[body];
        for dof in m.body_dofs(body) {
            out[dof] = pose.cdof[dof].dot(total);
        }
        force[m.body.parentid[body].index()] += total;
    }
}

/// Adds the bias force of tendons with armature: armature · J (J̇ · q̇). `ten_jacobian` are the entries of the tendon
/// Jacobian.
///
/// Reads `cdof`, `cdof_dot`, `cvel`, site positions, `qvel`.
pub fn tendon_bias<T: Real>(
    m: &Model,
    awake: Awake<'_>,
    moving: Moving<'_, T>,
    ten_jacobian: &[T],
    out: &mut [T],
) {
    for tendon in 0..m.size.ntendon {
        let armature = m.tendon.armature[tendon] + actuator_armature(m, Target::Tendon(tendon));
        if armature == 0.0 || !awake.tendon(m, tendon) {
            continue;
        }
        let scale = T::from_f64(armature) * length_acceleration(m, moving, tendon);
        let entries = m.tendon_entries(tendon);
        let columns = &m.tendon.J_colind[entries.clone()];
        for (&dof, &j) in columns.iter().zip(&ten_jacobian[entries]) {
            out[dof as usize] += scale * j;
        }
    }
}

/// J̇ · q̇ of a tendon: the second derivative of its length while joint velocities stay as they are. A segment with ends
/// that move with velocity v and acceleration a, along the unit direction u and of length l, has
/// u · (a₁ - a₀) + (|v|² - (u · v)²) / l with v = v₁ - v₀. Tendons that wrap around geoms cannot have armature.
fn length_acceleration<T: Real>(m: &Model, moving: Moving<'_, T>, tendon: usize) -> T {
    if m.tendon.kind[tendon].is(TendonType::Fixed) {
        return T::ZERO;
    }
    let elements = m.tendon_path(tendon);
    let (mut total, mut divisor) = (T::ZERO, T::ONE);
    for k in elements.start..elements.end.saturating_sub(1) {
        if m.wrap.kind[k].is(WrapType::Pulley) {
            divisor = T::from_f64(m.wrap.prm[k]);
        }
        if !m.wrap.kind[k].is(WrapType::Site) || !m.wrap.kind[k + 1].is(WrapType::Site) {
            continue;
        }
        let sites = [k, k + 1].map(|k| m.wrap.objid[k] as usize);
        let bodies = sites.map(|s| m.site.bodyid[s].index());
        if bodies[0] == bodies[1] {
            continue;
        }
        let [p0, p1] = sites.map(|s| moving.pose.site_xpos[s]);
        let (u, length) = (p1 - p0).normalize_or_x();
        let (v0, a0) = point_motion(m, moving, bodies[0], p0);
        let (v1, a1) = point_motion(m, moving, bodies[1], p1);
        let v = v1 - v0;
        let along = u.dot(v);
        let turning = (v.dot(v) - along * along) / length;
        let turns = T::from_f64(MINVAL).lt(length);
        total += (u.dot(a1 - a0) + T::select(turns, turning, T::ZERO)) / divisor;
    }
    total
}

/// Velocity, and acceleration without joint accelerations and gravity, of a point fixed to a body.
fn point_motion<T: Real>(
    m: &Model,
    moving: Moving<'_, T>,
    body: usize,
    at: Vec3<T>,
) -> (Vec3<T>, Vec3<T>) {
    let Moving { state, pose, vel } = moving;
    let offset = jacobian::offset(m, pose, body, at);
    let mut rate = Motion::ZERO;
    for dof in m.dof_chain(body) {
        rate = rate.add_scaled(vel.cdof_dot[dof], state.qvel[dof]);
    }
    let v = vel.cvel[body].about(offset);
    let spin = v.angular().cross(v.linear());
    (v.linear(), rate.about(offset).linear() + spin)
}
