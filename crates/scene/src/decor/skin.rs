//! Skins: one geom each, at its first bone; the surface is in the scene.

use ligament_math::Vec3;
use ligament_model::enums::{GeomType, Keyword, ObjectType};

use crate::builder::{Builder, group_is_shown};
use crate::shape::single;
use crate::{Category, LabelType, SceneGeom, VisFlag};

pub(crate) fn add(b: &mut Builder<'_>) {
    if !b.shows(VisFlag::Skin) || !b.wants(Category::Dynamic) {
        return;
    }
    for id in 0..b.m.size.nskin {
        let skin = &b.m.skin;
        if !group_is_shown(&b.opt.skingroup, skin.group[id]) {
            continue;
        }
        let body = usize::try_from(skin.boneadr[id])
            .ok()
            .and_then(|bone| skin.bonebodyid.get(bone))
            .map_or(0, |body| body.index());
        let mut geom = SceneGeom {
            type_: GeomType::Skin.number(),
            objtype: ObjectType::Skin.number(),
            objid: id as i32,
            category: Category::Dynamic as i32,
            pos: single(b.d.pose.xpos.get(body).copied().unwrap_or(Vec3::ZERO)),
            ..SceneGeom::default()
        };
        b.paint(&mut geom, skin.matid[id], skin.rgba[id]);
        geom.texcoord = i32::from(skin.texcoordadr[id] >= 0);
        b.tint(&mut geom, None);
        if b.pert.skinselect == id as i32 {
            geom.emission += b.m.vis.global.glow;
        }
        b.label(&mut geom, LabelType::Skin, ObjectType::Skin, id);
        b.add(geom);
    }
}
