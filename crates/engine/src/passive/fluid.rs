//! Forces of a surrounding medium.
//!
//! A body without geoms that say otherwise is a box with its inertia: for velocity v and spin w in its frame,
//! viscosity acts like on a sphere of the mean size, and each side meets quadratic drag. A geom with its own
//! coefficients is an ellipsoid: added mass, Magnus and Kutta lift, and drag that depends on the projected area.

use std::f64::consts::PI;

use ligament_math::{Force, MINVAL, Mat3, Motion, Vec3};
use ligament_model::Model;

use crate::awake::Awake;
use crate::data::{Pose, Velocity};
use crate::jacobian;
use crate::shape::semi_axes;

/// Adds the forces of the medium to `out`, which is zero; false if there is no medium. `wrench` is working memory.
pub fn fluid(
    m: &Model,
    awake: Awake<'_>,
    pose: &Pose,
    vel: &Velocity,
    wrench: &mut [Force],
    out: &mut [f64],
) -> bool {
    if m.opt.viscosity == 0.0 && m.opt.density == 0.0 {
        return false;
    }
    for &body in awake.bodies {
        let body = body as usize;
        wrench[body] = body_wrench(m, pose, vel, body);
    }
    jacobian::project_wrenches(m, awake, pose, wrench, out);
    true
}

/// The force of the medium on a body, com-based.
#[inline]
pub fn body_wrench(m: &Model, pose: &Pose, vel: &Velocity, body: usize) -> Force {
    let mut wrench = Force::ZERO;
    if m.body.mass[body] < MINVAL {
        return wrench;
    }
    if has_ellipsoids(m, body) {
        for geom in m.body_geoms(body) {
            if m.geom.fluid[geom][0] != 0.0 {
                let (at, axes) = (pose.geom_xpos[geom], &pose.geom_xmat[geom]);
                let v = relative_velocity(m, pose, vel, body, at, axes);
                let local = ellipsoid(m, geom, v) * m.geom.fluid[geom][0];
                wrench += to_com(m, pose, body, at, axes, local);
            }
        }
    } else {
        let (at, axes) = (pose.xipos[body], &pose.ximat[body]);
        let v = relative_velocity(m, pose, vel, body, at, axes);
        let local = inertia_box(m, box_size(m, body), v);
        wrench = to_com(m, pose, body, at, axes, local);
    }
    wrench
}

/// True if a geom of a body uses the ellipsoid model; then the body has no inertia box.
pub fn has_ellipsoids(m: &Model, body: usize) -> bool {
    m.body_geoms(body).any(|geom| m.geom.fluid[geom][0] > 0.0)
}

/// Velocity relative to the medium of a frame at a point of a body, in the frame.
pub fn relative_velocity(
    m: &Model,
    pose: &Pose,
    vel: &Velocity,
    body: usize,
    at: Vec3,
    axes: &Mat3,
) -> Motion {
    let v = vel.cvel[body].about(jacobian::offset(m, pose, body, at));
    let wind = Motion::from_parts(Vec3::ZERO, m.opt.wind);
    (v - wind).in_frame(axes)
}

/// A force in a frame at a point of a body, as a com-based force.
fn to_com(m: &Model, pose: &Pose, body: usize, at: Vec3, axes: &Mat3, local: Force) -> Force {
    let (force, torque) = (axes.mul_vec(local.force()), axes.mul_vec(local.torque()));
    jacobian::wrench_at(m, pose, body, at, force, torque)
}

/// Sides of the box with the inertia of a body.
pub fn box_size(m: &Model, body: usize) -> Vec3 {
    let [x, y, z] = m.body.inertia[body].0;
    let mass = m.body.mass[body];
    Vec3([y + z - x, x + z - y, x + y - z].map(|i| (i.max(MINVAL) / mass * 6.0).sqrt()))
}

/// Force of the medium on a box that moves with velocity `v`.
fn inertia_box(m: &Model, size: Vec3, v: Motion) -> Force {
    let [x, y, z] = size.0;
    let mut force = Force::ZERO;
    if m.opt.viscosity > 0.0 {
        let diameter = (x + y + z) / 3.0;
        let turning = -PI * diameter * diameter * diameter * m.opt.viscosity;
        let moving = -3.0 * PI * diameter * m.opt.viscosity;
        force = Force::from_parts(v.angular() * turning, v.linear() * moving);
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
            force[k] -= m.opt.density * spun[k] * v[k].abs() * v[k] / 64.0;
            force[3 + k] -= 0.5 * m.opt.density * area[k] * v[3 + k].abs() * v[3 + k];
        }
    }
    force
}

