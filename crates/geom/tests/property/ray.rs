//! Rays against primitive shapes and meshes.

use ligament_geom::Pose;
use ligament_geom::bvh::{Bvh, BvhElement};
use ligament_geom::convex::Convex;
use ligament_geom::field::TriangleTree;
use ligament_geom::ray::{self, Hit, Ray};
use ligament_math::{Mat3, Vec3};

use crate::generate::{Form, KINDS, Kind, Rng, Solid, extent, shape};
use crate::ledger::{Ledger, cases};
use crate::meshes::Library;
use crate::reference::{outside_local, support};

/// Points of a ray that are looked at.
const SAMPLES: usize = 24;

/// Rays from outside, inside and the surface, towards the shape, past it and along the axes.
pub fn random_ray(rng: &mut Rng, reach: f64) -> Ray {
    let origin = match rng.below(5) {
        0 => rng.vec(reach),
        1 => rng.quarter_turns().col(0) * reach * rng.range(0.0, 3.0),
        _ => rng.direction() * reach * rng.scale(0.5, 20.0),
    };
    let dir = match rng.below(5) {
        0 => rng.direction(),
        1 => rng.quarter_turns().col(0),
        _ => rng.vec(reach) - origin,
    };
    let length = dir.norm();
    let dir = if length > 0.0 { dir / length } else { Vec3::X };
    let stretch = rng.scale(0.01, 100.0);
    Ray {
        origin,
        dir: dir * stretch,
    }
}

/// Checks a hit, or that there is none, against the level function of a shape.
pub fn check_ray(
    ledger: &mut Ledger,
    name: &str,
    ray: &Ray,
    hit: Option<Hit>,
    reach: f64,
    level: &dyn Fn(Vec3) -> f64,
    shape: &dyn Fn() -> String,
) {
    let scale = reach + ray.origin.norm();
    let tolerance = 1e-7 * scale;
    let length = ray.dir.norm();
    let detail = || format!("{ray:?} {hit:?} {}", shape());
    let inside = level(ray.origin) < 0.0;
    let clear = |p: Vec3| {
        if inside {
            level(p) <= tolerance
        } else {
            level(p) >= -tolerance
        }
    };
    let Some(hit) = hit else {
        let far = (2.0 * (reach + ray.origin.norm())) / length;
        let passes = (0..=SAMPLES).all(|k| clear(ray.at(far * k as f64 / SAMPLES as f64)));
        ledger.check(
            passes || inside && level(ray.origin) > -tolerance,
            &format!("{name}: missed"),
            detail,
        );
        return;
    };
    ledger.check(
        hit.x.is_finite() && hit.x >= 0.0,
        &format!("{name}: parameter"),
        detail,
    );
    let normal = hit.outward(&Mat3::IDENTITY);
    ledger.check(
        (normal.norm() - 1.0).abs() < 1e-9,
        &format!("{name}: unit normal"),
        detail,
    );
    let at = level(ray.at(hit.x));
    ledger.check(
        at.abs() <= tolerance,
        &format!("{name}: on surface"),
        || format!("{at} {}", detail()),
    );
    let before = (0..SAMPLES).all(|k| clear(ray.at(hit.x * k as f64 / SAMPLES as f64)));
    ledger.check(before, &format!("{name}: first"), detail);
    if level(ray.origin).abs() > tolerance {
        let against = normal.dot(ray.dir) / length * if inside { -1.0 } else { 1.0 };
        ledger.check(against <= 1e-4, &format!("{name}: side of normal"), || {
            format!("{against} {}", detail())
        });
    }
    let step = 1e-5 * reach;
    let slope = Vec3(std::array::from_fn(|k| {
        let mut e = Vec3::ZERO;
        e[k] = step;
        let p = ray.at(hit.x);
        (level(p + e) - level(p - e)) / (2.0 * step)
    }));
    // edges have no slope of unit length
    let smooth = (slope.norm() - 1.0).abs() < 1e-3 && scale < 100.0 * reach;
    if smooth {
        let along = slope.normalize_or_x().0.dot(normal);
        ledger.check(along > 0.99, &format!("{name}: normal"), || {
            format!("{along} {slope:?} {}", detail())
        });
    }
}

fn cast(shape: &Convex, ray: &Ray) -> Option<Hit> {
    match *shape {
        Convex::Sphere { radius } => ray::sphere(ray, radius),
        Convex::Capsule { radius, half } => ray::capsule(ray, radius, half),
        Convex::Ellipsoid { size } => ray::ellipsoid(ray, size),
        Convex::Cylinder { radius, half } => ray::cylinder(ray, radius, half),
        Convex::Box { size } => ray::solid_box(ray, size),
        _ => None,
    }
}

#[test]
fn primitives_are_hit_where_they_are() {
    let library = Library::new();
    let mut ledger = Ledger::default();
    let mut rng = Rng::new(301);
    for round in 0..cases(15_000) {
        let kind = KINDS[round % 5];
        let form = rng.pick(&[Form::Ordinary, Form::Slender, Form::Wild, Form::Degenerate]);
        let shape = shape(&mut rng, kind, form, &library);
        let reach = extent(&shape);
        let ray = random_ray(&mut rng, reach.max(1e-3));
        let hit = cast(&shape, &ray);
        let name = format!("{kind:?} {form:?}");
        if matches!(form, Form::Degenerate | Form::Wild) {
            let finite = hit.is_none_or(|hit| {
                hit.x.is_finite() && (hit.outward(&Mat3::IDENTITY).norm() - 1.0).abs() < 1e-9
            });
            ledger.check(finite, &format!("{name}: finite"), || {
                format!("{shape:?} {ray:?} {hit:?}")
            });
            continue;
        }
        check_ray(
            &mut ledger,
            &name,
            &ray,
            hit,
            reach,
            &|p| outside_local(&shape, p),
            &|| format!("{shape:?}"),
        );
    }
    ledger.finish();
}

