//! Contacts that shapes in motion are about to have: conservative advancement.
//!
//! Over a step a point p of a shape with centre c moves by dx + dw × (p - c). Along the unit vector n between the
//! nearest points of two shapes no two points can come closer faster than
//!
//! v = n·(dx₁ - dx₂) + |dw₁| r₁ + |dw₂| r₂,
//!
//! with radii r that bound the shapes around their centres. At distance d(t) it is therefore safe to advance by
//! (d(t) - d*) / v towards a target distance d* a little above the margin. The search approaches it from the separated
//! side.

use ligament_math::{MINVAL, Quat, Vec3};

use super::ConvexSettings;
use super::gjk::gjk;
use super::manifold::expand;
use super::query::{ConvexScratch, MAX_POINTS};
use super::shape::{Convex, Placed};
use super::support::Any;
use super::support::Vertex;
use crate::Pose;

/// Most advancements.
const STEPS: usize = 16;
/// The target distance above the margin, as part of the initial one.
const TARGET: f64 = 0.02;

/// A convex shape in motion. Planes ([`Convex::HalfSpace`]) are allowed.
#[derive(Clone, Copy, Debug)]
pub struct MovingShape<'a> {
    /// The shape.
    pub shape: Convex<'a>,
    /// Where it is at the start of the step.
    pub pose: Pose,
    /// How far its centre moves during the step.
    pub shift: Vec3,
    /// How much it turns during the step, as a rotation vector; zero for spheres.
    pub turn: Vec3,
    /// How far any of its points moves at most: |shift| + |turn| times the radius that bounds it around its centre.
    pub sweep: f64,
}

/// Where two shapes will touch.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ImpactPoint {
    /// Points of the first and the second shape at the time of impact.
    pub at_impact: [Vec3; 2],
    /// The same material points at the start of the step.
    pub at_start: [Vec3; 2],
}

/// An impact ahead.
#[derive(Clone, Debug, Default)]
pub struct Impact {
    /// When it happens, as part of the step.
    pub time: f64,
    /// How fast the shapes approach each other along the normal, per step.
    pub speed: f64,
    /// Direction from the first shape to the second.
    pub normal: Vec3,
    points: [ImpactPoint; MAX_POINTS],
    count: usize,
}

impl Impact {
    /// Where the shapes will touch.
    pub fn points(&self) -> &[ImpactPoint] {
        &self.points[..self.count]
    }
}

/// Nearest points of two shapes at the poses reached so far.
struct Gap {
    dist: f64,
    normal: Vec3,
    x: [Vec3; 2],
}

/// The core of a shape somewhere.
fn place<'a>(shape: &Convex<'a>, pose: &Pose) -> Placed<'a> {
    let mut placed = Placed::new(shape, pose, 0.0);
    placed.core = placed.core_radius().is_some();
    placed
}

/// Radius around the core of a shape.
fn rounding(p: &Placed) -> f64 {
    p.core_radius().unwrap_or(0.0)
}

/// Finds the first impact of two shapes during a step, if they are farther apart than `margin` at its start. None if
/// they do not come that close, and for two planes.
pub fn convex_advance(
    a: &MovingShape,
    b: &MovingShape,
    margin: f64,
    settings: &ConvexSettings,
    scratch: &mut ConvexScratch,
) -> Option<Impact> {
    let plane = |s: &MovingShape| matches!(s.shape, Convex::HalfSpace);
    let sweep = a.sweep + b.sweep;
    if (plane(a) && plane(b)) || sweep < MINVAL {
        return None;
    }
    let (mut pa, mut pb) = (place(&a.shape, &a.pose), place(&b.shape, &b.pose));
    let (ra, rb) = (rounding(&pa), rounding(&pb));
    let cutoff = margin + sweep;
    let tolerance = settings.tolerance;

    let start = [a.pose.pos, b.pose.pos];
    let mut gap = measure(&mut pa, &mut pb, start, cutoff, settings, scratch);
    let first = gap.dist;
    if margin >= first || first - margin > sweep {
        return None;
    }
    let rotation = (a.sweep - a.shift.norm()) + (b.sweep - b.shift.norm());
    let target = margin + TARGET * (first - margin);
    let close = (0.5 * (target - margin)).max(tolerance);

    let mut time = 0.0;
    for _ in 0..STEPS {
        let room = gap.dist - target;
        if close >= room {
            break;
        }
        let bound = gap.normal.dot(a.shift - b.shift) + rotation;
        if MINVAL >= bound {
            return None;
        }
        let dt = room / bound;
        time += dt;
        if time >= 1.0 {
            return None;
        }
        // the core points move along with their shapes and start the next search
        let guess = [
            carry(&mut pa, a, dt, gap.x[0] + gap.normal * -ra),
            carry(&mut pb, b, dt, gap.x[1] + gap.normal * rb),
        ];
        gap = measure(&mut pa, &mut pb, guess, cutoff, settings, scratch);
        if gap.dist - margin > (1.0 - time) * sweep {
            return None;
        }
    }

    let velocity = |s: &MovingShape, p: &Placed, x: Vec3| s.shift + s.turn.cross(x - p.pos);
    let closing = gap
        .normal
        .dot(velocity(a, &pa, gap.x[0]) - velocity(b, &pb, gap.x[1]));
    let mut impact_time = time;
    let room = gap.dist - target;
    if room > close {
        if MINVAL >= closing || gap.dist - margin > (1.0 - time) * closing {
            return None;
        }
        impact_time = time + room / closing;
    }
    let mean = (first - gap.dist) / time.max(MINVAL);
    let speed = if mean <= closing { closing } else { mean };
    if 0.0 >= speed {
        return None;
    }

    let mut impact = Impact {
        time: impact_time,
        speed,
        normal: gap.normal,
        ..Impact::default()
    };
    let spread = settings.multiccd || plane(a) || plane(b);
    let reach = 2.0 * gap.dist.max(0.0) + speed * (1.0 - impact_time) + tolerance;
    collect(
        &mut impact,
        (&mut pa, a),
        (&mut pb, b),
        &gap,
        spread.then_some(reach),
        scratch,
    );
    Some(impact)
}

