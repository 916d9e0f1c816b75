//! The inertia matrix in joint space, by composite rigid bodies, and its factorization.
//!
//! With I_b the inertia of the subtree of body b and s_i the motion axis of degree of freedom i of body b,
//! M_ij = s_j · I_b s_i for every ancestor j of i. Armature adds to the diagonal, and a tendon with armature a and
//! Jacobian J adds a Jᵀ J, restricted to pairs on one branch.

use ligament_math::{Real, kernel, sparse};
use ligament_model::Model;

use super::transmission::{ActsOn, acts_on};
use crate::awake::Awake;
use crate::data::{Inertia, Pose};

kernel! {
    /// Composite inertias and the inertia matrix. `ten_jacobian` are the entries of the tendon Jacobian.
    ///
    /// Reads `cinert`, `cdof`. Writes `crb`, `M`.
    pub fn make_m<'a, T: Real>(
        m: &'a Model,
        awake: &'a Awake<'a>,
        pose: &'a Pose<T>,
        ten_jacobian: &'a [T],
        inertia: &'a mut Inertia<T>,
    ) = rows_of_m;
}

#[inline(always)]
fn rows_of_m<T: Real>(
    m: &Model,
    awake: &Awake<'_>,
    pose: &Pose<T>,
    ten_jacobian: &[T],
    inertia: &mut Inertia<T>,
) {
    rows_of_bodies(m, awake, pose, inertia);
    tendon_armature(m, awake, ten_jacobian, &mut inertia.M);
}

/// Composite inertias, and the inertia matrix without the armature of tendons.
///
/// Reads `cinert`, `cdof`. Writes `crb`, `M`.
#[inline(always)]
pub fn rows_of_bodies<T: Real>(
    m: &Model,
    awake: &Awake<'_>,
    pose: &Pose<T>,
    inertia: &mut Inertia<T>,
) {
    composite(m, awake, pose, inertia);
    let (pattern, cdof) = (m.inertia_pattern(), &pose.cdof[..]);
    for &i in awake.dofs {
        let i = i as usize;
        let row = &mut inertia.M[pattern.row_range(i)];
        if m.dof.simplenum[i] != 0 {
            row.fill(T::from_f64(m.dof.M0[i]));
            continue;
        }
        let momentum = inertia.crb[m.dof.bodyid[i].index()].mul(cdof[i]);
        let columns = &pattern.row_columns(i)[..row.len()];
        for p in 0..row.len() {
            row[p] = cdof[columns[p] as usize].dot(momentum);
        }
        if let Some(diagonal) = row.last_mut() {
            *diagonal += T::from_f64(dof_armature(m, i));
        }
    }
}

/// Inertia of every subtree about the centre of mass of its tree.
#[inline]
pub fn composite<T: Real>(m: &Model, awake: &Awake<'_>, pose: &Pose<T>, inertia: &mut Inertia<T>) {
    let crb = &mut inertia.crb[..];
    if awake.all {
        crb.copy_from_slice(&pose.cinert);
    } else {
        for &body in awake.bodies {
            crb[body as usize] = pose.cinert[body as usize];
        }
    }
    for &body in awake.bodies.iter().skip(1).rev() {
        let body = body as usize;
        let parent = m.body.parentid[body].index();
        if parent > 0 {
            let child = crb[body];
            crb[parent] += child;
        }
    }
}

/// Armature of a degree of freedom, its own and that of the actuators of its joint.
#[inline]
pub fn dof_armature(m: &Model, dof: usize) -> f64 {
    let joint = m.dof.jntid[dof].index();
    m.dof.armature[dof] + actuator_armature(m, Target::Joint(joint))
}

/// What the armature of an actuator is added to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A joint.
    Joint(usize),
    /// A tendon.
    Tendon(usize),
}

/// True if an actuator acts on a target directly.
pub fn drives(m: &Model, actuator: usize, target: Target) -> bool {
    let on = acts_on(m, actuator);
    match target {
        Target::Joint(joint) => on == ActsOn::Joint(joint),
        Target::Tendon(tendon) => on == ActsOn::Tendon(tendon),
    }
}

