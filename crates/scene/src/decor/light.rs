//! Lights of the model, as cylinders.

use ligament_math::{Quat, Vec3};
use ligament_model::enums::{GeomType, ObjectType};

use crate::builder::Builder;
use crate::{FrameType, LabelType, SceneGeom, VisFlag};

/// Distance of the cylinder from the light, so that it does not hide it.
const GAP: f64 = 1e-4;

pub(crate) fn add(b: &mut Builder<'_>) {
    if !b.shows(VisFlag::Light) {
        return;
    }
    for id in 0..b.m.size.nlight {
        let (pos, dir) = (b.d.pose.light_xpos[id], b.d.pose.light_xdir[id]);
        let mat = Quat::from_z_to(dir).to_mat3();
        let size = b.m.stat.meansize * f64::from(b.m.vis.scale.light);
        let at = pos - dir * (size + GAP);
        let cylinder = Vec3::new(0.8 * size, size, 0.0);
        let mut geom = SceneGeom::new(GeomType::Cylinder, cylinder, at, &mat, b.m.vis.rgba.light);
        b.label(&mut geom, LabelType::Light, ObjectType::Light, id);
        b.decorate(geom, ObjectType::Light, id);
        if b.frames(FrameType::Light) {
            b.small_frame(pos, &mat, id);
        }
    }
}
