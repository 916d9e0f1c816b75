//! Derivatives of smooth forces: springs, dampers, gravity compensation, media, applied forces, actuators.

use ligament_engine::data::Data;
use ligament_engine::derivative::partials::{Partials, partials};
use ligament_engine::derivative::spatial::SpatialMatrix;
use ligament_engine::derivative::{medium, sub_quat};
use ligament_engine::joint::{self, Stretch};
use ligament_engine::passive::{damping, gravcomp, spring};
use ligament_engine::stage::inertia::{Target, actuator_armature};
use ligament_math::{Mat3, Motion, Quat, Vec3};
use ligament_model::Model;
use ligament_model::enums::{DisableFlags, TendonType};

use crate::error::Refusal;
use crate::space::{Matrix, Space};
use crate::tree::{Applied, Tree};
use crate::wire::Wire;
use crate::{tendon, transmission};

/// Tendons and actuators of a model, to first order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wires {
    /// Tendons.
    pub tendon: Vec<Wire>,
    /// Slopes of the passive force of each tendon by length and velocity.
    pub tendon_slope: Vec<[f64; 2]>,
    /// Passive force of each tendon.
    pub tendon_force: Vec<f64>,
    /// Actuators: the row of each.
    pub actuator: Vec<Wire>,
    /// Actuators: what their forces depend on.
    pub partials: Vec<Partials>,
}

impl Wires {
    /// All tendons, and all actuators if asked for.
    pub fn new(m: &Model, d: &Data, tree: &Tree, actuators: bool) -> Result<Self, Refusal> {
        let mut wires = Self {
            tendon: tendon::wires(m, d, tree)?,
            ..Self::default()
        };
        let springs = !m.opt.disables(DisableFlags::SPRING);
        let dampers = !m.opt.disables(DisableFlags::DAMPER);
        for t in 0..m.size.ntendon {
            let spatial = !m.tendon.kind[t].is(TendonType::Fixed);
            if spatial && m.tendon.armature[t] + actuator_armature(m, Target::Tendon(t)) != 0.0 {
                return Err(Refusal::TendonArmature);
            }
            let (mut force, mut slope) = (0.0, [0.0; 2]);
            if springs {
                let stiffness = spring::tendon_stiffness(m, t);
                let x = spring::outside(d.path.ten_length[t], m.tendon.lengthspring[t]);
                force -= x * stiffness.coefficient(x);
                slope[0] = if x == 0.0 { 0.0 } else { -stiffness.slope(x) };
            }
            if dampers {
                let (damping, v) = (damping::of_tendon(m, t), d.vel.ten_velocity[t]);
                force -= v * damping.coefficient(v);
                slope[1] = -damping.slope(v);
            }
            wires.tendon_force.push(force);
            wires.tendon_slope.push(slope);
        }
        if !actuators || m.opt.disables(DisableFlags::ACTUATION) {
            return Ok(wires);
        }
        for i in 0..m.size.nactuator {
            let what = |what| Refusal::Actuator { actuator: i, what };
            wires.partials.push(partials(m, d, i).map_err(what)?);
            let wire = transmission::wire(m, d, tree, &wires.tendon, i)?;
            wires.actuator.push(wire);
        }
        Ok(wires)
    }
}

/// Wrenches of gravity compensation, of a medium and of the user if asked for, as they act on bodies.
pub(crate) fn applied(m: &Model, d: &Data, tree: &Tree, user: bool) -> Applied {
    let mut out = Applied::new(m.size.nbody);
    let passive = !m.opt.disables(DisableFlags::SPRING) || !m.opt.disables(DisableFlags::DAMPER);
    for b in 1..m.size.nbody {
        let at = d.pose.xipos[b];
        let given = d.input.xfrc_applied[b];
        let [fx, fy, fz, tx, ty, tz] = if user { given } else { [0.0; 6] };
        let (mut force, torque) = (Vec3([fx, fy, fz]), Vec3([tx, ty, tz]));
        if passive && gravcomp::active(m) {
            force += m.opt.gravity * -(m.body.mass[b] * m.body.gravcomp[b]);
        }
        if force == Vec3::ZERO && torque == Vec3::ZERO {
            continue;
        }
        out.fixed[b] += tree.wrench(at, force, torque);
        // the force keeps its direction and goes with the point: δτ = δp × f, δp = v − p × ω
        let p = Mat3::skew(at - tree.origin);
        let f = Mat3::skew(force) * -1.0;
        let moved =
            SpatialMatrix::from_parts(&(f.mul_mat(&p) * -1.0), &f, &Mat3::ZERO, &Mat3::ZERO);
        out.by_pose[b].add(&moved);
    }
    add_medium(m, d, tree, &mut out);
    out
}

