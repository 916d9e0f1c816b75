//! Frames of geoms, sites, bodies and the world. Those of cameras, lights and contacts come with the things themselves.

use ligament_math::{Mat3, Vec3};
use ligament_model::id::MaterialId;

use crate::builder::{Builder, group_is_shown};
use crate::{FrameType, VisFlag};

pub(crate) fn add_geoms_and_sites(b: &mut Builder<'_>) {
    if b.frames(FrameType::Geom) {
        for id in 0..b.m.size.ngeom {
            let body = b.m.geom.bodyid[id].index();
            let shown = group_is_shown(&b.opt.geomgroup, b.m.geom.group[id])
                && can_be_seen(b, b.m.geom.matid[id], b.m.geom.rgba[id]);
            if b.body_is_shown(body) && shown {
                b.small_frame(b.d.pose.geom_xpos[id], &b.d.pose.geom_xmat[id], id);
            }
        }
    }
    if b.frames(FrameType::Site) {
        for id in 0..b.m.size.nsite {
            let body = b.m.site.bodyid[id].index();
            let shown = group_is_shown(&b.opt.sitegroup, b.m.site.group[id])
                && can_be_seen(b, b.m.site.matid[id], b.m.site.rgba[id]);
            if b.body_is_shown(body) && shown {
                b.small_frame(b.d.pose.site_xpos[id], &b.d.pose.site_xmat[id], id);
            }
        }
    }
}

/// Whether the material of a thing, or its colour where it has none, is not wholly transparent.
fn can_be_seen(b: &Builder<'_>, material: MaterialId, rgba: [f32; 4]) -> bool {
    let of_material = usize::try_from(material.0).ok();
    let alpha = of_material.and_then(|id| b.m.mat.rgba.get(id));
    alpha.unwrap_or(&rgba)[3] != 0.0
}

pub(crate) fn add_world_and_bodies(b: &mut Builder<'_>) {
    if b.frames(FrameType::World) {
        let scale = &b.m.vis.scale;
        let size = 2.0 * b.m.stat.meansize;
        let (length, width) = (
            size * f64::from(scale.framelength),
            size * f64::from(scale.framewidth),
        );
        b.frame(Vec3::ZERO, &Mat3::IDENTITY, length, width, 0);
    }
    if b.frames(FrameType::Body) {
        for id in 1..b.m.size.nbody {
            if !b.static_is_shown(id) {
                continue;
            }
            // The inertial frame, where inertia is shown.
            let (pos, mat) = match b.shows(VisFlag::Inertia) {
                true => b.inertial_pose(id),
                false => b.body_pose(id),
            };
            b.small_frame(pos, &mat, id);
        }
    }
}
