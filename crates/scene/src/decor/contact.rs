//! Contacts: discs, frames, and forces as arrows.

use ligament_engine::data::Contact;
use ligament_engine::support::contact_force;
use ligament_math::{Mat3, Vec3};
use ligament_model::enums::{GeomType, ObjectType};

use crate::builder::Builder;
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
    let size = Vec3::new(
        f64::from(scale.contactwidth),
        f64::from(scale.contactheight),
        0.0,
    ) * meansize;
    let [normal, first, second] = rows(contact);
    // The axis of the disc is the normal.
    let mat = Mat3::from_cols(first, second, normal);
    let mut rgba = if contact.efc_address >= 0 {
        colors.contactpoint
    } else {
        colors.contactgap
    };
    if let Some(color) = b
        .shows(VisFlag::Island)
        .then(|| island_color(b, contact))
        .flatten()
    {
        rgba = color;
    }
    let mut geom = SceneGeom::new(GeomType::Cylinder, size, contact.pos, &mat, rgba);
    if b.labels(LabelType::ContactPoint) {
        let [first, second] = [0, 1].map(|side| side_name(b, contact, side));
        geom.label = Text::new(&format!("{first} | {second}"));
    }
    b.decorate(geom, ObjectType::Unknown, id);
}

/// The colour of the island a contact belongs to.
fn island_color(b: &Builder<'_>, contact: &Contact) -> Option<[f32; 4]> {
    let row = usize::try_from(contact.efc_address).ok()?;
    let island = *b.d.island.efc_island.get(row)?;
    let tree = (0..b.m.size.ntree)
        .find(|&tree| island >= 0 && b.d.island.tree_island.get(tree) == Some(&island))?;
    b.island_color(tree)
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

/// Force on the second geom: one arrow, or one for the normal and one for friction.
fn add_force(b: &mut Builder<'_>, id: usize, contact: &Contact, labelled: bool) {
    let force = contact_force(b.m, contact, &b.d.efc);
    let [normal, first, second] = rows(contact);
    // Towards a body that does not move the force is drawn the other way round, on the one that moves.
    let sign = if is_static(b, contact, 1) && !is_static(b, contact, 0) {
        -1.0
    } else {
        1.0
    };
    let along = normal * (sign * force[0]);
    let across = (first * force[1] + second * force[2]) * sign;
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
        let mut geom = SceneGeom::between(GeomType::Arrow, width, contact.pos, to, rgba);
        if labelled && i == 0 {
            let size = (along + across).norm();
            geom.label = Text::new(&three_digits(size));
        }
        b.decorate(geom, ObjectType::Unknown, id);
    }
}

/// Whether a side of a contact does not move.
fn is_static(b: &Builder<'_>, contact: &Contact, side: usize) -> bool {
    let geom = usize::try_from(contact.geom[side]).ok();
    let body = geom.and_then(|geom| b.m.geom.bodyid.get(geom));
    body.is_some_and(|body| {
        b.m.body
            .weldid
            .get(body.index())
            .is_some_and(|weld| weld.0 == 0)
    })
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
