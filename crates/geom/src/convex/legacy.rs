//! Contacts of convex shapes by refinement of portals: the older way, for `nativeccd` switched off.
//!
//! One contact at a time: further ones are found by tilting both shapes a little about the first. Normals at round
//! surfaces are made exact afterwards.

use ligament_math::{MINVAL, Mat3, Quat, Vec3};

use super::ConvexSettings;
use super::hfield::{HeightField, visit_prisms};
use super::portal;
use super::shape::{Convex, Placed};
use super::support::{hull_vertices, reach};
use crate::{MAX_CONTACTS, Pose, PreContact, PreContacts};

/// Angle by which shapes are tilted.
const TILT: f64 = 1e-3;
/// Points nearer than this times the size of the smaller shape are one.
const SAME_POINT: f64 = 1e-3;

/// Finds the contacts of two convex shapes at a distance below `margin`, by portals. The last part of each shape is
/// a radius that bounds it around its centre.
pub fn legacy_convex_convex(
    (a, pose_a, radius_a): (&Convex, &Pose, f64),
    (b, pose_b, radius_b): (&Convex, &Pose, f64),
    margin: f64,
    settings: &ConvexSettings,
    out: &mut PreContacts,
) {
    let mut pa = Placed::new(a, pose_a, margin);
    let mut pb = Placed::new(b, pose_b, margin);
    let round = |s: &Convex| matches!(s, Convex::Sphere { .. } | Convex::Ellipsoid { .. });
    let start = out.len();
    let Some(mut first) = contact(&mut pa, &mut pb, margin, settings) else {
        return;
    };
    fix_normal(&mut first, Some((a, pose_a)), Some((b, pose_b)));
    out.push(first);
    if !settings.multiccd || round(a) || round(b) {
        return;
    }

    let frame = Mat3::frame_from_x(first.normal, Vec3::ZERO);
    let near = SAME_POINT * radius_a.min(radius_b);
    for axis in [frame.row(1), frame.row(2)] {
        for angle in [-TILT, TILT] {
            let turn = Quat::from_axis_angle(axis, angle).to_mat3();
            pa.set_pose(&turned(pose_a, &turn, first.pos));
            pb.set_pose(&turned(pose_b, &turn.transpose(), first.pos));
            let Some(mut further) = contact(&mut pa, &mut pb, margin, settings) else {
                continue;
            };
            fix_normal(&mut further, Some((a, pose_a)), Some((b, pose_b)));
            further.dist = first.dist;
            let known = &out[start..];
            if known.iter().all(|c| (c.pos - further.pos).norm() > near) {
                out.push(further);
            }
        }
    }
}

/// Finds the contacts of a height field with a convex shape at a distance below `margin`, by portals. `radius`
/// bounds the shape around its centre.
pub fn legacy_hfield_convex(
    (field, field_pose): (&HeightField, &Pose),
    (shape, pose): (&Convex, &Pose),
    radius: f64,
    margin: f64,
    settings: &ConvexSettings,
    out: &mut PreContacts,
) {
    let start = out.len();
    visit_prisms(
        (field, field_pose),
        (shape, pose),
        radius,
        margin,
        |prism, placed| {
            if let Some(mut c) = contact(prism, placed, margin, settings) {
                c.normal = field_pose.mat.mul_vec(c.normal);
                c.pos = field_pose.mat.mul_vec(c.pos) + field_pose.pos;
                out.push(c);
            }
            out.len() - start < MAX_CONTACTS
        },
    );
    for c in &mut out[start..] {
        fix_normal(c, None, Some((shape, pose)));
    }
}

/// One contact of two shapes, inflated by half of the margin each.
fn contact(
    a: &mut Placed,
    b: &mut Placed,
    margin: f64,
    settings: &ConvexSettings,
) -> Option<PreContact> {
    let found = portal::penetration(a, b, settings.tolerance, settings.iterations)?;
    Some(PreContact {
        dist: margin - found.depth,
        pos: found.pos,
        normal: found.dir,
        tangent: Vec3::ZERO,
    })
}

/// A pose turned about a point.
fn turned(pose: &Pose, turn: &Mat3, about: Vec3) -> Pose {
    let arm = about - pose.pos;
    Pose {
        pos: pose.pos - (turn.mul_vec(arm) - arm),
        mat: turn.mul_mat(&pose.mat),
    }
}

