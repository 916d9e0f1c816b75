//! Forces of spatial tendons on the bodies along their paths.
//!
//! A tendon with the force f along its length (positive where it pushes its ends apart) acts on the ends of a straight
//! segment with unit direction u by f u / divisor on the second and the opposite on the first.

use ligament_math::{MINVAL, Motion, Vec3};
use ligament_model::Model;
use ligament_model::enums::{DisableFlags, EqualityType, TendonType, TransmissionType, WrapType};

use super::{Solved, about_com};
use crate::constraint;
use crate::data::{Acceleration, Block, Pose, RowKind};
use crate::passive::damping;
use crate::passive::spring::{outside, tendon_rest, tendon_stiffness};
use crate::stage::inertia::{Target, actuator_armature};

/// Adds the forces of all spatial tendons to `cfrc_ext`.
pub(super) fn add_forces(
    m: &Model,
    solved: &Solved<'_>,
    acc: &mut Acceleration,
    tension: &mut [f64],
) {
    tension.fill(0.0);
    passive_forces(m, solved, tension);
    actuator_forces(m, solved, tension);
    constraint_forces(m, solved, tension);
    for tendon in 0..m.size.ntendon {
        if !m.tendon.kind[tendon].is(TendonType::Spatial) {
            continue;
        }
        let armature = m.tendon.armature[tendon] + actuator_armature(m, Target::Tendon(tendon));
        if armature != 0.0 {
            tension[tendon] -= armature * length_acceleration(m, solved, acc, tendon);
        }
        let force = tension[tendon];
        if force == 0.0 {
            continue;
        }
        each_segment(m, solved, tendon, |[start, end], direction, _, divisor| {
            let pull = direction * (force / divisor);
            for (point, f) in [(start, -pull), (end, pull)] {
                if point.body > 0 {
                    acc.cfrc_ext[point.body] +=
                        about_com(m, solved.pose, point.body, point.at, f, Vec3::ZERO);
                }
            }
        });
    }
}

/// Springs and dampers.
fn passive_forces(m: &Model, solved: &Solved<'_>, tension: &mut [f64]) {
    let springs = !m.opt.disables(DisableFlags::SPRING);
    let dampers = !m.opt.disables(DisableFlags::DAMPER);
    for (tendon, f) in tension.iter_mut().enumerate() {
        if springs {
            let rest = tendon_rest(m, solved.state, tendon);
            let x = outside(solved.path.ten_length[tendon], rest);
            *f -= x * tendon_stiffness(m, tendon).coefficient(x);
        }
        if dampers {
            let v = solved.vel.ten_velocity[tendon];
            *f -= v * damping::of_tendon(m, tendon).coefficient(v);
        }
    }
}

/// Actuators that act on tendons.
fn actuator_forces(m: &Model, solved: &Solved<'_>, tension: &mut [f64]) {
    for i in 0..m.size.nactuator {
        if !m.actuator.trntype[i].is(TransmissionType::Tendon) {
            continue;
        }
        let tendon = usize::try_from(m.actuator.trnid[i][0]).unwrap_or(usize::MAX);
        if let (Some(f), Some(out)) = (tension.get_mut(tendon), m.actuator_outputs(i).next()) {
            *f += solved.force.actuator_force[out] * m.actuator.gear[out][0];
        }
    }
}

/// Equalities, dry friction and limits of tendons.
fn constraint_forces(m: &Model, solved: &Solved<'_>, tension: &mut [f64]) {
    let efc = solved.efc;
    let end = efc.ne + efc.nf + efc.nl;
    for block in efc.blocks.iter().take_while(|b| b.row < end) {
        let (row, id) = (block.row, efc.efc_id[block.row] as usize);
        let force = efc.efc_force[row];
        match RowKind::from_number(efc.efc_type[row]) {
            RowKind::Equality if m.eq.kind[id].is(EqualityType::Tendon) => {
                let ids = [m.eq.obj1id[id], m.eq.obj2id[id]].map(usize::try_from);
                if let Ok(first) = ids[0] {
                    tension[first] += force;
                }
                if let Ok(second) = ids[1] {
                    tension[second] -= force * constraint::tendon_slope(m, solved.path, id);
                }
            }
            RowKind::FrictionTendon => tension[id] += force,
            RowKind::LimitTendon => {
                tension[id] += force * limit_side(m, solved, id, block);
            }
            _ => {}
        }
    }
}

