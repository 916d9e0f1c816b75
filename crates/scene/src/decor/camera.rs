//! Cameras of the model: a box with a lens, and the frustum of those with an image.

use ligament_math::{Mat3, Vec3};
use ligament_model::enums::{GeomType, ObjectType, Projection};

use crate::builder::Builder;
use crate::camera::fixed_frustum;
use crate::{FrameType, LabelType, SceneGeom, VisFlag};

/// Opacity of a camera that stands in its own frustum.
const IN_FRUSTUM: f32 = 0.3;
/// Width of lines, in pixels.
const LINE: f64 = 3.0;

pub(crate) fn add(b: &mut Builder<'_>) {
    if !b.shows(VisFlag::Camera) {
        return;
    }
    for id in 0..b.m.size.ncam {
        let (pos, mat) = (b.d.pose.cam_xpos[id], b.d.pose.cam_xmat[id]);
        let with_frustum = b.m.cam.sensorsize[id][1] > 0.0 || b.m.cam.resolution[id] != [1, 1];
        let mut rgba = b.m.vis.rgba.camera;
        if with_frustum {
            add_frustum(b, id, pos, &mat);
            rgba[3] = IN_FRUSTUM;
        }
        let size = b.m.stat.meansize * f64::from(b.m.vis.scale.camera);
        let body = Vec3::new(size, 0.8 * size, 0.4 * size);
        let mut geom = SceneGeom::new(GeomType::Box, body, pos, &mat, rgba);
        b.label(&mut geom, LabelType::Camera, ObjectType::Camera, id);
        b.decorate(geom, ObjectType::Camera, id);
        let lens = Vec3::new(0.4 * size, 0.3 * size, 0.0);
        let dark = [0.5 * rgba[0], 0.5 * rgba[1], 0.5 * rgba[2], rgba[3]];
        let front = pos - mat.col(2) * (0.6 * size);
        let geom = SceneGeom::new(GeomType::Cylinder, lens, front, &mat, dark);
        b.decorate(geom, ObjectType::Camera, id);
        if b.frames(FrameType::Camera) {
            b.small_frame(pos, &mat, id);
        }
    }
}

/// Four walls of two triangles and three lines each, between the near plane and the drawn depth.
fn add_frustum(b: &mut Builder<'_>, id: usize, pos: Vec3, mat: &Mat3) {
    let frustum = fixed_frustum(b.m, id);
    let [top, bottom] = frustum.vertical.map(f64::from);
    let [mut left, mut right] = frustum.horizontal.map(f64::from);
    if b.m.cam.sensorsize[id][1] <= 0.0 {
        let [width, height] = b.m.cam.resolution[id].map(f64::from);
        let half = top * width / height.max(1.0);
        [left, right] = [half, half];
    }
    let near = f64::from(frustum.clip[0]);
    let flat = b.m.cam.projection[id].is(Projection::Orthographic);
    let far = match flat {
        true => 0.25 * (top + bottom + left + right),
        false => b.m.stat.meansize * f64::from(b.m.vis.scale.frustum),
    };
    let corners = [
        [-left, -bottom],
        [right, -bottom],
        [right, top],
        [-left, top],
    ];
    let at = |depth: f64| {
        corners.map(|[x, y]| {
            let scale = if flat { 1.0 } else { depth / near };
            pos + mat.mul_vec(Vec3::new(x * scale, y * scale, -depth))
        })
    };
    let (front, back) = (at(near), at(far));
    let rgba = b.m.vis.rgba.frustum;
    for i in 0..4 {
        let j = (i + 1) % 4;
        let walls = [
            SceneGeom::triangle([front[i], back[i], front[j]], rgba),
            SceneGeom::triangle([back[i], back[j], front[j]], rgba),
        ];
        let edges = [
            (front[i], front[j]),
            (back[i], back[j]),
            (front[i], back[i]),
        ];
        for wall in walls {
            b.decorate(wall, ObjectType::Camera, id);
        }
        for (from, to) in edges {
            let line = SceneGeom::between(GeomType::Line, LINE, from, to, rgba);
            b.decorate(line, ObjectType::Camera, id);
        }
    }
}
