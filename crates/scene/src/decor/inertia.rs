//! Inertia of bodies, as boxes or ellipsoids of the same moments.
//!
//! A solid box of half sizes `s` and mass `m` has the moment `m/3·(s_y² + s_z²)` about x; an ellipsoid `m/5·(s_y² + s_z²)`.

use ligament_math::{MINVAL, Vec3, func};
use ligament_model::enums::{GeomType, ObjectType};

use crate::builder::Builder;
use crate::{LabelType, SceneGeom, VisFlag};

/// Density that boxes are scaled to, if their volume shows the mass: that of water.
const DENSITY: f64 = 1000.0;

pub(crate) fn add(b: &mut Builder<'_>) {
    if !b.shows(VisFlag::Inertia) {
        return;
    }
    for body in 1..b.m.size.nbody {
        let bodies = &b.m.body;
        let (mass, inertia) = (bodies.mass[body], bodies.inertia[body]);
        if mass < MINVAL || !b.body_is_shown(body) {
            continue;
        }
        let ellipsoid = b.m.vis.global.ellipsoidinertia != 0;
        let (kind, factor) = if ellipsoid {
            (GeomType::Ellipsoid, 2.5)
        } else {
            (GeomType::Box, 1.5)
        };
        let mut size = half_sizes(inertia, mass, factor);
        if b.shows(VisFlag::SclInertia) {
            size = size * scale_to_mass(size, mass, ellipsoid);
        }
        let pose = &b.d.pose;
        let mut geom = SceneGeom::new(
            kind,
            size,
            pose.xipos[body],
            &pose.ximat[body],
            b.m.vis.rgba.inertia,
        );
        if b.selected() == Some(body) {
            geom.emission = b.m.vis.global.glow;
        }
        if b.labels(LabelType::Body)
            || (b.labels(LabelType::Selection) && b.selected() == Some(body))
        {
            geom.label = crate::plain::Text::new(&b.name(ObjectType::Body, body));
        }
        b.decorate(geom, ObjectType::Body, body);
    }
}

/// Half sizes of the solid with these moments.
fn half_sizes(inertia: Vec3, mass: f64, factor: f64) -> Vec3 {
    let [x, y, z] = inertia.0;
    Vec3::new(y + z - x, x + z - y, x + y - z)
        .0
        .map(|sum| (sum.max(MINVAL) * factor / mass).sqrt())
        .into()
}

/// How much larger a solid of the density of water with this mass is.
fn scale_to_mass(size: Vec3, mass: f64, ellipsoid: bool) -> f64 {
    let product = size[0] * size[1] * size[2];
    let volume = product
        * if ellipsoid {
            4.0 / 3.0 * std::f64::consts::PI
        } else {
            8.0
        };
    func::cbrt(mass / (DENSITY * volume.max(MINVAL)))
}
