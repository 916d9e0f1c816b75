//! Contact parameters: what two geoms, or an explicit pair, say about their contacts.

use ligament_geom::PreContact;
use ligament_math::{MINVAL, Mat3, Vec3};
use ligament_model::Model;
use ligament_model::enums::EnableFlags;

use crate::data::{Contact, Pose};

/// Least friction coefficient.
const MIN_FRICTION: f64 = 1e-5;

/// Parameters that all contacts of a pair share.
struct Parameters {
    dim: i32,
    solref: [f64; 2],
    solreffriction: [f64; 2],
    solimp: [f64; 5],
    friction: [f64; 5],
    adhesion: f64,
}

/// Margin of a pair of geoms, and the gap beyond it.
#[inline]
pub fn margin_and_gap(m: &Model, g1: usize, g2: usize, explicit: Option<usize>) -> (f64, f64) {
    let (margin, gap) = match explicit {
        Some(pair) => (m.pair.margin[pair], m.pair.gap[pair]),
        None => (
            m.geom.margin[g1] + m.geom.margin[g2],
            m.geom.gap[g1] + m.geom.gap[g2],
        ),
    };
    if is_overridden(m) {
        (m.opt.o_margin, gap)
    } else {
        (margin, gap)
    }
}

#[inline]
fn is_overridden(m: &Model) -> bool {
    m.opt.enables(EnableFlags::OVERRIDE)
}

/// What a pair of geoms, or an explicit pair, and the overrides say.
fn parameters(m: &Model, g1: usize, g2: usize, explicit: Option<usize>) -> Parameters {
    let mut parameters = match explicit {
        Some(pair) => of_pair(m, pair),
        None => of_geoms(m, g1, g2),
    };
    if is_overridden(m) {
        parameters.solref = m.opt.o_solref;
        parameters.solreffriction = m.opt.o_solref;
        parameters.solimp = m.opt.o_solimp;
        parameters.friction = m.opt.o_friction;
    }
    parameters
}

/// `solref` and `solimp` of a pair of geoms.
pub(super) fn softness(
    m: &Model,
    g1: usize,
    g2: usize,
    explicit: Option<usize>,
) -> ([f64; 2], [f64; 5]) {
    let parameters = parameters(m, g1, g2, explicit);
    (parameters.solref, parameters.solimp)
}

/// Makes contacts of the points of a pair of geoms. Points that lie `ahead` act whatever their distance.
pub fn append(
    m: &Model,
    pose: &Pose,
    [g1, g2]: [usize; 2],
    explicit: Option<usize>,
    margin: f64,
    ahead: bool,
    points: &[PreContact],
    contacts: &mut Vec<Contact>,
) {
    let mut parameters = parameters(m, g1, g2, explicit);
    for friction in &mut parameters.friction {
        *friction = friction.max(MIN_FRICTION);
    }
    let geom = [g1 as i32, g2 as i32];
    let common = Contact {
        includemargin: margin,
        friction: parameters.friction,
        solref: parameters.solref,
        solreffriction: parameters.solreffriction,
        solimp: parameters.solimp,
        adhesion: parameters.adhesion,
        dim: parameters.dim,
        geom1: geom[0],
        geom2: geom[1],
        geom,
        ..Contact::default()
    };
    let mut frame = Mat3::IDENTITY;
    let mut framed = None;
    for point in points {
        contacts.push(common);
        let Some(contact) = contacts.last_mut() else {
            continue;
        };
        // points of one face share their frame
        if framed != Some((point.normal, point.tangent)) {
            frame = Mat3::frame_from_x(point.normal, point.tangent);
            framed = Some((point.normal, point.tangent));
        }
        contact.dist = point.dist;
        contact.pos = point.pos;
        contact.frame = frame.0;
        if m.flg_surfacevel.get() {
            contact.surfacevel = surface_velocity(m, pose, [g1, g2], point.pos, &frame);
        }
        // within the gap there is no force, except that of adhesion, which has no friction
        if point.dist >= margin && !ahead {
            if parameters.adhesion != 0.0 {
                contact.dim = 1;
            } else {
                contact.exclude = 1;
            }
        }
    }
}

