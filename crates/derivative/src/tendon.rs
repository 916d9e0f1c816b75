//! Tendons as wires.

use ligament_engine::data::Data;
use ligament_math::{Dual, Real, Vec3};
use ligament_model::Model;
use ligament_model::enums::{TendonType, WrapType};

use crate::error::Refusal;
use crate::tree::Tree;
use crate::wire::{Wire, moving_point, turning_axis, wrench_parts};

/// Numbers of the displacements of three bodies: start, obstacle, end.
const N: usize = 18;
type PathNumber = Dual<N>;

/// The wires of all tendons.
pub(crate) fn wires(m: &Model, d: &Data, tree: &Tree) -> Result<Vec<Wire>, Refusal> {
    (0..m.size.ntendon)
        .map(|tendon| {
            if m.tendon.kind[tendon].is(TendonType::Fixed) {
                Ok(fixed(m, tendon))
            } else {
                spatial(m, d, tree, tendon)
            }
        })
        .collect()
}

fn fixed(m: &Model, tendon: usize) -> Wire {
    let joints = m.tendon_path(tendon).map(|k| {
        let joint = m.wrap.objid[k] as usize;
        (m.jnt.dofadr[joint] as usize, m.wrap.prm[k])
    });
    let joints: Vec<(usize, f64)> = joints.collect();
    let mut wire = Wire::new(joints.iter().map(|j| j.0).collect());
    for (dof, weight) in joints {
        if let Ok(at) = wire.cols.binary_search(&dof) {
            wire.row[at] += weight;
            wire.length[at] += weight;
        }
    }
    wire
}

/// A point of a path and its body.
#[derive(Clone, Copy)]
struct Point {
    at: Vec3,
    body: usize,
}

fn spatial(m: &Model, d: &Data, tree: &Tree, tendon: usize) -> Result<Wire, Refusal> {
    let elements = m.tendon_path(tendon);
    let site = |k: usize| {
        let id = m.wrap.objid[k] as usize;
        Point {
            at: d.pose.site_xpos[id] - tree.origin,
            body: m.site.bodyid[id].index(),
        }
    };
    let is = |k: usize, kind: WrapType| m.wrap.kind[k].is(kind);
    let round = |k: usize| is(k, WrapType::Sphere) || is(k, WrapType::Cylinder);
    let mut bodies = Vec::new();
    for k in elements.clone() {
        if is(k, WrapType::Site) {
            bodies.push(site(k).body);
        } else if round(k) {
            bodies.push(m.geom.bodyid[m.wrap.objid[k] as usize].index());
        }
    }
    let mut wire = Wire::of_bodies(tree, &bodies);
    // path points lie in pairs; those on geoms follow the site before them
    let mut place = d.path.ten_wrapadr[tendon] as usize;
    let end_place = place + d.path.ten_wrapnum[tendon] as usize;
    let object = |p: usize| d.path.wrap_obj[p / 2][p % 2];
    let point = |p: usize| {
        let xyz = &d.path.wrap_xpos[p / 2][3 * (p % 2)..3 * (p % 2) + 3];
        Vec3([xyz[0], xyz[1], xyz[2]]) - tree.origin
    };
    let (mut k, mut divisor) = (elements.start, 1.0);
    while k + 1 < elements.end {
        if is(k, WrapType::Pulley) {
            divisor = m.wrap.prm[k];
            place += 1;
            k += 1;
            continue;
        }
        if is(k + 1, WrapType::Pulley) {
            k += 1;
            continue;
        }
        let start = site(k);
        let obstacle = round(k + 1) && k + 2 < elements.end;
        let next = if obstacle { k + 2 } else { k + 1 };
        let end = site(next);
        place += 1;
        if obstacle && place < end_place && object(place) >= 0 {
            let touched = [point(place), point(place + 1)];
            wrapped(
                m,
                d,
                tree,
                k + 1,
                [start, end],
                touched,
                1.0 / divisor,
                &mut wire,
            )?;
            place += 2;
        } else {
            straight(tree, start, end, 1.0 / divisor, &mut wire);
        }
        k = next;
        if k + 1 >= elements.end || is(k + 1, WrapType::Pulley) {
            place += 1;
        }
    }
    wire.length.clone_from(&wire.row);
    Ok(wire)
}

/// Unit wrenches of a segment between two points: on the start, and on the end.
fn pull(from: Vec3<PathNumber>, to: Vec3<PathNumber>, scale: f64) -> [[Vec3<PathNumber>; 2]; 2] {
    let (u, _) = (to - from).normalize_or_x();
    let f = u * Dual::constant(scale);
    [[-(from.cross(f)), -f], [to.cross(f), f]]
}

fn add(
    tree: &Tree,
    wire: &mut Wire,
    body: usize,
    parts: [Vec3<PathNumber>; 2],
    bodies: [usize; 3],
) {
    let (wrench, by_start) = wrench_parts(parts[0], parts[1], 0);
    let by_obstacle = wrench_parts(parts[0], parts[1], 6).1;
    let by_end = wrench_parts(parts[0], parts[1], 12).1;
    let moved = [
        (bodies[0], by_start),
        (bodies[1], by_obstacle),
        (bodies[2], by_end),
    ];
    wire.add(tree, body, wrench, &moved);
}