impl Placed<'_> {
    /// The farthest point for the refinement of portals. Directions along a symmetry plane end on it.
    pub(super) fn portal_support(&mut self, dir: Vec3) -> Vec3 {
        let local_dir = self.mat.tr_mul_vec(dir);
        let sign = |x: f64| f64::from(i8::from(x > 0.0) - i8::from(x < 0.0));
        let local = match &self.shape {
            Convex::Sphere { radius } => local_dir * *radius,
            Convex::Capsule { radius, half } => {
                let mut tip = local_dir * *radius;
                tip[2] += sign(local_dir[2]) * half;
                tip
            }
            Convex::Ellipsoid { size } => {
                let (on_sphere, _) = local_dir.component_mul(*size).normalize_or_x();
                on_sphere.component_mul(*size)
            }
            Convex::Cylinder { radius, half } => {
                let across = (local_dir[0] * local_dir[0] + local_dir[1] * local_dir[1]).sqrt();
                let (mut x, mut y) = (0.0, 0.0);
                if across > MINVAL {
                    (x, y) = (
                        local_dir[0] / across * radius,
                        local_dir[1] / across * radius,
                    );
                }
                Vec3::new(x, y, sign(local_dir[2]) * half)
            }
            Convex::Box { size } => Vec3(core::array::from_fn(|i| sign(local_dir[i]) * size[i])),
            Convex::Mesh(mesh) => {
                let vertex = if mesh.climbs() {
                    let start = self.seed.max(0);
                    self.seed = match mesh.rings {
                        Some(rings) => rings.farthest(local_dir, start, -1),
                        None => plain_climb(mesh.graph, mesh.vert, local_dir, start),
                    };
                    let names = hull_vertices(mesh.graph);
                    names.get(self.seed as usize).copied().unwrap_or(0)
                } else {
                    plain_search(mesh.vert, local_dir)
                };
                mesh.vertex(vertex as usize)
            }
            Convex::Prism(_) => return self.support(dir) + dir * (0.5 * self.margin),
            Convex::Simplex { .. } | Convex::HalfSpace => return self.support(dir),
        };
        let inflated = local + local_dir * self.margin * 0.5;
        self.mat.mul_vec(inflated) + self.pos
    }
}

/// The farthest of all vertices, the first among equals.
fn plain_search(vert: &[[f32; 3]], dir: Vec3) -> i32 {
    let (mut best, mut far) = (0, -1e10);
    for (i, &v) in vert.iter().enumerate() {
        let r = reach(dir, v);
        if r > far {
            (best, far) = (i as i32, r);
        }
    }
    best
}

/// The farthest hull vertex, climbing from a given one.
fn plain_climb(graph: &[i32], vert: &[[f32; 3]], dir: Vec3, start: i32) -> i32 {
    let n = graph.first().map_or(0, |&n| n.max(0) as usize);
    let names = hull_vertices(graph);
    let far_of = |local: i32| {
        let name = names.get(local as usize).copied().unwrap_or(-1);
        let v = vert.get(name as usize);
        v.map_or(f64::NEG_INFINITY, |&v| reach(dir, v))
    };
    let mut best = start;
    let mut far = far_of(best);
    loop {
        let from = best;
        let adr = graph.get(2 + from as usize).copied().unwrap_or(0).max(0) as usize;
        let edges = graph.get(2 + 2 * n + adr..).unwrap_or(&[]);
        for &next in edges.iter().take_while(|&&next| next >= 0) {
            let r = far_of(next);
            if r > far {
                (best, far) = (next, r);
            }
        }
        if best == from {
            return best;
        }
    }
}

/// Makes the normal of a contact exact at round surfaces: that of either shape, or the mean of both.
pub fn fix_normal(
    contact: &mut PreContact,
    a: Option<(&Convex, &Pose)>,
    b: Option<(&Convex, &Pose)>,
) {
    let exact = |shape: Option<(&Convex, &Pose)>, normal: Vec3| {
        let (shape, pose) = shape?;
        let pos = pose.mat.tr_mul_vec(contact.pos - pose.pos);
        let n = surface_normal(shape, pos, pose.mat.tr_mul_vec(normal))?;
        Some(pose.mat.mul_vec(n.normalize_or_x().0))
    };
    let (na, nb) = (exact(a, contact.normal), exact(b, -contact.normal));
    contact.normal = match (na, nb) {
        (Some(na), Some(nb)) => (na - nb).normalize_or_x().0,
        (Some(na), None) => na,
        (None, Some(nb)) => -nb,
        (None, None) => return,
    };
}