/// A medium: with the slope D by velocity and the wind W, δF = s ×* F + D (ψ + s × W).
fn add_medium(m: &Model, d: &Data, tree: &Tree, out: &mut Applied) {
    let mut blocks = vec![SpatialMatrix::ZERO; m.size.nbody];
    if !medium(m, d, &mut blocks) {
        return;
    }
    let wind = Motion::from_parts(Vec3::ZERO, m.opt.wind);
    for b in 1..m.size.nbody {
        let com = d.pose.subtree_com[m.body.rootid[b].index()];
        let block = blocks[b].carried(&Mat3::IDENTITY, com - tree.origin);
        let wrench = ligament_engine::passive::fluid::body_wrench(m, &d.pose, &d.vel, b);
        out.carried[b] += wrench.about(tree.origin - com);
        if m.opt.wind != Vec3::ZERO {
            for k in 0..6 {
                let mut unit = Motion::ZERO;
                unit[k] = 1.0;
                let change = block.mul(unit.cross_motion(wind));
                for (row, x) in out.by_pose[b].0.iter_mut().zip(change.0) {
                    row[k] += x;
                }
            }
        }
        out.by_velocity[b].add(&block);
    }
}

/// Adds derivatives of the forces of springs and dampers of joints.
pub(crate) fn add_joints(m: &Model, d: &Data, space: Space, out: &mut Matrix) {
    if !m.opt.disables(DisableFlags::SPRING) {
        for j in 0..m.size.njnt {
            let stiffness = spring::joint_stiffness(m, j);
            if stiffness.is_zero() {
                continue;
            }
            let dof = joint::dofs(m, j).start;
            let q = joint::positions(m, j);
            let rest = spring::joint_rest(m, &d.state, j, q.clone());
            match spring::joint_stretch(m, &d.state, j) {
                Stretch::Scalar(x) => out.add(dof, space.q(dof), -stiffness.slope(x)),
                Stretch::Ball(turn) => {
                    let by = turn_slope(m, d, j, rest, turn);
                    pull(&stiffness, dof, turn, &by, space, out);
                }
                Stretch::Free(shift, turn) => {
                    pull(&stiffness, dof, shift, &Mat3::IDENTITY, space, out);
                    let by = turn_slope(m, d, j, &rest[3..], turn);
                    pull(&stiffness, dof + 3, turn, &by, space, out);
                }
            }
        }
    }
    if !m.opt.disables(DisableFlags::DAMPER) {
        for dof in 0..m.size.nv {
            let slope = damping::of_dof(m, dof).slope(d.state.qvel[dof]);
            out.add(dof, space.v(dof), -slope);
        }
    }
}

/// Derivative of the rotation vector of a joint from its rest.
fn turn_slope(m: &Model, d: &Data, j: usize, rest: &[f64], _turn: Vec3) -> Mat3 {
    let q = &d.state.qpos[joint::positions(m, j)];
    let now = joint::orientation(joint::kind(m, j), q).unwrap_or_default();
    sub_quat(now, Quat([rest[0], rest[1], rest[2], rest[3]])).0
}

/// A spring in three dimensions: −c(|x|) x, with the derivative `by` of x.
fn pull(
    stiffness: &ligament_engine::passive::poly::Poly,
    dof: usize,
    x: Vec3,
    by: &Mat3,
    space: Space,
    out: &mut Matrix,
) {
    let (direction, size) = x.normalize_or_x();
    let c = stiffness.coefficient(size);
    let radial = stiffness.slope(size) - c;
    for k in 0..3 {
        let moved = by.col(k);
        let force = moved * -c - direction * (radial * direction.dot(moved));
        for r in 0..3 {
            out.add(dof + r, space.q(dof + k), force[r]);
        }
    }
}

