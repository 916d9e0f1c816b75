//! Rangefinders on sites and cameras, and the projection of sites to camera images.

use ligament_geom::ray::Ray;
use ligament_math::{MINVAL, Mat3, Vec3, func};
use ligament_model::Model;
use ligament_model::enums::{ObjectType, Projection, RayData};

use super::{SensorIn, SensorScratch};
use crate::data::Pose;
use crate::ray::{Filter, RayHit};

/// What is known of one ray.
struct Reading {
    ray: Ray,
    hit: Option<RayHit>,
    /// Position and optical axis of the camera, for depths.
    camera: Option<(Vec3, Vec3)>,
}

impl Reading {
    /// Writes the chosen fields and returns the rest of the output.
    fn write<'a>(&self, fields: i32, mut out: &'a mut [f64]) -> &'a mut [f64] {
        let has = |field: RayData| fields >> (field as i32) & 1 == 1;
        let dist = self.hit.map_or(-1.0, |hit| hit.dist);
        let point = self.hit.map(|hit| self.ray.at(hit.dist));
        if has(RayData::Dist) {
            out = put(out, &[dist]);
        }
        if has(RayData::Dir) {
            let dir = self.hit.map_or(Vec3::ZERO, |_| self.ray.dir);
            out = put(out, &dir.0);
        }
        if has(RayData::Origin) {
            out = put(out, &self.ray.origin.0);
        }
        if has(RayData::Point) {
            out = put(out, &point.unwrap_or_default().0);
        }
        if has(RayData::Normal) {
            out = put(out, &self.hit.map_or(Vec3::ZERO, |hit| hit.normal).0);
        }
        if has(RayData::Depth) {
            let depth = match (point, self.camera) {
                (Some(point), Some((eye, axis))) => -(point - eye).dot(axis),
                _ => dist,
            };
            out = put(out, &[depth]);
        }
        out
    }
}

/// Writes numbers to the front of a slice and returns the rest of it.
fn put<'a>(out: &'a mut [f64], values: &[f64]) -> &'a mut [f64] {
    let count = values.len().min(out.len());
    let (front, rest) = out.split_at_mut(count);
    front.copy_from_slice(&values[..count]);
    rest
}

/// Rays along the axis of a site, or through the pixels of a camera.
pub(super) fn rays(v: &SensorIn<'_>, s: usize, work: &mut SensorScratch, out: &mut [f64]) {
    if !work.scene_ready {
        work.scene.gather(v.m, v.pose, &Filter::default());
        work.scene_ready = true;
    }
    let fields = v.m.sensor.intprm[s][0];
    match v.object(s) {
        Some((ObjectType::Site, site)) => {
            let ray = Ray {
                origin: v.pose.site_xpos[site],
                dir: v.pose.site_xmat[site].col(2),
            };
            work.scene
                .aim(ray.origin, Some(v.m.site.bodyid[site].index()));
            let hit = work.scene.cast(v.m, v.pose, &ray);
            let reading = Reading {
                ray,
                hit,
                camera: None,
            };
            reading.write(fields, out);
        }
        Some((ObjectType::Camera, camera)) => image(v, camera, fields, work, out),
        _ => {}
    }
}

/// One reading per pixel, row by row from the top.
fn image(
    v: &SensorIn<'_>,
    camera: usize,
    fields: i32,
    work: &mut SensorScratch,
    mut out: &mut [f64],
) {
    let lens = Lens::new(v.m, camera);
    let (eye, mat) = (v.pose.cam_xpos[camera], &v.pose.cam_xmat[camera]);
    let body = Some(v.m.cam.bodyid[camera].index());
    work.scene.aim(eye, body);
    let [width, height] = v.m.cam.resolution[camera];
    for row in 0..height {
        for col in 0..width {
            let ray = lens.ray(eye, mat, f64::from(col), f64::from(row));
            if lens.parallel {
                work.scene.aim(ray.origin, body);
            }
            let reading = Reading {
                hit: work.scene.cast(v.m, v.pose, &ray),
                ray,
                camera: Some((eye, mat.col(2))),
            };
            out = reading.write(fields, out);
        }
    }
}

