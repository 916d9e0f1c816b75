//! Velocities and angular momenta of subtrees.
//!
//! With p the linear momentum of a subtree and c its centre of mass, the angular momentum about c is the sum over its
//! parts of L + (x - c) x m (v - v_c), taken body by body from the leaves to the root.

use ligament_math::{MINVAL, Motion};
use ligament_model::Model;

use crate::data::{Pose, Velocity};
use crate::support::{ObjectFrame, object_velocity};

/// Velocities of centres of mass and angular momenta of all subtrees.
///
/// Reads `cvel` and poses of bodies. Writes `subtree_linvel`, `subtree_angmom`. `motion` is working memory, one per body.
pub fn subtree_vel(m: &Model, pose: &Pose, vel: &mut Velocity, motion: &mut [Motion]) {
    let nbody = m.size.nbody;
    for b in 0..nbody {
        let frame = ObjectFrame {
            body: b,
            pos: pose.xipos[b],
            mat: pose.ximat[b],
        };
        motion[b] = object_velocity(m, pose, vel, &frame, false);
        vel.subtree_linvel[b] = motion[b].linear() * m.body.mass[b];
        let spin = frame.mat.tr_mul_vec(motion[b].angular());
        let momentum = spin.component_mul(m.body.inertia[b]);
        vel.subtree_angmom[b] = frame.mat.mul_vec(momentum);
    }
    for b in (0..nbody).rev() {
        let momentum = vel.subtree_linvel[b];
        if b > 0 {
            vel.subtree_linvel[m.body.parentid[b].index()] += momentum;
        }
        vel.subtree_linvel[b] = momentum * (1.0 / MINVAL.max(m.body.subtreemass[b]));
    }
    for b in (1..nbody).rev() {
        let parent = m.body.parentid[b].index();
        let speed = motion[b].linear() - vel.subtree_linvel[b];
        let arm = pose.xipos[b] - pose.subtree_com[b];
        vel.subtree_angmom[b] += arm.cross(speed * m.body.mass[b]);
        let own = vel.subtree_angmom[b];
        let arm = pose.subtree_com[b] - pose.subtree_com[parent];
        let speed = vel.subtree_linvel[b] - vel.subtree_linvel[parent];
        vel.subtree_angmom[parent] += own + arm.cross(speed * m.body.subtreemass[b]);
    }
}
