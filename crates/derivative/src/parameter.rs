//! Parameters of a model that steps can be differentiated by.
//!
//! Inverse dynamics is linear in the inertia of a body: with the change δI the force of the body changes by
//! δI A + V ×* δI V. All other parameters here are factors of single forces. Constants that the compiler derives from
//! parameters (`dof_invweight0` and the like) are held fixed.

use ligament_engine::data::{Data, RowKind};
use ligament_engine::joint::{self, Stretch};
use ligament_engine::passive::spring;
use ligament_math::{Force, Inertia10, Motion, Vec3};
use ligament_model::Model;
use ligament_model::enums::DisableFlags;

use crate::error::Refusal;
use crate::space::{Matrix, Space};
use crate::tree::{Flow, Tree};

/// A number of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// A component of gravity.
    Gravity(usize),
    /// The mass of a body; its moments of inertia about its centre are held.
    BodyMass(usize),
    /// A component of the centre of mass of a body, `body_ipos`.
    BodyCentre(usize, usize),
    /// A principal moment of inertia of a body.
    BodyInertia(usize, usize),
    /// The armature of a degree of freedom.
    DofArmature(usize),
    /// The linear damping of a degree of freedom.
    DofDamping(usize),
    /// The dry friction of a degree of freedom.
    DofFrictionloss(usize),
    /// The linear stiffness of a joint.
    JointStiffness(usize),
}

impl Parameter {
    /// Refuses what the model does not have, and what forces depend on in more ways than are known here.
    pub(crate) fn check(self, m: &Model) -> Result<(), Refusal> {
        let bound = |i: usize, n: usize| match i < n {
            true => Ok(()),
            false => Err(Refusal::Parameter("no such parameter")),
        };
        match self {
            Self::Gravity(k) => bound(k, 3)?,
            Self::BodyMass(b) => {
                bound(b, m.size.nbody)?;
                inertial(m, b)?;
            }
            Self::BodyCentre(b, k) | Self::BodyInertia(b, k) => {
                bound(b, m.size.nbody)?;
                bound(k, 3)?;
                inertial(m, b)?;
            }
            Self::DofArmature(i) | Self::DofDamping(i) | Self::DofFrictionloss(i) => {
                bound(i, m.size.nv)?;
            }
            Self::JointStiffness(j) => bound(j, m.size.njnt)?,
        }
        let compensated = m.size.ngravcomp > 0;
        if compensated && matches!(self, Self::Gravity(_)) {
            return Err(Refusal::Parameter("gravity with gravity compensation"));
        }
        Ok(())
    }

    /// The change of a body's inertia with this parameter.
    fn inertia(self, m: &Model, d: &Data, tree: &Tree) -> Option<(usize, Inertia10)> {
        let offset = |b: usize| d.pose.xipos[b] - tree.origin;
        match self {
            Self::BodyMass(b) => {
                let axes = &d.pose.ximat[b];
                let unit = Inertia10::from_principal(Vec3::ZERO, axes, offset(b), 1.0);
                Some((b, unit))
            }
            Self::BodyInertia(b, k) => {
                let mut principal = Vec3::ZERO;
                principal[k] = 1.0;
                let axes = &d.pose.ximat[b];
                let unit = Inertia10::from_principal(principal, axes, Vec3::ZERO, 0.0);
                Some((b, unit))
            }
            Self::BodyCentre(b, k) => {
                // m (2 o·δ − o δᵀ − δ oᵀ) and m δ
                let (o, way, mass) = (offset(b), d.pose.xmat[b].col(k), m.body.mass[b]);
                let along = 2.0 * o.dot(way);
                let entry = |r: usize, c: usize| {
                    let diagonal = if r == c { along } else { 0.0 };
                    mass * (diagonal - o[r] * way[c] - way[r] * o[c])
                };
                let first = way * mass;
                Some((
                    b,
                    Inertia10([
                        entry(0, 0),
                        entry(1, 1),
                        entry(2, 2),
                        entry(0, 1),
                        entry(0, 2),
                        entry(1, 2),
                        first[0],
                        first[1],
                        first[2],
                        0.0,
                    ]),
                ))
            }
            _ => None,
        }
    }
}

fn inertial(m: &Model, b: usize) -> Result<(), Refusal> {
    if m.opt.density > 0.0 || m.opt.viscosity > 0.0 {
        return Err(Refusal::Parameter("inertia of bodies in a medium"));
    }
    match m.body.gravcomp[b] != 0.0 {
        true => Err(Refusal::Parameter("inertia with gravity compensation")),
        false => Ok(()),
    }
}

