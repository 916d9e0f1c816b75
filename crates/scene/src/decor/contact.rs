//! Contacts: discs, frames, and forces as arrows.

use ligament_engine::data::Contact;
use ligament_engine::support::contact_force;
use ligament_math::{MINVAL, Mat3, Vec3};
use ligament_model::enums::{GeomType, ObjectType};

use crate::builder::Builder;
use crate::material::FREE_RGBA;
use crate::plain::Text;
use crate::{FrameType, LabelType, SceneGeom, VisFlag};

pub(crate) fn add(b: &mut Builder<'_>) {
    let (d, label_force) = (b.d, b.labels(LabelType::ContactForce));
    for (id, contact) in d.contact.iter().enumerate() {
        if b.shows(VisFlag::ContactPoint) {
            add_point(b, id, contact);
        }
        if b.frames(FrameType::Contact) {
            let mat = Mat3(contact.frame).transpose();
            let scale = &b.m.vis.scale;
            let size = 0.5 * b.m.stat.meansize;
            let (length, width) = (
                size * f64::from(scale.framelength),
                size * f64::from(scale.framewidth),
            );
            b.frame(contact.pos, &mat, length, width, id);
        }
        if b.shows(VisFlag::ContactForce) && contact.efc_address >= 0 {
            add_force(b, id, contact, label_force);
        }
    }
}

/// A disc at the contact.
fn add_point(b: &mut Builder<'_>, id: usize, contact: &Contact) {
    let (scale, colors, meansize) = (&b.m.vis.scale, &b.m.vis.rgba, b.m.stat.meansize);
    // Thick enough to show how deep the geoms are in one another.
    let height = (meansize * f64::from(scale.contactheight)).max(-0.5 * contact.dist);
    let size = Vec3::new(meansize * f64::from(scale.contactwidth), height, 0.0);
    let [normal, first, second] = rows(contact);
    // The axis of the disc is the normal.
    let mat = Mat3::from_cols(first, second, normal);
    let mut rgba = if contact.efc_address >= 0 {
        colors.contactpoint
    } else {
        colors.contactgap
    };
    if b.shows(VisFlag::Island) && contact.efc_address >= 0 {
        rgba = island_color(b, contact).unwrap_or(FREE_RGBA);
    }
    let mut geom = SceneGeom::new(GeomType::Cylinder, size, contact.pos, &mat, rgba);
    if b.labels(LabelType::ContactPoint) {
        let [first, second] = [0, 1].map(|side| side_name(b, contact, side));
        geom.label = Text::new(&format!("{first} | {second}"));
    }
    b.decorate(geom, ObjectType::Unknown, id);
    add_surface_velocity(b, id, contact, rgba);
}

/// How the surface of the first geom moves against the second: half of the way in a second.
fn add_surface_velocity(b: &mut Builder<'_>, id: usize, contact: &Contact, rgba: [f32; 4]) {
    let [_, first, second] = rows(contact);
    let [x, y, _] = contact.surfacevel;
    let velocity = first * x + second * y;
    if velocity.norm() < MINVAL {
        return;
    }
    let width = b.m.stat.meansize * f64::from(b.m.vis.scale.forcewidth);
    let (from, to) = (contact.pos, contact.pos - velocity * 0.5);
    let arrow = SceneGeom::between(GeomType::Arrow, width, from, to, rgba);
    b.decorate(arrow, ObjectType::Unknown, id);
}

/// The colour of the island a contact belongs to.
fn island_color(b: &Builder<'_>, contact: &Contact) -> Option<[f32; 4]> {
    let row = usize::try_from(contact.efc_address).ok()?;
    b.color_of_island(*b.d.island.efc_island.get(row)?)
}

/// The name of a geom of a contact, or `g` and its number.
fn side_name(b: &Builder<'_>, contact: &Contact, side: usize) -> String {
    match usize::try_from(contact.geom[side]) {
        Ok(geom) => match b.m.name_of(ObjectType::Geom, geom) {
            Some(name) if !name.is_empty() => name.to_string(),
            _ => format!("g{geom}"),
        },
        Err(_) => format!("f{}", contact.flex[side]),
    }
}

/// Force between the geoms: one arrow, or one for the normal and one for friction.
fn add_force(b: &mut Builder<'_>, id: usize, contact: &Contact, labelled: bool) {
    let force = contact_force(b.m, contact, &b.d.efc);
    let [normal, first, second] = rows(contact);
    // Drawn as it acts on the later body; with two heads if neither is the world and it is not split.
    let [one, other] = contact.geom.map(|geom| body_of(b, geom));
    let sign = if one > other { -1.0 } else { 1.0 };
    let kind = if one > 0 && other > 0 && !b.shows(VisFlag::ContactSplit) {
        GeomType::Arrow2
    } else {
        GeomType::Arrow
    };
    let along = normal * (sign * force[0]);
    let across = (first * force[1] + second * force[2]) * sign;
    let size = (along + across).norm();
    if size < MINVAL {
        return;
    }
    let colors = &b.m.vis.rgba;
    let arrows = if b.shows(VisFlag::ContactSplit) {
        let friction = (contact.dim > 1).then_some((across, colors.contactfriction));
        [Some((along, colors.contactforce)), friction]
    } else {
        [Some((along + across, colors.contactforce)), None]
    };
    let (map, scale, stat) = (&b.m.vis.map, &b.m.vis.scale, &b.m.stat);
    let length = f64::from(map.force) / stat.meanmass;
    let width = stat.meansize * f64::from(scale.forcewidth);
    for (i, arrow) in arrows.into_iter().enumerate() {
        let Some((force, rgba)) = arrow else { continue };
        let to = contact.pos + force * length;
        let mut geom = SceneGeom::between(kind, width, contact.pos, to, rgba);
        if labelled && i == 0 {
            geom.label = Text::new(&three_digits(size));
        }
        b.decorate(geom, ObjectType::Unknown, id);
    }
}

/// The body of a geom; -1 if there is none.
fn body_of(b: &Builder<'_>, geom: i32) -> i32 {
    let geom = usize::try_from(geom).ok();
    let body = geom.and_then(|geom| b.m.geom.bodyid.get(geom));
    body.map_or(-1, |body| body.0)
}

/// The axes of the contact frame.
fn rows(contact: &Contact) -> [Vec3; 3] {
    let mat = Mat3(contact.frame);
    [mat.row(0), mat.row(1), mat.row(2)]
}

/// A number with three significant digits, as C's `%-.3g` writes it.
fn three_digits(x: f64) -> String {
    if x == 0.0 || !x.is_finite() {
        return if x == 0.0 {
            "0".into()
        } else {
            format!("{x}").to_lowercase()
        };
    }
    let scientific = format!("{x:.2e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let trim = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_string(),
        false => text.to_string(),
    };
    if (-4..3).contains(&exponent) {
        trim(&format!("{x:.*}", (2 - exponent) as usize))
    } else {
        let sign = if exponent < 0 { '-' } else { '+' };
        format!("{}e{sign}{:02}", trim(digits), exponent.abs())
    }
}

#[cfg(test)]
mod tests {
    use super::three_digits;

    #[test]
    fn numbers_have_three_digits() {
        for (x, text) in [
            (170.1, "170"),
            (49.509, "49.5"),
            (0.0, "0"),
            (1.0, "1"),
            (123456.0, "1.23e+05"),
            (0.00001234, "1.23e-05"),
            (0.001, "0.001"),
            (999.7, "1e+03"),
        ] {
            assert_eq!(three_digits(x), text);
        }
    }
}
