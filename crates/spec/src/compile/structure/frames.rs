//! Frames that coincide, so that the engine need not compute them twice.

use ligament_math::{Quat, Vec3};
use ligament_model::Model;
use ligament_model::enums::SameFrame;

/// Components closer than this are equal.
const CLOSE: f64 = 1e-6;

/// True if two positions coincide.
pub(super) fn same_position(a: Vec3, b: Vec3) -> bool {
    a.0.iter().zip(b.0).all(|(x, y)| (x - y).abs() < CLOSE)
}

/// True if two orientations coincide; a quaternion and its negative are the same.
fn same_orientation(a: Quat, b: Quat) -> bool {
    let close = |sign: f64| {
        a.0.iter()
            .zip(b.0)
            .all(|(x, y)| (x - sign * y).abs() < CLOSE)
    };
    close(1.0) || close(-1.0)
}

/// How a frame in a body relates to the body's own frame, or else to its inertial frame.
fn relation(pos: Vec3, quat: Quat, inertial: Option<(Vec3, Quat)>) -> SameFrame {
    let origin = Vec3([0.0; 3]);
    if same_orientation(quat, Quat::IDENTITY) {
        return if same_position(pos, origin) {
            SameFrame::Body
        } else {
            SameFrame::BodyRot
        };
    }
    match inertial {
        Some((ipos, iquat)) if same_orientation(quat, iquat) => {
            if same_position(pos, ipos) {
                SameFrame::Inertia
            } else {
                SameFrame::InertiaRot
            }
        }
        _ => SameFrame::None,
    }
}

/// Compares the frames of bodies, geoms and sites.
pub(super) fn compare(m: &mut Model) {
    let inertial: Vec<(Vec3, Quat)> = m
        .body
        .ipos
        .iter()
        .copied()
        .zip(m.body.iquat.iter().copied())
        .collect();
    for (out, &(pos, quat)) in m.body.sameframe.iter_mut().zip(&inertial) {
        *out = relation(pos, quat, None) as u8;
    }
    let g = &mut m.geom;
    for i in 0..g.pos.len() {
        let body = inertial.get(g.bodyid[i].index()).copied();
        g.sameframe[i] = relation(g.pos[i], g.quat[i], body) as u8;
    }
    let s = &mut m.site;
    for i in 0..s.pos.len() {
        let body = inertial.get(s.bodyid[i].index()).copied();
        s.sameframe[i] = relation(s.pos[i], s.quat[i], body) as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quaternion_and_its_negative_are_one_orientation() {
        let half = core::f64::consts::FRAC_1_SQRT_2;
        let turned = Quat([half, half, 0.0, 0.0]);
        let at = Vec3([1.0, 0.0, 0.0]);
        assert_eq!(
            relation(at, turned, Some((at, -turned))),
            SameFrame::Inertia
        );
        assert_eq!(
            relation(at, turned, Some((-at, turned))),
            SameFrame::InertiaRot
        );
        assert_eq!(relation(at, -Quat::IDENTITY, None), SameFrame::BodyRot);
        assert_eq!(
            relation(Vec3([1e-7; 3]), Quat::IDENTITY, None),
            SameFrame::Body
        );
    }
}