/// What parameters are applied with.
pub(crate) struct ParameterIn<'a> {
    pub m: &'a Model,
    pub d: &'a Data,
    pub tree: &'a Tree,
    pub space: Space,
    pub list: &'a [Parameter],
}

impl ParameterIn<'_> {
    /// Adds `scale` times the change of generalized forces of inertia to the columns of the parameters.
    pub fn add_inertia(&self, flow: &Flow, scale: f64, keeps: Option<&[bool]>, out: &mut Matrix) {
        for (at, parameter) in self.list.iter().enumerate() {
            let Some((b, change)) = parameter.inertia(self.m, self.d, self.tree) else {
                continue;
            };
            let v = flow.vel.body[b];
            let force = change.mul(flow.acc[b]) + v.cross_force(change.mul(v));
            self.project(b, force, scale, keeps, at, out);
        }
    }

    fn project(
        &self,
        body: usize,
        force: Force,
        scale: f64,
        keeps: Option<&[bool]>,
        at: usize,
        out: &mut Matrix,
    ) {
        for dof in self.tree.chain(body) {
            if keeps.is_none_or(|keeps| keeps[dof]) {
                let x = scale * self.tree.axis[dof].dot(force);
                out.add(dof, self.space.parameter(at), x);
            }
        }
    }

    /// Adds the change of M x to the columns of the parameters.
    pub fn add_mass(&self, x: &[f64], out: &mut Matrix) {
        let still = vec![0.0; x.len()];
        let flow = Flow::new(self.tree, &still, x, Vec3::ZERO);
        self.add_inertia(&flow, 1.0, None, out);
        for (at, parameter) in self.list.iter().enumerate() {
            if let Parameter::DofArmature(dof) = *parameter {
                out.add(dof, self.space.parameter(at), x[dof]);
            }
        }
    }

    /// Adds `scale` times the change of damping times x.
    pub fn add_damping(&self, x: &[f64], scale: f64, out: &mut Matrix) {
        if self.m.opt.disables(DisableFlags::DAMPER) {
            return;
        }
        for (at, parameter) in self.list.iter().enumerate() {
            if let Parameter::DofDamping(dof) = *parameter {
                out.add(dof, self.space.parameter(at), scale * x[dof]);
            }
        }
    }

    /// Adds what forces exceed inertia by, at fixed acceleration.
    pub fn add_excess(&self, flow: &Flow, out: &mut Matrix) {
        let Self { m, d, space, .. } = self;
        self.add_inertia(flow, -1.0, None, out);
        self.add_damping(&d.state.qvel, -1.0, out);
        for (at, parameter) in self.list.iter().enumerate() {
            let column = space.parameter(at);
            match *parameter {
                Parameter::Gravity(k) if !m.opt.disables(DisableFlags::GRAVITY) => {
                    let mut pull = Vec3::ZERO;
                    pull[k] = 1.0;
                    let pull = Motion::from_parts(Vec3::ZERO, pull);
                    for b in 1..m.size.nbody {
                        let force = self.tree.inertia[b].mul(pull);
                        self.project(b, force, 1.0, None, at, out);
                    }
                }
                Parameter::DofArmature(dof) => out.add(dof, column, -d.acc.qacc[dof]),
                Parameter::DofFrictionloss(dof) => out.add(dof, column, self.slipping(dof)),
                Parameter::JointStiffness(j) if !m.opt.disables(DisableFlags::SPRING) => {
                    let dof = joint::dofs(m, j).start;
                    let mut push = |first: usize, x: Vec3| {
                        (0..3).for_each(|k| out.add(first + k, column, -x[k]));
                    };
                    match spring::joint_stretch(m, &d.state, j) {
                        Stretch::Scalar(x) => out.add(dof, column, -x),
                        Stretch::Ball(turn) => push(dof, turn),
                        Stretch::Free(shift, turn) => {
                            push(dof, shift);
                            push(dof + 3, turn);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// The sign of the dry friction of a degree of freedom that slips; zero where it sticks.
    fn slipping(&self, dof: usize) -> f64 {
        let efc = &self.d.efc;
        let mut rows = efc.ne..efc.ne + efc.nf;
        let row = rows.find(|&r| {
            RowKind::from_number(efc.efc_type[r]) == RowKind::FrictionDof
                && efc.efc_id[r] as usize == dof
        });
        let force = row.map_or(0.0, |r| efc.efc_force[r]);
        let bound = row.map_or(f64::INFINITY, |r| efc.efc_frictionloss[r]);
        if force.abs() >= bound {
            force.signum()
        } else {
            0.0
        }
    }
}