fn straight(tree: &Tree, start: Point, end: Point, scale: f64, wire: &mut Wire) {
    if start.body == end.body {
        return;
    }
    let (from, to) = (moving_point(start.at, 0), moving_point(end.at, 12));
    let [a, b] = pull(from, to, scale);
    let bodies = [start.body, 0, end.body];
    add(tree, wire, start.body, a, bodies);
    add(tree, wire, end.body, b, bodies);
}

/// A straight wire between two points with their bodies.
pub(crate) fn between(tree: &Tree, [to, from]: [(Vec3, usize); 2]) -> Wire {
    let mut wire = Wire::of_bodies(tree, &[to.1, from.1]);
    let point = |(at, body): (Vec3, usize)| Point { at, body };
    straight(tree, point(from), point(to), 1.0, &mut wire);
    wire.length.clone_from(&wire.row);
    wire
}

/// A path around a sphere or a cylinder. Tangent points are those of the formula below; which of its branches holds is
/// read off the points that the engine found.
fn wrapped(
    m: &Model,
    d: &Data,
    tree: &Tree,
    k: usize,
    [start, end]: [Point; 2],
    touched: [Vec3; 2],
    scale: f64,
    wire: &mut Wire,
) -> Result<(), Refusal> {
    let geom = m.wrap.objid[k] as usize;
    let body = m.geom.bodyid[geom].index();
    let radius = m.geom.size[geom][0];
    let cylinder = m.wrap.kind[k].is(WrapType::Cylinder);
    let centre: Vec3<PathNumber> = moving_point(d.pose.geom_xpos[geom] - tree.origin, 6);
    let axis = turning_axis(d.pose.geom_xmat[geom].col(2), 6);
    let ends = [moving_point(start.at, 0), moving_point(end.at, 12)];
    let mut best: Option<(f64, [Vec3<PathNumber>; 2])> = None;
    for sense in [1.0, -1.0] {
        for turns in [0.0, 1.0] {
            let found = tangents(ends, centre, axis, radius, cylinder, sense, turns);
            let off: f64 = found
                .iter()
                .zip(touched)
                .map(|(p, q)| (Vec3(p.0.map(|x| x.value)) - q).norm())
                .sum();
            if off.is_finite() && best.as_ref().is_none_or(|(least, _)| off < *least) {
                best = Some((off, found));
            }
        }
    }
    let Some((off, [first, second])) = best else {
        return Err(Refusal::InsideWrap);
    };
    if off > 1e-7 * (radius + (start.at - end.at).norm()) {
        return Err(Refusal::InsideWrap);
    }
    let bodies = [start.body, body, end.body];
    let [a, b] = pull(ends[0], first, scale);
    add(tree, wire, start.body, a, bodies);
    add(tree, wire, body, b, bodies);
    let [a, b] = pull(second, ends[1], scale);
    add(tree, wire, body, a, bodies);
    add(tree, wire, end.body, b, bodies);
    Ok(())
}

/// Tangent points of a string around a circle of radius r: with X from the centre to an end, l = |X|, h² = l² − r² and the
/// normal n of the plane, w = (r² X ± r h n × X) / l². Around a cylinder heights rise evenly along the unrolled path.
fn tangents(
    ends: [Vec3<PathNumber>; 2],
    centre: Vec3<PathNumber>,
    axis: Vec3<PathNumber>,
    radius: f64,
    cylinder: bool,
    sense: f64,
    turns: f64,
) -> [Vec3<PathNumber>; 2] {
    let r = PathNumber::from_f64(radius);
    let from = ends.map(|p| p - centre);
    let heights = from.map(|x| x.dot(axis));
    let flat = if cylinder {
        [from[0] - axis * heights[0], from[1] - axis * heights[1]]
    } else {
        from
    };
    let normal = if cylinder {
        axis
    } else {
        flat[0].cross(flat[1]).normalize_or_x().0
    };
    let normal = normal * PathNumber::from_f64(sense);
    let square = flat.map(|x| x.norm_squared());
    let reach = square.map(|l2| (l2 - r * r).sqrt());
    let touch = |i: usize, side: f64| {
        let across = normal.cross(flat[i]) * (r * reach[i] * PathNumber::from_f64(side));
        (flat[i] * (r * r) + across) * (PathNumber::ONE / square[i])
    };
    let mut points = [touch(0, 1.0), touch(1, -1.0)];
    if cylinder {
        // the turn about the normal from the first to the second end
        let turn = normal
            .dot(flat[0].cross(flat[1]))
            .atan2(flat[0].dot(flat[1]));
        let turn = turn + PathNumber::from_f64(turns * std::f64::consts::TAU);
        let arc = r * (turn - reach[0].atan2(r) - reach[1].atan2(r));
        let total = reach[0] + arc + reach[1];
        let rise = (heights[1] - heights[0]) / total;
        points[0] += axis * (heights[0] + rise * reach[0]);
        points[1] += axis * (heights[0] + rise * (reach[0] + arc));
    }
    points.map(|p| p + centre)
}
