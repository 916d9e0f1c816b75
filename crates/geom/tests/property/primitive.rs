//! Pairs of primitive shapes that have a routine of their own.

use ligament_geom::convex::{Convex, plane_convex};
use ligament_geom::pair::*;
use ligament_geom::{MAX_CONTACTS, Pose, PreContact, PreContacts};
use ligament_math::{Mat3, Vec3};

use crate::generate::{Case, Form, KINDS, Kind, Motion, Rng, Solid, case, extent, shape, thinness};
use crate::ledger::{Ledger, cases};
use crate::meshes::Library;
use crate::reference::{bracket, gap, outside, support, widest_gap};

type Pair = fn(&mut PreContacts, f64, &Pose, Vec3, &Pose, Vec3);

/// What a routine promises about the least distance it reports.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Promise {
    /// It is the signed distance, unless the cores of round shapes meet.
    Exact,
    /// It is where the penetration is shallow; deep inside, another direction may be shorter.
    Shallow,
    /// As before, and for margins that are small.
    Near,
}

const PAIRS: [(&str, Pair, [Kind; 2], Promise); 7] = [
    (
        "sphere-sphere",
        sphere_sphere,
        [Kind::Sphere; 2],
        Promise::Exact,
    ),
    (
        "sphere-capsule",
        sphere_capsule,
        [Kind::Sphere, Kind::Capsule],
        Promise::Exact,
    ),
    (
        "sphere-cylinder",
        sphere_cylinder,
        [Kind::Sphere, Kind::Cylinder],
        Promise::Shallow,
    ),
    (
        "sphere-box",
        sphere_box,
        [Kind::Sphere, Kind::Box],
        Promise::Exact,
    ),
    (
        "capsule-capsule",
        capsule_capsule,
        [Kind::Capsule; 2],
        Promise::Exact,
    ),
    (
        "capsule-box",
        capsule_box,
        [Kind::Capsule, Kind::Box],
        Promise::Near,
    ),
    ("box-box", box_box, [Kind::Box; 2], Promise::Near),
];

fn size(shape: &Convex) -> Vec3 {
    match *shape {
        Convex::Sphere { radius } => Vec3([radius, 0.0, 0.0]),
        Convex::Capsule { radius, half } | Convex::Cylinder { radius, half } => {
            Vec3([radius, half, 0.0])
        }
        Convex::Ellipsoid { size } | Convex::Box { size } => size,
        _ => Vec3::ZERO,
    }
}

fn run(pair: Pair, margin: f64, a: &Solid, b: &Solid) -> PreContacts {
    let mut out = PreContacts::default();
    pair(
        &mut out,
        margin,
        &a.pose,
        size(&a.shape),
        &b.pose,
        size(&b.shape),
    );
    out
}

/// Numbers are numbers, normals have unit length, frames are right-handed and orthogonal, distances within the margin.
pub fn check_contacts(
    ledger: &mut Ledger,
    name: &str,
    found: &[PreContact],
    margin: f64,
    slack: f64,
    detail: &dyn Fn() -> String,
) {
    ledger.check(
        found.len() <= MAX_CONTACTS,
        &format!("{name}: number"),
        detail,
    );
    for c in found {
        let finite =
            c.dist.is_finite() && (0..3).all(|k| c.pos[k].is_finite() && c.normal[k].is_finite());
        ledger.check(finite, &format!("{name}: finite"), || {
            format!("{c:?} {}", detail())
        });
        ledger.check(
            (c.normal.norm() - 1.0).abs() < 1e-9,
            &format!("{name}: unit normal"),
            || format!("{c:?} {}", detail()),
        );
        // a capsule upright on a plane that looks along x has no tangent of its own, and none is found for it
        if c.normal[0].abs() > 1.0 - 1e-9 && c.tangent[0].abs() > 1.0 - 1e-9 {
            continue;
        }
        let frame = Mat3::frame_from_x(c.normal, c.tangent);
        let square = frame.mul_mat_tr(&frame);
        let orthogonal = (0..9).all(|k| (square.0[k] - Mat3::<f64>::IDENTITY.0[k]).abs() < 1e-9);
        ledger.check(
            orthogonal && (frame.determinant() - 1.0).abs() < 1e-9,
            &format!("{name}: frame"),
            || format!("{c:?} {}", detail()),
        );
        ledger.check(
            c.dist <= margin + slack,
            &format!("{name}: within margin"),
            || format!("{c:?} {}", detail()),
        );
    }
}

