//! Anchors of equality constraints that tie points together: one ball on each side.

use ligament_math::{Mat3, Vec3};
use ligament_model::enums::{GeomType, ObjectType};

use crate::builder::Builder;
use crate::{LabelType, SceneGeom, VisFlag};

pub(crate) fn add(b: &mut Builder<'_>) {
    if !b.shows(VisFlag::Constraint) {
        return;
    }
    for id in 0..b.m.size.neq {
        if !b.d.input.eq_active[id].get() {
            continue;
        }
        let Some(anchors) = anchors(b, id) else {
            continue;
        };
        let radius = b.m.stat.meansize * f64::from(b.m.vis.scale.constraint);
        let colors = [b.m.vis.rgba.connect, b.m.vis.rgba.constraint];
        for ((pos, mat), rgba) in anchors.into_iter().zip(colors) {
            let mut geom = SceneGeom::new(GeomType::Sphere, Vec3::splat(radius), pos, &mat, rgba);
            b.label(&mut geom, LabelType::Constraint, ObjectType::Equality, id);
            b.decorate(geom, ObjectType::Equality, id);
        }
    }
}

/// The two points that a constraint ties together, each with the frame of its object.
fn anchors(b: &Builder<'_>, id: usize) -> Option<[(Vec3, Mat3); 2]> {
    let eq = &b.m.eq;
    let data = eq.data[id];
    let points = eq.kind[id].get()?.facts().points?;
    let local = points.map(|at| Vec3::new(data[at], data[at + 1], data[at + 2]));
    let objects = [eq.obj1id[id], eq.obj2id[id]].map(|id| usize::try_from(id).ok());
    let pose = &b.d.pose;
    let at = |side: usize| {
        let object = objects[side]?;
        if eq.objtype[id].is(ObjectType::Site) {
            return Some((*pose.site_xpos.get(object)?, *pose.site_xmat.get(object)?));
        }
        let (pos, mat) = (*pose.xpos.get(object)?, *pose.xmat.get(object)?);
        Some((pos + mat.mul_vec(local[side]), mat))
    };
    Some([at(0)?, at(1)?])
}
