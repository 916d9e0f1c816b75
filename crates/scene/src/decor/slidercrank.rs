//! Slider-cranks: the slider's rod as a cylinder, the connecting rod as a capsule.

use ligament_math::Vec3;
use ligament_model::enums::{GeomType, Keyword, ObjectType, TransmissionType};

use crate::builder::Builder;
use crate::{Category, LabelType, SceneGeom};

pub(crate) fn add(b: &mut Builder<'_>) {
    if !b.wants(Category::Dynamic) {
        return;
    }
    for id in 0..b.m.size.nactuator {
        if b.m.actuator.trntype[id].is(TransmissionType::SliderCrank) {
            add_one(b, id);
        }
    }
}

fn add_one(b: &mut Builder<'_>, id: usize) {
    let [crank, slider] =
        b.m.actuator.trnid[id].map(|site| usize::try_from(site).unwrap_or(usize::MAX));
    let pose = &b.d.pose;
    let (Some(&pin), Some(&rail), Some(mat)) = (
        pose.site_xpos.get(crank),
        pose.site_xpos.get(slider),
        pose.site_xmat.get(slider),
    ) else {
        return;
    };
    let rod = b.m.actuator.cranklength[id];
    let (end, broken) = slider_end(pin, rail, mat.col(2), rod);
    let (scale, rgba) = (&b.m.vis.scale, &b.m.vis.rgba);
    let width = b.m.stat.meansize * f64::from(scale.slidercrank);
    let rod_color = if broken {
        rgba.crankbroken
    } else {
        rgba.slidercrank
    };
    let parts = [
        (GeomType::Cylinder, width, rail, end, rgba.slidercrank),
        (GeomType::Capsule, 0.5 * width, end, pin, rod_color),
    ];
    for (kind, width, from, to, color) in parts {
        let mut geom = SceneGeom::between(kind, width, from, to, color);
        geom.category = Category::Dynamic as i32;
        geom.objtype = ObjectType::Actuator.number();
        geom.objid = id as i32;
        if kind == GeomType::Cylinder {
            b.label(&mut geom, LabelType::Actuator, ObjectType::Actuator, id);
        }
        b.add(geom);
    }
}

/// Where the rod meets the slider: the point `rail + t·axis` at distance `rod` from the pin, the nearest one if the rod is too
/// short.
fn slider_end(pin: Vec3, rail: Vec3, axis: Vec3, rod: f64) -> (Vec3, bool) {
    let to_pin = pin - rail;
    let along = to_pin.dot(axis);
    let det = along * along + rod * rod - to_pin.norm_squared();
    let t = if det < 0.0 { along } else { along - det.sqrt() };
    (rail + axis * t, det < 0.0)
}
