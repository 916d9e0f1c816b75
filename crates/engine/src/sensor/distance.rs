//! Distances between geoms, or between all geoms of bodies.

use std::ops::Range;

use ligament_math::Vec3;
use ligament_model::enums::ObjectType;

use super::frame::write;
use super::{SensorScratch, View};
use crate::collide::geom_distance;

/// The geoms of a body, or one geom.
fn geoms(v: &View<'_>, object: Option<(ObjectType, usize)>) -> Range<usize> {
    match object {
        Some((ObjectType::Body, body)) => v.m.body_geoms(body),
        Some((_, geom)) => geom..geom + 1,
        None => 0..0,
    }
}

/// The smallest distance below the cutoff, and the nearest points; zeros where nothing is that near.
fn nearest(v: &View<'_>, sensor: usize, work: &mut SensorScratch) -> (f64, [Vec3; 2]) {
    let cutoff = v.m.sensor.cutoff[sensor];
    let (first, second) = (geoms(v, v.object(sensor)), geoms(v, v.reference(sensor)));
    let (mut dist, mut points) = (cutoff, [Vec3::ZERO; 2]);
    for a in first {
        for b in second.clone() {
            let (narrow, contacts) = (&mut work.narrow, &mut work.points);
            let witness = geom_distance(v.shapes(), v.pose, [a, b], cutoff, narrow, contacts);
            if witness.dist < dist {
                dist = witness.dist;
                points = witness.points.unwrap_or_default();
            }
        }
    }
    (dist, points)
}

pub(super) fn distance(v: &View<'_>, s: usize, work: &mut SensorScratch, out: &mut [f64]) {
    out.fill(nearest(v, s, work).0);
}

pub(super) fn normal(v: &View<'_>, s: usize, work: &mut SensorScratch, out: &mut [f64]) {
    let [from, to] = nearest(v, s, work).1;
    let along = to - from;
    let apart = along.0.iter().any(|&x| x != 0.0);
    write(
        out,
        if apart {
            along.normalize_or_x().0
        } else {
            along
        },
    );
}

pub(super) fn segment(v: &View<'_>, s: usize, work: &mut SensorScratch, out: &mut [f64]) {
    let [from, to] = nearest(v, s, work).1;
    let (first, second) = out.split_at_mut(out.len().min(3));
    write(first, from);
    write(second, to);
}
