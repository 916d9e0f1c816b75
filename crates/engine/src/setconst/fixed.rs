//! Constants independent of the configuration: masses, counts, coinciding frames, trees, and the actuators that joints
//! and tendons take damping and armature from.

use ligament_math::{Quat, Vec3};
use ligament_model::Model;
use ligament_model::enums::SameFrame;
use ligament_model::id::{ActuatorId, TreeId};

use crate::stage::inertia::{Target, drives};

/// Coordinates closer than this are equal.
const FRAME_TOLERANCE: f64 = 1e-6;
/// Stands for several actuators on one joint or tendon.
const SEVERAL: ActuatorId = ActuatorId(-2);

/// Writes what needs no poses.
pub(super) fn set(m: &mut Model) {
    subtree_mass(m);
    counts(m);
    same_frames(m);
    contributing_actuators(m);
    trees(m);
}

/// Mass of every subtree.
fn subtree_mass(m: &mut Model) {
    let b = &mut *m.body;
    b.subtreemass.copy_from_slice(&b.mass);
    for body in (1..m.size.nbody).rev() {
        let mass = b.subtreemass[body];
        b.subtreemass[b.parentid[body].index()] += mass;
    }
}

/// Counts and flags that say which features a model uses.
fn counts(m: &mut Model) {
    m.size.ngravcomp = m.body.gravcomp.iter().filter(|&&g| g > 0.0).count();
    m.flg_gravcomp = (m.size.ngravcomp > 0).into();
    let moving = |v: &[f64; 6]| v.iter().any(|&x| x != 0.0);
    m.flg_surfacevel = m.geom.surfacevel.iter().any(moving).into();
    let mut adhesion = m.geom.adhesion.iter().chain(&m.pair.adhesion);
    m.flg_adhesion = adhesion.any(|&a| a != 0.0).into();
    let most = |counts: &[i32]| {
        let most = counts.iter().copied().max().unwrap_or(0);
        usize::try_from(most).unwrap_or(0)
    };
    m.size.npolygonmax = most(&m.mesh.polyvertnum);
    m.size.nmeshdegmax = most(&m.mesh.polymapnum);
}

fn same_point(a: Vec3, b: Vec3) -> bool {
    (a - b).0.iter().all(|d| d.abs() < FRAME_TOLERANCE)
}

/// Equality of rotations: a quaternion and its negative are the same.
fn same_rotation(a: Quat, b: Quat) -> bool {
    let close = |sign: f64| (0..4).all(|k| (a[k] - sign * b[k]).abs() < FRAME_TOLERANCE);
    close(1.0) || close(-1.0)
}

/// How a frame fixed to a body relates to the frames of the body and of its inertia.
fn relation(pos: Vec3, quat: Quat, inertia: Option<(Vec3, Quat)>) -> u8 {
    let kind = if same_rotation(quat, Quat::IDENTITY) {
        if same_point(pos, Vec3::ZERO) {
            SameFrame::Body
        } else {
            SameFrame::BodyRot
        }
    } else {
        match inertia.filter(|(_, iquat)| same_rotation(quat, *iquat)) {
            Some((ipos, _)) if same_point(pos, ipos) => SameFrame::Inertia,
            Some(_) => SameFrame::InertiaRot,
            None => SameFrame::None,
        }
    };
    kind as u8
}

/// Marks frames that coincide with others.
fn same_frames(m: &mut Model) {
    for i in 0..m.size.nbody {
        m.body.sameframe[i] = relation(m.body.ipos[i], m.body.iquat[i], None);
    }
    for i in 0..m.size.ngeom {
        let b = m.geom.bodyid[i].index();
        let inertia = Some((m.body.ipos[b], m.body.iquat[b]));
        m.geom.sameframe[i] = relation(m.geom.pos[i], m.geom.quat[i], inertia);
    }
    for i in 0..m.size.nsite {
        let b = m.site.bodyid[i].index();
        let inertia = Some((m.body.ipos[b], m.body.iquat[b]));
        m.site.sameframe[i] = relation(m.site.pos[i], m.site.quat[i], inertia);
    }
}

/// For every joint and tendon the one actuator that gives it damping or armature, or a mark for several.
fn contributing_actuators(m: &mut Model) {
    m.jnt.actuatorid.fill(ActuatorId::NONE);
    m.tendon.actuatorid.fill(ActuatorId::NONE);
    for i in 0..m.size.nactuator {
        let a = &m.actuator;
        let idle = a.damping[i] == 0.0 && a.dampingpoly[i] == [0.0; 2] && a.armature[i] == 0.0;
        let Ok(target) = usize::try_from(a.trnid[i][0]) else {
            continue;
        };
        let slot = if drives(m, i, Target::Joint(target)) {
            m.jnt.actuatorid.get_mut(target)
        } else if drives(m, i, Target::Tendon(target)) {
            m.tendon.actuatorid.get_mut(target)
        } else {
            None
        };
        if let Some(slot) = slot.filter(|_| !idle) {
            *slot = if *slot == ActuatorId::NONE {
                ActuatorId::from(i)
            } else {
                SEVERAL
            };
        }
    }
}

/// The tree of every body, and the bodies and degrees of freedom of every tree.
fn trees(m: &mut Model) {
    for body in 0..m.size.nbody {
        let carrier = m.body.weldid[body].index();
        m.body.treeid[body] = m
            .body_dofs(carrier)
            .next()
            .map_or(TreeId::NONE, |d| m.dof.treeid[d]);
    }
    let tree = &mut *m.tree;
    let bodies = m.body.treeid.iter().skip(1).map(|t| t.0);
    spans(bodies, 1, &mut tree.bodyadr, &mut tree.bodynum);
    let dofs = m.dof.treeid.iter().map(|t| t.0);
    spans(dofs, 0, &mut tree.dofadr, &mut tree.dofnum);
}

/// Where each tree starts in a list of tree ids whose first entry has number `first`, and how many entries it has.
fn spans(ids: impl Iterator<Item = i32>, first: i32, start: &mut [i32], count: &mut [i32]) {
    count.fill(0);
    for (place, id) in (first..).zip(ids) {
        let tree = usize::try_from(id).unwrap_or(usize::MAX);
        if let (Some(start), Some(count)) = (start.get_mut(tree), count.get_mut(tree)) {
            if *count == 0 {
                *start = place;
            }
            *count += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_compared_up_to_the_sign_of_the_quaternion() {
        let turned = Quat([0.8, 0.6, 0.0, 0.0]);
        let at = Vec3([0.1, 0.0, 0.0]);
        let inertia = Some((at, -turned));
        assert_eq!(
            relation(Vec3::ZERO, -Quat::IDENTITY, inertia),
            SameFrame::Body as u8
        );
        assert_eq!(
            relation(at, Quat::IDENTITY, inertia),
            SameFrame::BodyRot as u8
        );
        assert_eq!(relation(at, turned, inertia), SameFrame::Inertia as u8);
        assert_eq!(
            relation(Vec3::ZERO, turned, inertia),
            SameFrame::InertiaRot as u8
        );
        assert_eq!(relation(at, turned, None), SameFrame::None as u8);
    }

    #[test]
    fn spans_skip_entries_without_a_tree() {
        let (mut start, mut count) = ([9; 2], [9; 2]);
        spans([-1, 0, 0, -1, 1].into_iter(), 1, &mut start, &mut count);
        assert_eq!((start, count), ([2, 5], [2, 1]));
    }
}