/// A ray that starts on the surface, or grazes it, stays a number.
#[test]
fn rays_from_surfaces_and_along_them() {
    let library = Library::new();
    let mut ledger = Ledger::default();
    let mut rng = Rng::new(302);
    for round in 0..cases(10_000) {
        let kind = KINDS[round % 5];
        let shape = shape(&mut rng, kind, Form::Ordinary, &library);
        let solid = Solid {
            shape,
            pose: Pose {
                pos: Vec3::ZERO,
                mat: Mat3::IDENTITY,
            },
        };
        let normal = if round % 3 == 0 {
            rng.quarter_turns().col(0)
        } else {
            rng.direction()
        };
        let point = support(&solid, normal);
        let tangent = normal.cross(rng.direction()).normalize_or_x().0;
        let dir = rng.pick(&[tangent, normal, -normal]);
        let ray = Ray {
            origin: point - dir * rng.pick(&[0.0, 1.0]),
            dir,
        };
        let hit = cast(&shape, &ray);
        let name = format!("{kind:?}");
        if let Some(hit) = hit {
            let at = outside_local(&shape, ray.at(hit.x)).abs();
            ledger.check(
                hit.x >= 0.0 && at < 1e-7,
                &format!("{name}: on surface"),
                || format!("{at} {shape:?} {ray:?} {hit:?}"),
            );
        } else {
            // through a point of a smooth surface there is always a far side; rims and corners may be missed
            let smooth = !matches!(kind, Kind::Cylinder | Kind::Box);
            let inward = smooth && dir == -normal && ray.origin != point;
            ledger.check(!inward, &format!("{name}: missed"), || {
                format!("{shape:?} {ray:?}")
            });
        }
    }
    ledger.finish();
}

#[test]
fn meshes_are_hit_where_they_are() {
    let library = Library::new();
    let mut ledger = Ledger::default();
    let mut rng = Rng::new(303);
    let trees: Vec<(Vec<[i32; 3]>, Bvh)> = library.meshes[..library.well_shaped]
        .iter()
        .map(|mesh| {
            let hull = mesh.hull();
            let mut faces = Vec::new();
            for (&adr, &num) in hull.polyvertadr.iter().zip(hull.polyvertnum) {
                let ring = &hull.polyvert[adr as usize..(adr + num) as usize];
                faces.extend((2..ring.len()).map(|k| [ring[0], ring[k - 1], ring[k]]));
            }
            let corner = |i: i32| Vec3(mesh.vert[i as usize].map(f64::from));
            let elements: Vec<BvhElement> = faces
                .iter()
                .enumerate()
                .map(|(id, f)| {
                    let [a, b, c] = f.map(corner);
                    let (low, high) = (a.min(b).min(c), a.max(b).max(c));
                    BvhElement {
                        id: id as i32,
                        place: (low + high) / 2.0,
                        low,
                        high,
                    }
                })
                .collect();
            let tree = Bvh::new(&elements);
            (faces, tree)
        })
        .collect();
    for round in 0..cases(8_000) {
        let index = round % trees.len();
        let (mesh, (faces, tree)) = (&library.meshes[index], &trees[index]);
        let triangles = TriangleTree {
            vert: &mesh.vert,
            face: faces,
            aabb: &tree.aabb,
            child: &tree.child,
            leaf: &tree.nodeid,
        };
        let shape = Convex::Mesh(mesh.hull());
        let reach = extent(&shape);
        let mut ray = random_ray(&mut rng, reach);
        // rays through an edge may slip between two triangles
        ray.origin += rng.vec(1e-3 * reach);
        ray.dir += rng.vec(1e-3 * ray.dir.norm());
        let hit = ray::mesh(&ray, &triangles);
        let name = format!("{:?} {index}", Kind::Mesh);
        check_ray(
            &mut ledger,
            &name,
            &ray,
            hit,
            reach,
            &|p| outside_local(&shape, p),
            &String::new,
        );
    }
    ledger.finish();
}

/// Whatever goes in, rays end without a hit that is no number or with one.
#[test]
fn rays_of_numbers_that_are_none_end() {
    let library = Library::new();
    let mut rng = Rng::new(304);
    for round in 0..cases(5_000) {
        let shape = shape(&mut rng, KINDS[round % 5], Form::Degenerate, &library);
        let mut ray = random_ray(&mut rng, 1.0);
        let bad = rng.pick(&[f64::NAN, f64::INFINITY, 0.0, 1e300, 1e-310]);
        match rng.below(3) {
            0 => ray.origin[rng.below(3)] = bad,
            1 => ray.dir[rng.below(3)] = bad,
            _ => ray.dir = Vec3::splat(bad),
        }
        cast(&shape, &ray);
        ray::plane(&ray, Vec3::splat(bad));
    }
}
