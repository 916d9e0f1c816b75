//! Centres of mass of kinematic trees.

use ligament_math::{Mat3, Vec3};
use ligament_model::enums::{GeomType, ObjectType};

use crate::builder::Builder;
use crate::{SceneGeom, VisFlag};

pub(crate) fn add(b: &mut Builder<'_>) {
    if !b.shows(VisFlag::Com) {
        return;
    }
    for body in 1..b.m.size.nbody {
        if b.m.body.rootid[body].index() != body {
            continue;
        }
        let radius = b.m.stat.meansize * f64::from(b.m.vis.scale.com);
        let (pos, rgba) = (b.d.pose.subtree_com[body], b.m.vis.rgba.com);
        let geom = SceneGeom::new(
            GeomType::Sphere,
            Vec3::splat(radius),
            pos,
            &Mat3::IDENTITY,
            rgba,
        );
        b.decorate(geom, ObjectType::Unknown, body);
    }
}
