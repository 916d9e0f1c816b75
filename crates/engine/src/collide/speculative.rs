//! Contacts that two geoms are going to have within the step, found before they touch.
//!
//! At the time of impact t (a part of the step) the shapes reach each other with normal speed v, per step. The distance
//! of such a contact is made up: the row that it gets pulls with
//!
//! h² aref = b₀ v + k₀ δ,  dist = margin - δ,
//!
//! where b₀ = h b and k₀ = h² k are damping and stiffness of the row over a step. To take away the part 1 - t of the speed
//! and leave what brings the shapes to touch at the end of the step, δ = (1 - t - b₀) v / k₀. Under the discrete
//! integrator the row acts at the end of the step, which gives δ = (1 - t - t (b₀ + k₀)) v / k₀.
//!
//! Points that are hidden behind a third geom are dropped.

use ligament_geom::PreContact;
use ligament_geom::PreContacts;
use ligament_geom::convex::{ConvexScratch, Impact, MovingShape, convex_advance, gap_between};
use ligament_geom::ray::Ray;
use ligament_math::{MINVAL, Vec3};
use ligament_model::Model;
use ligament_model::enums::{DisableFlags, GeomType, Integrator};

use super::narrow::shape_pose;
use super::parameter;
use super::travel::{Travels, is_followed};
use crate::data::Pose;
use crate::ray::geom_hit;
use crate::shape::{self, Shapes};

/// Impedances are kept within these bounds.
const MIN_IMPEDANCE: f64 = 0.0001;
const MAX_IMPEDANCE: f64 = 0.9999;
/// The part of a line of sight at either end that is not looked at.
const ENDS: f64 = 1e-5;
/// Lines of sight with a smaller squared length hide nothing.
const NO_LENGTH: f64 = 1e-30;

/// Replaces `points` by those of the impact ahead of two geoms, if there is one that is not hidden; says whether there
/// is. The first geom has the lower kind.
pub(super) fn contacts_ahead(
    shapes: Shapes<'_>,
    pose: &Pose,
    travels: &Travels,
    [g1, g2]: [usize; 2],
    explicit: Option<usize>,
    margin: f64,
    scratch: &mut ConvexScratch,
    points: &mut PreContacts,
) -> bool {
    let m = shapes.m;
    let ways = [g1, g2].map(|geom| moving(shapes, pose, travels, geom));
    let [Some(a), Some(b)] = ways else {
        return false;
    };
    let Some(impact) = convex_advance(&a, &b, margin, &shape::settings(m), scratch) else {
        return false;
    };
    let dist = margin - depth(m, [g1, g2], explicit, &impact);
    let sweep = a.sweep + b.sweep;
    let (w1, w2) = (a.sweep / sweep, b.sweep / sweep);
    let faster = if a.sweep >= b.sweep {
        [g1, g2]
    } else {
        [g2, g1]
    };
    let mut found = false;
    for point in impact.points() {
        let ([x1, x2], [start1, start2]) = (point.at_impact, point.at_start);
        let hidden = is_hidden(shapes, pose, [g1, g2], [start1, x1], scratch)
            || is_hidden(shapes, pose, [g2, g1], [start2, x2], scratch)
            || is_hidden(shapes, pose, faster, [x1, x2], scratch);
        if hidden {
            continue;
        }
        if !found {
            points.clear();
            found = true;
        }
        points.push(PreContact {
            dist,
            pos: start1 * w1 + start2 * w2,
            normal: impact.normal,
            tangent: Vec3::ZERO,
        });
    }
    found
}

/// A geom on its way; none for shapes that are not convex.
fn moving<'a>(
    shapes: Shapes<'a>,
    pose: &Pose,
    travels: &Travels,
    geom: usize,
) -> Option<MovingShape<'a>> {
    let m = shapes.m;
    if !is_followed(m, geom) && !m.geom.kind[geom].is(GeomType::Plane) {
        return None;
    }
    let travel = travels.of(geom);
    Some(MovingShape {
        shape: shapes.convex(geom)?,
        pose: shape_pose(pose, geom),
        shift: travel.shift,
        turn: travel.turn,
        sweep: travel.sweep,
    })
}

/// How far below the margin the distance of a contact ahead is: δ above. Without stiffness, the width of the impedance.
fn depth(m: &Model, [g1, g2]: [usize; 2], explicit: Option<usize>, impact: &Impact) -> f64 {
    let (solref, solimp) = parameter::softness(m, g1, g2, explicit);
    let width = solimp[2].max(MIN_IMPEDANCE);
    let h = m.opt.timestep;
    if h <= 0.0 {
        return width;
    }
    let discrete = m.opt.integrator.is(Integrator::Discrete);
    let safe = !m.opt.disables(DisableFlags::REFSAFE);
    // a time constant cannot be mixed with a stiffness
    let mixed = (solref[0] > 0.0) != (solref[1] > 0.0);
    let [first, second] = if mixed { [0.02, 1.0] } else { solref };
    let (mut damping, mut stiffness) = if first > 0.0 {
        let timeconst = if discrete || !safe {
            first.max(MINVAL)
        } else {
            first.max(2.0 * h)
        };
        let ratio = second.max(MINVAL);
        let square = (timeconst * timeconst * ratio * ratio).max(MINVAL);
        (2.0 * h / timeconst, h * h / square)
    } else {
        (-second * h, -first * h * h)
    };
    let most = solimp[1].clamp(MIN_IMPEDANCE, MAX_IMPEDANCE);
    if discrete && first > 0.0 && safe && stiffness > most {
        // the integrator softens rows that are stiffer than a step can resolve
        let room = (1.0 - most) * MAX_IMPEDANCE / ((1.0 - MAX_IMPEDANCE) * most).max(MINVAL) - 2.0;
        damping = (damping / (stiffness / most).sqrt()).min(most * room.max(0.0));
        stiffness = most;
    }
    if stiffness <= MINVAL {
        return width;
    }
    let rest = 1.0 - impact.time;
    let part = if discrete {
        rest - impact.time * (damping + stiffness)
    } else {
        rest - damping
    };
    part / stiffness * impact.speed
}

