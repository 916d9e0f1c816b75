//! What many rays can hit.

use ligament_geom::ray::{Hit, Ray};
use ligament_math::{MINVAL, Vec3};
use ligament_model::Model;

use super::{Filter, RayHit, finish, geom_hit, reach, take_nearer};
use crate::data::Pose;
use crate::shape::is_plane;

/// The geoms that rays can meet, as columns; the memory is kept from one use to the next.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    geom: Vec<u32>,
    body: Vec<u32>,
    center: [Vec<f64>; 3],
    /// Squares of radii.
    square: Vec<f64>,
    /// Centres seen from the origin of the rays, and |centre|² - radius².
    offset: [Vec<f64>; 3],
    beyond: Vec<f64>,
    /// Where the last ray enters the sphere around every geom.
    entry: Vec<f64>,
}

impl Scene {
    /// An empty scene with room for all geoms of a model.
    pub fn new(m: &Model) -> Self {
        let n = m.size.ngeom;
        let column = || Vec::with_capacity(n);
        Self {
            geom: Vec::with_capacity(n),
            body: Vec::with_capacity(n),
            center: [column(), column(), column()],
            square: column(),
            offset: [column(), column(), column()],
            beyond: column(),
            entry: column(),
        }
    }

    /// Collects the geoms that a filter lets through.
    ///
    /// Reads `geom_xpos`.
    pub fn gather(&mut self, m: &Model, pose: &Pose, filter: &Filter<'_>) {
        self.clear();
        for geom in (0..m.size.ngeom).filter(|&g| filter.sees(m, g)) {
            self.push(m, pose, geom);
        }
    }

    fn clear(&mut self) {
        self.geom.clear();
        self.body.clear();
        self.square.clear();
        self.center.iter_mut().for_each(Vec::clear);
    }

    fn push(&mut self, m: &Model, pose: &Pose, geom: usize) {
        let radius = reach(m, geom);
        self.geom.push(geom as u32);
        self.body.push(m.geom.bodyid[geom].0 as u32);
        self.square.push(radius * radius);
        for (column, x) in self.center.iter_mut().zip(pose.geom_xpos[geom].0) {
            column.push(x);
        }
    }

    /// Prepares for rays that start at `origin` and do not see the body `exclude`.
    pub fn aim(&mut self, origin: Vec3, exclude: Option<usize>) {
        let n = self.geom.len();
        for k in 0..3 {
            self.offset[k].clear();
            let shifted = self.center[k].iter().map(|c| c - origin[k]);
            self.offset[k].extend(shifted);
        }
        let [x, y, z] = &self.offset;
        let (x, y, z, square) = (&x[..n], &y[..n], &z[..n], &self.square[..n]);
        self.beyond.clear();
        self.beyond
            .extend((0..n).map(|i| x[i] * x[i] + y[i] * y[i] + z[i] * z[i] - square[i]));
        if let Some(body) = exclude {
            // nothing reaches infinitely far away
            for (beyond, &b) in self.beyond.iter_mut().zip(&self.body) {
                if b as usize == body {
                    *beyond = f64::INFINITY;
                }
            }
        }
        self.entry.resize(n, 0.0);
    }

    /// The first geom that a ray from the origin given to [`Scene::aim`] meets.
    ///
    /// Reads `geom_xpos`, `geom_xmat`.
    pub fn cast(&mut self, m: &Model, pose: &Pose, ray: &Ray) -> Option<RayHit> {
        let n = self.geom.len();
        let length_squared = ray.dir.norm_squared();
        if length_squared.sqrt() < MINVAL {
            return None;
        }
        let [dx, dy, dz] = ray.dir.0;
        let [x, y, z] = &self.offset;
        let (x, y, z, beyond) = (&x[..n], &y[..n], &z[..n], &self.beyond[..n]);
        let entry = &mut self.entry[..n];
        for i in 0..n {
            let along = x[i] * dx + y[i] * dy + z[i] * dz;
            let det = along * along - length_squared * beyond[i];
            let root = det.max(0.0).sqrt();
            let missed = (det < 0.0) | (along + root < 0.0);
            entry[i] = if missed { f64::INFINITY } else { along - root };
        }
        let mut best: Option<(usize, Hit)> = None;
        let mut nearest = f64::INFINITY;
        for (&geom, &entry) in self.geom.iter().zip(&self.entry) {
            if entry < nearest {
                let geom = geom as usize;
                take_nearer(&mut best, geom, geom_hit(m, pose, geom, ray));
                nearest = best.map_or(f64::INFINITY, |(_, hit)| hit.x * length_squared);
            }
        }
        best.map(|(geom, hit)| finish(pose, geom, hit))
    }
}

/// Casts rays from one point; a hit for each, none also for rays without direction. Geoms on bodies with bounding
/// volumes are left out if they are farther than `cutoff` from the point.
pub fn multi_ray(
    m: &Model,
    pose: &Pose,
    origin: Vec3,
    dirs: &[Vec3],
    filter: &Filter<'_>,
    cutoff: f64,
    mut out: impl FnMut(usize, Option<RayHit>),
) {
    let mut scene = Scene::new(m);
    for geom in (0..m.size.ngeom).filter(|&g| filter.sees(m, g)) {
        let bounded = m.body.bvhadr[m.geom.bodyid[geom].index()] >= 0 && !is_plane(m, geom);
        let distance = (pose.geom_xpos[geom] - origin).norm();
        if !bounded || distance <= cutoff + m.geom.rbound[geom] {
            scene.push(m, pose, geom);
        }
    }
    scene.aim(origin, None);
    for (i, &dir) in dirs.iter().enumerate() {
        let short = dir.norm_squared() < MINVAL;
        let ray = Ray { origin, dir };
        let hit = if short {
            None
        } else {
            scene.cast(m, pose, &ray)
        };
        out(i, hit);
    }
}
