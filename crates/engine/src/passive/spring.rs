//! Springs of joints and tendons.
//!
//! A spring pulls towards its rest with the force -c(x) x. The rest of a plastic spring is part of the state. A tendon's
//! spring is slack between two lengths.

use std::ops::Range;

use ligament_model::Model;

use super::poly::Poly;
use crate::awake::Awake;
use crate::data::{Path, State};
use crate::joint::{self, Stretch};

/// Stiffness of a joint.
#[inline]
pub fn joint_stiffness(m: &Model, joint: usize) -> Poly {
    Poly {
        linear: m.jnt.stiffness[joint],
        higher: m.jnt.stiffnesspoly[joint],
    }
}

/// Stiffness of a tendon.
#[inline]
pub fn tendon_stiffness(m: &Model, tendon: usize) -> Poly {
    Poly {
        linear: m.tendon.stiffness[tendon],
        higher: m.tendon.stiffnesspoly[tendon],
    }
}

/// The rest of a joint's spring: from the plastic state, or from the model.
#[inline]
pub fn joint_rest<'a>(m: &'a Model, state: &'a State, joint: usize, q: Range<usize>) -> &'a [f64] {
    let plastic = usize::try_from(m.jnt.plasticadr[joint]).ok();
    let rest = plastic.and_then(|start| state.plastic.get(start..start + q.len()));
    rest.unwrap_or(&m.qpos.spring[q])
}

/// The lengths between which a tendon's spring is slack: from the plastic state, or from the model.
#[inline]
pub fn tendon_rest(m: &Model, state: &State, tendon: usize) -> [f64; 2] {
    let plastic = usize::try_from(m.tendon.plasticadr[tendon]).ok();
    match plastic.and_then(|start| state.plastic.get(start..start + 2)) {
        Some(rest) => [rest[0], rest[1]],
        None => m.tendon.lengthspring[tendon],
    }
}

/// How far a length is outside of a range.
#[inline]
pub fn outside(length: f64, [lower, upper]: [f64; 2]) -> f64 {
    if length > upper {
        length - upper
    } else if length < lower {
        length - lower
    } else {
        0.0
    }
}

/// Adds the forces of joint springs to `out`.
pub fn joints(m: &Model, awake: Awake<'_>, state: &State, out: &mut [f64]) {
    awake.each_joint(m, |j| {
        let stiffness = joint_stiffness(m, j);
        if stiffness.is_zero() {
            return;
        }
        let mut pull = |start: usize, x: ligament_math::Vec3| {
            let scale = -stiffness.coefficient(x.norm());
            for k in 0..3 {
                out[start + k] += scale * x[k];
            }
        };
        let dof = joint::dofs(m, j).start;
        match joint_stretch(m, state, j) {
            Stretch::Scalar(x) => out[dof] = -x * stiffness.coefficient(x),
            Stretch::Ball(turn) => pull(dof, turn),
            Stretch::Free(shift, turn) => {
                pull(dof, shift);
                pull(dof + 3, turn);
            }
        }
    });
}

/// How far the spring of a joint is stretched.
pub fn joint_stretch(m: &Model, state: &State, joint: usize) -> Stretch {
    let q = joint::positions(m, joint);
    let rest = joint_rest(m, state, joint, q.clone());
    joint::stretch(joint::kind(m, joint), &state.qpos[q], rest)
}

/// Adds the forces of tendon springs to `out`.
pub fn tendons(m: &Model, awake: Awake<'_>, state: &State, path: &Path, out: &mut [f64]) {
    for i in 0..m.size.ntendon {
        let stiffness = tendon_stiffness(m, i);
        if stiffness.is_zero() || !awake.tendon(m, i) {
            continue;
        }
        let x = outside(path.ten_length[i], tendon_rest(m, state, i));
        if x != 0.0 {
            add_along(m, path, i, -x * stiffness.coefficient(x), out);
        }
    }
}

/// Adds the generalized force of a force along a tendon.
pub fn add_along(m: &Model, path: &Path, tendon: usize, force: f64, out: &mut [f64]) {
    let entries = m.tendon_entries(tendon);
    let columns = &m.tendon.J_colind[entries.clone()];
    for (&dof, &j) in columns.iter().zip(&path.ten_J[entries]) {
        out[dof as usize] += j * force;
    }
}

/// Energy of all springs.
pub fn potential(m: &Model, state: &State, path: &Path) -> f64 {
    let mut energy = 0.0;
    for j in 0..m.size.njnt {
        let stiffness = joint_stiffness(m, j);
        if stiffness.is_zero() {
            continue;
        }
        energy += match joint_stretch(m, state, j) {
            Stretch::Scalar(x) => stiffness.potential(x),
            Stretch::Ball(turn) => stiffness.potential(turn.norm()),
            Stretch::Free(shift, turn) => {
                stiffness.potential(shift.norm()) + stiffness.potential(turn.norm())
            }
        };
    }
    for i in 0..m.size.ntendon {
        let x = outside(path.ten_length[i], tendon_rest(m, state, i));
        energy += tendon_stiffness(m, i).potential(x);
    }
    energy
}
