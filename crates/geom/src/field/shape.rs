//! Distance and gradient of shapes at a point, in their own frames.

use ligament_math::{MINVAL, Vec3};

use super::{HUGE, Octree};

/// Lengths are not divided by less than this.
const TINY: f64 = 1.0 / HUGE;

/// A shape as a field.
#[derive(Clone, Copy, Debug)]
pub enum Field<'a> {
    /// A ball.
    Sphere {
        /// Its radius.
        radius: f64,
    },
    /// A segment along z, inflated.
    Capsule {
        /// Radius of the inflation.
        radius: f64,
        /// Half of the segment's length.
        half: f64,
    },
    /// An ellipsoid with its axes along the coordinate axes.
    Ellipsoid {
        /// Half axes.
        size: Vec3,
    },
    /// A cylinder along z.
    Cylinder {
        /// Its radius.
        radius: f64,
        /// Half of its height.
        half: f64,
    },
    /// A box with edges along the coordinate axes.
    Box {
        /// Half edges.
        size: Vec3,
    },
    /// A sampled field.
    Sampled(Octree<'a>),
}

impl Field<'_> {
    /// Signed distance at a point. That of an ellipsoid is k₀ (k₀ − 1) / k₁ with k₀ = |x/s|, k₁ = |x/s²|; that inside a
    /// box is measured along a direction that turns from radial to the normals of the faces.
    pub fn distance(&self, x: Vec3) -> f64 {
        match *self {
            Field::Sphere { radius } => x.norm() - radius,
            Field::Capsule { radius, half } => from_segment(x, half).norm() - radius,
            Field::Ellipsoid { size } => {
                let (k0, k1, _) = ellipsoid(x, size);
                if k1 < MINVAL {
                    return -size[0].min(size[1].min(size[2]));
                }
                k0 * (k0 - 1.0) / k1
            }
            Field::Cylinder { radius, half } => {
                let wall = (x[0] * x[0] + x[1] * x[1]).sqrt() - radius;
                let cap = x[2].abs() - half;
                let (out_wall, out_cap) = (wall.max(0.0), cap.max(0.0));
                wall.max(cap).min(0.0) + (out_wall * out_wall + out_cap * out_cap).sqrt()
            }
            Field::Box { size } => {
                let excess = x.abs() - size;
                if excess[0] >= 0.0 || excess[1] >= 0.0 || excess[2] >= 0.0 {
                    let inside = excess[0].max(excess[1].max(excess[2])).min(0.0);
                    return excess.max(Vec3::ZERO).norm() + inside;
                }
                let radial = radial(excess, x, size);
                let way = |i: usize| -excess[i] / radial[i].abs();
                -way(0).min(way(1).min(way(2))) * radial.norm()
            }
            Field::Sampled(octree) => octree.distance(x),
        }
    }

    /// Gradient of the distance at a point; zero, or nearly so, where there is none.
    pub fn gradient(&self, x: Vec3) -> Vec3 {
        match *self {
            Field::Sphere { .. } => x * (1.0 / x.norm().max(TINY)),
            Field::Capsule { half, .. } => {
                let away = from_segment(x, half);
                away / away.norm().max(TINY)
            }
            Field::Ellipsoid { size } => {
                let (k0, k1, b) = ellipsoid(x, size);
                if k0 < MINVAL || k1 < MINVAL {
                    return Vec3::ZERO;
                }
                let (inverse0, inverse1) = (1.0 / k0, 1.0 / k1);
                let by_k0 = (2.0 * k0 - 1.0) * inverse1;
                let by_k1 = k0 * (k0 - 1.0) * inverse1 * inverse1;
                let part = |i: usize| {
                    b[i] * inverse0 * by_k0 - b[i] * inverse1 / (size[i] * size[i]) * by_k1
                };
                Vec3::new(part(0), part(1), part(2)).normalize_or_x().0
            }
            Field::Cylinder { radius, half } => cylinder_gradient(x, radius, half),
            Field::Box { size } => box_gradient(x, size),
            Field::Sampled(octree) => octree.gradient(x),
        }
    }
}

/// From the nearest point of a segment along z.
fn from_segment(x: Vec3, half: f64) -> Vec3 {
    Vec3::new(x[0], x[1], x[2] - x[2].min(half).max(-half))
}

/// k₀, k₁ and x/s² of an ellipsoid.
fn ellipsoid(x: Vec3, size: Vec3) -> (f64, f64, Vec3) {
    let a = Vec3::new(x[0] / size[0], x[1] / size[1], x[2] / size[2]);
    let b = Vec3::new(a[0] / size[0], a[1] / size[1], a[2] / size[2]);
    (a.norm(), b.norm(), b)
}

fn cylinder_gradient(x: Vec3, radius: f64, half: f64) -> Vec3 {
    let (from_axis, height) = ((x[0] * x[0] + x[1] * x[1]).sqrt(), x[2].abs());
    let (wall, cap) = (from_axis - radius, height - half);
    let outward = Vec3::new(
        x[0] / from_axis.max(TINY),
        x[1] / from_axis.max(TINY),
        x[2] / height.max(TINY),
    );
    if wall.max(cap) < 0.0 {
        // the nearer surface, the caps on a tie
        if wall > cap {
            Vec3::new(outward[0], outward[1], 0.0)
        } else {
            Vec3::new(0.0, 0.0, outward[2])
        }
    } else {
        let (wall, cap) = (wall.max(0.0), cap.max(0.0));
        let norm = (wall * wall + cap * cap).sqrt().max(TINY);
        Vec3::new(
            outward[0] * wall / norm,
            outward[1] * wall / norm,
            outward[2] * cap / norm,
        )
    }
}

fn box_gradient(x: Vec3, size: Vec3) -> Vec3 {
    let excess = x.abs() - size;
    if excess[0].max(excess[1]).max(excess[2]) < 0.0 {
        return radial(excess, x, size);
    }
    let outside = excess.max(Vec3::ZERO);
    let norm = outside.norm();
    if outside.norm_squared() == 0.0 {
        // on the surface: the mean of the normals of the faces there
        let face = |i: usize| if excess[i] == 0.0 { 1.0_f64 } else { 0.0 };
        let side = |i: usize| if x[i] < 0.0 { -face(i) } else { face(i) };
        return Vec3::new(side(0), side(1), side(2)).normalize_or_x().0;
    }
    let part = |i: usize| {
        if excess[i] > 0.0 {
            outside[i] / norm * x[i] / x[i].abs()
        } else {
            0.0
        }
    };
    Vec3::new(part(0), part(1), part(2))
}

/// Inside a box: a unit vector that is radial in the middle and turns into the normal of a face near it.
fn radial(excess: Vec3, x: Vec3, size: Vec3) -> Vec3 {
    let part = |i: usize| -size[i] / excess[i];
    let (mut direction, _) = Vec3::new(part(0), part(1), part(2)).normalize_or_x();
    for i in 0..3 {
        if x[i] < 0.0 {
            direction[i] = -direction[i];
        }
    }
    direction
}
