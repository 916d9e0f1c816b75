//! Sleeping bodies that the user has moved: their coordinates say another pose than they have.

use ligament_math::{MINVAL, Quat, Vec3};
use ligament_model::Model;

use super::kinematics::pose_by_coordinates;
use crate::awake::SleepState;
use crate::data::{Input, Pose, Sleep, State};
use crate::joint;

/// Marks the trees of sleeping bodies that have been moved in `tree_awake`.
///
/// Reads `qpos`, mocap poses and poses of bodies. Writes poses of sleeping bodies without joints, which follow those above
/// them.
pub fn mark_moved(m: &Model, state: &State, input: &Input, pose: &mut Pose, sleep: &mut Sleep) {
    for body in 1..m.size.nbody {
        if SleepState::from_number(sleep.body_awake[body]) != SleepState::Asleep {
            continue;
        }
        if m.body_joints(body).is_empty() {
            let (pos, quat) = pose_by_coordinates(m, state, input, pose, body);
            (pose.xpos[body], pose.xquat[body], pose.xmat[body]) = (pos, quat, quat.to_mat3());
            continue;
        }
        let tree = m.body.treeid[body].index();
        if sleep.tree_awake[tree] == 0 && !is_in_place(m, state, input, pose, body) {
            sleep.tree_awake[tree] = 1;
        }
    }
}

/// Whether a sleeping body is where its coordinates say.
fn is_in_place(m: &Model, state: &State, input: &Input, pose: &Pose, body: usize) -> bool {
    if joint::moves_freely(m, body) {
        return is_at_coordinates(m, state, pose, body);
    }
    pose_by_coordinates(m, state, input, pose, body) == (pose.xpos[body], pose.xquat[body])
}

/// The same for a body with a free joint, whose coordinates are its pose.
fn is_at_coordinates(m: &Model, state: &State, pose: &Pose, body: usize) -> bool {
    let start = m.jnt.qposadr[m.body_joints(body).start] as usize;
    let Some(&[x, y, z, a, b, c, d]) = state.qpos[start..].first_chunk::<7>() else {
        return false;
    };
    let (Vec3(pos), Quat(quat)) = (pose.xpos[body], pose.xquat[body]);
    let turn = Quat([a, b, c, d]);
    // mostly its length is one, and the division is saved
    let Quat(turn) = match (turn.norm() - 1.0).abs() <= MINVAL {
        true => turn,
        false => turn.normalized(),
    };
    let in_place = (pos[0] == x) & (pos[1] == y) & (pos[2] == z);
    let upright = (quat[0] == turn[0]) & (quat[1] == turn[1]);
    in_place & upright & (quat[2] == turn[2]) & (quat[3] == turn[3])
}
