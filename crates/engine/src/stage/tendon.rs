//! Tendon lengths and Jacobians.
//!
//! A fixed tendon is a weighted sum of joint coordinates. A spatial tendon is a path of straight segments between sites,
//! bent around geoms and divided by pulleys. A segment from p0 on one body to p1 on another, with unit direction u,
//! changes at the rate u · (v1 - v0).

use ligament_math::Vec3;
use ligament_model::Model;
use ligament_model::enums::{TendonType, WrapType};

use super::wrap::{Obstacle, Wrap, wrap};
use crate::awake::Awake;
use crate::data::{Path, Pose, State};
use crate::jacobian;

/// The mark of a path point on a site.
const ON_SITE: i32 = -1;
/// The mark of a pulley.
const ON_PULLEY: i32 = -2;

/// Lengths, paths and Jacobians of all tendons.
///
/// Reads `qpos`, `cdof`, `subtree_com` and the poses of sites and geoms. Writes the `ten_…` and `wrap_…` arrays. Tendons
/// that sleep have no length and no Jacobian. `row` is working memory, one number per degree of freedom, all zero.
pub fn tendon(
    m: &Model,
    awake: Awake<'_>,
    state: &State,
    pose: &Pose,
    path: &mut Path,
    row: &mut [f64],
) {
    let mut points = 0;
    for i in 0..m.size.ntendon {
        if !awake.tendon(m, i) {
            path.ten_length[i] = 0.0;
            path.ten_J[m.tendon_entries(i)].fill(0.0);
            continue;
        }
        let first = points;
        path.ten_length[i] = if m.tendon.kind[i].is(TendonType::Fixed) {
            fixed(m, state, i, row)
        } else {
            spatial(m, pose, i, path, &mut points, row)
        };
        path.ten_wrapadr[i] = first as i32;
        path.ten_wrapnum[i] = (points - first) as i32;
        // gather the entries that the row can have, and leave it zero
        let entries = m.tendon_entries(i);
        let columns = &m.tendon.J_colind[entries.clone()];
        for (entry, &dof) in path.ten_J[entries].iter_mut().zip(columns) {
            *entry = std::mem::take(&mut row[dof as usize]);
        }
    }
}

/// Length and Jacobian row of a fixed tendon.
fn fixed(m: &Model, state: &State, tendon: usize, row: &mut [f64]) -> f64 {
    let mut length = 0.0;
    for k in m.tendon_path(tendon) {
        let joint = m.wrap.objid[k] as usize;
        length += m.wrap.prm[k] * state.qpos[m.jnt.qposadr[joint] as usize];
        row[m.jnt.dofadr[joint] as usize] += m.wrap.prm[k];
    }
    length
}

/// A point of a path and the body it is fixed to.
#[derive(Clone, Copy)]
struct Waypoint {
    at: Vec3,
    body: usize,
}

/// Length, path points and Jacobian row of a spatial tendon.
fn spatial(
    m: &Model,
    pose: &Pose,
    tendon: usize,
    path: &mut Path,
    points: &mut usize,
    row: &mut [f64],
) -> f64 {
    let site = |id: usize| Waypoint {
        at: pose.site_xpos[id],
        body: m.site.bodyid[id].index(),
    };
    let elements = m.tendon_path(tendon);
    let (mut length, mut divisor) = (0.0, 1.0);
    let mut k = elements.start;
    while k + 1 < elements.end {
        if m.wrap.kind[k].is(WrapType::Pulley) {
            divisor = m.wrap.prm[k];
            push(path, points, Vec3::ZERO, ON_PULLEY);
            k += 1;
            continue;
        }
        if m.wrap.kind[k + 1].is(WrapType::Pulley) {
            k += 1;
            continue;
        }
        let start = site(m.wrap.objid[k] as usize);
        let touched = obstacle_at(m, k + 1).filter(|_| k + 2 < elements.end);
        let next = if touched.is_some() { k + 2 } else { k + 1 };
        let end = site(m.wrap.objid[next] as usize);
        push(path, points, start.at, ON_SITE);
        let contact = touched.and_then(|geom| Some((geom, contact(m, pose, k + 1, start, end)?)));
        let travelled = match contact {
            None => segment(m, pose, start, end, divisor, row),
            Some((geom, w)) => {
                let body = m.geom.bodyid[geom].index();
                let [a, b] = w.points.map(|at| Waypoint { at, body });
                push(path, points, a.at, geom as i32);
                push(path, points, b.at, geom as i32);
                segment(m, pose, start, a, divisor, row)
                    + w.length
                    + segment(m, pose, b, end, divisor, row)
            }
        };
        length += travelled / divisor;
        k = next;
        if k + 1 >= elements.end || m.wrap.kind[k + 1].is(WrapType::Pulley) {
            push(path, points, end.at, ON_SITE);
        }
    }
    length
}

/// The geom of a path element, if it is one to wrap around.
fn obstacle_at(m: &Model, k: usize) -> Option<usize> {
    let round = m.wrap.kind[k].is(WrapType::Sphere) || m.wrap.kind[k].is(WrapType::Cylinder);
    round.then_some(m.wrap.objid[k] as usize)
}

/// Where the path between two points touches the geom of path element `k`.
fn contact(m: &Model, pose: &Pose, k: usize, start: Waypoint, end: Waypoint) -> Option<Wrap> {
    let geom = m.wrap.objid[k] as usize;
    let obstacle = Obstacle {
        pos: pose.geom_xpos[geom],
        mat: pose.geom_xmat[geom],
        radius: m.geom.size[geom][0],
        cylinder: m.wrap.kind[k].is(WrapType::Cylinder),
    };
    // the parameter is the id of the side site, or -1
    let side = m.wrap.prm[k].round();
    let side = (side >= 0.0).then(|| pose.site_xpos.get(side as usize).copied());
    wrap([start.at, end.at], &obstacle, side.flatten())
}

/// Length of a straight segment; adds its gradient, divided by `divisor`, to `row`.
///
/// The tension is a force along one line, so that it has the same moments at both ends: the degrees of freedom that move
/// both bodies feel nothing, and each of the others feels one wrench.
fn segment(
    m: &Model,
    pose: &Pose,
    start: Waypoint,
    end: Waypoint,
    divisor: f64,
    row: &mut [f64],
) -> f64 {
    let (direction, length) = (end.at - start.at).normalize_or_x();
    if start.body != end.body {
        let force = direction * (1.0 / divisor);
        jacobian::add_line_force(m, pose, [start.body, end.body], end.at, force, row);
    }
    length
}

/// Appends a point to the list of path points.
fn push(path: &mut Path, points: &mut usize, at: Vec3, object: i32) {
    let (slot, half) = (*points / 2, *points % 2);
    if let (Some(objects), Some(places)) =
        (path.wrap_obj.get_mut(slot), path.wrap_xpos.get_mut(slot))
    {
        objects[half] = object;
        places[3 * half..3 * half + 3].copy_from_slice(&at.0);
        *points += 1;
    }
}
