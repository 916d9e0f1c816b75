//! How the forces of a surrounding medium change with velocity.

use std::f64::consts::PI;

use ligament_math::{MINVAL, Mat3, Motion, Vec3};
use ligament_model::Model;

use super::block::Block;
use crate::awake::Awake;
use crate::data::{Pose, Velocity};
use crate::jacobian;
use crate::passive::fluid::{Coefficients, box_size, has_ellipsoids, relative_velocity, semi_axes};

/// Which part of a block is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    /// All of it.
    All,
    /// The symmetric part, except for bodies that move freely and alone.
    Symmetric,
    /// The symmetric part of drag; what lifts is left out.
    Drag,
}

/// Writes the derivatives of the forces on awake bodies, about the centre of mass of their tree.
pub(super) fn blocks(
    m: &Model,
    awake: Awake<'_>,
    pose: &Pose,
    vel: &Velocity,
    keep: Keep,
    alone: impl Fn(usize) -> bool,
    out: &mut [Block],
) {
    for &body in awake.bodies {
        let body = body as usize;
        out[body] = Block::ZERO;
        if m.body.mass[body] < MINVAL {
            continue;
        }
        let symmetric = keep == Keep::Drag || (keep == Keep::Symmetric && !alone(body));
        if has_ellipsoids(m, body) {
            for geom in m.body_geoms(body) {
                if m.geom.fluid[geom][0] == 0.0 {
                    continue;
                }
                let (at, axes) = (pose.geom_xpos[geom], &pose.geom_xmat[geom]);
                let v = relative_velocity(m, pose, vel, body, at, axes);
                let mut block = if keep == Keep::Drag {
                    ellipsoid_drag(m, geom, v)
                } else {
                    ellipsoid(m, geom, v)
                };
                if symmetric {
                    block = block.symmetric();
                }
                out[body].add(&block.carried(axes, jacobian::offset(m, pose, body, at)));
            }
        } else {
            let (at, axes) = (pose.xipos[body], &pose.ximat[body]);
            let v = relative_velocity(m, pose, vel, body, at, axes);
            let block = inertia_box(m, box_size(m, body), v);
            out[body] = block.carried(axes, jacobian::offset(m, pose, body, at));
        }
    }
}

/// Derivative of the force on a box that moves with velocity `v`: diagonal.
pub(super) fn inertia_box(m: &Model, size: Vec3, v: Motion) -> Block {
    let [x, y, z] = size.0;
    let mut block = Block::ZERO;
    if m.opt.viscosity > 0.0 {
        let diameter = (x + y + z) / 3.0;
        for k in 0..3 {
            block.0[k][k] -= PI * diameter * diameter * diameter * m.opt.viscosity;
            block.0[3 + k][3 + k] -= 3.0 * PI * diameter * m.opt.viscosity;
        }
    }
    if m.opt.density > 0.0 {
        let fourth = size.0.map(|s| (s * s) * (s * s));
        let spun = [
            x * (fourth[1] + fourth[2]),
            y * (fourth[0] + fourth[2]),
            z * (fourth[0] + fourth[1]),
        ];
        let area = [y * z, x * z, x * y];
        for k in 0..3 {
            block.0[k][k] -= m.opt.density * spun[k] * 2.0 * v[k].abs() / 64.0;
            block.0[3 + k][3 + k] -= m.opt.density * area[k] * v[3 + k].abs();
        }
    }
    block
}

/// Derivative of the drag on the ellipsoid of a geom that moves with velocity `v`.
fn ellipsoid_drag(m: &Model, geom: usize, v: Motion) -> Block {
    let (c, size) = (Coefficients::new(m, geom), semi_axes(m, geom));
    let (density, viscosity) = (m.opt.density, m.opt.viscosity);
    let tt = angular_drag(size, &c, v.angular(), density, viscosity);
    let ff = drag(size, &c, v.linear(), density, viscosity);
    Block::from_parts(&tt, &Mat3::ZERO, &Mat3::ZERO, &ff)
}

/// Derivative of the force on the ellipsoid of a geom that moves with velocity `v`.
pub(super) fn ellipsoid(m: &Model, geom: usize, v: Motion) -> Block {
    let c = Coefficients::new(m, geom);
    let size = semi_axes(m, geom);
    let (density, viscosity) = (m.opt.density, m.opt.viscosity);
    let (spin, linear) = (v.angular(), v.linear());
    // Magnus lift: c w × v
    let [a, b, d] = size.0;
    let magnus = c.magnus * density * (4.0 / 3.0 * PI * a * b * d);
    let mut ft = Mat3::skew(linear) * -magnus;
    let mut ff = Mat3::skew(spin) * magnus;
    ff += kutta(size, linear) * (PI * c.kutta * density);
    ff += drag(size, &c, linear, density, viscosity);
    let mut tt = angular_drag(size, &c, spin, density, viscosity);
    // added mass: L × w + p × v and p × w, with L = J w and p = m v
    let (inertia, mass) = (c.virtual_inertia * density, c.virtual_mass * density);
    let (turning, momentum) = (spin.component_mul(inertia), linear.component_mul(mass));
    tt += Mat3::skew(turning) - columns(&Mat3::skew(spin), inertia);
    let tf = Mat3::skew(momentum) - columns(&Mat3::skew(linear), mass);
    ft += Mat3::skew(momentum);
    ff -= columns(&Mat3::skew(spin), mass);
    Block::from_parts(&tt, &tf, &ft, &ff)
}