/// Distance of two convex shapes as the search for impacts measures it, exact up to `cutoff`; planes are allowed.
pub fn gap_between(
    (shape1, pose1): (&Convex, &Pose),
    (shape2, pose2): (&Convex, &Pose),
    cutoff: f64,
    settings: &ConvexSettings,
    scratch: &mut ConvexScratch,
) -> f64 {
    let (mut a, mut b) = (place(shape1, pose1), place(shape2, pose2));
    let guess = [pose1.pos, pose2.pos];
    measure(&mut a, &mut b, guess, cutoff, settings, scratch).dist
}

/// Lists the points of an impact: all that come within `reach` of each other, if one is given.
fn collect(
    impact: &mut Impact,
    (pa, a): (&mut Placed, &MovingShape),
    (pb, b): (&mut Placed, &MovingShape),
    gap: &Gap,
    reach: Option<f64>,
    scratch: &mut ConvexScratch,
) {
    let witness = &mut scratch.witness;
    (witness.dist[0], witness.x1[0], witness.x2[0]) = (gap.dist, gap.x[0], gap.x[1]);
    witness.n = 1;
    if let Some(reach) = reach {
        // inflated by the reach the shapes overlap
        (pa.margin, pb.margin) = (reach, reach);
        let (out, back) = (gap.normal * (0.5 * reach), gap.normal * (-0.5 * reach));
        witness.x1[0] += out;
        witness.x2[0] += back;
        expand(pa, pb, &scratch.simplex, 4, &mut scratch.manifold, witness);
        for i in 0..witness.n {
            witness.x1[i] += back;
            witness.x2[i] += out;
        }
    }
    let pull_back =
        |p: &Placed, pose: &Pose, x: Vec3| pose.mat.mul_vec(p.mat.tr_mul_vec(x - p.pos)) + pose.pos;
    impact.count = witness.n;
    for (i, point) in impact.points[..witness.n].iter_mut().enumerate() {
        let x = [witness.x1[i], witness.x2[i]];
        *point = ImpactPoint {
            at_impact: x,
            at_start: [pull_back(pa, &a.pose, x[0]), pull_back(pb, &b.pose, x[1])],
        };
    }
}

/// Moves a shape on by a part of the step; gives where a point that moves along gets to.
fn carry(p: &mut Placed, motion: &MovingShape, dt: f64, x: Vec3) -> Vec3 {
    let local = p.mat.tr_mul_vec(x - p.pos);
    let mut pose = Pose {
        pos: p.pos + motion.shift * dt,
        mat: p.mat,
    };
    let speed = motion.turn.norm();
    let angle = dt * speed;
    if angle >= MINVAL {
        let axis = motion.turn * (1.0 / speed);
        pose.mat = Quat::from_axis_angle(axis, angle).to_mat3().mul_mat(&p.mat);
    }
    p.set_pose(&pose);
    p.to_world(local)
}

/// Measures the gap between two shapes, from a guess of the nearest points of their cores.
fn measure(
    a: &mut Placed,
    b: &mut Placed,
    guess: [Vec3; 2],
    cutoff: f64,
    settings: &ConvexSettings,
    scratch: &mut ConvexScratch,
) -> Gap {
    if matches!(a.shape, Convex::HalfSpace) {
        let (dist, n, on_plane, on_shape) = measure_plane(a, b, false, scratch);
        return Gap {
            dist,
            normal: n,
            x: [on_plane, on_shape],
        };
    }
    if matches!(b.shape, Convex::HalfSpace) {
        let (dist, n, on_plane, on_shape) = measure_plane(b, a, true, scratch);
        return Gap {
            dist,
            normal: -n,
            x: [on_shape, on_plane],
        };
    }
    let (ra, rb) = (rounding(a), rounding(b));
    let limits = settings.limits(cutoff + ra + rb);
    let near = gjk::<Any, Any>(a, b, (guess[0], guess[1]), &limits, &mut scratch.simplex);
    let mut gap = Gap {
        dist: near.dist - (ra + rb),
        normal: Vec3::Z,
        x: [near.x1, near.x2],
    };
    if limits.cutoff >= near.dist {
        let between = near.x2 - near.x1;
        if between.norm_squared() > 0.0 {
            gap.normal = between.normalize_or_x().0;
        }
        gap.x[0] += gap.normal * ra;
        gap.x[1] -= gap.normal * rb;
    }
    gap
}

/// Distance of a shape from a plane, the normal of the plane, and the nearest points. The supporting corner is left in
/// the simplex.
fn measure_plane(
    plane: &Placed,
    p: &mut Placed,
    shape_first: bool,
    scratch: &mut ConvexScratch,
) -> (f64, Vec3, Vec3, Vec3) {
    let n = plane.mat.col(2);
    let corner = p.support(-n);
    let mut vertex = Vertex {
        v: corner,
        a: corner,
        b: corner,
        ia: -1,
        ib: -1,
    };
    if shape_first {
        vertex.ia = p.vertex;
    } else {
        vertex.ib = p.vertex;
    }
    scratch.simplex.p[0] = vertex;
    scratch.simplex.n = 1;
    let on_shape = corner - n * rounding(p);
    let dist = on_shape.dot(n) - plane.pos.dot(n);
    (dist, n, on_shape - n * dist, on_shape)
}
