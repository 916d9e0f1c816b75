//! Spatial tendons: capsules along straight parts of their paths, arcs around what they wrap, and a catenary where a slack
//! cable hangs between two sites.

use ligament_math::Vec3;
use ligament_model::enums::{GeomType, Keyword, ObjectType, TendonType};

use super::arc::{self, Around};
use super::catenary;
use crate::builder::{Builder, blend, group_is_shown};
use crate::material::{DEFAULT_RGBA, FREE_RGBA};
use crate::{Category, LabelType, SceneGeom, VisFlag};
use ligament_engine::data::RowKind;

/// `wrap_obj` of a pulley.
const PULLEY: i32 = -2;

pub(crate) fn add(b: &mut Builder<'_>) {
    if !b.shows(VisFlag::Tendon) || !b.wants(Category::Dynamic) {
        return;
    }
    for id in 0..b.m.size.ntendon {
        let tendon = &b.m.tendon;
        if tendon.kind[id].is(TendonType::Spatial)
            && group_is_shown(&b.opt.tendongroup, tendon.group[id])
        {
            let look = look(b, id);
            add_path(b, id, tendon.width[id], &look);
        }
    }
}

/// Colour and material of a tendon: red at a limit of its length, if it has no colour of its own.
fn look(b: &Builder<'_>, id: usize) -> SceneGeom {
    let tendon = &b.m.tendon;
    let mut geom = SceneGeom {
        objtype: ObjectType::Tendon.number(),
        objid: id as i32,
        category: Category::Dynamic as i32,
        ..SceneGeom::default()
    };
    b.paint(&mut geom, tendon.matid[id], tendon.rgba[id]);
    if tendon.matid[id].0 < 0 && tendon.rgba[id] == DEFAULT_RGBA {
        if let Some(share) = limit_share(b, RowKind::LimitTendon, id) {
            geom.rgba = blend(geom.rgba, b.m.vis.rgba.constraint, share);
        }
    }
    b.tint(&mut geom, None);
    geom
}

/// The colour of the island that a tendon belongs to by its constraints; grey if it has none.
fn island_color(b: &Builder<'_>, id: usize) -> [f32; 4] {
    let row = b.d.efc.tendon_efcadr.get(id);
    let row = row.and_then(|&row| usize::try_from(row).ok());
    let island = row.and_then(|row| b.d.island.efc_island.get(row));
    island.map_or(FREE_RGBA, |&island| {
        b.color_of_island(island).unwrap_or(FREE_RGBA)
    })
}

/// The impedance of the limit row of an object, if it is at a limit: how much of the constraint's colour it shows.
pub(super) fn limit_share(b: &Builder<'_>, kind: RowKind, id: usize) -> Option<f32> {
    let efc = &b.d.efc;
    let rows = efc.efc_type.iter().zip(&efc.efc_id);
    let row = rows
        .enumerate()
        .skip(efc.ne + efc.nf)
        .take(efc.nl)
        .find(|(_, (t, i))| **t == kind as i32 && **i == id as i32)?
        .0;
    Some(efc.efc_KBIP.get(row)?[2] as f32)
}

/// Adds the parts of a tendon; `width` may be that of an actuator.
pub(super) fn add_path(b: &mut Builder<'_>, id: usize, width: f64, look: &SceneGeom) {
    let mut first = true;
    let labels = match ObjectType::from_number(look.objtype) {
        Some(ObjectType::Actuator) => (LabelType::Actuator, ObjectType::Actuator),
        _ => (LabelType::Tendon, ObjectType::Tendon),
    };
    let mut part = |b: &mut Builder<'_>, look: &SceneGeom, from: Vec3, to: Vec3| {
        let mut geom = *look;
        // Capsules can connect points.
        let _ = geom.connect(GeomType::Capsule.number(), width, from, to);
        if first {
            b.label(&mut geom, labels.0, labels.1, look.objid.max(0) as usize);
            first = false;
        }
        b.add(geom);
    };
    let (points, objects) = path(b, id);
    if let Some(hanging) = catenary::hanging(b.m, b.d, id, &points) {
        for pair in hanging.windows(2) {
            part(b, look, pair[0], pair[1]);
        }
        return;
    }
    let mut look = *look;
    if b.shows(VisFlag::Island) && look.objtype == ObjectType::Tendon.number() {
        look.rgba = island_color(b, id);
        look.matid = -1;
    }
    for i in 1..points.len() {
        let (from, to) = (points[i - 1], points[i]);
        let (before, after) = (objects[i - 1], objects[i]);
        if before == PULLEY || after == PULLEY {
            continue;
        }
        if before >= 0 && before == after {
            let around = Around::new(b, before as usize);
            let mut last = from;
            for point in arc::between(&around, from, to) {
                part(b, &look, last, point);
                last = point;
            }
        } else {
            part(b, &look, from, to);
        }
    }
}

/// Points of a tendon's path, and what each lies on.
fn path(b: &Builder<'_>, id: usize) -> (Vec<Vec3>, Vec<i32>) {
    let path = &b.d.path;
    let start = usize::try_from(path.ten_wrapadr[id]).unwrap_or(usize::MAX);
    let count = usize::try_from(path.ten_wrapnum[id]).unwrap_or(0);
    let points = path
        .wrap_xpos
        .iter()
        .flat_map(|p| [Vec3::new(p[0], p[1], p[2]), Vec3::new(p[3], p[4], p[5])]);
    let objects = path.wrap_obj.iter().flatten().copied();
    points.zip(objects).skip(start).take(count).unzip()
}