fn deepest(found: &[PreContact]) -> Option<&PreContact> {
    found.iter().min_by(|x, y| x.dist.total_cmp(&y.dist))
}

/// Half of the least width of the two shapes.
fn shallow(case: &Case) -> f64 {
    0.5 * thinness(&case.a.shape).min(thinness(&case.b.shape))
}

/// Radius of the inflation of a point or segment.
fn core_radius(shape: &Convex) -> f64 {
    match *shape {
        Convex::Sphere { radius } | Convex::Capsule { radius, .. } => radius,
        _ => 0.0,
    }
}

fn check_distance(
    ledger: &mut Ledger,
    rng: &mut Rng,
    name: &str,
    promise: Promise,
    case: &Case,
    margin: f64,
    found: &[PreContact],
) {
    let (a, b) = (&case.a, &case.b);
    let tolerance = if promise == Promise::Near { 1e-3 } else { 1e-7 } * case.scale;
    let detail = || format!("margin {margin} {case:?} {found:?}");
    // where shapes are points or touch all around there is no direction
    if case.form == Form::Degenerate {
        return;
    }
    // the routine looks at ends of the capsule and edges of the box; it may miss a capsule through a face
    if let Convex::Capsule { half, .. } = a.shape {
        let core = Solid {
            shape: Convex::Capsule { radius: 0.0, half },
            ..*a
        };
        if promise == Promise::Near && bracket(&core, b, 60).0 < 1e-3 * case.scale {
            return;
        }
    }
    let Some(first) = deepest(found) else {
        let (_, upper) = bracket(a, b, 100);
        ledger.check(
            upper > margin - tolerance,
            &format!("{name}: missed contact"),
            || format!("distance at most {upper} {}", detail()),
        );
        return;
    };
    let meets = match promise {
        Promise::Exact => {
            first.dist + core_radius(&a.shape) + core_radius(&b.shape) < 1e-6 * case.scale
        }
        _ => first.dist < -shallow(case),
    };
    if meets {
        return;
    }
    let along = gap(a, b, first.normal);
    ledger.expect(
        (along - first.dist).abs() <= tolerance,
        &format!("{name}: gap along normal"),
        || format!("gap {along} {}", detail()),
    );
    let (widest, dir) = widest_gap(a, b, rng, 12);
    ledger.check(
        widest <= first.dist + tolerance,
        &format!("{name}: least distance"),
        || format!("gap {widest} along {dir:?} {}", detail()),
    );
    for c in found {
        let half = c.normal * (0.5 * c.dist);
        for (solid, point) in [(a, c.pos - half), (b, c.pos + half)] {
            let off = outside(solid, point);
            ledger.check(off <= tolerance, &format!("{name}: point inside"), || {
                format!("{off} {c:?} {}", detail())
            });
        }
    }
}

#[test]
fn contacts_are_where_the_surfaces_are() {
    let library = Library::new();
    let mut ledger = Ledger::default();
    let each = cases(14_000) / PAIRS.len();
    for (index, (name, pair, kinds, promise)) in PAIRS.into_iter().enumerate() {
        let mut rng = Rng::new(index as u64 + 1);
        for _ in 0..each {
            let case = case(&mut rng, kinds, &library);
            let most = match promise {
                Promise::Near => 0.1 * shallow(&case),
                _ => case.scale,
            };
            let some = rng.scale(1e-3, 0.3) * most;
            let margin = rng.pick(&[0.0, some]);
            let found = run(pair, margin, &case.a, &case.b);
            let slack = 1e-9 * case.scale;
            check_contacts(&mut ledger, name, &found, margin, slack, &|| {
                format!("{case:?}")
            });
            check_distance(&mut ledger, &mut rng, name, promise, &case, margin, &found);
            check_motion(&mut ledger, &mut rng, name, pair, &case, margin, &found);
        }
    }
    ledger.finish();
}

