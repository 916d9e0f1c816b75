//! Derivatives by velocity that follow the tree: bias forces and the medium.
//!
//! With motion axes s, composite inertias I and velocities v about one point of a tree, the bias force of dof i changes
//! with the velocity of dof j by s_i · (I_b w_j + G_b s_j). Here b is the body of the deeper of the two,
//! w_j = ṡ_j + v_j × s_j with the velocity v_j behind the joint of j, and G_b sums (v ×*) I − I (v ×) + (I v) ×* over the
//! bodies of the subtree of b. A medium adds blocks of its own to the same sums.

use ligament_math::Motion;
use ligament_model::Model;
use ligament_model::enums::JointType;

use super::block::Block;
use crate::awake::Awake;
use crate::data::{Inertia, Pose, State, Velocity};
use crate::joint;

/// Fills `out` with w_j = ṡ_j + v_j × s_j for all awake degrees of freedom.
pub(super) fn carried_axes(
    m: &Model,
    awake: Awake<'_>,
    state: &State,
    pose: &Pose,
    vel: &Velocity,
    out: &mut [Motion],
) {
    for &body in awake.bodies.iter().filter(|&&body| body > 0) {
        let body = body as usize;
        let mut v = vel.cvel[m.body.parentid[body].index()];
        for j in m.body_joints(body) {
            let dofs = joint::dofs(m, j);
            // translations of a free joint come before its rotations
            let parts = match joint::kind(m, j) {
                JointType::Free => [dofs.start..dofs.start + 3, dofs.start + 3..dofs.end],
                _ => [dofs.clone(), dofs.end..dofs.end],
            };
            for part in parts {
                for dof in part.clone() {
                    v = v.add_scaled(pose.cdof[dof], state.qvel[dof]);
                }
                for dof in part {
                    out[dof] = vel.cdof_dot[dof] + v.cross_motion(pose.cdof[dof]);
                }
            }
        }
    }
}

/// Subtracts the blocks of bias forces of awake bodies.
pub(super) fn subtract_blocks(awake: Awake<'_>, pose: &Pose, vel: &Velocity, blocks: &mut [Block]) {
    for &body in awake.bodies.iter().filter(|&&body| body > 0) {
        let body = body as usize;
        let bias = Block::of_bias(&pose.cinert[body], vel.cvel[body]);
        blocks[body].add_scaled(&bias, -1.0);
    }
}

/// Adds the blocks of all awake bodies to those of their parents, so that each is that of a subtree.
pub(super) fn sum_subtrees(m: &Model, awake: Awake<'_>, blocks: &mut [Block]) {
    for &body in awake.bodies.iter().rev() {
        let body = body as usize;
        let parent = m.body.parentid[body].index();
        if parent > 0 && parent < body {
            let (above, below) = blocks.split_at_mut(body);
            above[parent].add(&below[0]);
        }
    }
}

/// Adds s_i · K_b s_j to every entry (i, j) of `qDeriv`, for the summed blocks K, and with `axes` subtracts
/// s_i · I_b w_j. `upper` is the place of the mirror image of every entry up to the diagonal.
pub(super) fn project(
    m: &Model,
    awake: Awake<'_>,
    pose: &Pose,
    inertia: &Inertia,
    blocks: &[Block],
    axes: Option<&[Motion]>,
    upper: &[i32],
    derivative: &mut [f64],
) {
    for &i in awake.dofs {
        let i = i as usize;
        let body = m.dof.bodyid[i].index();
        let (block, crb) = (&blocks[body], &inertia.crb[body]);
        let axis = pose.cdof[i];
        let start = m.sparse.D_rowadr[i] as usize;
        let diagonal = start + m.sparse.D_diag[i] as usize;
        // column of this dof: force on the ancestors; row of this dof: force on it by the ancestors
        let mut column = block.mul(axis);
        let by_axis = block.tr_mul(axis);
        let momentum = crb.mul(axis);
        if let Some(axes) = axes {
            column -= crb.mul(axes[i]);
        }
        for entry in start..=diagonal {
            let j = m.sparse.D_colind[entry] as usize;
            let mut value = by_axis.dot(pose.cdof[j]);
            if let Some(axes) = axes {
                value -= momentum.dot(axes[j]);
            }
            derivative[entry] += value;
            if j != i {
                derivative[upper[entry] as usize] += column.dot(pose.cdof[j]);
            }
        }
    }
}