fn of_pair(m: &Model, pair: usize) -> Parameters {
    Parameters {
        dim: m.pair.dim[pair],
        solref: m.pair.solref[pair],
        solreffriction: m.pair.solreffriction[pair],
        solimp: m.pair.solimp[pair],
        friction: m.pair.friction[pair],
        adhesion: m.pair.adhesion[pair],
    }
}

/// Parameters of two geoms: those of the one with higher priority, or a mixture.
fn of_geoms(m: &Model, g1: usize, g2: usize) -> Parameters {
    let geom = &m.geom;
    let (p1, p2) = (geom.priority[g1], geom.priority[g2]);
    if p1 != p2 {
        let g = if p1 > p2 { g1 } else { g2 };
        return Parameters {
            dim: geom.condim[g],
            solref: geom.solref[g],
            solreffriction: [0.0; 2],
            solimp: geom.solimp[g],
            friction: in_five(geom.friction[g]),
            adhesion: geom.adhesion[g],
        };
    }
    let mix = mix_factor(geom.solmix[g1], geom.solmix[g2]);
    let blend = |a: f64, b: f64| mix * a + (1.0 - mix) * b;
    let (ref1, ref2) = (geom.solref[g1], geom.solref[g2]);
    let (imp1, imp2) = (geom.solimp[g1], geom.solimp[g2]);
    let (fri1, fri2) = (geom.friction[g1], geom.friction[g2]);
    // stiffness and damping given directly cannot be averaged with time constants
    let solref = if ref1[0] > 0.0 && ref2[0] > 0.0 {
        [blend(ref1[0], ref2[0]), blend(ref1[1], ref2[1])]
    } else {
        [ref1[0].min(ref2[0]), ref1[1].min(ref2[1])]
    };
    let mut solimp = imp1;
    for (a, b) in solimp.iter_mut().zip(imp2) {
        *a = blend(*a, b);
    }
    let mut friction = fri1;
    for (a, b) in friction.iter_mut().zip(fri2) {
        *a = a.max(b);
    }
    Parameters {
        dim: geom.condim[g1].max(geom.condim[g2]),
        solref,
        solreffriction: [0.0; 2],
        solimp,
        friction: in_five(friction),
        adhesion: geom.adhesion[g1] + geom.adhesion[g2],
    }
}

/// Weight of the first of two geoms.
fn mix_factor(a: f64, b: f64) -> f64 {
    match (a >= MINVAL, b >= MINVAL) {
        (true, true) => a / (a + b),
        (false, false) => 0.5,
        (true, false) => 1.0,
        (false, true) => 0.0,
    }
}

/// Sliding, spinning and rolling friction in the five directions of a contact.
fn in_five([slide, spin, roll]: [f64; 3]) -> [f64; 5] {
    [slide, slide, spin, roll, roll]
}

/// Relative velocity of the surfaces (second minus first) at a contact: along both tangents, and the spin.
fn surface_velocity(
    m: &Model,
    pose: &Pose,
    geoms: [usize; 2],
    point: Vec3,
    frame: &Mat3,
) -> [f64; 3] {
    let (mut linear, mut angular) = (Vec3::ZERO, Vec3::ZERO);
    for (geom, sign) in geoms.into_iter().zip([-1.0, 1.0]) {
        let [vx, vy, vz, wx, wy, wz] = m.geom.surfacevel[geom];
        let rot = &pose.geom_xmat[geom];
        let spin = rot.mul_vec(Vec3::new(wx, wy, wz));
        let arm = point - pose.geom_xpos[geom];
        let slide = rot.mul_vec(Vec3::new(vx, vy, vz)) + spin.cross(arm);
        linear += slide * sign;
        angular += spin * sign;
    }
    [
        frame.row(1).dot(linear),
        frame.row(2).dot(linear),
        frame.row(0).dot(angular),
    ]
}
