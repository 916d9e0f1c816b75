//! What is under the mouse.

use ligament_engine::Data;
use ligament_engine::ray::{Filter, ray as cast};
use ligament_geom::ray::Ray;
use ligament_math::{MINVAL, Vec3};
use ligament_model::Model;

use crate::builder::group_is_shown;
use crate::camera::{average_camera, camera_axes};
use crate::room::{camera_in_model, frustum_height};
use crate::shape::{SceneError, double};
use crate::skin::run;
use crate::{Scene, VisFlag, VisOption};

/// What was found at a point of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Selection {
    /// The body.
    pub body: usize,
    /// The geom, unless it is a skin.
    pub geom: Option<usize>,
    /// The skin.
    pub skin: Option<usize>,
    /// Where it is, in space.
    pub point: Vec3,
}

/// The first visible thing at a point of the picture, given in widths and heights from its lower left corner (`mjv_select`).
pub fn select(
    m: &Model,
    d: &Data,
    opt: &VisOption,
    aspect: f64,
    [relx, rely]: [f64; 2],
    scene: &Scene,
) -> Result<Option<Selection>, SceneError> {
    let ray = picture_ray(scene, aspect, relx, rely)?;
    let filter = Filter {
        geomgroup: Some(&opt.geomgroup),
        flg_static: opt.flag(VisFlag::Static),
        bodyexclude: None,
    };
    let geom = cast(m, &d.pose, &ray, &filter);
    let mut nearest = geom.map_or(f64::INFINITY, |hit| hit.dist);
    let mut found = geom.map(|hit| Selection {
        body: m.geom.bodyid[hit.geom].index(),
        geom: Some(hit.geom),
        skin: None,
        point: ray.at(hit.dist),
    });
    if opt.flag(VisFlag::Skin) {
        for id in 0..m.size.nskin {
            if !group_is_shown(&opt.skingroup, m.skin.group[id]) {
                continue;
            }
            if let Some((dist, vert)) = skin_hit(m, scene, id, &ray).filter(|hit| hit.0 < nearest) {
                nearest = dist;
                found = Some(Selection {
                    body: strongest_bone(m, id, vert),
                    geom: None,
                    skin: Some(id),
                    point: ray.at(dist),
                });
            }
        }
    }
    Ok(found)
}

/// The ray through a point of the picture.
fn picture_ray(scene: &Scene, aspect: f64, relx: f64, rely: f64) -> Result<Ray, SceneError> {
    let head = camera_in_model(scene)?;
    frustum_height(scene)?;
    let [left, right] = &scene.camera;
    let eye = average_camera(left, right);
    let axes = camera_axes(head.forward, head.up);
    let [top, bottom, center, near] = [
        eye.frustum_top,
        eye.frustum_bottom,
        eye.frustum_center,
        eye.frustum_near,
    ]
    .map(f64::from);
    let half = match f64::from(eye.frustum_width) {
        0.0 => 0.5 * aspect * (top - bottom),
        width => width,
    };
    let x = center + (2.0 * relx - 1.0) * half;
    let y = bottom + rely * (top - bottom);
    Ok(if eye.orthographic != 0 {
        Ray {
            origin: head.pos + axes.col(0) * x + axes.col(1) * y,
            dir: head.forward,
        }
    } else {
        let (dir, _) = (axes.col(0) * x + axes.col(1) * y + head.forward * near).normalize_or_x();
        Ray {
            origin: head.pos,
            dir,
        }
    })
}

/// Where a ray meets a skin, and the nearest vertex there. Möller and Trumbore's intersection with every triangle.
fn skin_hit(m: &Model, scene: &Scene, id: usize, ray: &Ray) -> Option<(f64, usize)> {
    let skin = &m.skin;
    let verts = scene.skin.vert.get(run(
        skin.vertadr[id],
        skin.vertnum[id],
        scene.skin.vert.len(),
    ))?;
    let mut best: Option<(f64, usize)> = None;
    for face in run(skin.faceadr[id], skin.facenum[id], skin.face.len()) {
        let corners = skin.face[face].map(|i| usize::try_from(i).unwrap_or(usize::MAX));
        let [Some(&a), Some(&b), Some(&c)] = corners.map(|i| verts.get(i)) else {
            continue;
        };
        let [a, b, c] = [a, b, c].map(double);
        let (ab, ac, to) = (b - a, c - a, ray.origin - a);
        let across = ray.dir.cross(ac);
        let det = ab.dot(across);
        if det.abs() < MINVAL {
            continue;
        }
        let u = to.dot(across) / det;
        let q = to.cross(ab);
        let (v, dist) = (ray.dir.dot(q) / det, ac.dot(q) / det);
        if u < 0.0
            || v < 0.0
            || u + v > 1.0
            || dist < 0.0
            || best.is_some_and(|known| known.0 <= dist)
        {
            continue;
        }
        let point = ray.at(dist);
        let away = |corner: Vec3| (corner - point).norm_squared();
        let order = [
            (away(a), corners[0]),
            (away(b), corners[1]),
            (away(c), corners[2]),
        ];
        let nearest = order
            .into_iter()
            .reduce(|x, y| if y.0 < x.0 { y } else { x });
        best = nearest.map(|(_, vert)| (dist, vert));
    }
    best
}

/// The body that moves a vertex most.
fn strongest_bone(m: &Model, id: usize, vert: usize) -> usize {
    let skin = &m.skin;
    let mut best = (0.0, 0);
    for bone in run(skin.boneadr[id], skin.bonenum[id], skin.bonebodyid.len()) {
        for entry in run(
            skin.bonevertadr[bone],
            skin.bonevertnum[bone],
            skin.bonevertid.len(),
        ) {
            if skin.bonevertid[entry] as usize == vert && skin.bonevertweight[entry] > best.0 {
                best = (skin.bonevertweight[entry], skin.bonebodyid[bone].index());
            }
        }
    }
    best.1
}
