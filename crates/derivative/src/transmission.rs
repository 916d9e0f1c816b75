//! Transmissions of actuators as wires.

use ligament_engine::data::Data;
use ligament_engine::derivative::sub_quat;
use ligament_engine::joint;
use ligament_engine::stage::transmission::{ActsOn, acts_on};
use ligament_math::{Dual, Force, MINVAL, Mat3, Motion, Quat, Real, Vec3};
use ligament_model::Model;
use ligament_model::enums::TransmissionType;

use crate::error::Refusal;
use crate::tree::Tree;
use crate::wire::{Wire, moving_point, turning_axis, wrench_parts};

/// The wire of the only output of an actuator.
pub(crate) fn wire(
    m: &Model,
    d: &Data,
    tree: &Tree,
    tendons: &[Wire],
    i: usize,
) -> Result<Wire, Refusal> {
    let refuse = |what| Refusal::Actuator { actuator: i, what };
    let outputs = m.actuator_outputs(i);
    if outputs.len() != 1 {
        return Err(refuse("several outputs"));
    }
    let gear = m.actuator.gear[outputs.start];
    let kind = m.actuator.trntype[i];
    match acts_on(m, i) {
        ActsOn::Joint(j) => Ok(of_joint(
            m,
            d,
            j,
            gear,
            kind.is(TransmissionType::JointInParent),
        )),
        ActsOn::Tendon(t) => {
            let mut wire = tendons[t].clone();
            wire.scale(gear[0]);
            Ok(wire)
        }
        ActsOn::Site(site, None) => Ok(wrench_at_site(m, d, tree, site, gear)),
        ActsOn::Site(site, Some(reference)) => {
            Ok(relative_site(m, d, tree, [site, reference], gear))
        }
        ActsOn::Sites(sites) if kind.is(TransmissionType::SliderCrank) => {
            let rod = m.actuator.cranklength[i];
            let mut wire = slider_crank(m, d, tree, sites, rod);
            wire.scale(gear[0]);
            Ok(wire)
        }
        ActsOn::Body(_) => Err(Refusal::Adhesion),
        ActsOn::Ball(_) | ActsOn::Sites(_) => Err(refuse("orientation servos")),
        ActsOn::Nothing => Ok(Wire::default()),
    }
}

fn of_joint(m: &Model, d: &Data, j: usize, gear: [f64; 6], in_parent: bool) -> Wire {
    let (kind, dofs) = (joint::kind(m, j), joint::dofs(m, j));
    let mut wire = Wire::new(dofs.clone().collect());
    let q = &d.state.qpos[joint::positions(m, j)];
    let Some(turn) = joint::orientation(kind, q) else {
        wire.row[0] = gear[0];
        wire.length[0] = gear[0];
        return wire;
    };
    let n = dofs.len();
    let free = joint::is_free(kind);
    let spin = n - 3;
    if free {
        wire.row[..3].copy_from_slice(&gear[..3]);
    }
    let given = match free {
        true => Vec3([gear[3], gear[4], gear[5]]),
        false => Vec3([gear[0], gear[1], gear[2]]),
    };
    let axis = match in_parent {
        true => turn.rotate_inverse(given),
        false => given,
    };
    let vector = turn.to_rotation_vector();
    let (by_turn, _) = sub_quat(turn, Quat::IDENTITY);
    for (k, unit) in [Vec3::X, Vec3::Y, Vec3::Z].into_iter().enumerate() {
        wire.row[spin + k] = axis[k];
        // an axis of the parent turns against the child
        let moved = match in_parent {
            true => axis.cross(unit),
            false => Vec3::ZERO,
        };
        for r in 0..3 {
            wire.turn[(spin + r) * n + spin + k] = moved[r];
        }
        if !free {
            wire.length[spin + k] = by_turn.col(k).dot(axis) + vector.dot(moved);
        }
    }
    wire
}

/// Derivatives of a wrench that is carried along by its body.
fn carried(wrench: Force) -> [Force; 6] {
    std::array::from_fn(|k| {
        let mut unit = Motion::ZERO;
        unit[k] = 1.0;
        unit.cross_force(wrench)
    })
}

fn wrench_at_site(m: &Model, d: &Data, tree: &Tree, site: usize, gear: [f64; 6]) -> Wire {
    let body = m.site.bodyid[site].index();
    let axes = &d.pose.site_xmat[site];
    let force = axes.mul_vec(Vec3([gear[0], gear[1], gear[2]]));
    let torque = axes.mul_vec(Vec3([gear[3], gear[4], gear[5]]));
    let wrench = tree.wrench(d.pose.site_xpos[site], force, torque);
    let mut wire = Wire::of_bodies(tree, &[body]);
    wire.add(tree, body, wrench, &[(body, carried(wrench))]);
    wire
}

