//! Rays against planes, balls, capsules, ellipsoids, cylinders and boxes, each in the frame of the shape.

use ligament_math::{MINVAL, Vec3};

use super::{Hit, Ray, first_root, nearer, roots};

/// A plane z = 0 seen from above, cut to a rectangle where the half sizes along x and y are positive.
#[inline]
pub fn plane(ray: &Ray, size: Vec3) -> Option<Hit> {
    if ray.dir[2] > -MINVAL {
        return None;
    }
    let x = -ray.origin[2] / ray.dir[2];
    if x < 0.0 {
        return None;
    }
    let point = ray.at(x);
    let inside = |k: usize| size[k] <= 0.0 || point[k].abs() <= size[k];
    (inside(0) && inside(1)).then_some(Hit { x, normal: Vec3::Z })
}

/// A ball.
#[inline]
pub fn sphere(ray: &Ray, radius: f64) -> Option<Hit> {
    let x = first_root(
        ray.dir.norm_squared(),
        ray.dir.dot(ray.origin),
        ray.origin.norm_squared() - radius * radius,
    )?;
    Some(Hit {
        x,
        normal: ray.at(x),
    })
}

/// The round side of an upright cylinder, between its two ends.
#[inline(always)]
fn round_side(ray: &Ray, radius: f64, half: f64) -> Option<Hit> {
    let ([px, py, pz], [vx, vy, vz]) = (ray.origin.0, ray.dir.0);
    let c = px * px + py * py - radius * radius;
    let x = first_root(vx * vx + vy * vy, vx * px + vy * py, c)?;
    ((pz + x * vz).abs() <= half).then(|| {
        let point = ray.at(x);
        Hit {
            x,
            normal: Vec3([point[0], point[1], 0.0]),
        }
    })
}

/// A capsule along z with the half length of its straight part.
pub fn capsule(ray: &Ray, radius: f64, half: f64) -> Option<Hit> {
    let mut best = round_side(ray, radius, half);
    let a = ray.dir.norm_squared();
    for side in [1.0, -1.0] {
        let cap = ray.lowered(side * half);
        let c = cap.origin.norm_squared() - radius * radius;
        let both = roots(a, cap.dir.dot(cap.origin), c);
        // only the outer half of the ball counts
        for x in both.into_iter().flatten() {
            let beyond = side * (ray.origin[2] + x * ray.dir[2]) >= half;
            let hit = (x >= 0.0 && beyond).then(|| Hit {
                x,
                normal: cap.at(x),
            });
            best = nearer(best, hit);
        }
    }
    best
}

/// An ellipsoid with three half axes.
pub fn ellipsoid(ray: &Ray, size: Vec3) -> Option<Hit> {
    let weight = Vec3([
        1.0 / (size[0] * size[0]),
        1.0 / (size[1] * size[1]),
        1.0 / (size[2] * size[2]),
    ]);
    let (p, v) = (ray.origin, ray.dir);
    let (wp, wv) = (weight.component_mul(p), weight.component_mul(v));
    let x = first_root(wv.dot(v), wv.dot(p), wp.dot(p) - 1.0)?;
    Some(Hit {
        x,
        normal: weight.component_mul(ray.at(x)),
    })
}

/// A cylinder along z.
pub fn cylinder(ray: &Ray, radius: f64, half: f64) -> Option<Hit> {
    let mut best = None;
    if ray.dir[2].abs() > MINVAL {
        for side in [-1.0, 1.0] {
            let x = (side * half - ray.origin[2]) / ray.dir[2];
            let [px, py, _] = ray.at(x).0;
            let hit = (x >= 0.0 && px * px + py * py <= radius * radius).then_some(Hit {
                x,
                normal: Vec3([0.0, 0.0, side]),
            });
            best = nearer(best, hit);
        }
    }
    nearer(best, round_side(ray, radius, half))
}

/// Where a ray meets each side of a box, in the order -x +x -y +y -z +z.
#[inline]
pub fn box_sides(ray: &Ray, size: Vec3) -> [Option<f64>; 6] {
    let mut all = [None; 6];
    for axis in 0..3 {
        if ray.dir[axis].abs() <= MINVAL {
            continue;
        }
        let (a, b) = ((axis + 1) % 3, (axis + 2) % 3);
        for (k, side) in [-1.0, 1.0].into_iter().enumerate() {
            let x = (side * size[axis] - ray.origin[axis]) / ray.dir[axis];
            let inside = |i: usize| (ray.origin[i] + x * ray.dir[i]).abs() <= size[i];
            if x >= 0.0 && inside(a) && inside(b) {
                all[2 * axis + k] = Some(x);
            }
        }
    }
    all
}

/// A box with three half sizes.
#[inline]
pub fn solid_box(ray: &Ray, size: Vec3) -> Option<Hit> {
    let mut best = None;
    for (i, x) in box_sides(ray, size).into_iter().enumerate() {
        let Some(x) = x else { continue };
        let mut normal = Vec3::ZERO;
        normal[i / 2] = if i % 2 == 0 { -1.0 } else { 1.0 };
        best = nearer(best, Some(Hit { x, normal }));
    }
    best
}
