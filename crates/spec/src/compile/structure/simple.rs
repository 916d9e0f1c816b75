//! Simple bodies: those whose block of the inertia matrix is diagonal.
//!
//! A body is simple if its inertial frame is its own, nothing is attached to it, what it is attached to does not move,
//! and its joints are centred, aligned with its axes, and rotate at most once.

use ligament_math::Vec3;
use ligament_model::Model;
use ligament_model::enums::{SameFrame, TransmissionType, WrapType};

use super::super::orientation::TINY;
use super::super::tree::{BodyData, JointData, Tree};
use super::frames::same_position;

/// Diagonal inertia.
const DIAGONAL: u8 = 1;
/// Diagonal inertia that does not change, because there are only slides.
const CONSTANT: u8 = 2;

/// Finds simple bodies and runs of simple dofs.
pub(super) fn find(m: &mut Model, tree: &Tree) {
    let mut has_children = vec![false; tree.bodies.len()];
    for body in tree.bodies.iter().skip(1) {
        has_children[body.parent] = body.parent > 0 || has_children[body.parent];
    }
    for (b, body) in tree.bodies.iter().enumerate() {
        let aligned = m.body.sameframe[b] == SameFrame::Body as u8;
        let simple = body.simple
            && aligned
            && !has_children[b]
            && is_held_still(tree, body)
            && joints_are_simple(&tree.joints[body.joints.clone()]);
        m.body.simple[b] = match simple {
            false => 0,
            true if only_slides(tree, body) => CONSTANT,
            true => DIAGONAL,
        };
    }
    demote_tendon_bodies(m);
    let mut run = 0;
    for d in (0..m.size.nv).rev() {
        let simple = m.body.simple[m.dof.bodyid[d].index()] > 0;
        run = if simple { run + 1 } else { 0 };
        m.dof.simplenum[d] = run;
    }
}

/// True for the world, its children, and children of its fixed children.
fn is_held_still(tree: &Tree, body: &BodyData) -> bool {
    let parent = &tree.bodies[body.parent];
    body.parent == 0 || (parent.parent == 0 && parent.dofs == 0)
}

fn only_slides(tree: &Tree, body: &BodyData) -> bool {
    let joints = &tree.joints[body.joints.clone()];
    !joints.is_empty() && joints.iter().all(|j| j.element.kind.facts().is_slide())
}

fn joints_are_simple(joints: &[JointData]) -> bool {
    let mut rotated = false;
    joints.iter().all(|joint| {
        let e = &joint.element;
        let along_one_axis = e.axis.iter().filter(|x| x.abs() > TINY).count() == 1;
        let facts = e.kind.facts();
        let aligned = along_one_axis || !facts.is_scalar();
        let simple = !rotated && aligned && same_position(Vec3(e.pos), Vec3([0.0; 3]));
        rotated |= facts.turns;
        simple
    })
}

/// True if a tendon has inertia, of its own or of an actuator.
fn has_inertia(m: &Model, tendon: usize) -> bool {
    let a = &m.actuator;
    let acts = |i: usize| {
        a.trntype[i].is(TransmissionType::Tendon) && usize::try_from(a.trnid[i][0]) == Ok(tendon)
    };
    m.tendon.armature[tendon] != 0.0
        || (0..m.size.nactuator).any(|i| a.armature[i] != 0.0 && acts(i))
}

/// Tendons with inertia couple the bodies they touch.
fn demote_tendon_bodies(m: &mut Model) {
    for t in 0..m.size.ntendon {
        if !has_inertia(m, t) {
            continue;
        }
        let start = usize::try_from(m.tendon.adr[t]).unwrap_or(0);
        let count = usize::try_from(m.tendon.num[t]).unwrap_or(0);
        for w in start..start + count {
            let object = usize::try_from(m.wrap.objid[w]).unwrap_or(usize::MAX);
            let body = match m.wrap.kind[w].get() {
                Some(WrapType::Joint) => m.jnt.bodyid.get(object),
                Some(WrapType::Site) => m.site.bodyid.get(object),
                Some(WrapType::Sphere | WrapType::Cylinder) => m.geom.bodyid.get(object),
                _ => None,
            };
            if let Some(simple) = body.and_then(|b| m.body.simple.get_mut(b.index())) {
                *simple = 0;
            }
        }
    }
}