/// Armature that actuators add to their target, scaled by the square of the gear ratio.
#[inline]
pub fn actuator_armature(m: &Model, target: Target) -> f64 {
    if names_actuator(m, target) == -1 {
        return 0.0;
    }
    let reflected = actuators_of(m, target).map(|(i, ratio)| m.actuator.armature[i] * ratio);
    reflected.sum()
}

/// What a target says about actuators with armature or damping: its only one, or -1 for none, or another negative number
/// for several.
#[inline]
fn names_actuator(m: &Model, target: Target) -> i32 {
    match target {
        Target::Joint(joint) => m.jnt.actuatorid[joint].0,
        Target::Tendon(tendon) => m.tendon.actuatorid[tendon].0,
    }
}

/// The actuators whose armature and damping a target takes on, each with the square of its gear ratio.
pub fn actuators_of(m: &Model, target: Target) -> impl Iterator<Item = (usize, f64)> + '_ {
    let named = names_actuator(m, target);
    let range = match usize::try_from(named) {
        Ok(only) => only..only + 1,
        Err(_) if named == -1 => 0..0,
        Err(_) => 0..m.size.nactuator,
    };
    range
        .filter(move |&i| named >= 0 || drives(m, i, target))
        .map(|i| {
            let gear = m.actuator_outputs(i).next();
            let gear = gear.map_or(0.0, |o| m.actuator.gear[o][0]);
            (i, gear * gear)
        })
}

/// Adds the armature of tendons to the inertia matrix.
fn tendon_armature<T: Real>(m: &Model, awake: &Awake<'_>, ten_jacobian: &[T], values: &mut [T]) {
    let pattern = m.inertia_pattern();
    for tendon in 0..m.size.ntendon {
        let armature = m.tendon.armature[tendon] + actuator_armature(m, Target::Tendon(tendon));
        if armature == 0.0 || !awake.tendon(m, tendon) {
            continue;
        }
        let entries = m.tendon_entries(tendon);
        let (columns, jacobian) = (&m.tendon.J_colind[entries.clone()], &ten_jacobian[entries]);
        for (&i, &ji) in columns.iter().zip(jacobian) {
            let row = pattern.row_range(i as usize);
            add_matching(
                &mut values[row.clone()],
                &m.sparse.M_colind[row],
                jacobian,
                columns,
                T::from_f64(armature) * ji,
            );
        }
    }
}

/// Adds `scale * source` to `target` where both sparse vectors have the same index; indices increase.
pub(crate) fn add_matching<T: Real>(
    target: &mut [T],
    target_index: &[i32],
    source: &[T],
    source_index: &[i32],
    scale: T,
) {
    let mut from = source_index.iter().zip(source).peekable();
    for (entry, &index) in target.iter_mut().zip(target_index) {
        while from.next_if(|(i, _)| **i < index).is_some() {}
        if let Some((_, &value)) = from.next_if(|(i, _)| **i == index) {
            *entry += scale * value;
        }
    }
}

/// Factors the inertia matrix. Returns the largest degree of freedom whose pivot had to be raised, or -1.
///
/// Reads `M`. Writes `qLD`, `qLDiagInv`.
pub fn factor_m<T: Real>(m: &Model, awake: &Awake<'_>, inertia: &mut Inertia<T>) -> T {
    let (pattern, ld) = (m.inertia_pattern(), &mut inertia.qLD);
    let mut raised = -T::ONE;
    // trees sleep and wake as a whole
    for rows in awake.runs_of_dofs() {
        let entries = pattern.rows_range(rows.clone());
        ld[entries.clone()].copy_from_slice(&inertia.M[entries]);
        raised = raised.max(sparse::factor_trees(
            pattern,
            ld,
            &mut inertia.qLDiagInv,
            rows,
        ));
    }
    raised
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_shared_indices_are_added() {
        let mut target = [1.0, 1.0, 1.0];
        add_matching(
            &mut target,
            &[0, 2, 5],
            &[10.0, 20.0, 30.0],
            &[1, 2, 5],
            0.5,
        );
        assert_eq!(target, [1.0, 11.0, 16.0]);
    }
}
