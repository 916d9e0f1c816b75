//! The geoms of the model.

use ligament_model::enums::{GeomType, Keyword, ObjectType};

use crate::builder::{Builder, group_is_shown};
use crate::{LabelType, SceneGeom, VisFlag};

pub(crate) fn add(b: &mut Builder<'_>) {
    let mut planes = 0;
    for id in 0..b.m.size.ngeom {
        let geoms = &b.m.geom;
        let kind = geoms.kind[id];
        let plane = planes;
        planes += i32::from(kind.is(GeomType::Plane));
        let body = geoms.bodyid[id].index();
        if !b.body_is_shown(body) || !group_is_shown(&b.opt.geomgroup, geoms.group[id]) {
            continue;
        }
        let mut geom = SceneGeom {
            objtype: ObjectType::Geom.number(),
            objid: id as i32,
            category: b.category(body) as i32,
            ..SceneGeom::default()
        };
        let pose = &b.d.pose;
        let (pos, mat) = (pose.geom_xpos[id], &pose.geom_xmat[id]);
        geom.init(
            kind.number(),
            Some(geoms.size[id]),
            Some(pos),
            Some(mat),
            None,
        );
        geom.dataid = geoms.dataid[id];
        geom.modelrbound = geoms.rbound[id] as f32;
        geom.castshadow = u8::from(geoms.castshadow[id].get());
        b.paint(&mut geom, geoms.matid[id], geoms.rgba[id]);
        b.tint(&mut geom, Some(body));
        shape_data(b, &mut geom, id, plane);
        let island = b
            .shows(VisFlag::Island)
            .then(|| body_color(b, body))
            .flatten();
        if let Some(rgba) = island {
            geom.rgba = rgba;
            geom.matid = -1;
        }
        // What nobody can see is left out.
        if geom.rgba[3] == 0.0 {
            continue;
        }
        b.label(&mut geom, LabelType::Geom, ObjectType::Geom, id);
        b.add(geom);
    }
}

/// The colour of the island of a body.
fn body_color(b: &Builder<'_>, body: usize) -> Option<[f32; 4]> {
    let weld = b.m.body.weldid.get(body)?.index();
    let tree = usize::try_from(b.m.body.treeid.get(weld)?.0).ok()?;
    b.island_color(tree)
}

/// What a renderer finds the shape by: a mesh or its hull, or the number of a plane.
fn shape_data(b: &Builder<'_>, geom: &mut SceneGeom, id: usize, plane: i32) {
    let (geoms, mesh) = (&b.m.geom, &b.m.mesh);
    match geoms.kind[id].get() {
        Some(GeomType::Plane) => geom.dataid = plane,
        Some(GeomType::Mesh | GeomType::Sdf) => {
            let Ok(asset) = usize::try_from(geoms.dataid[id]) else {
                return;
            };
            let collides = geoms.contype[id] != 0 || geoms.conaffinity[id] != 0;
            let has_hull = mesh.graphadr.get(asset).is_some_and(|&adr| adr >= 0);
            let hull = b.shows(VisFlag::ConvexHull) && collides && has_hull;
            geom.dataid = geoms.dataid[id]
                .wrapping_mul(2)
                .wrapping_add(i32::from(hull));
            geom.texcoord = i32::from(mesh.texcoordadr.get(asset).is_some_and(|&adr| adr >= 0));
        }
        _ => {}
    }
}
