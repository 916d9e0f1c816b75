//! How contact points move where no formula tells: differences of the narrow phase alone, of fourth order, with the features
//! that it finds near by.
//!
//! The second geom is displaced against the first by six numbers about the contact point. Motions of both together are known:
//! points and normals go along.

use ligament_engine::collide::narrow::{self, NarrowScratch};
use ligament_engine::collide::parameter::margin_and_gap;
use ligament_engine::data::{Contact, Data};
use ligament_engine::prepared::Prepared;
use ligament_engine::shape::Shapes;
use ligament_geom::{PreContact, PreContacts};
use ligament_math::{Mat3, Quat, Vec3};
use ligament_model::Model;

use crate::surface::Motions;

/// Nudges in metres and radians, tried in this order.
const NUDGES: [f64; 3] = [2e-4, 1e-5, 1e-6];

/// Working memory and tables of the narrow phase.
pub(crate) struct Nearby {
    prepared: std::sync::Arc<Prepared>,
    scratch: NarrowScratch,
    found: PreContacts,
}

/// What moves of a contact.
#[derive(Clone, Copy)]
struct Sample {
    normal: Vec3,
    tangent: Vec3,
    point: Vec3,
}

impl Nearby {
    /// Working memory for a model.
    pub fn new(m: &Model) -> Self {
        Self {
            prepared: Prepared::of(m),
            scratch: NarrowScratch::new(m),
            found: PreContacts::default(),
        }
    }

    /// How a contact moves; none where nearby configurations have other contacts.
    pub fn motions(
        &mut self,
        m: &Model,
        d: &mut Data,
        contact: &Contact,
        origin: Vec3,
    ) -> Option<Motions> {
        let geoms = contact.geoms()?;
        let before = (d.pose.geom_xpos[geoms[1]], d.pose.geom_xmat[geoms[1]]);
        let result = NUDGES
            .into_iter()
            .find_map(|nudge| self.with_nudge(m, d, contact, geoms, origin, nudge));
        (d.pose.geom_xpos[geoms[1]], d.pose.geom_xmat[geoms[1]]) = before;
        result
    }

    fn with_nudge(
        &mut self,
        m: &Model,
        d: &mut Data,
        contact: &Contact,
        geoms: [usize; 2],
        origin: Vec3,
        nudge: f64,
    ) -> Option<Motions> {
        let home = (d.pose.geom_xpos[geoms[1]], d.pose.geom_xmat[geoms[1]]);
        let count = self.look(m, d, geoms, contact).len();
        let mut relative = [[Vec3::ZERO; 6]; 3];
        for k in 0..6 {
            let axis = [Vec3::X, Vec3::Y, Vec3::Z][k % 3];
            let mut sums = [Vec3::ZERO; 3];
            for (step, weight) in [(1.0, 8.0), (-1.0, -8.0), (2.0, -1.0), (-2.0, 1.0)] {
                let h = step * nudge;
                let (pos, mat) = &mut (home.0, home.1);
                if k < 3 {
                    let turn = Quat::from_axis_angle(axis, h).to_mat3();
                    *pos = contact.pos + turn.mul_vec(home.0 - contact.pos);
                    *mat = turn.mul_mat(&home.1);
                } else {
                    *pos += axis * h;
                }
                (d.pose.geom_xpos[geoms[1]], d.pose.geom_xmat[geoms[1]]) = (*pos, *mat);
                let sample = self.sample(m, d, geoms, contact, count, 50.0 * nudge);
                (d.pose.geom_xpos[geoms[1]], d.pose.geom_xmat[geoms[1]]) = home;
                let sample = sample?;
                for (sum, part) in
                    sums.iter_mut()
                        .zip([sample.normal, sample.tangent, sample.point])
                {
                    *sum += part * weight;
                }
            }
            for (part, sum) in relative.iter_mut().zip(sums) {
                part[k] = sum * (1.0 / (12.0 * nudge));
            }
        }
        Some(compose(contact, relative, origin))
    }

    /// The contact points of two geoms in the present pose.
    fn look(&mut self, m: &Model, d: &Data, geoms: [usize; 2], contact: &Contact) -> &[PreContact] {
        self.found.clear();
        let shapes = Shapes {
            m,
            hulls: &self.prepared.hulls,
        };
        let (margin, gap) = margin_and_gap(m, geoms[0], geoms[1], None);
        let margin = (margin + gap).max(contact.includemargin);
        narrow::contacts(
            shapes,
            &d.pose,
            geoms,
            margin,
            &mut self.scratch,
            &mut self.found,
        );
        &self.found
    }

    /// The contact nearest to a given one, if there are as many as before.
    fn sample(
        &mut self,
        m: &Model,
        d: &Data,
        geoms: [usize; 2],
        contact: &Contact,
        count: usize,
        reach: f64,
    ) -> Option<Sample> {
        let found = self.look(m, d, geoms, contact);
        let off = |c: &&PreContact| (c.pos - contact.pos).norm();
        let nearest = found.iter().min_by(|a, b| off(a).total_cmp(&off(b)))?;
        if found.len() != count || off(&nearest) > reach.max(1e-9) {
            return None;
        }
        let frame = Mat3::frame_from_x(nearest.normal, nearest.tangent);
        Some(Sample {
            normal: frame.row(0),
            tangent: frame.row(1),
            point: nearest.pos,
        })
    }
}

/// From displacements of the second geom against the first, about the contact point, to those of either body about the
/// origin. Tangents that follow an axis of the world do not go along with motions of both.
fn compose(contact: &Contact, relative: [[Vec3; 6]; 3], origin: Vec3) -> Motions {
    let f = &contact.frame;
    let (x, y) = (Vec3([f[0], f[1], f[2]]), Vec3([f[3], f[4], f[5]]));
    let at = contact.pos - origin;
    let h = if x[1].abs() < 0.5 { Vec3::Y } else { Vec3::Z };
    let size = (h - x * x.dot(h)).norm().max(1e-9);
    let tangent_of = |dx: Vec3| {
        let change = x * -dx.dot(h) - dx * x.dot(h);
        (change - y * y.dot(change)) * (1.0 / size)
    };
    let mut out = Motions {
        normal: [[Vec3::ZERO; 6]; 2],
        tangent: [[Vec3::ZERO; 6]; 2],
        point: [[Vec3::ZERO; 6]; 2],
    };
    for k in 0..6 {
        let axis = [Vec3::X, Vec3::Y, Vec3::Z][k % 3];
        // a displacement about the origin is one about the point and a shift of it
        let shift = if k < 3 { axis.cross(at) } else { Vec3::ZERO };
        let second = |part: &[Vec3; 6]| {
            part[k] + part[3] * shift[0] + part[4] * shift[1] + part[5] * shift[2]
        };
        let [normal, tangent, point] = [0, 1, 2].map(|p| second(&relative[p]));
        out.normal[1][k] = normal;
        out.tangent[1][k] = tangent;
        out.point[1][k] = point;
        let (spin, whole) = if k < 3 {
            (axis.cross(x), axis.cross(at))
        } else {
            (Vec3::ZERO, axis)
        };
        out.normal[0][k] = spin - normal;
        out.tangent[0][k] = tangent_of(spin) - tangent;
        out.point[0][k] = whole - point;
    }
    out
}
