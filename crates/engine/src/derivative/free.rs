//! Bodies that move freely and alone: a free joint whose tree has no other joints.
//!
//! The rows of such a body are coupled to nothing else, and its gyroscopic forces are known exactly. Integrators that
//! leave out the derivatives of bias forces elsewhere take them into account here.

use ligament_math::{Inertia10, Motion, Vec3};
use ligament_model::Model;

use super::spatial::SpatialMatrix;
use crate::data::{Pose, State, Velocity};
use crate::joint;

/// Degrees of freedom of a free joint.
const FREE: usize = 6;

/// True for a body with a free joint and nothing jointed to it.
pub fn moves_alone(m: &Model, body: usize) -> bool {
    joint::moves_freely(m, body)
        && m.tree.dofnum[m.dof.treeid[m.body_dofs(body).start].index()] == FREE as i32
}

/// The derivative of the bias force of a free body and what is fixed to it, by its six velocities: row by row.
pub fn bias_by_velocity(
    m: &Model,
    state: &State,
    pose: &Pose,
    vel: &Velocity,
    body: usize,
) -> [[f64; FREE]; FREE] {
    let dofs = joint::dofs(m, m.body_joints(body).start);
    let (mut inertia, mut block) = (Inertia10::ZERO, SpatialMatrix::ZERO);
    // whatever is fixed to the body follows it
    for b in (body..m.size.nbody).take_while(|&b| m.body.weldid[b].index() == body) {
        inertia += pose.cinert[b];
        block.add(&SpatialMatrix::of_bias(&pose.cinert[b], vel.cvel[b]));
    }
    let drift = Motion::from_parts(
        Vec3::ZERO,
        Vec3([0, 1, 2].map(|k| state.qvel[dofs.start + k])),
    );
    let axes = &pose.cdof[dofs.clone()];
    let force: [_; FREE] = std::array::from_fn(|j| {
        let dof = dofs.start + j;
        // translations keep their axes; rotations are carried along by the whole motion
        let behind = if j < 3 { drift } else { vel.cvel[body] };
        let carried = vel.cdof_dot[dof] + behind.cross_motion(axes[j]);
        block.mul(axes[j]) + inertia.mul(carried)
    });
    std::array::from_fn(|i| std::array::from_fn(|j| axes[i].dot(force[j])))
}