/// Coefficients of the ellipsoid model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coefficients {
    /// Drag of the projected area.
    pub blunt: f64,
    /// Drag of the rest of the largest area.
    pub slender: f64,
    /// Drag of rotation.
    pub angular: f64,
    /// Lift of Kutta and Joukowski.
    pub kutta: f64,
    /// Lift of Magnus.
    pub magnus: f64,
    /// Mass of the medium that moves along, per axis and density.
    pub virtual_mass: Vec3,
    /// Inertia of the medium that turns along, per axis and density.
    pub virtual_inertia: Vec3,
}

impl Coefficients {
    /// The coefficients of a geom.
    pub fn new(m: &Model, geom: usize) -> Self {
        let [
            _,
            blunt,
            slender,
            angular,
            kutta,
            magnus,
            mx,
            my,
            mz,
            ix,
            iy,
            iz,
        ] = m.geom.fluid[geom];
        Self {
            blunt,
            slender,
            angular,
            kutta,
            magnus,
            virtual_mass: Vec3([mx, my, mz]),
            virtual_inertia: Vec3([ix, iy, iz]),
        }
    }
}

/// Force of the medium on the ellipsoid of a geom that moves with velocity `v`.
fn ellipsoid(m: &Model, geom: usize, v: Motion) -> Force {
    let c = Coefficients::new(m, geom);
    added_mass(m.opt.density, &c, v) + lift_and_drag(m, semi_axes(m, geom), &c, v)
}

/// Force of the medium that moves along: p × w and p × v + L × w with the momenta p and L of the medium.
fn added_mass(density: f64, c: &Coefficients, v: Motion) -> Force {
    let (spin, linear) = (v.angular(), v.linear());
    let momentum = linear.component_mul(c.virtual_mass) * density;
    let turning = spin.component_mul(c.virtual_inertia) * density;
    Force::from_parts(
        momentum.cross(linear) + turning.cross(spin),
        momentum.cross(spin),
    )
}

/// Lift and drag.
fn lift_and_drag(m: &Model, size: Vec3, c: &Coefficients, v: Motion) -> Force {
    let (density, viscosity) = (m.opt.density, m.opt.viscosity);
    let (spin, linear) = (v.angular(), v.linear());
    let [a, b, d] = size.0;
    let volume = 4.0 / 3.0 * PI * a * b * d;
    let largest = a.max(b).max(d);
    let smallest = a.min(b).min(d);
    let middle = a + b + d - largest - smallest;
    let largest_area = PI * largest * middle;

    let magnus = spin.cross(linear) * (c.magnus * density * volume);

    // the normal n to the projected area along the velocity is (bd)² vx, (da)² vy, (ab)² vz
    let squares = Vec3([b * d, d * a, a * b].map(|s| s * s));
    let normal = squares.component_mul(linear);
    let denominator = normal.dot(normal);
    let numerator = normal.dot(linear);
    let speed = linear.norm();
    let (area, cosine) = if numerator > 0.0 && denominator > 0.0 {
        let area = PI * (denominator / numerator).sqrt();
        (area, numerator / (speed * denominator))
    } else {
        (0.0, 0.0)
    };
    let circulation = normal.cross(linear) * (c.kutta * density * cosine * area);
    let kutta = circulation.cross(linear);

    let diameter = 2.0 / 3.0 * (a + b + d);
    let fourth = |x: f64| (x * x) * (x * x);
    let largest_moment = 8.0 / 15.0 * PI * middle * fourth(largest);
    let moment =
        |k: usize| 8.0 / 15.0 * PI * size[k] * fourth(size[(k + 1) % 3].max(size[(k + 2) % 3]));
    let resistance = Vec3([0, 1, 2].map(|k| {
        let own = moment(k);
        spin[k] * (c.angular * own + c.slender * (largest_moment - own))
    }));

    let drag = viscosity * 3.0 * PI * diameter
        + density * speed * (area * c.blunt + c.slender * (largest_area - area));
    let turning_drag =
        viscosity * PI * diameter * diameter * diameter + density * resistance.norm();
    Force::from_parts(spin * -turning_drag, magnus + kutta - linear * drag)
}
