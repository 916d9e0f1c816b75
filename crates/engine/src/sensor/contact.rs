//! The contact sensor: picks contacts by what touches, brings them to a fixed number, and copies chosen fields.

use ligament_math::{MINVAL, Mat3, Vec3};
use ligament_model::Model;
use ligament_model::enums::{ContactData, ObjectType};

use super::inside::inside_site;
use super::{SensorIn, SensorScratch};
use crate::data::Contact;
use crate::support::{contact_bodies, contact_force};

/// Numbers of each field, in the order of the fields.
const WIDTHS: [usize; 9] = [1, 3, 3, 1, 3, 3, 3, 3, 3];

/// A contact that matches a sensor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Match {
    /// What contacts are sorted by, smallest first.
    criterion: f64,
    contact: usize,
    /// Whether the contact is seen from its second geom.
    flip: bool,
}

/// How many contacts become few.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reduce {
    None,
    MinDist,
    MaxForce,
    NetForce,
}

impl Reduce {
    fn from_number(number: i32) -> Self {
        match number {
            1 => Self::MinDist,
            2 => Self::MaxForce,
            3 => Self::NetForce,
            _ => Self::None,
        }
    }
}

/// Where the fields of one slot are.
#[derive(Clone, Copy)]
struct Fields(i32);

impl Fields {
    fn has(self, field: ContactData) -> bool {
        self.0 >> (field as i32) & 1 == 1
    }

    /// Numbers before a field.
    fn offset(self, field: usize) -> usize {
        let chosen = |&i: &usize| self.0 >> i & 1 == 1;
        (0..field).filter(chosen).map(|i| WIDTHS[i]).sum()
    }

    fn size(self) -> usize {
        self.offset(WIDTHS.len())
    }

    /// Writes a field of a slot, if it is chosen.
    fn write(self, slot: &mut [f64], field: ContactData, values: &[f64]) {
        if self.has(field) {
            let start = self.offset(field as usize);
            if let Some(place) = slot.get_mut(start..start + values.len()) {
                place.copy_from_slice(values);
            }
        }
    }
}

/// What one side of a contact must be.
type Side = Option<(ObjectType, usize)>;

/// True if a body and its geom are what a sensor asks for.
fn fits(m: &Model, body: Option<usize>, geom: i32, side: Side) -> bool {
    let (Some((kind, id)), Some(mut body)) = (side, body) else {
        return side.is_none();
    };
    match kind {
        ObjectType::Geom => usize::try_from(geom) == Ok(id),
        ObjectType::Body => body == id,
        ObjectType::XBody => {
            // parents come before their children
            while body > id {
                body = m.body.parentid[body].index();
            }
            body == id
        }
        _ => matches!(kind, ObjectType::Site | ObjectType::Unknown),
    }
}

/// Whether a contact matches: some(false) as it is, some(true) seen from its second geom.
fn matching(v: &SensorIn<'_>, contact: &Contact, sides: [Side; 2]) -> Option<bool> {
    if let Some((ObjectType::Site, site)) = sides[0] {
        if !inside_site(v.m, v.pose, site, contact.pos) {
            return None;
        }
    }
    let bodies = contact_bodies(v.m, contact);
    let fit = |side: usize, end: usize| fits(v.m, bodies[end], contact.geom[end], sides[side]);
    let [[s00, s01], [s10, s11]] = [[fit(0, 0), fit(0, 1)], [fit(1, 0), fit(1, 1)]];
    if !(s00 || s01) || !(s10 || s11) {
        return None;
    }
    match sides {
        [Some(_), Some(_)] => match (s00 && s11, s01 && s10) {
            (true, _) => Some(false),
            (false, true) => Some(true),
            (false, false) => None,
        },
        [Some(_), None] => Some(!s00),
        [None, Some(_)] => Some(!s11),
        [None, None] => Some(false),
    }
}

