//! Forces that the user applies to bodies.

use ligament_math::{MINVAL, Vec3};
use ligament_model::enums::{GeomType, ObjectType};

use crate::builder::Builder;
use crate::{SceneGeom, VisFlag};

pub(crate) fn add(b: &mut Builder<'_>) {
    if !b.shows(VisFlag::PertForce) {
        return;
    }
    for body in 1..b.m.size.nbody {
        let [x, y, z, ..] = b.d.input.xfrc_applied[body];
        let force = Vec3::new(x, y, z);
        if force.norm() <= MINVAL {
            continue;
        }
        let from = b.d.pose.xipos[body];
        let width = b.m.stat.meansize * f64::from(b.m.vis.scale.forcewidth);
        let to = from + force * (f64::from(b.m.vis.map.force) / b.m.stat.meanmass);
        let geom = SceneGeom::between(GeomType::Arrow, width, from, to, b.m.vis.rgba.force);
        b.decorate(geom, ObjectType::Unknown, body);
    }
}