/// Moving both shapes moves the contacts with them, exchanging equal kinds turns the normal around.
fn check_motion(
    ledger: &mut Ledger,
    rng: &mut Rng,
    name: &str,
    pair: Pair,
    case: &Case,
    margin: f64,
    found: &[PreContact],
) {
    if !matches!(case.form, Form::Ordinary | Form::Slender) {
        return;
    }
    let tolerance = 1e-6 * case.scale;
    let motion = Motion::random(rng);
    let moved = run(pair, margin, &motion.of(&case.a), &motion.of(&case.b));
    let mut same = |other: &[PreContact], what: &str| match (deepest(found), deepest(other)) {
        (Some(x), Some(y)) => {
            ledger.check(
                (x.dist - y.dist).abs() <= tolerance,
                &format!("{name}: {what}"),
                || format!("{x:?} {y:?} margin {margin} {case:?}"),
            );
        }
        (Some(x), None) | (None, Some(x)) => {
            ledger.check(
                (x.dist - margin).abs() <= tolerance,
                &format!("{name}: {what}, lost"),
                || format!("{x:?} margin {margin} {case:?}"),
            );
        }
        (None, None) => {}
    };
    same(&moved, "rigid motion");
    if std::mem::discriminant(&case.a.shape) == std::mem::discriminant(&case.b.shape) {
        same(&run(pair, margin, &case.b, &case.a), "exchange");
    }
}

#[test]
fn planes_touch_what_reaches_below_them() {
    const PLANES: [(Kind, Pair); 4] = [
        (Kind::Sphere, plane_sphere),
        (Kind::Capsule, plane_capsule),
        (Kind::Cylinder, plane_cylinder),
        (Kind::Box, plane_box),
    ];
    let library = Library::new();
    let mut ledger = Ledger::default();
    let mut rng = Rng::new(40);
    for round in 0..cases(10_000) {
        let kind = KINDS[round % KINDS.len()];
        let form = rng.pick(&[
            Form::Ordinary,
            Form::Ordinary,
            Form::Slender,
            Form::Wild,
            Form::Degenerate,
        ]);
        let solid_shape = shape(&mut rng, kind, form, &library);
        let aligned = rng.below(3) == 0;
        let mut turn = || {
            if aligned {
                rng.quarter_turns()
            } else {
                rng.rotation()
            }
        };
        let (mat, plane_mat) = (turn(), turn());
        let plane = Pose {
            pos: rng.vec(1.0),
            mat: plane_mat,
        };
        let normal = plane.mat.col(2);
        let reach = extent(&solid_shape);
        let mut solid = Solid {
            shape: solid_shape,
            pose: Pose {
                pos: plane.pos,
                mat,
            },
        };
        let tiny = reach * 10f64.powf(rng.range(-16.0, 0.0));
        let wanted = rng.pick(&[0.0, tiny, -tiny]);
        solid.pose.pos += normal * (wanted - normal.dot(support(&solid, -normal) - plane.pos));
        let scale = reach + plane.pos.norm();
        let some = rng.scale(1e-3, 1.0) * scale;
        let margin = rng.pick(&[0.0, some]);
        let dist = normal.dot(support(&solid, -normal) - plane.pos);

        let mut out = PreContacts::default();
        let name = format!("plane-{kind:?}");
        match PLANES.iter().find(|(k, _)| *k == kind) {
            Some((_, pair)) => pair(
                &mut out,
                margin,
                &plane,
                Vec3::ZERO,
                &solid.pose,
                size(&solid.shape),
            ),
            None => plane_convex(&plane, (&solid.shape, &solid.pose), margin, &mut out),
        }
        let tolerance = 1e-9 * scale;
        let detail = || format!("{form:?} {plane:?} {solid:?} margin {margin}");
        check_contacts(&mut ledger, &name, &out, margin, tolerance, &detail);
        match deepest(&out) {
            Some(first) => {
                ledger.check(
                    (first.dist - dist).abs() <= tolerance,
                    &format!("{name}: distance"),
                    || format!("{dist} {first:?} {}", detail()),
                );
            }
            None => ledger.check(
                dist > margin - tolerance,
                &format!("{name}: missed"),
                || format!("{dist} {}", detail()),
            ),
        }
        for c in out.iter() {
            let (below, above) = (
                c.pos + c.normal * (0.5 * c.dist),
                c.pos - c.normal * (0.5 * c.dist),
            );
            if form != Form::Degenerate {
                let off = normal.dot(above - plane.pos).abs();
                ledger.check(off <= tolerance, &format!("{name}: on plane"), || {
                    format!("{c:?} {}", detail())
                });
                let off = outside(&solid, below);
                ledger.check(off <= 1e-6 * scale, &format!("{name}: on shape"), || {
                    format!("{off} {c:?} {}", detail())
                });
            }
        }
    }
    ledger.finish();
}
