//! Joints: arrows along axes, balls and boxes.

use ligament_engine::data::RowKind;
use ligament_math::Vec3;
use ligament_model::enums::{GeomType, JointType, ObjectType};

use super::tendon::limit_share;
use crate::builder::{Builder, blend, group_is_shown};
use crate::{LabelType, SceneGeom, VisFlag};

pub(crate) fn add(b: &mut Builder<'_>) {
    if !b.shows(VisFlag::Joint) {
        return;
    }
    let (meansize, scale) = (b.m.stat.meansize, &b.m.vis.scale);
    let length = meansize * f64::from(scale.jointlength);
    let width = meansize * f64::from(scale.jointwidth);
    for id in 0..b.m.size.njnt {
        if !group_is_shown(&b.opt.jointgroup, b.m.jnt.group[id]) {
            continue;
        }
        let rgba = b.m.vis.rgba.joint;
        let Some(mut geom) = shape(b, id, length, width, 0.3 * length, rgba) else {
            continue;
        };
        if b.m.jnt.limited[id].get() {
            if let Some(share) = limit_share(b, RowKind::LimitJoint, id) {
                geom.rgba = blend(rgba, b.m.vis.rgba.constraint, share);
            }
        }
        b.label(&mut geom, LabelType::Joint, ObjectType::Joint, id);
        b.decorate(geom, ObjectType::Joint, id);
    }
}

/// How a joint is drawn, also by its actuators: an arrow of this length and width, or a box or ball of this radius.
pub(super) fn shape(
    b: &Builder<'_>,
    id: usize,
    length: f64,
    width: f64,
    radius: f64,
    rgba: [f32; 4],
) -> Option<SceneGeom> {
    let pose = &b.d.pose;
    let (&anchor, &axis) = (pose.xanchor.get(id)?, pose.xaxis.get(id)?);
    let solid = |kind| {
        let (_, mat) = b.body_pose(b.m.jnt.bodyid[id].index());
        SceneGeom::new(kind, Vec3::splat(radius), anchor, &mat, rgba)
    };
    let arrow = |kind| SceneGeom::between(kind, width, anchor, anchor + axis * length, rgba);
    Some(match b.m.jnt.kind[id].get()? {
        JointType::Free => solid(GeomType::Box),
        JointType::Ball => solid(GeomType::Sphere),
        JointType::Slide => arrow(GeomType::Arrow),
        JointType::Hinge => arrow(GeomType::Arrow1),
    })
}
