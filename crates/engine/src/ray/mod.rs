//! Rays against the geoms of a model.
//!
//! [`ray`] looks at one ray. [`Scene`] is for many: it keeps what can be hit as plain columns, so that one pass without
//! branches bounds the entry of a ray into the sphere around every geom, and only geoms in front of the best hit so far
//! are looked at closely.

mod scene;

use ligament_geom::Pose as Frame;
use ligament_geom::ray::{self as shape, Hit, Ray};
use ligament_math::{MINVAL, Vec3};
use ligament_model::Model;
use ligament_model::enums::GeomType;

pub use scene::{Scene, multi_ray};

use crate::data::Pose;
use crate::shape as asset;

/// Number of visibility groups.
const GROUPS: usize = 6;

/// What a ray passes through.
#[derive(Clone, Copy, Debug)]
pub struct Filter<'a> {
    /// Groups that are seen, one flag each; all without it.
    pub geomgroup: Option<&'a [u8; GROUPS]>,
    /// Whether geoms of the world and of bodies fixed to it are seen.
    pub flg_static: bool,
    /// A body that is not seen.
    pub bodyexclude: Option<usize>,
}

impl Default for Filter<'_> {
    fn default() -> Self {
        Self {
            geomgroup: None,
            flg_static: true,
            bodyexclude: None,
        }
    }
}

impl Filter<'_> {
    /// True if a geom is seen: it has a colour that is not fully transparent and is not filtered out.
    pub fn sees(&self, m: &Model, geom: usize) -> bool {
        let body = m.geom.bodyid[geom].index();
        if self.bodyexclude == Some(body) {
            return false;
        }
        let material = usize::try_from(m.geom.matid[geom].0).ok();
        let alpha = match material.and_then(|i| m.mat.rgba.get(i)) {
            Some(rgba) => rgba[3],
            None => m.geom.rgba[geom][3],
        };
        if alpha == 0.0 || (!self.flg_static && m.body.weldid[body].0 == 0) {
            return false;
        }
        let group = m.geom.group[geom].clamp(0, GROUPS as i32 - 1) as usize;
        self.geomgroup.is_none_or(|seen| seen[group] != 0)
    }
}

/// Where a ray meets a model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// Distance in lengths of the ray's direction.
    pub dist: f64,
    /// The geom.
    pub geom: usize,
    /// Unit normal of the surface.
    pub normal: Vec3,
}

/// Radius of the sphere around a geom; infinite where there is none.
fn reach(m: &Model, geom: usize) -> f64 {
    let kind = m.geom.kind[geom];
    let radius = m.geom.rbound[geom];
    // a distance field fills the box of its size
    let beyond = kind.is(GeomType::Sdf) && m.geom.size[geom].norm() > radius;
    if kind.is(GeomType::Plane) || beyond {
        f64::INFINITY
    } else {
        radius
    }
}

/// Where a ray enters the sphere at `center` of squared radius `square`; infinite if it does not.
#[inline(always)]
fn entry(ray: &Ray, length_squared: f64, center: Vec3, square: f64) -> f64 {
    let to = center - ray.origin;
    let along = to.dot(ray.dir);
    let det = along * along - length_squared * (to.norm_squared() - square);
    let root = det.max(0.0).sqrt();
    if det < 0.0 || along + root < 0.0 {
        f64::INFINITY
    } else {
        (along - root) / length_squared
    }
}

/// The first geom that a ray meets; none also for a ray without direction.
///
/// Reads `geom_xpos`, `geom_xmat`.
pub fn ray(m: &Model, pose: &Pose, ray: &Ray, filter: &Filter<'_>) -> Option<RayHit> {
    let length_squared = ray.dir.norm_squared();
    if length_squared.sqrt() < MINVAL {
        return None;
    }
    let mut best: Option<(usize, Hit)> = None;
    for geom in 0..m.size.ngeom {
        let radius = reach(m, geom);
        let entry = entry(ray, length_squared, pose.geom_xpos[geom], radius * radius);
        let nearest = best.map_or(f64::INFINITY, |(_, hit)| hit.x);
        if entry < nearest && filter.sees(m, geom) {
            take_nearer(&mut best, geom, geom_hit(m, pose, geom, ray));
        }
    }
    best.map(|(geom, hit)| finish(pose, geom, hit))
}

/// Replaces the best hit by a nearer one.
#[inline(always)]
fn take_nearer(best: &mut Option<(usize, Hit)>, geom: usize, hit: Option<Hit>) {
    if let Some(hit) = hit {
        if best.is_none_or(|(_, known)| hit.x < known.x) {
            *best = Some((geom, hit));
        }
    }
}

fn finish(pose: &Pose, geom: usize, hit: Hit) -> RayHit {
    RayHit {
        dist: hit.x,
        geom,
        normal: hit.outward(&pose.geom_xmat[geom]),
    }
}

/// Where a ray in the world meets one geom, whatever its colour; the normal is in the frame of the geom.
pub fn geom_hit(m: &Model, pose: &Pose, geom: usize, ray: &Ray) -> Option<Hit> {
    let frame = Frame {
        pos: pose.geom_xpos[geom],
        mat: pose.geom_xmat[geom],
    };
    let local = ray.in_frame(&frame);
    let size = m.geom.size[geom];
    match m.geom.kind[geom].get()? {
        GeomType::HeightField => shape::height_field(&local, &asset::height_field(m, geom)?),
        GeomType::Mesh => shape::mesh(&local, &asset::triangles(m, geom)?),
        GeomType::Sdf => shape::distance_field(&local, &asset::field(m, geom)?, size),
        kind => primitive_hit(kind, size, &local),
    }
}

/// Where a ray in the frame of a primitive shape meets it; none for other shapes.
pub fn primitive_hit(kind: GeomType, size: Vec3, ray: &Ray) -> Option<Hit> {
    match kind {
        GeomType::Plane => shape::plane(ray, size),
        GeomType::Sphere => shape::sphere(ray, size[0]),
        GeomType::Capsule => shape::capsule(ray, size[0], size[1]),
        GeomType::Ellipsoid => shape::ellipsoid(ray, size),
        GeomType::Cylinder => shape::cylinder(ray, size[0], size[1]),
        GeomType::Box => shape::solid_box(ray, size),
        _ => None,
    }
}

/// Where a ray meets a geom that is a height field or a mesh (`kind`); none for a geom of another kind.
pub fn ray_asset(m: &Model, pose: &Pose, kind: GeomType, geom: usize, ray: &Ray) -> Option<RayHit> {
    if !m.geom.kind.get(geom)?.is(kind) {
        return None;
    }
    geom_hit(m, pose, geom, ray).map(|hit| finish(pose, geom, hit))
}
