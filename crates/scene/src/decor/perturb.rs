//! What the mouse pulls at, and the selected point.

use ligament_math::{Mat3, Quat, Vec3};
use ligament_model::enums::{GeomType, ObjectType};

use crate::builder::Builder;
use crate::plain::Text;
use crate::{LabelType, PERT_ROTATE, PERT_TRANSLATE, SceneGeom, VisFlag};

/// A string from the selected point to where it is pulled, and a box turned the way the body is.
pub(crate) fn add(b: &mut Builder<'_>) {
    let active = b.pert.active | b.pert.active2;
    let (true, Some(body)) = (b.shows(VisFlag::PertObj), b.selected()) else {
        return;
    };
    let turn = Quat(b.pert.refquat).to_mat3();
    let (secondary_string, secondary_box) = (
        b.pert.active2 & PERT_TRANSLATE != 0,
        b.pert.active2 & PERT_ROTATE != 0,
    );
    if active & PERT_TRANSLATE != 0 {
        let rgba = swapped(b.m.vis.rgba.constraint, secondary_string);
        let width = b.m.stat.meansize * f64::from(b.m.vis.scale.constraint);
        let (from, to) = (selected_point(b, body), Vec3(b.pert.refselpos));
        b.decorate(
            SceneGeom::between(GeomType::Capsule, width, from, to, rgba),
            ObjectType::Unknown,
            body,
        );
        let ball = SceneGeom::new(GeomType::Sphere, Vec3::splat(2.0 * width), to, &turn, rgba);
        b.decorate(ball, ObjectType::Unknown, body);
    }
    if active & PERT_ROTATE != 0 {
        let rgba = swapped(b.m.vis.rgba.inertia, secondary_box);
        let (center, size) = body_box(b, body);
        let cube = SceneGeom::new(GeomType::Linebox, size, center, &turn, rgba);
        b.decorate(cube, ObjectType::Unknown, body);
    }
}

/// The second perturbation has red and green exchanged.
fn swapped(rgba: [f32; 4], secondary: bool) -> [f32; 4] {
    let [r, g, b, a] = rgba;
    if secondary { [g, r, b, a] } else { rgba }
}

/// Centre and half sizes of the box around a body; one of mean size without bounding volumes.
fn body_box(b: &Builder<'_>, body: usize) -> (Vec3, Vec3) {
    let pose = &b.d.pose;
    let root = usize::try_from(b.m.body.bvhadr[body]).ok();
    match root.and_then(|root| b.m.bvh.aabb.get(root)) {
        Some(&[x, y, z, sx, sy, sz]) => {
            let center = pose.xipos[body] + pose.ximat[body].mul_vec(Vec3::new(x, y, z));
            (center, Vec3::new(sx, sy, sz))
        }
        None => (pose.xipos[body], Vec3::splat(b.m.stat.meansize)),
    }
}

/// The selected point of a body, in space.
fn selected_point(b: &Builder<'_>, body: usize) -> Vec3 {
    let (pos, mat) = b.body_pose(body);
    pos + mat.mul_vec(Vec3(b.pert.localpos))
}

pub(crate) fn add_selected_point(b: &mut Builder<'_>) {
    let (true, Some(body)) = (b.shows(VisFlag::Select), b.selected()) else {
        return;
    };
    let point = selected_point(b, body);
    let radius = b.m.stat.meansize * f64::from(b.m.vis.scale.selectpoint);
    let rgba = b.m.vis.rgba.selectpoint;
    let mut geom = SceneGeom::new(
        GeomType::Sphere,
        Vec3::splat(radius),
        point,
        &Mat3::IDENTITY,
        rgba,
    );
    if b.labels(LabelType::SelPnt) {
        let [x, y, z] = point.0;
        let [u, v, w] = b.pert.localpos;
        geom.label = Text::new(&format!(
            "{x:.3} {y:.3} {z:.3} (local {u:.3} {v:.3} {w:.3})"
        ));
    }
    b.decorate(geom, ObjectType::Unknown, body);
}
