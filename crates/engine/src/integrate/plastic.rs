//! Plastic springs: rests that follow where a spring is stretched beyond its yield.
//!
//! A spring with rest r and yield y at position x keeps its rest while |x − r| ≤ y; beyond, the rest moves towards x
//! until the distance is y.

use ligament_math::{Quat, Vec3};
use ligament_model::Model;
use ligament_model::enums::JointType;

use crate::data::Path;
use crate::joint;

/// How far a rest moves when the distance to it is `stretch`.
fn slip(stretch: f64, yield_at: f64) -> f64 {
    if stretch > yield_at {
        stretch - yield_at
    } else if stretch < -yield_at {
        stretch + yield_at
    } else {
        0.0
    }
}

/// Rests of joint springs at positions `qpos`.
pub(super) fn joints(m: &Model, qpos: &[f64], plastic: &mut [f64]) {
    for j in 0..m.size.njnt {
        let Ok(adr) = usize::try_from(m.jnt.plasticadr[j]) else {
            continue;
        };
        let q = &qpos[joint::positions(m, j)];
        let yield_at = m.jnt.springyield[j];
        match joint::kind(m, j) {
            JointType::Slide | JointType::Hinge => {
                plastic[adr] += slip(q[0] - plastic[adr], yield_at)
            }
            JointType::Ball => turn_rest(q, yield_at, &mut plastic[adr..adr + 4]),
            JointType::Free => {}
        }
    }
}

/// Turns the rest of a ball joint about the axis of its deflection.
fn turn_rest(q: &[f64], yield_at: f64, plastic: &mut [f64]) {
    let quat = |q: &[f64]| Quat([q[0], q[1], q[2], q[3]]).normalized();
    let rest = quat(plastic);
    let deflection = quat(q).sub(rest);
    let angle = deflection.norm();
    if angle > yield_at {
        let turn: Vec3 = deflection * ((angle - yield_at) / angle);
        let turned = rest.mul(Quat::from_rotation_vector(turn)).normalized();
        plastic.copy_from_slice(&turned.0);
    }
}

/// Ranges of rest lengths of tendon springs, at the lengths that follow from the velocities `qvel` after a time `dt`.
///
/// Reads `ten_length`, `ten_J`.
pub(super) fn tendons(m: &Model, path: &Path, qvel: &[f64], dt: f64, plastic: &mut [f64]) {
    for t in 0..m.size.ntendon {
        let Ok(adr) = usize::try_from(m.tendon.plasticadr[t]) else {
            continue;
        };
        let entries = m.tendon_entries(t);
        let columns = m.tendon.J_colind[entries.clone()].iter();
        let speed: f64 = columns
            .zip(&path.ten_J[entries])
            .map(|(&dof, j)| j * qvel[dof as usize])
            .sum();
        let length = path.ten_length[t] + dt * speed;
        let rest = &mut plastic[adr..adr + 2];
        let yield_at = m.tendon.springyield[t];
        // a tendon that is slack down to zero length yields in tension only, and stays slack down to zero
        let slack = m.tendon.lengthspring[t][0] == 0.0 && m.tendon.lengthspring[t][1] > 0.0;
        if length > rest[1] {
            let slip = slip(length - rest[1], yield_at);
            rest[1] += slip;
            if !slack {
                rest[0] += slip;
            }
        } else if length < rest[0] && !slack {
            let slip = slip(length - rest[0], yield_at);
            rest[0] += slip;
            rest[1] += slip;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rest_moves_until_the_stretch_is_the_yield() {
        for stretch in [-0.5, -0.1, 0.0, 0.2, 0.7] {
            let rest = slip(stretch, 0.2);
            assert!((stretch - rest).abs() <= 0.2 + 1e-15);
            assert!(rest == 0.0 || ((stretch - rest).abs() - 0.2).abs() < 1e-15);
        }
    }

    #[test]
    fn a_turned_rest_keeps_the_axis() {
        let q = Quat::from_rotation_vector(Vec3([0.3, -0.2, 0.1]));
        let mut rest = Quat::<f64>::IDENTITY.0;
        turn_rest(&q.0, 0.1, &mut rest);
        let left = q.sub(Quat(rest));
        assert!((left.norm() - 0.1).abs() < 1e-15);
        assert!(left.cross(Vec3([0.3, -0.2, 0.1])).norm() < 1e-15);
    }
}
