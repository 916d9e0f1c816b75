//! Convex shapes through the general routine: all pairs of kinds.

use ligament_geom::PreContacts;
use ligament_geom::convex::{
    Convex, ConvexScratch, ConvexSettings, apart_along, convex_convex, convex_distance,
    legacy_convex_convex, plane_convex,
};
use ligament_math::{Mat3, Vec3};

use crate::generate::{Case, Form, KINDS, Motion, Rng, Solid, case, extent, thinness};
use crate::ledger::{Ledger, cases};
use crate::meshes::Library;
use crate::primitive::check_contacts;
use crate::reference::{bracket, gap, outside, widest_gap};

/// Enough iterations for every curved shape.
const ACCURATE: ConvexSettings = ConvexSettings {
    tolerance: 1e-6,
    iterations: 200,
    multiccd: true,
};

/// A measured distance with the direction from the first shape to the second.
struct Measured {
    dist: f64,
    points: Option<[Vec3; 2]>,
}

impl Measured {
    fn new(
        a: &Solid,
        b: &Solid,
        limit: f64,
        settings: &ConvexSettings,
        scratch: &mut ConvexScratch,
    ) -> Self {
        let found = convex_distance(
            (&a.shape, &a.pose),
            (&b.shape, &b.pose),
            limit,
            settings,
            scratch,
        );
        Measured {
            dist: found.dist,
            points: found.points,
        }
    }

    fn normal(&self) -> Option<Vec3> {
        let [p, q] = self.points?;
        let between = if self.dist > 0.0 { q - p } else { p - q };
        let length = between.norm();
        (length > 0.0).then(|| between / length)
    }
}

/// All pairs of kinds, in turn.
fn kinds(round: usize) -> [crate::generate::Kind; 2] {
    let k = round % 36;
    [KINDS[k / 6], KINDS[k % 6]]
}

fn check_distance(
    ledger: &mut Ledger,
    rng: &mut Rng,
    name: &str,
    case: &Case,
    limit: f64,
    found: &Measured,
    error: f64,
) {
    let (a, b) = (&case.a, &case.b);
    let detail = || format!("limit {limit} {case:?} {} {:?}", found.dist, found.points);
    ledger.check(
        found.dist.is_finite() && found.dist <= limit,
        &format!("{name}: number"),
        detail,
    );
    let Some([p, q]) = found.points else {
        let (_, upper) = bracket(a, b, 60);
        ledger.check(
            upper >= limit - error,
            &format!("{name}: nearer than the limit"),
            || format!("at most {upper} {}", detail()),
        );
        return;
    };
    ledger.check(
        (0..3).all(|k| p[k].is_finite() && q[k].is_finite()),
        &format!("{name}: points"),
        detail,
    );
    if case.form == Form::Degenerate || case.form == Form::Wild {
        return;
    }
    let deep = is_deep(case, found.dist);
    if !deep {
        // where faces touch, the points may lie beside them
        let touching = found.dist < 1e-5 * (1.0 + case.scale);
        for (solid, point) in [(a, p), (b, q)].into_iter().filter(|_| !touching) {
            let off = outside(solid, point);
            ledger.expect(off <= error, &format!("{name}: point inside"), || {
                format!("{off} {}", detail())
            });
        }
    }
    if found.dist >= limit {
        return;
    }
    // deep inside, the polytope may end before it has found the last of many similar faces
    let error = if deep {
        0.04 * (extent(&a.shape) + extent(&b.shape))
    } else {
        error
    };
    ledger.expect(
        ((p - q).norm() - found.dist.abs()).abs() <= error,
        &format!("{name}: distance of points"),
        detail,
    );
    let Some(normal) = found.normal() else { return };
    if found.dist.abs() < 1e-5 * (1.0 + case.scale) {
        return;
    }
    let along = gap(a, b, normal);
    ledger.expect(
        (along - found.dist).abs() <= error,
        &format!("{name}: gap along normal"),
        || format!("gap {along} {}", detail()),
    );
    let (widest, dir) = widest_gap(a, b, rng, 12);
    ledger.expect(
        widest <= found.dist + error,
        &format!("{name}: least distance"),
        || format!("gap {widest} along {dir:?} {}", detail()),
    );
}

/// Whether shapes overlap by much of their width: points of the deepest face then may lie beside it. Where the centres are
/// the same, the iteration has nowhere to start from and may find that the shapes touch.
fn is_deep(case: &Case, dist: f64) -> bool {
    if case.a.pose.pos == case.b.pose.pos {
        return true;
    }
    dist < -0.5 * thinness(&case.a.shape).min(thinness(&case.b.shape))
}

