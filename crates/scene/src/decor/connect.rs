//! A skeleton: bodies connected with their joints and parents.

use ligament_math::Vec3;
use ligament_model::enums::{GeomType, ObjectType};

use crate::builder::Builder;
use crate::{SceneGeom, VisFlag};

pub(crate) fn add(b: &mut Builder<'_>) {
    if !b.shows(VisFlag::AutoConnect) {
        return;
    }
    for body in 1..b.m.size.nbody {
        let parent = b.m.body.parentid[body].index();
        if parent == 0 {
            continue;
        }
        let mut at = b.d.pose.xipos[body];
        for joint in b.m.body_joints(body).rev() {
            let Some(&anchor) = b.d.pose.xanchor.get(joint) else {
                continue;
            };
            link(b, at, anchor, body);
            at = anchor;
        }
        if let Some(&to) = b.d.pose.xipos.get(parent) {
            link(b, at, to, body);
        }
    }
}

fn link(b: &mut Builder<'_>, from: Vec3, to: Vec3, body: usize) {
    let width = b.m.stat.meansize * f64::from(b.m.vis.scale.connect);
    let geom = SceneGeom::between(GeomType::Capsule, width, from, to, b.m.vis.rgba.connect);
    b.decorate(geom, ObjectType::Unknown, body);
}
