//! Actuators, coloured by their control or activation.

use ligament_model::enums::{GeomType, Keyword, ObjectType, TransmissionType};
use ligament_model::kinds::States;

use super::{joint, tendon};
use crate::builder::{Builder, blend, group_is_shown};
use crate::plain::Text;
use crate::{Category, LabelType, SceneGeom, VisFlag};

/// How much larger an actuator is drawn than the ball or box of its joint, and than its site or geoms.
const OVER_JOINT: f64 = 1.1;
const OVER_SHAPE: f64 = 1.05;

pub(crate) fn add(b: &mut Builder<'_>) {
    if !b.shows(VisFlag::Actuator) {
        return;
    }
    for id in 0..b.m.size.nactuator {
        let group = b.m.actuator.group[id];
        let disabled = (0..31).contains(&group) && b.m.opt.disableactuator >> group & 1 == 1;
        if !disabled && group_is_shown(&b.opt.actuatorgroup, group) {
            add_one(b, id);
        }
    }
}

fn add_one(b: &mut Builder<'_>, id: usize) {
    let actuator = &b.m.actuator;
    let Ok(target) = usize::try_from(actuator.trnid[id][0]) else {
        return;
    };
    let rgba = color(b, id);
    match actuator.trntype[id].get() {
        Some(TransmissionType::Joint | TransmissionType::JointInParent) => {
            let (meansize, scale) = (b.m.stat.meansize, &b.m.vis.scale);
            let length = meansize * f64::from(scale.actuatorlength);
            let width = meansize * f64::from(scale.actuatorwidth);
            let radius = OVER_JOINT * 0.3 * meansize * f64::from(scale.jointlength);
            if let Some(mut geom) = joint::shape(b, target, length, width, radius, rgba) {
                label(b, &mut geom, id);
                b.decorate(geom, ObjectType::Actuator, id);
            }
        }
        Some(TransmissionType::Tendon) => {
            let Some(&width) = b.m.tendon.width.get(target) else {
                return;
            };
            let look = SceneGeom {
                category: Category::Decor as i32,
                objtype: ObjectType::Actuator.number(),
                objid: id as i32,
                rgba,
                ..SceneGeom::default()
            };
            tendon::add_path(
                b,
                target,
                width * f64::from(b.m.vis.map.actuatortendon),
                &look,
            );
        }
        Some(TransmissionType::Site) => add_site(b, id, target, rgba),
        Some(TransmissionType::Body) => add_body(b, id, target, rgba),
        _ => {}
    }
}

fn add_site(b: &mut Builder<'_>, id: usize, site: usize, rgba: [f32; 4]) {
    let (sites, pose) = (&b.m.site, &b.d.pose);
    let Some(&size) = sites.size.get(site) else {
        return;
    };
    let kind = sites.kind[site].get().unwrap_or(GeomType::Sphere);
    let mut geom = SceneGeom::new(
        kind,
        size * OVER_SHAPE,
        pose.site_xpos[site],
        &pose.site_xmat[site],
        rgba,
    );
    label(b, &mut geom, id);
    b.decorate(geom, ObjectType::Actuator, id);
}

/// All geoms of the body, slightly larger.
fn add_body(b: &mut Builder<'_>, id: usize, body: usize, rgba: [f32; 4]) {
    if body >= b.m.size.nbody {
        return;
    }
    for geom in b.m.body_geoms(body) {
        let (geoms, pose) = (&b.m.geom, &b.d.pose);
        let Some(kind) = geoms.kind.get(geom).and_then(|kind| kind.get()) else {
            continue;
        };
        let size = geoms.size[geom] * OVER_SHAPE;
        let mut drawn = SceneGeom::new(
            kind,
            size,
            pose.geom_xpos[geom],
            &pose.geom_xmat[geom],
            rgba,
        );
        if kind == GeomType::Mesh {
            drawn.dataid = geoms.dataid[geom].wrapping_mul(2);
        }
        b.decorate(drawn, ObjectType::Actuator, id);
    }
}

fn label(b: &Builder<'_>, geom: &mut SceneGeom, id: usize) {
    if b.labels(LabelType::Actuator) {
        geom.label = Text::new(&b.name(ObjectType::Actuator, id));
    }
}

/// True if the actuator has activations rather than acting by its control directly.
fn has_dynamics(b: &Builder<'_>, id: usize) -> bool {
    let kind = b.m.actuator.dyntype[id].get();
    kind.is_none_or(|kind| kind.facts().states != States::None)
}

/// From the colour at rest to those of the limits.
fn color(b: &Builder<'_>, id: usize) -> [f32; 4] {
    let (actuator, colors) = (&b.m.actuator, &b.m.vis.rgba);
    let Some(ctrl) = b.m.actuator_controls(id).next() else {
        return colors.actuator;
    };
    let value = if b.shows(VisFlag::Activation) && has_dynamics(b, id) {
        let last = b.m.actuator_activations(id).last();
        last.and_then(|last| b.d.state.act.get(last))
    } else {
        b.d.input.ctrl.get(ctrl)
    };
    let value = value.copied().unwrap_or(0.0);
    // activations are shown on the scale of controls
    let (range, limited) = (actuator.ctrlrange[ctrl], actuator.ctrllimited[ctrl].get());
    let [low, high] = if limited { range } else { [-1.0, 1.0] };
    let rest = 0.0_f64.max(low).min(high);
    let span = |limit: f64, default: f64| {
        if limit == rest {
            (default - rest).abs()
        } else {
            (limit - rest).abs()
        }
    };
    let (limit, toward) = if value < rest {
        (span(low, -1.0), colors.actuatornegative)
    } else {
        (span(high, 1.0), colors.actuatorpositive)
    };
    blend(
        colors.actuator,
        toward,
        ((value - rest).abs() / limit.max(1e-15)).min(1.0) as f32,
    )
}
