//! Distances by means that have nothing in common with the routines under test.
//!
//! The gap along a unit vector d from A to B is min over B of d·x less max over A of d·x. It is never larger than the
//! signed distance, and equal to it in the direction of the contact normal. Gilbert's iteration brackets the
//! distance of shapes that are apart.

use ligament_geom::convex::Convex;
use ligament_math::Vec3;

use crate::generate::{Rng, Solid};

/// The farthest point of a shape.
pub fn support(solid: &Solid, dir: Vec3) -> Vec3 {
    let d = solid.pose.mat.tr_mul_vec(dir);
    let side = |x: f64, half: f64| if x < 0.0 { -half } else { half };
    let local = match &solid.shape {
        Convex::Sphere { radius } => d * *radius,
        Convex::Capsule { radius, half } => d * *radius + Vec3([0.0, 0.0, side(d[2], *half)]),
        Convex::Ellipsoid { size } => {
            let scaled = size.component_mul(d);
            let length = scaled.norm();
            if length > 0.0 {
                size.component_mul(scaled) / length
            } else {
                Vec3::ZERO
            }
        }
        Convex::Cylinder { radius, half } => {
            let across = d[0].hypot(d[1]);
            let spoke = if across > 0.0 {
                Vec3([d[0], d[1], 0.0]) * (radius / across)
            } else {
                Vec3([*radius, 0.0, 0.0])
            };
            spoke + Vec3([0.0, 0.0, side(d[2], *half)])
        }
        Convex::Box { size } => Vec3(std::array::from_fn(|k| side(d[k], size[k]))),
        Convex::Mesh(mesh) => {
            let points = mesh.vert.iter().map(|v| Vec3(v.map(f64::from)));
            let best = points.max_by(|a, b| a.dot(d).total_cmp(&b.dot(d)));
            best.unwrap_or(Vec3::ZERO)
        }
        _ => Vec3::ZERO,
    };
    solid.pose.mat.mul_vec(local) + solid.pose.pos
}

/// How far apart two shapes are along a unit vector from the first to the second.
pub fn gap(a: &Solid, b: &Solid, dir: Vec3) -> f64 {
    dir.dot(support(b, -dir) - support(a, dir))
}

/// The largest gap along directions that suggest themselves, around which it is improved.
pub fn widest_gap(a: &Solid, b: &Solid, rng: &mut Rng, effort: usize) -> (f64, Vec3) {
    let mut best = (f64::NEG_INFINITY, Vec3::X);
    let mut look = |dir: Vec3| {
        let found = gap(a, b, dir);
        if found > best.0 {
            best = (found, dir);
        }
    };
    for k in 0..3 {
        for axis in [a.pose.mat.col(k), b.pose.mat.col(k)] {
            look(axis);
            look(-axis);
        }
    }
    let between = (b.pose.pos - a.pose.pos).normalize_or_x().0;
    look(between);
    for _ in 0..effort {
        look(rng.direction());
    }
    let mut radius = 0.5;
    for _ in 0..effort {
        let dir = (best.1 + rng.direction() * radius).normalize_or_x().0;
        let found = gap(a, b, dir);
        if found > best.0 {
            best = (found, dir);
        } else {
            radius *= 0.85;
        }
    }
    best
}

/// A lower and an upper bound of the distance of two shapes that are apart; the lower one is negative if they may
/// overlap.
pub fn bracket(a: &Solid, b: &Solid, iterations: usize) -> (f64, f64) {
    let difference = |dir: Vec3| support(b, -dir) - support(a, dir);
    let mut v = b.pose.pos - a.pose.pos;
    let (mut lower, mut upper) = (f64::NEG_INFINITY, v.norm());
    for _ in 0..iterations {
        let length = v.norm();
        if length < 1e-300 {
            return (lower.min(0.0), 0.0);
        }
        upper = upper.min(length);
        let w = difference(v / length);
        lower = lower.max(w.dot(v) / length);
        // the point of the segment between v and w that is nearest to zero
        let edge = w - v;
        let step = (-v.dot(edge) / edge.norm_squared()).clamp(0.0, 1.0);
        if step.is_nan() || step == 0.0 {
            break;
        }
        v += edge * step;
    }
    (lower, upper)
}

/// How far a point is outside of a shape, in its own frame: negative inside, zero on the surface, and a distance close
/// to the surface.
pub fn outside_local(shape: &Convex, p: Vec3) -> f64 {
    match shape {
        Convex::Sphere { radius } => p.norm() - radius,
        Convex::Capsule { radius, half } => {
            let beyond = p[2] - p[2].clamp(-half, *half);
            Vec3([p[0], p[1], beyond]).norm() - radius
        }
        Convex::Cylinder { radius, half } => (p[0].hypot(p[1]) - radius).max(p[2].abs() - half),
        Convex::Box { size } => (0..3)
            .map(|k| p[k].abs() - size[k])
            .fold(f64::MIN, f64::max),
        Convex::Ellipsoid { size } => {
            let scaled = Vec3(std::array::from_fn(|k| p[k] / size[k].max(1e-300)));
            let slope = Vec3(std::array::from_fn(|k| scaled[k] / size[k].max(1e-300)));
            let (level, slope) = (scaled.norm(), slope.norm());
            if slope > 0.0 && slope.is_finite() {
                (level - 1.0) * level / slope
            } else {
                -size[0].min(size[1]).min(size[2])
            }
        }
        Convex::Mesh(mesh) => {
            let sides = mesh.polynormal.iter().zip(mesh.polyvertadr);
            let depth = |(n, &adr): (&Vec3, &i32)| {
                let v = mesh.vert[mesh.polyvert[adr as usize] as usize];
                n.dot(p - Vec3(v.map(f64::from)))
            };
            sides.map(depth).fold(f64::NEG_INFINITY, f64::max)
        }
        _ => p[2],
    }
}

/// How far a point of the world is outside of a shape.
pub fn outside(solid: &Solid, point: Vec3) -> f64 {
    let local = solid.pose.mat.tr_mul_vec(point - solid.pose.pos);
    outside_local(&solid.shape, local)
}