/// Whether the row of a tendon limit is the gradient of the length (1) or the opposite (-1). It may leave out zeros.
fn limit_side(m: &Model, solved: &Solved<'_>, tendon: usize, block: &Block) -> f64 {
    let efc = solved.efc;
    let entries = m.tendon_entries(tendon);
    let columns = &m.tendon.J_colind[entries.clone()];
    let gradient = &solved.path.ten_J[entries];
    let row = efc.efc_cols[block.col..block.col + block.cols]
        .iter()
        .zip(&efc.efc_J[block.val..block.val + block.cols]);
    let products = row.filter_map(|(column, value)| {
        let place = columns.binary_search(column).ok()?;
        Some(gradient[place] * value)
    });
    if products.sum::<f64>() < 0.0 {
        -1.0
    } else {
        1.0
    }
}

/// A point of a path and the body it is fixed to.
#[derive(Clone, Copy)]
struct Point {
    at: Vec3,
    body: usize,
}

/// Calls `f` with the ends, direction, length and divisor of every straight segment between two bodies.
fn each_segment(
    m: &Model,
    solved: &Solved<'_>,
    tendon: usize,
    mut f: impl FnMut([Point; 2], Vec3, f64, f64),
) {
    let path = solved.path;
    let start = usize::try_from(path.ten_wrapadr[tendon]).unwrap_or(0);
    let count = usize::try_from(path.ten_wrapnum[tendon]).unwrap_or(0);
    // path elements are taken up as their points appear
    let mut elements = m.tendon_path(tendon);
    let mut next = |kind: WrapType| elements.find(|&k| m.wrap.kind[k].is(kind));
    let mut divisor = 1.0;
    let mut last: Option<Point> = None;
    for i in start..start + count {
        let (slot, half) = (i / 2, 3 * (i % 2));
        let (Some(objects), Some(places)) = (path.wrap_obj.get(slot), path.wrap_xpos.get(slot))
        else {
            return;
        };
        let at = Vec3([places[half], places[half + 1], places[half + 2]]);
        let body = match objects[i % 2] {
            -2 => {
                divisor = next(WrapType::Pulley).map_or(divisor, |k| m.wrap.prm[k]);
                last = None;
                continue;
            }
            -1 => next(WrapType::Site).and_then(|k| m.site.bodyid.get(m.wrap.objid[k] as usize)),
            geom => m.geom.bodyid.get(geom as usize),
        };
        let Some(body) = body.map(|b| b.index()) else {
            return;
        };
        let point = Point { at, body };
        if let Some(before) = last.filter(|p| p.body != body) {
            let (direction, length) = (at - before.at).normalize_or_x();
            f([before, point], direction, length, divisor);
        }
        last = Some(point);
    }
}

/// Second derivative of the length of a tendon. For a segment of length l between points with relative velocity v and
/// acceleration a it is u · a + (|v|² - (u · v)²) / l.
fn length_acceleration(m: &Model, solved: &Solved<'_>, acc: &Acceleration, tendon: usize) -> f64 {
    let motion = |p: Point| {
        let about = |motion: Motion, pose: &Pose| {
            motion.about(p.at - pose.subtree_com[m.body.rootid[p.body].index()])
        };
        let v = about(solved.vel.cvel[p.body], solved.pose);
        let a = about(acc.cacc[p.body], solved.pose);
        (v.linear(), a.linear() + v.angular().cross(v.linear()))
    };
    let mut total = 0.0;
    each_segment(m, solved, tendon, |ends, direction, length, divisor| {
        let [(v0, a0), (v1, a1)] = ends.map(motion);
        let v = v1 - v0;
        let along = direction.dot(v);
        let turning = (v.norm_squared() - along * along) / length.max(MINVAL);
        total += (direction.dot(a1 - a0) + turning) / divisor;
    });
    total
}