/// Fills the slots of a contact sensor.
pub(super) fn contacts(v: &SensorIn<'_>, s: usize, work: &mut SensorScratch, out: &mut [f64]) {
    out.fill(0.0);
    let [fields, reduce, _] = v.m.sensor.intprm[s];
    let (fields, reduce) = (Fields(fields), Reduce::from_number(reduce));
    let size = fields.size();
    if size == 0 {
        return;
    }
    let side = |object: Side| object.filter(|(kind, _)| *kind != ObjectType::Unknown);
    let sides = [side(v.object(s)), side(v.reference(s))];
    let matches = &mut work.matches;
    matches.clear();
    for (i, contact) in v.contacts.iter().enumerate() {
        let Some(flip) = matching(v, contact, sides) else {
            continue;
        };
        let criterion = match reduce {
            Reduce::MinDist => contact.dist,
            Reduce::MaxForce => {
                let [x, y, z, ..] = contact_force(v.m, contact, v.efc);
                -Vec3([x, y, z]).norm_squared()
            }
            Reduce::None | Reduce::NetForce => 0.0,
        };
        matches.push(Match {
            criterion,
            contact: i,
            flip,
        });
    }
    match reduce {
        Reduce::NetForce => return net_force(v, matches, fields, &mut out[..size]),
        Reduce::MinDist | Reduce::MaxForce => matches.sort_unstable_by(|a, b| {
            let order = a.criterion.total_cmp(&b.criterion);
            order.then(a.contact.cmp(&b.contact))
        }),
        Reduce::None => {}
    }
    let found = matches.len() as f64;
    for (slot, chosen) in out.chunks_exact_mut(size).zip(matches.iter()) {
        fill_slot(v, chosen, found, fields, slot);
    }
}

/// Copies the fields of one contact. A flipped contact has its frame turned by half a turn about the second tangent.
fn fill_slot(v: &SensorIn<'_>, chosen: &Match, found: f64, fields: Fields, slot: &mut [f64]) {
    let contact = &v.contacts[chosen.contact];
    let sign = if chosen.flip { -1.0 } else { 1.0 };
    fields.write(slot, ContactData::Found, &[found]);
    if fields.has(ContactData::Force) || fields.has(ContactData::Torque) {
        let [n, a, b, tn, ta, tb] = contact_force(v.m, contact, v.efc);
        fields.write(slot, ContactData::Force, &[n, a, sign * b]);
        fields.write(slot, ContactData::Torque, &[tn, ta, sign * tb]);
    }
    fields.write(slot, ContactData::Dist, &[contact.dist]);
    fields.write(slot, ContactData::Pos, &contact.pos.0);
    let frame = Mat3(contact.frame);
    fields.write(slot, ContactData::Normal, &(frame.row(0) * sign).0);
    fields.write(slot, ContactData::Tangent, &(frame.row(1) * sign).0);
    if fields.has(ContactData::LinVel) || fields.has(ContactData::AngVel) {
        let [first, second] = contact_bodies(v.m, contact).map(|body| {
            body.map(|b| {
                let com = v.pose.subtree_com[v.m.body.rootid[b].index()];
                v.vel.cvel[b].about(contact.pos - com)
            })
            .unwrap_or_default()
        });
        let relative = second - first;
        let local = |velocity: Vec3| {
            let [n, a, b] = frame.mul_vec(velocity).0;
            [n, a, sign * b]
        };
        fields.write(slot, ContactData::LinVel, &local(relative.linear()));
        fields.write(slot, ContactData::AngVel, &local(relative.angular()));
    }
}

/// One contact in place of all: at the centroid weighted by forces, with the total force and torque in the world. Nothing
/// without contacts.
fn net_force(v: &SensorIn<'_>, matches: &[Match], fields: Fields, slot: &mut [f64]) {
    if matches.is_empty() {
        return;
    }
    let wrench = |chosen: &Match| {
        let contact = &v.contacts[chosen.contact];
        let [n, a, b, tn, ta, tb] = contact_force(v.m, contact, v.efc);
        let sign = if chosen.flip { -1.0 } else { 1.0 };
        (Vec3([n, a, b]) * sign, Vec3([tn, ta, tb]) * sign, contact)
    };
    let (mut point, mut weight) = (Vec3::ZERO, 0.0);
    for chosen in matches {
        let (force, _, contact) = wrench(chosen);
        point += contact.pos * force.norm();
        weight += force.norm();
    }
    point *= 1.0 / MINVAL.max(weight);
    let (mut total_force, mut total_torque) = (Vec3::ZERO, Vec3::ZERO);
    for chosen in matches {
        let (force, torque, contact) = wrench(chosen);
        let frame = Mat3(contact.frame);
        let (force, torque) = (frame.tr_mul_vec(force), frame.tr_mul_vec(torque));
        total_force += force;
        total_torque += torque + (contact.pos - point).cross(force);
    }
    fields.write(slot, ContactData::Found, &[matches.len() as f64]);
    fields.write(slot, ContactData::Force, &total_force.0);
    fields.write(slot, ContactData::Torque, &total_torque.0);
    fields.write(slot, ContactData::Pos, &point.0);
    fields.write(slot, ContactData::Normal, &Vec3::<f64>::X.0);
    fields.write(slot, ContactData::Tangent, &Vec3::<f64>::Y.0);
}
