//! Quantities about centres of mass: `subtree_com`, and the inertias and motion axes expressed about the centre of mass
//! of the whole tree that a body belongs to.

use ligament_math::{Inertia10, MINVAL, Vec3};
use ligament_model::Model;

use crate::data::Pose;
use crate::joint;

/// Centres of mass, com-based inertias and com-based motion axes.
///
/// Reads body and joint poses. Writes `subtree_com`, `cinert`, `cdof`.
pub fn com_pos(m: &Model, pose: &mut Pose) {
    subtree_com(m, pose);
    if let Some(world) = pose.cinert.first_mut() {
        *world = Inertia10::ZERO;
    }
    for body in 1..m.size.nbody {
        let reference = pose.subtree_com[m.body.rootid[body].index()];
        pose.cinert[body] = Inertia10::from_principal(
            m.body.inertia[body],
            &pose.ximat[body],
            pose.xipos[body] - reference,
            m.body.mass[body],
        );
        for j in m.body_joints(body) {
            joint::subspace(
                joint::kind(m, j),
                pose.xaxis[j],
                &pose.xmat[body],
                reference - pose.xanchor[j],
                &mut pose.cdof[joint::dofs(m, j)],
            );
        }
    }
}

/// Centre of mass of every subtree: moments of mass summed from the leaves to the root, divided by subtree masses.
fn subtree_com(m: &Model, pose: &mut Pose) {
    for body in 0..m.size.nbody {
        pose.subtree_com[body] = pose.xipos[body] * m.body.mass[body];
    }
    for body in (1..m.size.nbody).rev() {
        let moment: Vec3 = pose.subtree_com[body];
        pose.subtree_com[m.body.parentid[body].index()] += moment;
    }
    for body in 0..m.size.nbody {
        let mass = m.body.subtreemass[body];
        pose.subtree_com[body] = if mass < MINVAL {
            pose.xipos[body]
        } else {
            pose.subtree_com[body] * (1.0 / mass)
        };
    }
}