/// What the result may be off by: the tolerance of the iterations, and rounding.
fn error(case: &Case) -> f64 {
    let round = 1e-9 * case.scale;
    match case.form {
        Form::Ordinary => 2e-5 + round,
        _ => 1e-3 * case.scale,
    }
}

#[test]
fn distances_are_bracketed() {
    let library = Library::new();
    let mut ledger = Ledger::default();
    let mut rng = Rng::new(101);
    let mut scratch = ConvexScratch::default();
    for round in 0..cases(7_000) {
        let pair = kinds(round);
        let case = case(&mut rng, pair, &library);
        let some = rng.scale(1e-3, 1.0) * case.scale;
        let limit = rng.pick(&[10.0 * case.scale, some]);
        let found = Measured::new(&case.a, &case.b, limit, &ACCURATE, &mut scratch);
        let name = format!("{:?}-{:?} {:?}", pair[0], pair[1], case.form);
        let error = error(&case);
        check_distance(&mut ledger, &mut rng, &name, &case, limit, &found, error);
        if !matches!(case.form, Form::Ordinary) || is_deep(&case, found.dist) {
            continue;
        }
        let back = Measured::new(&case.b, &case.a, limit, &ACCURATE, &mut scratch);
        let detail = |other: f64| format!("{} {other} limit {limit} {case:?}", found.dist);
        ledger.expect(
            (back.dist - found.dist).abs() <= error,
            &format!("{name}: exchange"),
            || detail(back.dist),
        );
        let motion = Motion::random(&mut rng);
        let (a, b) = (motion.of(&case.a), motion.of(&case.b));
        let moved = Measured::new(&a, &b, limit, &ACCURATE, &mut scratch);
        ledger.expect(
            (moved.dist - found.dist).abs() <= error,
            &format!("{name}: rigid motion"),
            || detail(moved.dist),
        );
    }
    ledger.finish();
}

#[test]
fn contacts_agree_with_distances() {
    let library = Library::new();
    let mut ledger = Ledger::default();
    let mut rng = Rng::new(202);
    let mut scratch = ConvexScratch::default();
    for round in 0..cases(7_000) {
        let pair = kinds(round);
        let case = case(&mut rng, pair, &library);
        let (a, b) = (&case.a, &case.b);
        let some = rng.scale(1e-4, 0.3) * case.scale;
        let margin = rng.pick(&[0.0, some]);
        let settings = rng.pick(&[
            ACCURATE,
            ConvexSettings::default(),
            ConvexSettings {
                multiccd: false,
                ..ConvexSettings::default()
            },
            ConvexSettings {
                iterations: 1 + round % 7,
                ..ConvexSettings::default()
            },
        ]);
        let mut out = PreContacts::default();
        convex_convex(
            (&a.shape, &a.pose),
            (&b.shape, &b.pose),
            margin,
            &settings,
            &mut scratch,
            &mut out,
        );
        let axis = scratch.separating_axis();
        let name = format!("{:?}-{:?} {:?}", pair[0], pair[1], case.form);
        let detail = || format!("margin {margin} {settings:?} {case:?} {:?}", &out[..]);
        // points of a manifold lie on two faces, which may part
        let slack = if out.len() > 1 {
            case.scale
        } else {
            1e-6 * case.scale + 1e-5
        };
        check_contacts(&mut ledger, &name, &out, margin, slack, &detail);
        if let Some(axis) = axis.filter(|_| out.is_empty()) {
            ledger.check(
                (axis.norm() - 1.0).abs() < 1e-9,
                &format!("{name}: axis"),
                detail,
            );
            if case.form == Form::Ordinary
                && apart_along((&a.shape, &a.pose), (&b.shape, &b.pose), axis, margin)
            {
                let along = gap(a, b, axis);
                ledger.check(
                    along >= margin - error(&case),
                    &format!("{name}: separated"),
                    || format!("gap {along} along {axis:?} {}", detail()),
                );
            }
        }
        if case.form == Form::Ordinary
            && settings == ACCURATE
            && margin < 0.1 * thinness(&a.shape).min(thinness(&b.shape))
        {
            let found = Measured::new(a, b, 10.0 * case.scale, &ACCURATE, &mut scratch);
            check_against(&mut ledger, &name, &case, margin, &found, &out);
        }
        let mut old = PreContacts::default();
        let (ra, rb) = (extent(&a.shape), extent(&b.shape));
        legacy_convex_convex(
            (&a.shape, &a.pose, ra),
            (&b.shape, &b.pose, rb),
            margin,
            &settings,
            &mut old,
        );
        check_contacts(
            &mut ledger,
            &format!("{name} by portals"),
            &old,
            f64::INFINITY,
            0.0,
            &|| format!("margin {margin} {settings:?} {case:?} {:?}", &old[..]),
        );
    }
    ledger.finish();
}