/// Whether a third geom, which the first of two would meet before, is on the line between two points.
fn is_hidden(
    shapes: Shapes<'_>,
    pose: &Pose,
    [first, second]: [usize; 2],
    [from, to]: [Vec3; 2],
    scratch: &mut ConvexScratch,
) -> bool {
    let m = shapes.m;
    let line = to - from;
    let square = line.norm_squared();
    if square < NO_LENGTH {
        return false;
    }
    let ray = Ray {
        origin: from + line * ENDS,
        dir: line * (1.0 - 2.0 * ENDS),
    };
    let (middle, half) = (from + line * 0.5, 0.5 * square.sqrt());
    (0..m.size.ngeom).any(|other| {
        let plane = m.geom.kind[other].is(GeomType::Plane);
        if other == first || other == second || !(plane || is_followed(m, other)) {
            return false;
        }
        let radius = m.geom.rbound[other];
        let reach = half + radius;
        let away = (pose.geom_xpos[other] - middle).norm_squared() > reach * reach;
        if (radius > 0.0 && away) || !is_obstacle(m, first, second, other) {
            return false;
        }
        let crosses = if plane {
            crosses_plane(pose, other, from, line)
        } else {
            geom_hit(m, pose, other, &ray).is_some_and(|hit| (0.0..=1.0).contains(&hit.x))
        };
        crosses && !touches(shapes, pose, [first, other], scratch)
    })
}

/// Whether a geom may hide a contact of the first of two geoms: it collides with the first and does not move along with
/// either.
fn is_obstacle(m: &Model, first: usize, second: usize, other: usize) -> bool {
    let body = |g: usize| m.geom.bodyid[g].index();
    let weld = |g: usize| m.body.weldid[body(g)].index();
    let (w1, w2, wo) = (weld(first), weld(second), weld(other));
    if wo == w1 || (wo == w2 && w2 != 0) {
        return false;
    }
    if explicit_pair(m, first, other).is_some() {
        return true;
    }
    let geom = &m.geom;
    if geom.contype[first] & geom.conaffinity[other] == 0
        && geom.contype[other] & geom.conaffinity[first] == 0
    {
        return false;
    }
    let (low, high) = (
        body(first).min(body(other)) as u32,
        body(first).max(body(other)) as u32,
    );
    let signature = (low << 16).wrapping_add(high);
    if m.exclude.signature.iter().any(|&s| s as u32 == signature) {
        return false;
    }
    let parent = |w: usize| m.body.weldid[m.body.parentid[w].index()].index();
    let filtered = w1 != 0 && wo != 0 && !m.opt.disables(DisableFlags::FILTERPARENT);
    !(filtered && (parent(wo) == w1 || parent(w1) == wo))
}

/// The explicit pair of two geoms.
fn explicit_pair(m: &Model, a: usize, b: usize) -> Option<usize> {
    let pairs = m.pair.geom1.iter().zip(&m.pair.geom2);
    pairs
        .map(|(g1, g2)| [g1.index(), g2.index()])
        .position(|pair| pair == [a, b] || pair == [b, a])
}

/// Whether a line crosses a plane; lines within it do not.
fn crosses_plane(pose: &Pose, plane: usize, from: Vec3, line: Vec3) -> bool {
    let normal = pose.geom_xmat[plane].col(2);
    let start = normal.dot(from - pose.geom_xpos[plane]);
    let end = normal.dot(line) + start;
    start * end <= 0.0 && (start.abs() > ENDS || end.abs() > ENDS)
}

/// Whether two geoms touch already, so that neither hides anything from the other.
fn touches(
    shapes: Shapes<'_>,
    pose: &Pose,
    [a, b]: [usize; 2],
    scratch: &mut ConvexScratch,
) -> bool {
    let m = shapes.m;
    let (margin, _) = parameter::margin_and_gap(m, a, b, explicit_pair(m, a, b));
    let (Some(shape1), Some(shape2)) = (shapes.convex(a), shapes.convex(b)) else {
        return false;
    };
    if m.geom.kind[a].is(GeomType::Plane) && m.geom.kind[b].is(GeomType::Plane) {
        return false;
    }
    let settings = shape::settings(m);
    let near = margin + settings.tolerance;
    let (pose1, pose2) = (shape_pose(pose, a), shape_pose(pose, b));
    let (first, second) = ((&shape1, &pose1), (&shape2, &pose2));
    gap_between(first, second, near, &settings, scratch) <= near
}
