//! Arcs of tendons around spheres and cylinders.

use std::f64::consts::TAU;

use ligament_math::{Mat3, Vec3, func};
use ligament_model::enums::GeomType;

use crate::builder::Builder;

/// What a tendon bends around.
pub(super) struct Around {
    center: Vec3,
    /// Axis of a cylinder; none for a sphere.
    axis: Option<Vec3>,
    /// Parts of a full turn.
    parts: f64,
}

impl Around {
    /// The wrapping geom with this id.
    pub fn new(b: &Builder<'_>, geom: usize) -> Self {
        let pose = &b.d.pose;
        let mat = pose.geom_xmat.get(geom).copied().unwrap_or(Mat3::IDENTITY);
        let kind = b.m.geom.kind.get(geom);
        Self {
            center: pose.geom_xpos.get(geom).copied().unwrap_or(Vec3::ZERO),
            axis: kind
                .is_some_and(|k| k.is(GeomType::Cylinder))
                .then(|| mat.col(2)),
            parts: 2.0 * f64::from(b.m.vis.quality.numslices.clamp(1, 1000)),
        }
    }
}

/// Points along the shorter arc from one point of the surface to another, without the first.
pub(super) fn between(around: &Around, from: Vec3, to: Vec3) -> Vec<Vec3> {
    let (a, c) = (from - around.center, to - around.center);
    let axis = around.axis.unwrap_or_else(|| a.cross(c).normalize_or_x().0);
    let (height_a, height_c) = (axis.dot(a), axis.dot(c));
    let (flat_a, flat_c) = (a - axis * height_a, c - axis * height_c);
    let radius = flat_a.norm();
    let (x, _) = flat_a.normalize_or_x();
    let y = axis.cross(x);
    let angle = func::atan2(y.dot(flat_c), x.dot(flat_c));
    let count = (angle.abs() / TAU * around.parts).round().max(1.0);
    if !count.is_finite() {
        return vec![to];
    }
    let count = count as usize;
    (1..=count)
        .map(|i| {
            let share = i as f64 / count as f64;
            let (sin, cos) = func::sin_cos(share * angle);
            let height = height_a + share * (height_c - height_a);
            around.center + x * (radius * cos) + y * (radius * sin) + axis * height
        })
        .collect()
}