/// A vector along the normal of a round surface at a point near it, in the frame of the shape.
fn surface_normal(shape: &Convex, p: Vec3, normal: Vec3) -> Option<Vec3> {
    match shape {
        Convex::Sphere { .. } => Some(p),
        Convex::Capsule { half, .. } => {
            let z = if p[2] < -half {
                p[2] + half
            } else if p[2] > *half {
                p[2] - half
            } else {
                0.0
            };
            Some(Vec3::new(p[0], p[1], z))
        }
        Convex::Ellipsoid { size } => {
            if size.0.iter().any(|&s| s < MINVAL) {
                return None;
            }
            let inside = (0..3)
                .map(|i| p[i] * p[i] / (size[i] * size[i]))
                .sum::<f64>()
                <= 1.0;
            if inside {
                ellipsoid_from_inside(normal, p, *size)
            } else {
                Some(ellipsoid_from_outside(p, *size))
            }
        }
        Convex::Cylinder { radius, half } => {
            if p[2].abs() > 0.95 * half {
                return None;
            }
            let flat = (half - p[2].abs()).abs();
            let round = (radius - (p[0] * p[0] + p[1] * p[1]).sqrt()).abs();
            (flat >= 0.25 * round).then(|| Vec3::new(p[0], p[1], 0.0))
        }
        _ => None,
    }
}

/// Steps of the searches for normals of ellipsoids, and when they end.
const NORMAL_STEPS: usize = 30;
const NORMAL_TOL: f64 = 1e-6;

/// The normal where the ray from an inner point along the normal leaves the ellipsoid, a fixed point.
fn ellipsoid_from_inside(normal: Vec3, p: Vec3, size: Vec3) -> Option<Vec3> {
    let inverse = Vec3(size.0.map(|s| 1.0 / (s * s)));
    let product = |u: Vec3, v: Vec3| {
        u[0] * v[0] * inverse[0] + u[1] * v[1] * inverse[1] + u[2] * v[2] * inverse[2]
    };
    let c = product(p, p) - 1.0;
    if c > 0.0 {
        return None;
    }
    let (mut n, _) = normal.normalize_or_x();
    for step in 0..NORMAL_STEPS {
        let (a, b) = (product(n, n), product(p, n));
        let det = b * b - a * c;
        if det < MINVAL || a < MINVAL {
            return (step > 0).then_some(n);
        }
        let x = (-b + det.sqrt()) / a;
        if x < 0.0 {
            return (step > 0).then_some(n);
        }
        let point = p + n * x;
        let (next, _) = point.component_mul(inverse).normalize_or_x();
        let change = (n - next).norm();
        n = next;
        if change < NORMAL_TOL {
            break;
        }
    }
    Some(n)
}

/// The normal at the point of an ellipsoid nearest to an outer point: p / (s² + λ), with λ from Newton's method.
fn ellipsoid_from_outside(p: Vec3, size: Vec3) -> Vec3 {
    let s2 = size.component_mul(size);
    let ps2 = Vec3(core::array::from_fn(|i| p[i] * p[i] * s2[i]));
    let mut lambda = 0.0;
    for _ in 0..NORMAL_STEPS {
        let r = Vec3(s2.0.map(|s2| 1.0 / (s2 + lambda)));
        let r2 = r.component_mul(r);
        let value = ps2[0] * r[0] * r[0] + ps2[1] * r[1] * r[1] + ps2[2] * r[2] * r[2] - 1.0;
        if value < NORMAL_TOL {
            break;
        }
        let slope = -2.0 * ps2.component_mul(r2).dot(r);
        if slope > -MINVAL {
            break;
        }
        let delta = -value / slope;
        if delta < NORMAL_TOL {
            break;
        }
        lambda += delta;
    }
    Vec3(core::array::from_fn(|i| p[i] / (s2[i] + lambda)))
}
