//! Elasto-plastic springs: a spring that is stretched beyond its yield takes the excess as its new rest.

use ligament_math::{Quat, Vec3};
use ligament_model::Model;
use ligament_model::enums::DisableFlags;

use super::spring::{joint_rest, outside, tendon_rest};
use crate::data::{Awake, Path, State};
use crate::forward;
use crate::joint::{self, Stretch};

/// Moves the rests of plastic springs at the end of a step of length `dt`. `state` holds the new positions, `path` the
/// tendons at the start of the step, and `velocity` is what the positions were moved along. A tendon's new length is
/// taken from its Jacobian, as length + dt J · velocity.
///
/// Reads `qpos`, `ten_length`, `ten_J`. Writes `plastic`.
pub fn advance(
    m: &Model,
    awake: Awake<'_>,
    state: &mut State,
    path: &Path,
    velocity: &[f64],
    dt: f64,
) {
    if m.size.nplastic == 0 || forward::disabled(m, DisableFlags::SPRING) {
        return;
    }
    for j in 0..m.size.njnt {
        if m.jnt.plasticadr[j] >= 0 && awake.body(m.jnt.bodyid[j].index()) {
            advance_joint(m, state, j);
        }
    }
    for i in 0..m.size.ntendon {
        let Ok(start) = usize::try_from(m.tendon.plasticadr[i]) else {
            continue;
        };
        if !awake.tendon(m, i) {
            continue;
        }
        let entries = m.tendon_entries(i);
        let columns = &m.tendon.J_colind[entries.clone()];
        let terms = columns.iter().zip(&path.ten_J[entries]);
        let rate: f64 = terms.map(|(&dof, j)| j * velocity[dof as usize]).sum();
        let rest = tendon_rest(m, state, i);
        let moved = yielded_range(path.ten_length[i] + dt * rate, rest, m.tendon.springyield[i]);
        if let Some(slot) = state.plastic.get_mut(start..start + 2) {
            slot.copy_from_slice(&moved);
        }
    }
}

/// How far a stretch exceeds the yield, with its sign.
fn excess(x: f64, limit: f64) -> f64 {
    x - x.clamp(-limit.max(0.0), limit.max(0.0))
}

/// The slack range of a tendon after yielding. A range that starts at zero is that of a string, which cannot be pushed:
/// being pulled moves only its upper end.
fn yielded_range(length: f64, [lower, upper]: [f64; 2], limit: f64) -> [f64; 2] {
    let shift = excess(outside(length, [lower, upper]), limit);
    let pinned = shift > 0.0 && lower == 0.0 && upper > 0.0;
    [if pinned { lower } else { lower + shift }, upper + shift]
}

/// Moves the rest of a joint's spring.
fn advance_joint(m: &Model, state: &mut State, j: usize) {
    let (q, kind, limit) = (joint::positions(m, j), joint::kind(m, j), m.jnt.springyield[j]);
    let rest = joint_rest(m, state, j, q.clone());
    let mut moved = [0.0; 4];
    let len = q.len().min(4);
    match joint::stretch(kind, &state.qpos[q], rest) {
        Stretch::Scalar(x) => moved[0] = rest[0] + excess(x, limit),
        Stretch::Ball(turn) => {
            let from = Quat([rest[0], rest[1], rest[2], rest[3]]);
            moved = yielded_turn(from, turn, limit).0;
        }
        // springs of free joints do not yield
        Stretch::Free(..) => return,
    }
    let start = usize::try_from(m.jnt.plasticadr[j]).unwrap_or(usize::MAX);
    if let Some(slot) = start.checked_add(len).and_then(|end| state.plastic.get_mut(start..end)) {
        slot.copy_from_slice(&moved[..len]);
    }
}

/// The rest orientation after yielding to the rotation vector `turn`, along the same axis.
fn yielded_turn(rest: Quat, turn: Vec3, limit: f64) -> Quat {
    let angle = turn.norm();
    let beyond = excess(angle, limit);
    if beyond > 0.0 {
        rest.integrate(turn * (1.0 / angle), beyond)
    } else {
        rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_follow_the_length_beyond_the_yield() {
        let same = |a: [f64; 2], b: [f64; 2]| (0..2).all(|k| (a[k] - b[k]).abs() < 1e-15);
        assert!(same(yielded_range(0.5, [0.1, 0.3], 0.25), [0.1, 0.3]));
        assert!(same(yielded_range(1.0, [0.1, 0.3], 0.2), [0.6, 0.8]));
        assert!(same(yielded_range(-1.0, [0.1, 0.3], 0.2), [-0.8, -0.6]));
        // a string stays a string
        assert!(same(yielded_range(1.0, [0.0, 0.3], 0.2), [0.0, 0.8]));
        assert!(same(yielded_range(-1.0, [0.0, 0.3], 0.2), [-0.8, -0.5]));
    }

    #[test]
    fn an_orientation_ends_up_at_the_yield_angle() {
        let rest = Quat([0.6, 0.1, -0.5, 0.2]).normalized();
        let turn = Vec3([0.3, 0.4, -0.2]);
        let now = rest.integrate(turn, 1.0);
        let moved = yielded_turn(rest, turn, 0.1);
        assert!((now.sub(moved).norm() - 0.1).abs() < 1e-14);
        assert_eq!(yielded_turn(rest, turn, 0.8), rest);
    }
}
