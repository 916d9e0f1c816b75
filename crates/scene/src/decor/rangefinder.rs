//! Rays of rangefinders: lines, points where they hit, and normals there, as far as the sensor delivers them. Shortest lines
//! between geoms, where a sensor measures them.

use ligament_engine::sensor::pixel_ray;
use ligament_geom::ray::Ray;
use ligament_math::{Mat3, Vec3};
use ligament_model::enums::{GeomType, ObjectType, RayData, SensorType};

use crate::builder::Builder;
use crate::{SceneGeom, VisFlag};

/// Width of lines, in pixels.
const LINE: f64 = 3.0;

pub(crate) fn add(b: &mut Builder<'_>) {
    if !b.shows(VisFlag::Rangefinder) {
        return;
    }
    for id in 0..b.m.size.nsensor {
        let sensor = &b.m.sensor;
        if sensor.kind[id].is(SensorType::GeomFromTo) {
            add_shortest(b, id);
        }
        if !sensor.kind[id].is(SensorType::Rangefinder) {
            continue;
        }
        let Ok(object) = usize::try_from(sensor.objid[id]) else {
            continue;
        };
        match sensor.objtype[id].get() {
            Some(ObjectType::Site) if object < b.m.size.nsite => {
                let ray = Ray {
                    origin: b.d.pose.site_xpos[object],
                    dir: b.d.pose.site_xmat[object].col(2),
                };
                add_ray(b, id, 0, &ray, 1.5);
            }
            Some(ObjectType::Camera) if object < b.m.size.ncam => {
                let [width, height] = b.m.cam.resolution[object];
                let pixels = width.max(0).saturating_mul(height.max(0));
                for pixel in 0..pixels.min(sensor.dim[id]) {
                    if b.scene.status == 1 && b.scene.geoms.len() >= b.scene.maxgeom {
                        return;
                    }
                    let ray = pixel_ray(b.m, &b.d.pose, object, pixel % width, pixel / width);
                    add_ray(b, id, pixel as usize, &ray, 1.3);
                }
            }
            _ => {}
        }
    }
}

/// The line between the nearest points of two geoms.
fn add_shortest(b: &mut Builder<'_>, id: usize) {
    let start = usize::try_from(b.m.sensor.adr[id]).unwrap_or(usize::MAX);
    let values = b.d.sensor.sensordata.get(start..start.saturating_add(6));
    let Some(&[a, c, e, f, g, h]) = values else {
        return;
    };
    let (from, to) = (Vec3::new(a, c, e), Vec3::new(f, g, h));
    if (from, to) != (Vec3::ZERO, Vec3::ZERO) {
        let line = SceneGeom::between(GeomType::Line, LINE, from, to, b.m.vis.rgba.rangefinder);
        b.decorate(line, ObjectType::Sensor, id);
    }
}

/// One ray; its numbers are the `index`-th of the sensor.
fn add_ray(b: &mut Builder<'_>, id: usize, index: usize, ray: &Ray, ball: f64) {
    let fields = b.m.sensor.intprm[id][0];
    let has = |field: RayData| fields >> (field as i32) & 1 == 1;
    let wide = |field: RayData, width: usize| if has(field) { width } else { 0 };
    // Distance, direction, origin, point, normal, depth: those that are asked for, in this order.
    let to_point = wide(RayData::Dist, 1) + wide(RayData::Dir, 3) + wide(RayData::Origin, 3);
    let to_normal = to_point + wide(RayData::Point, 3);
    let total = to_normal + wide(RayData::Normal, 3) + wide(RayData::Depth, 1);
    let start = usize::try_from(b.m.sensor.adr[id])
        .unwrap_or(usize::MAX)
        .saturating_add(index * total);
    let Some(values) =
        b.d.sensor
            .sensordata
            .get(start..start.saturating_add(total))
    else {
        return;
    };
    let triple = |at: usize| Vec3::new(values[at], values[at + 1], values[at + 2]);
    let dist = has(RayData::Dist).then(|| values[0]);
    let mut point = has(RayData::Point).then(|| triple(to_point));
    let normal = has(RayData::Normal).then(|| triple(to_normal));
    let hit = match (dist, point) {
        (Some(dist), _) => dist >= 0.0,
        (None, Some(point)) => point != Vec3::ZERO,
        _ => false,
    };
    if !hit {
        return;
    }
    let (scale, rgba) = (&b.m.vis.scale, b.m.vis.rgba.rangefinder);
    let width = b.m.stat.meansize * f64::from(scale.framewidth);
    let length = 2.0 * b.m.stat.meansize * f64::from(scale.framelength);
    if let Some(dist) = dist {
        let line = SceneGeom::between(GeomType::Line, LINE, ray.origin, ray.at(dist), rgba);
        b.decorate(line, ObjectType::Sensor, id);
    }
    if let Some(point) = point {
        let geom = SceneGeom::new(
            GeomType::Sphere,
            Vec3::splat(ball * width),
            point,
            &Mat3::IDENTITY,
            rgba,
        );
        b.decorate(geom, ObjectType::Sensor, id);
    }
    point = point.or(dist.map(|dist| ray.at(dist)));
    if let (Some(point), Some(normal)) = (point, normal) {
        let arrow = SceneGeom::between(
            GeomType::Arrow1,
            width,
            point,
            point + normal * length,
            rgba,
        );
        b.decorate(arrow, ObjectType::Sensor, id);
    }
}
