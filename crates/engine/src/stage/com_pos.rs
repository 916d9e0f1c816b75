//! Quantities about centres of mass: `subtree_com`, and the inertias and motion axes expressed about the centre of mass
//! of the whole tree that a body belongs to.

use ligament_math::{Inertia10, MINVAL, Real, Vec3, kernel};
use ligament_model::Model;

use crate::awake::Awake;
use crate::data::Pose;
use crate::joint;

kernel! {
    /// Centres of mass, com-based inertias and com-based motion axes.
    ///
    /// Reads body and joint poses. Writes `subtree_com`, `cinert`, `cdof`.
    pub fn com_pos<'a, T: Real>(m: &'a Model, awake: Awake<'a>, pose: &'a mut Pose<T>) = about_com;
}

#[inline(always)]
fn about_com<T: Real>(m: &Model, awake: Awake<'_>, pose: &mut Pose<T>) {
    subtree_com(m, awake, pose);
    if let Some(world) = pose.cinert.first_mut() {
        *world = Inertia10::ZERO;
    }
    for &body in awake.bodies.iter().skip(1) {
        let body = body as usize;
        let reference = pose.subtree_com[m.body.rootid[body].index()];
        pose.cinert[body] = Inertia10::from_principal(
            Vec3::from_f64(m.body.inertia[body]),
            &pose.ximat[body],
            pose.xipos[body] - reference,
            T::from_f64(m.body.mass[body]),
        );
        for j in m.body_joints(body) {
            let start = m.jnt.dofadr[j] as usize;
            joint::subspace(
                joint::kind(m, j),
                pose.xaxis[j],
                &pose.xmat[body],
                reference - pose.xanchor[j],
                &mut pose.cdof[start..],
            );
        }
    }
}

/// Centre of mass of every subtree: moments of mass summed from the leaves to the root, divided by subtree masses.
#[inline(always)]
fn subtree_com<T: Real>(m: &Model, awake: Awake<'_>, pose: &mut Pose<T>) {
    let com = &mut pose.subtree_com[..];
    for &body in awake.bodies {
        let body = body as usize;
        com[body] = pose.xipos[body] * T::from_f64(m.body.mass[body]);
    }
    // siblings mostly follow each other: their sum is stored when another parent's turn comes
    let (mut parent, mut sum) = (0, com.first().copied().unwrap_or_default());
    for &body in awake.parents.iter().rev() {
        let body = body as usize;
        if body == 0 {
            continue;
        }
        let above = m.body.parentid[body].index();
        if above != parent {
            com[parent] = sum;
            (parent, sum) = (above, com[above]);
        }
        // of a sleeping subtree the centre is known, not the moment
        let moment = match awake.body(body) {
            true => com[body],
            false => com[body] * T::from_f64(m.body.subtreemass[body]),
        };
        sum += moment;
    }
    if let Some(last) = com.get_mut(parent) {
        *last = sum;
    }
    for &body in awake.bodies {
        let body = body as usize;
        let mass = m.body.subtreemass[body];
        com[body] = if mass < MINVAL {
            pose.xipos[body]
        } else {
            com[body] * T::from_f64(1.0 / mass)
        };
    }
}