/// Adds derivatives of the passive forces of tendons.
pub(crate) fn add_tendons(d: &Data, wires: &Wires, space: Space, out: &mut Matrix) {
    for (t, wire) in wires.tendon.iter().enumerate() {
        let [by_length, by_velocity] = wires.tendon_slope[t];
        let force = wires.tendon_force[t];
        if force == 0.0 && by_length == 0.0 && by_velocity == 0.0 {
            continue;
        }
        let mut slope = vec![0.0; space.width()];
        add_slopes(
            wire,
            &d.state.qvel,
            by_length,
            by_velocity,
            space,
            &mut slope,
        );
        pull_along(wire, force, &slope, space, out);
    }
}

/// Adds derivatives of a force that depends on the length and velocity of a wire.
fn add_slopes(
    wire: &Wire,
    v: &[f64],
    by_length: f64,
    by_velocity: f64,
    space: Space,
    slope: &mut [f64],
) {
    let turned = wire.turn_times(v);
    for (at, &col) in wire.cols.iter().enumerate() {
        slope[space.q(col)] += by_length * wire.length[at] + by_velocity * turned[at];
        slope[space.v(col)] += by_velocity * wire.row[at];
    }
}

/// Adds the derivatives of Jᵀ f: of f, given over all columns, and of J.
pub(crate) fn pull_along(wire: &Wire, force: f64, slope: &[f64], space: Space, out: &mut Matrix) {
    let n = wire.cols.len();
    for (at, &dof) in wire.cols.iter().enumerate() {
        let row = out.row_mut(dof);
        let j = wire.row[at];
        if j != 0.0 {
            for (x, s) in row.iter_mut().zip(slope) {
                *x += j * s;
            }
        }
        if force != 0.0 {
            for (k, &col) in wire.cols.iter().enumerate() {
                row[space.q(col)] += force * wire.turn[at * n + k];
            }
        }
    }
}

/// Adds derivatives of the forces of actuators.
pub(crate) fn add_actuators(
    m: &Model,
    d: &Data,
    wires: &Wires,
    space: Space,
    out: &mut Matrix,
) -> Result<(), Refusal> {
    let nothing = wires.actuator.is_empty();
    let mut own = Matrix::new(m.size.nv, space.width());
    for (i, (wire, p)) in wires.actuator.iter().zip(&wires.partials).enumerate() {
        let mut slope = vec![0.0; space.width()];
        add_slopes(
            wire,
            &d.state.qvel,
            p.by_length,
            p.by_velocity,
            space,
            &mut slope,
        );
        if let Some(slot) = m.actuator_activations(i).last() {
            slope[space.act(slot)] += p.by_activation;
        }
        slope[space.ctrl(m.actuator_controls(i).start)] += p.by_control;
        let force = d.force.actuator_force[m.actuator_outputs(i).start];
        pull_along(wire, force, &slope, space, &mut own);
    }
    for j in 0..m.size.njnt {
        if !m.jnt.actfrclimited[j].get() {
            continue;
        }
        let dof = m.jnt.dofadr[j] as usize;
        let [low, high] = m.jnt.actfrcrange[j];
        let total = d.force.qfrc_actuator[dof];
        if total <= low || total >= high {
            if m.jnt.actgravcomp[j].get() && gravcomp::active(m) {
                return Err(Refusal::Actuator {
                    actuator: 0,
                    what: "gravity compensation by actuators at the limit of a joint",
                });
            }
            own.row_mut(dof).fill(0.0);
        }
    }
    if !nothing {
        out.add_matrix(&own, 1.0);
    }
    Ok(())
}

/// Derivatives of the rates of activations, over all columns.
pub(crate) fn activation_rates(m: &Model, wires: &Wires, space: Space) -> Matrix {
    let mut out = Matrix::new(m.size.na, space.width());
    for (i, p) in wires.partials.iter().enumerate() {
        if let Some(slot) = m.actuator_activations(i).last() {
            out.add(slot, space.act(slot), p.rate_by_activation);
            out.add(
                slot,
                space.ctrl(m.actuator_controls(i).start),
                p.rate_by_control,
            );
        }
    }
    out
}