/// Contacts exist where the distance is below the margin, and the deepest one has this distance.
fn check_against(
    ledger: &mut Ledger,
    name: &str,
    case: &Case,
    margin: f64,
    found: &Measured,
    out: &PreContacts,
) {
    let error = 2.0 * error(case);
    let detail = || {
        format!(
            "distance {} margin {margin} {case:?} {:?}",
            found.dist,
            &out[..]
        )
    };
    if is_deep(case, found.dist) {
        return;
    }
    let least = out.iter().map(|c| c.dist).reduce(f64::min);
    match least {
        Some(least) => {
            // faces that are clipped may reach deeper than the nearest points, but not beyond the shapes
            let deep = thinness(&case.a.shape).min(thinness(&case.b.shape));
            let slack = if out.len() > 1 { deep } else { error };
            let enough = out.len() > 1 || least <= found.dist + error;
            ledger.expect(
                enough && least >= found.dist - slack,
                &format!("{name}: depth"),
                detail,
            );
        }
        None => ledger.check(
            found.dist >= margin - error,
            &format!("{name}: missed"),
            detail,
        ),
    }
    for c in out.iter() {
        let reach = 0.5 * c.dist.abs() + error;
        for solid in [&case.a, &case.b] {
            let off = outside(solid, c.pos);
            ledger.expect(off <= reach, &format!("{name}: position"), || {
                format!("{off} {c:?} {}", detail())
            });
        }
    }
}

/// Replaces some numbers of a case by others that are none.
fn spoil(rng: &mut Rng, solid: &mut Solid) {
    let bad = rng.pick(&[
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        1e300,
        -1e300,
        1e-310,
    ]);
    match rng.below(4) {
        0 => solid.pose.pos[rng.below(3)] = bad,
        1 => solid.pose.mat.0[rng.below(9)] = bad,
        2 => match &mut solid.shape {
            Convex::Sphere { radius } | Convex::Capsule { radius, .. } => *radius = bad,
            Convex::Cylinder { half, .. } => *half = bad,
            Convex::Ellipsoid { size } | Convex::Box { size } => size[rng.below(3)] = bad,
            _ => solid.pose.pos = Vec3::splat(bad),
        },
        _ => solid.pose.mat = Mat3([0.0; 9]),
    }
}

/// Whatever goes in, everything ends.
#[test]
fn numbers_that_are_none_end() {
    let library = Library::new();
    let mut rng = Rng::new(303);
    let mut scratch = ConvexScratch::default();
    for round in 0..cases(3_000) {
        let mut case = case(&mut rng, kinds(round), &library);
        let (spoil_a, spoil_b) = (rng.below(2) == 0, rng.below(2) == 0);
        if spoil_a {
            spoil(&mut rng, &mut case.a);
        }
        if spoil_b || !spoil_a {
            spoil(&mut rng, &mut case.b);
        }
        let (a, b) = ((&case.a.shape, &case.a.pose), (&case.b.shape, &case.b.pose));
        let margin = rng.pick(&[0.0, 0.1, f64::NAN, f64::INFINITY]);
        let settings = ConvexSettings {
            tolerance: rng.pick(&[1e-6, 0.0, -1.0, f64::NAN]),
            iterations: rng.pick(&[0, 1, 35]),
            multiccd: round % 2 == 0,
        };
        let mut out = PreContacts::default();
        convex_convex(a, b, margin, &settings, &mut scratch, &mut out);
        convex_distance(a, b, margin, &settings, &mut scratch);
        apart_along(a, b, Vec3::splat(f64::NAN), margin);
        plane_convex(&case.a.pose, b, margin, &mut out);
        let portals = ConvexSettings {
            iterations: settings.iterations.max(1),
            ..settings
        };
        legacy_convex_convex((a.0, a.1, 1.0), (b.0, b.1, 1.0), margin, &portals, &mut out);
    }
}
