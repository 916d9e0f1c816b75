//! Elasto-plastic springs: a spring that is stretched beyond its yield takes the excess as its new rest.

use ligament_math::{Quat, Vec3};
use ligament_model::Model;
use ligament_model::enums::DisableFlags;

use super::spring::outside;
use crate::awake::Awake;
use crate::data::Path;
use crate::joint::{self, Stretch};

/// Moves the rests of plastic springs at the end of a step of length `dt`, with the new positions `qpos`. `path` holds
/// the tendons at the start of the step, and `velocity` is what the positions were moved along: a tendon's new length is
/// taken from its Jacobian, as length + dt J · velocity.
///
/// Reads `ten_length`, `ten_J`.
pub fn advance(
    m: &Model,
    awake: Awake<'_>,
    path: &Path,
    qpos: &[f64],
    velocity: &[f64],
    dt: f64,
    plastic: &mut [f64],
) {
    if m.opt.disables(DisableFlags::SPRING) {
        return;
    }
    for j in 0..m.size.njnt {
        if m.jnt.plasticadr[j] >= 0 && awake.body(m.jnt.bodyid[j].index()) {
            advance_joint(m, qpos, j, plastic);
        }
    }
    for i in 0..m.size.ntendon {
        let Some(rest) = place(plastic, m.tendon.plasticadr[i], 2) else {
            continue;
        };
        if !awake.tendon(m, i) {
            continue;
        }
        let entries = m.tendon_entries(i);
        let columns = &m.tendon.J_colind[entries.clone()];
        let terms = columns.iter().zip(&path.ten_J[entries]);
        let rate: f64 = terms.map(|(&dof, j)| j * velocity[dof as usize]).sum();
        let length = path.ten_length[i] + dt * rate;
        let moved = yielded_range(length, [rest[0], rest[1]], m.tendon.springyield[i]);
        rest.copy_from_slice(&moved);
    }
}

/// The numbers from an address; none if there are none.
fn place(plastic: &mut [f64], address: i32, count: usize) -> Option<&mut [f64]> {
    let start = usize::try_from(address).ok()?;
    plastic.get_mut(start..start.checked_add(count)?)
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

/// Moves the rest of a joint's spring. Springs of free joints do not yield.
fn advance_joint(m: &Model, qpos: &[f64], j: usize, plastic: &mut [f64]) {
    let (q, limit) = (joint::positions(m, j), m.jnt.springyield[j]);
    let Some(rest) = place(plastic, m.jnt.plasticadr[j], q.len()) else {
        return;
    };
    match joint::stretch(joint::kind(m, j), &qpos[q], rest) {
        Stretch::Scalar(x) => rest[0] += excess(x, limit),
        Stretch::Ball(turn) => {
            let from = Quat([rest[0], rest[1], rest[2], rest[3]]);
            rest.copy_from_slice(&yielded_turn(from, turn, limit).0);
        }
        Stretch::Free(..) => {}
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