/// The ray through the middle of a pixel of a camera; rows count from the top.
pub fn pixel_ray(m: &Model, pose: &Pose, camera: usize, col: i32, row: i32) -> Ray {
    let (eye, mat) = (pose.cam_xpos[camera], &pose.cam_xmat[camera]);
    Lens::new(m, camera).ray(eye, mat, f64::from(col), f64::from(row))
}

/// How a camera maps directions to pixels.
struct Lens {
    focal: [f64; 2],
    center: [f64; 2],
    parallel: bool,
    /// Height of the image where rays are parallel.
    extent: f64,
}

impl Lens {
    fn new(m: &Model, camera: usize) -> Self {
        let size = m.cam.resolution[camera].map(f64::from);
        let parallel = m.cam.projection[camera].is(Projection::Orthographic);
        let extent = m.cam.fovy[camera];
        let (focal, center) = if parallel {
            let half = size.map(|n| n / 2.0);
            (half, half)
        } else {
            match physical(m, camera) {
                Some(lens) => lens,
                None => ([focal_length(extent, size[1]); 2], size.map(|n| n / 2.0)),
            }
        };
        Self {
            focal,
            center,
            parallel,
            extent,
        }
    }

    /// The ray through the middle of a pixel.
    fn ray(&self, eye: Vec3, mat: &Mat3, col: f64, row: f64) -> Ray {
        let x = (col + 0.5 - self.center[0]) / self.focal[0];
        let y = -(row + 0.5 - self.center[1]) / self.focal[1];
        if self.parallel {
            let half = self.extent / 2.0;
            Ray {
                origin: eye + mat.mul_vec(Vec3([x * half, y * half, 0.0])),
                dir: -mat.col(2),
            }
        } else {
            Ray {
                origin: eye,
                dir: mat.mul_vec(Vec3([x, y, -1.0])).normalize_or_x().0,
            }
        }
    }
}

/// Focal length in pixels of a field of view in degrees across some pixels.
fn focal_length(fovy: f64, pixels: f64) -> f64 {
    0.5 / func::tan(fovy * std::f64::consts::PI / 360.0) * pixels
}

/// Focal lengths and principal point in pixels of a camera with a sensor of some size.
fn physical(m: &Model, camera: usize) -> Option<([f64; 2], [f64; 2])> {
    let sensor = m.cam.sensorsize[camera];
    if sensor[0] == 0.0 || sensor[1] == 0.0 {
        return None;
    }
    let size = m.cam.resolution[camera];
    let intrinsic = m.cam.intrinsic[camera];
    // single precision, as the parameters are stored
    let pixels = |value: f32, k: usize| f64::from(value / sensor[k] * size[k] as f32);
    Some((
        [pixels(intrinsic[0], 0), pixels(intrinsic[1], 1)],
        [pixels(intrinsic[2], 0), pixels(intrinsic[3], 1)],
    ))
}

/// Pixel coordinates of a site in the image of a camera.
pub(super) fn projection(v: &SensorIn<'_>, s: usize, _: &mut SensorScratch, out: &mut [f64]) {
    let (site, Some((_, camera))) = (v.id(s), v.reference(s)) else {
        return;
    };
    let size = v.m.cam.resolution[camera].map(f64::from);
    let focal = match physical(v.m, camera) {
        Some((focal, _)) => focal,
        None => [focal_length(v.m.cam.fovy[camera], size[1]); 2],
    };
    let offset = v.pose.site_xpos[site] - v.pose.cam_xpos[camera];
    let [x, y, z] = v.pose.cam_xmat[camera].tr_mul_vec(offset).0;
    // no division by tiny numbers
    let depth = if z.abs() >= MINVAL {
        z
    } else if z < 0.0 {
        -MINVAL
    } else {
        MINVAL
    };
    put(
        out,
        &[
            -focal[0] * (x / depth) + 0.5 * size[0],
            focal[1] * (y / depth) + 0.5 * size[1],
        ],
    );
}