/// A wrench on a site and its reaction on a reference, along axes of the reference.
fn relative_site(m: &Model, d: &Data, tree: &Tree, sites: [usize; 2], gear: [f64; 6]) -> Wire {
    let bodies = sites.map(|s| m.site.bodyid[s].index());
    let axes = &d.pose.site_xmat[sites[1]];
    let (linear, angular) = (
        Vec3([gear[0], gear[1], gear[2]]),
        Vec3([gear[3], gear[4], gear[5]]),
    );
    let mut wire = Wire::of_bodies(tree, &bodies);
    let force: Vec3<Dual<12>> = turning_axis(axes.mul_vec(linear), 6);
    let torque = turning_axis(axes.mul_vec(angular), 6);
    let mut points = [Vec3::ZERO; 2];
    for side in 0..2 {
        points[side] = d.pose.site_xpos[sites[side]] - tree.origin;
        let at = moving_point(points[side], 6 * side);
        let sign = Dual::from_f64(if side == 0 { 1.0 } else { -1.0 });
        let parts = [(at.cross(force) + torque) * sign, force * sign];
        let (wrench, by_site) = wrench_parts(parts[0], parts[1], 0);
        let by_reference = wrench_parts(parts[0], parts[1], 6).1;
        let moved = [(bodies[0], by_site), (bodies[1], by_reference)];
        wire.add(tree, bodies[side], wrench, &moved);
    }
    // what moves both bodies is left out of the row
    let common = m.common_dof(bodies[0], bodies[1]);
    let n = wire.cols.len();
    for dof in m.dof_ancestors(common) {
        if let Ok(at) = wire.cols.binary_search(&dof) {
            wire.row[at] = 0.0;
            wire.turn[at * n..(at + 1) * n].fill(0.0);
        }
    }
    // length: the gap along the axes, and the rotation vector
    let pull = axes.mul_vec(linear);
    let [p, r] = points;
    wire.add_length(tree, bodies[0], Force::from_parts(p.cross(pull), pull));
    let lever = r.cross(pull) + (p - r).cross(pull);
    wire.add_length(tree, bodies[1], Force::from_parts(-lever, -pull));
    if angular != Vec3::ZERO {
        let quats = sites.map(|s| d.pose.site_xquat[s]);
        let (by_site, by_reference) = sub_quat(quats[0], quats[1]);
        let to_world = |quat: Quat, by: Mat3| quat.rotate(by.tr_mul_vec(angular));
        let gradients = [
            to_world(quats[0], by_site),
            to_world(quats[1], by_reference),
        ];
        for (body, gradient) in bodies.into_iter().zip(gradients) {
            wire.add_length(tree, body, Force::from_parts(gradient, Vec3::ZERO));
        }
    }
    wire
}

/// With v from slider to crank and a the axis of the slider: length a·v − sqrt((a·v)² + r² − v·v).
fn slider_crank(m: &Model, d: &Data, tree: &Tree, [crank, slider]: [usize; 2], rod: f64) -> Wire {
    let bodies = [crank, slider].map(|s| m.site.bodyid[s].index());
    let to: Vec3<Dual<12>> = moving_point(d.pose.site_xpos[crank] - tree.origin, 0);
    let from = moving_point(d.pose.site_xpos[slider] - tree.origin, 6);
    let axis = turning_axis(d.pose.site_xmat[slider].col(2), 6);
    let v = to - from;
    let along = v.dot(axis);
    let det = along * along + Dual::from_f64(rod * rod) - v.dot(v);
    let (by_v, by_axis) = if det.value > MINVAL * MINVAL {
        let root = det.sqrt();
        let slope = Dual::ONE - along / root;
        (axis * slope + v * (Dual::ONE / root), v * slope)
    } else {
        (axis, v)
    };
    let mut wire = Wire::of_bodies(tree, &bodies);
    let parts = [
        [to.cross(by_v), by_v],
        [axis.cross(by_axis) - from.cross(by_v), -by_v],
    ];
    for side in 0..2 {
        let [torque, force] = parts[side];
        let (wrench, by_crank) = wrench_parts(torque, force, 0);
        let by_slider = wrench_parts(torque, force, 6).1;
        let moved = [(bodies[0], by_crank), (bodies[1], by_slider)];
        wire.add(tree, bodies[side], wrench, &moved);
    }
    wire.length.clone_from(&wire.row);
    wire
}
