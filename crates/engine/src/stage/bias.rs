//! Bias forces: recursive Newton–Euler, and the bias of tendons with armature.
//!
//! Outward, the acceleration of a body is a_b = a_parent + Σ ṡ_i q̇_i (+ Σ s_i q̈_i), starting from minus gravity at the
//! world; its force is f_b = I_b a_b + v_b × I_b v_b. Inward, forces add up along the tree, and s_i · f is the
//! generalized force.

use ligament_math::simd::{self, Arith, Kernel};
use ligament_math::{Force, Motion, Vec3};
use ligament_model::Model;
use ligament_model::enums::{DisableFlags, TendonType, WrapType};

use super::inertia::{Target, actuator_armature};
use crate::awake::Awake;
use crate::data::{Path, Pose, State, Velocity};
use crate::jacobian;

/// How a mechanism moves.
#[derive(Clone, Copy, Debug)]
pub struct Moving<'a> {
    /// Positions and velocities.
    pub state: &'a State,
    /// Where everything is.
    pub pose: &'a Pose,
    /// How everything moves.
    pub vel: &'a Velocity,
}

/// Working memory: one motion and one force per body, which may hold anything.
#[derive(Debug)]
pub struct BodyScratch<'a> {
    /// One motion per body.
    pub motion: &'a mut [Motion],
    /// One force per body.
    pub wrench: &'a mut [Force],
}

/// Generalized forces of inertia and gravity: M(q) qacc + C(q, qvel), without the first term if `qacc` is none.
///
/// Reads `cdof`, `cdof_dot`, `cinert`, `cvel`, `qvel`.
pub fn rne(
    m: &Model,
    awake: Awake<'_>,
    moving: Moving<'_>,
    qacc: Option<&[f64]>,
    out: &mut [f64],
    scratch: BodyScratch<'_>,
) {
    simd::run(Rne {
        m,
        awake,
        moving,
        qacc,
        out,
        scratch,
    });
}

struct Rne<'a> {
    m: &'a Model,
    awake: Awake<'a>,
    moving: Moving<'a>,
    qacc: Option<&'a [f64]>,
    out: &'a mut [f64],
    scratch: BodyScratch<'a>,
}

impl Kernel for Rne<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arith>(self) {
        newton_euler(self);
    }
}

/// Outward over accelerations, inward over forces.
#[inline(always)]
fn newton_euler(work: Rne<'_>) {
    let Rne {
        m,
        awake,
        moving: Moving { state, pose, vel },
        qacc,
        out,
        scratch,
    } = work;
    let (acc, force) = (scratch.motion, scratch.wrench);
    let (Some(first), Some(ground)) = (acc.first_mut(), force.first_mut()) else {
        return;
    };
    let gravity = match m.opt.disables(DisableFlags::GRAVITY) {
        true => Vec3::ZERO,
        false => m.opt.gravity,
    };
    *first = Motion::from_parts(Vec3::ZERO, -gravity);
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

/// Adds the bias force of tendons with armature: armature · J (J̇ · q̇).
///
/// Reads `ten_J`, `cdof`, `cdof_dot`, `cvel`, site positions, `qvel`.
pub fn tendon_bias(
    m: &Model,
    awake: Awake<'_>,
    state: &State,
    pose: &Pose,
    path: &Path,
    vel: &Velocity,
    out: &mut [f64],
) {
    for tendon in 0..m.size.ntendon {
        let armature = m.tendon.armature[tendon] + actuator_armature(m, Target::Tendon(tendon));
        if armature == 0.0 || !awake.tendon(m, tendon) {
            continue;
        }
        let scale = armature * length_acceleration(m, state, pose, vel, tendon);
        let entries = m.tendon_entries(tendon);
        let columns = &m.tendon.J_colind[entries.clone()];
        for (&dof, &j) in columns.iter().zip(&path.ten_J[entries]) {
            out[dof as usize] += scale * j;
        }
    }
}

/// J̇ · q̇ of a tendon: the second derivative of its length while joint velocities stay as they are. A segment with ends
/// that move with velocity v and acceleration a, along the unit direction u and of length l, has
/// u · (a₁ - a₀) + (|v|² - (u · v)²) / l with v = v₁ - v₀. Tendons that wrap around geoms cannot have armature.
fn length_acceleration(
    m: &Model,
    state: &State,
    pose: &Pose,
    vel: &Velocity,
    tendon: usize,
) -> f64 {
    if m.tendon.kind[tendon].is(TendonType::Fixed) {
        return 0.0;
    }
    let elements = m.tendon_path(tendon);
    let (mut total, mut divisor) = (0.0, 1.0);
    for k in elements.start..elements.end.saturating_sub(1) {
        if m.wrap.kind[k].is(WrapType::Pulley) {
            divisor = m.wrap.prm[k];
        }
        if !m.wrap.kind[k].is(WrapType::Site) || !m.wrap.kind[k + 1].is(WrapType::Site) {
            continue;
        }
        let sites = [k, k + 1].map(|k| m.wrap.objid[k] as usize);
        let bodies = sites.map(|s| m.site.bodyid[s].index());
        if bodies[0] == bodies[1] {
            continue;
        }
        let [p0, p1] = sites.map(|s| pose.site_xpos[s]);
        let (u, length) = (p1 - p0).normalize_or_x();
        let (v0, a0) = point_motion(m, state, pose, vel, bodies[0], p0);
        let (v1, a1) = point_motion(m, state, pose, vel, bodies[1], p1);
        let v = v1 - v0;
        let along = u.dot(v);
        let turning = if length > ligament_math::MINVAL {
            (v.dot(v) - along * along) / length
        } else {
            0.0
        };
        total += (u.dot(a1 - a0) + turning) / divisor;
    }
    total
}

/// Velocity, and acceleration without joint accelerations and gravity, of a point fixed to a body.
fn point_motion(
    m: &Model,
    state: &State,
    pose: &Pose,
    vel: &Velocity,
    body: usize,
    at: Vec3,
) -> (Vec3, Vec3) {
    let offset = jacobian::offset(m, pose, body, at);
    let mut rate = Motion::ZERO;
    for dof in m.dof_chain(body) {
        rate = rate.add_scaled(vel.cdof_dot[dof], state.qvel[dof]);
    }
    let v = vel.cvel[body].about(offset);
    let spin = v.angular().cross(v.linear());
    (v.linear(), rate.about(offset).linear() + spin)
}
