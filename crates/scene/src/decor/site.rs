//! The sites of the model.

use ligament_model::enums::{GeomType, Keyword, ObjectType};

use crate::builder::{Builder, group_is_shown};
use crate::{LabelType, SceneGeom};

pub(crate) fn add(b: &mut Builder<'_>) {
    for id in 0..b.m.size.nsite {
        let sites = &b.m.site;
        let body = sites.bodyid[id].index();
        if !b.body_is_shown(body) || !group_is_shown(&b.opt.sitegroup, sites.group[id]) {
            continue;
        }
        let mut geom = SceneGeom {
            objtype: ObjectType::Site.number(),
            objid: id as i32,
            category: b.category(body) as i32,
            ..SceneGeom::default()
        };
        let pose = &b.d.pose;
        let (pos, mat) = (pose.site_xpos[id], &pose.site_xmat[id]);
        let (kind, size) = (sites.kind[id], sites.size[id]);
        geom.init(kind.number(), Some(size), Some(pos), Some(mat), None);
        if kind.is(GeomType::Mesh) {
            geom.dataid = sites.dataid[id].wrapping_mul(2);
            let mesh = usize::try_from(sites.dataid[id]).ok();
            let adr = mesh.and_then(|mesh| b.m.mesh.texcoordadr.get(mesh));
            geom.texcoord = i32::from(adr.is_some_and(|&adr| adr >= 0));
        }
        b.paint(&mut geom, sites.matid[id], sites.rgba[id]);
        b.tint(&mut geom, Some(body));
        if geom.rgba[3] == 0.0 {
            continue;
        }
        b.label(&mut geom, LabelType::Site, ObjectType::Site, id);
        b.add(geom);
    }
}