/// A matrix with its columns scaled.
fn columns(matrix: &Mat3, scale: Vec3) -> Mat3 {
    let mut out = *matrix;
    for row in out.0.chunks_exact_mut(3) {
        for (x, s) in row.iter_mut().zip(scale.0) {
            *x *= s;
        }
    }
    out
}

/// a bᵀ.
fn outer(a: Vec3, b: Vec3) -> Mat3 {
    let mut out = Mat3::ZERO;
    for r in 0..3 {
        for k in 0..3 {
            out.0[3 * r + k] = a[r] * b[k];
        }
    }
    out
}

/// The diagonal matrix of a vector.
fn diagonal(d: Vec3) -> Mat3 {
    columns(&Mat3::IDENTITY, d)
}

/// Keeps quotients of products of sizes finite. Thin shapes have products far below [`MINVAL`].
const TINY: f64 = f64::MIN_POSITIVE;

/// The normal n = S v to the projected area along a velocity v, with the diagonal S; also n · v and n · n.
fn projection(size: Vec3, v: Vec3) -> (Vec3, Vec3, f64, f64) {
    let [a, b, d] = size.0;
    let squares = Vec3([b * d, d * a, a * b].map(|s| s * s));
    let n = squares.component_mul(v);
    (squares, n, n.dot(v), n.dot(n))
}

/// Derivative of Kutta lift g (v (n·v) − n (v·v)), where g = sqrt(n·v / (n·n v·v)).
fn kutta(size: Vec3, v: Vec3) -> Mat3 {
    let (squares, n, numerator, denominator) = projection(size, v);
    let square = v.dot(v);
    let scale = 1.0 / (denominator * numerator * square).sqrt().max(TINY);
    let lift = v * numerator - n * square;
    let slope = n
        - squares.component_mul(n) * (numerator / denominator.max(TINY))
        - v * (numerator / square.max(MINVAL));
    let direct =
        Mat3::IDENTITY * numerator - diagonal(squares * square) + (outer(v, n) - outer(n, v)) * 2.0;
    (direct * numerator + outer(lift, slope)) * scale
}

/// Derivative of drag −v (c + ρ |v| (A b + s (A₀ − A))), with the projected area A = π sqrt(n·n / n·v).
fn drag(size: Vec3, c: &Coefficients, v: Vec3, density: f64, viscosity: f64) -> Mat3 {
    let (squares, n, numerator, denominator) = projection(size, v);
    let [a, b, d] = size.0;
    let largest = a.max(b).max(d);
    let middle = a + b + d - largest - a.min(b).min(d);
    let area = PI * (denominator / numerator.max(TINY)).sqrt();
    let speed = v.norm();
    let viscous = viscosity * 3.0 * PI * (2.0 / 3.0 * (a + b + d));
    let quadratic = density * (area * c.blunt + c.slender * (PI * largest * middle - area));
    let root = (numerator * numerator * numerator * denominator)
        .sqrt()
        .max(TINY);
    let area_slope = (squares.component_mul(n) * numerator - n * denominator) * (PI / root);
    let square = outer(v, v) + Mat3::IDENTITY * v.dot(v);
    square * (-quadratic / speed.max(MINVAL))
        - outer(v, area_slope * (density * speed * (c.blunt - c.slender)))
        - Mat3::IDENTITY * viscous
}

/// Derivative of angular drag −w (c + ρ |C w|).
fn angular_drag(size: Vec3, c: &Coefficients, w: Vec3, density: f64, viscosity: f64) -> Mat3 {
    let [a, b, d] = size.0;
    let largest = a.max(b).max(d);
    let middle = a + b + d - largest - a.min(b).min(d);
    let fourth = |x: f64| (x * x) * (x * x);
    let largest_moment = 8.0 / 15.0 * PI * middle * fourth(largest);
    let resistance = Vec3([0, 1, 2].map(|k: usize| {
        let own = 8.0 / 15.0 * PI * size[k] * fourth(size[(k + 1) % 3].max(size[(k + 2) % 3]));
        c.angular * own + c.slender * (largest_moment - own)
    }));
    let turned = w.component_mul(resistance);
    let slope = turned.component_mul(resistance) * (density / turned.norm().max(MINVAL));
    let diameter = 2.0 / 3.0 * (a + b + d);
    let viscous = viscosity * PI * diameter * diameter * diameter;
    Mat3::IDENTITY * (-slope.dot(w) - viscous) - outer(w, slope)
}
