//! How far geoms travel during a step, if they keep their velocities: what speculative contacts are looked for along.
//!
//! A geom with velocity v at its centre and angular velocity w travels by h v and turns by h w. None of its points gets
//! farther than the sweep
//!
//! s = |h v| + |h w| r
//!
//! from where it is, with r the radius of the sphere around it. A pair of geoms is fast when the sweep of either reaches
//! the least half extent of the boxes around both: then one may pass through the other within a step.

use ligament_math::dense::eig3_roughly;
use ligament_math::{Mat3, Motion, Vec3};
use ligament_model::Model;
use ligament_model::enums::{DisableFlags, EnableFlags, GeomType};

use super::Candidate;
use super::parameter::margin_and_gap;
use crate::data::{Pose, State};

/// How much of the spread of geoms across the axes may remain.
const AXES: f64 = 1e-3;
/// Squared lengths below this are no motion.
const NO_MOTION: f64 = 1e-15;

/// What a geom does during a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Travel {
    /// How far its centre moves.
    pub shift: Vec3,
    /// How much it turns, as a rotation vector; zero for spheres.
    pub turn: Vec3,
    /// How far any of its points moves at most.
    pub sweep: f64,
}

/// What the geoms of a body do during a step.
#[derive(Clone, Copy, Debug)]
struct BodyTravel {
    /// Box around all places of its geoms, along the axes of the scene.
    low: Vec3,
    high: Vec3,
    /// The largest sweep.
    sweep: f64,
    /// The least half extent.
    thickness: f64,
    /// Whether it is tested against all others, wherever it is.
    everywhere: bool,
}

impl BodyTravel {
    const NONE: Self = Self {
        low: Vec3::splat(f64::INFINITY),
        high: Vec3::splat(f64::NEG_INFINITY),
        sweep: 0.0,
        thickness: f64::INFINITY,
        everywhere: false,
    };
}

/// Travels of all geoms and bodies.
#[derive(Clone, Debug, Default)]
pub struct Travels {
    geom: Vec<Travel>,
    body: Vec<BodyTravel>,
    velocity: Vec<Motion>,
}

/// Whether the model asks for speculative contacts: the portal pipeline has none.
pub(super) fn is_asked_for(m: &Model) -> bool {
    m.opt.enables(EnableFlags::SPECULATIVE) && !m.opt.disables(DisableFlags::NATIVECCD)
}

/// Whether the way of a geom is followed: of convex shapes other than planes.
pub(super) fn is_followed(m: &Model, geom: usize) -> bool {
    let kind = m.geom.kind[geom].number();
    (GeomType::Sphere as i32..=GeomType::Mesh as i32).contains(&kind)
}

/// The least half extent of the box around a geom.
fn thickness(m: &Model, geom: usize) -> f64 {
    let [_, _, _, x, y, z] = m.geom.aabb[geom];
    x.min(y.min(z))
}

/// Sweep from which a pair of geoms is fast; the boxes of planes do not count.
fn threshold(m: &Model, g1: usize, g2: usize) -> f64 {
    let plane = |g: usize| m.geom.kind[g].is(GeomType::Plane);
    match (plane(g1), plane(g2)) {
        (true, _) => thickness(m, g2),
        (false, true) => thickness(m, g1),
        (false, false) => thickness(m, g1).min(thickness(m, g2)),
    }
}

impl Travels {
    /// Working memory for a model, if it asks for speculative contacts.
    pub fn new(m: &Model) -> Self {
        let mut travels = Self::default();
        if is_asked_for(m) {
            travels.fit(m);
        }
        travels
    }

    fn fit(&mut self, m: &Model) {
        self.geom.resize(m.size.ngeom, Travel::default());
        self.body.resize(m.size.nbody, BodyTravel::NONE);
        self.velocity.resize(m.size.nbody, Motion::ZERO);
    }

    /// Follows all geoms through the step ahead.
    ///
    /// Reads `qvel`, `cdof`, `subtree_com` and poses of geoms.
    pub fn update(&mut self, m: &Model, state: &State, pose: &Pose) {
        self.fit(m);
        for body in 0..m.size.nbody {
            if m.body.weldid[body].index() == body {
                self.velocity[body] = velocity(m, state, pose, body);
            }
        }
        for geom in 0..m.size.ngeom {
            self.geom[geom] = self.travel(m, pose, geom);
        }
        let axes = axes_of_scene(m, pose);
        self.body.fill(BodyTravel::NONE);
        for geom in 0..m.size.ngeom {
            self.extend_body(m, pose, &axes, geom);
        }
        let world = |body: usize| body == 0;
        for (body, travel) in self.body.iter_mut().enumerate() {
            let weld = m.body.weldid[body].index();
            let fixed = m.body.dofnum[weld] == 0;
            travel.everywhere = world(body) || (fixed && travel.everywhere);
        }
    }

    /// What a geom does during the step.
    #[inline]
    pub(super) fn of(&self, geom: usize) -> &Travel {
        &self.geom[geom]
    }

    fn travel(&self, m: &Model, pose: &Pose, geom: usize) -> Travel {
        let body = m.geom.bodyid[geom].index();
        let weld = m.body.weldid[body].index();
        if weld == 0 {
            return Travel::default();
        }
        let root = m.body.rootid[body].index();
        let velocity = self.velocity[weld];
        let arm = pose.geom_xpos[geom] - pose.subtree_com[root];
        let step = m.opt.timestep;
        let shift = (velocity.linear() - arm.cross(velocity.angular())) * step;
        let turn = if m.geom.kind[geom].is(GeomType::Sphere) {
            Vec3::ZERO
        } else {
            velocity.angular() * step
        };
        Travel {
            shift,
            turn,
            sweep: turn.norm() * m.geom.rbound[geom] + shift.norm(),
        }
    }

    /// Adds the way of a geom to its body.
    fn extend_body(&mut self, m: &Model, pose: &Pose, axes: &Mat3, geom: usize) {
        let followed = is_followed(m, geom);
        let travel = self.geom[geom];
        let body = &mut self.body[m.geom.bodyid[geom].index()];
        let [cx, cy, cz, sx, sy, sz] = m.geom.aabb[geom];
        let (pos, rot) = (pose.geom_xpos[geom], &pose.geom_xmat[geom]);
        let radius = m.geom.rbound[geom];
        let overridden = m.opt.enables(EnableFlags::OVERRIDE);
        let margin = if overridden && m.opt.o_margin != 0.0 {
            0.5 * m.opt.o_margin
        } else {
            m.geom.margin[geom] + m.geom.gap[geom]
        };
        let center = pos + rot.mul_vec(Vec3::new(cx, cy, cz));
        let moves = followed && travel.sweep > 0.0;
        let turned = if moves {
            travel.turn.norm() * radius
        } else {
            0.0
        };
        for i in 0..3 {
            let axis = axes.row(i);
            let along = rot.tr_mul_vec(axis);
            let half =
                (sx * along[0]).abs() + (sy * along[1]).abs() + (sz * along[2]).abs() + turned;
            let (middle, ball) = (axis.dot(center), axis.dot(pos));
            let shift = if moves { axis.dot(travel.shift) } else { 0.0 };
            let low = (ball - radius).max(middle - half) + shift.min(0.0) - margin;
            let high = (ball + radius).min(middle + half) + shift.max(0.0) + margin;
            body.low[i] = body.low[i].min(low);
            body.high[i] = body.high[i].max(high);
        }
        if followed {
            body.sweep = body.sweep.max(travel.sweep);
            body.thickness = body.thickness.min(thickness(m, geom));
        }
        body.everywhere |= m.geom.kind[geom].is(GeomType::Plane);
    }

    /// Sweep of a geom that counts in a pair: nothing below the threshold.
    fn counted(&self, m: &Model, geom: usize, threshold: f64) -> Travel {
        let travel = self.geom[geom];
        if is_followed(m, geom) && travel.sweep >= threshold {
            travel
        } else {
            Travel::default()
        }
    }

    /// Whether one of two geoms may pass through the other within the step.
    pub(super) fn is_fast(&self, m: &Model, g1: usize, g2: usize) -> bool {
        let threshold = threshold(m, g1, g2);
        [g1, g2]
            .into_iter()
            .any(|g| self.counted(m, g, threshold).sweep > 0.0)
    }

    /// Decides about a pair of the broad phase, and puts it where it belongs in the order of contacts: bodies with
    /// a fast geom list their pairs by body, as they do without bounding volumes.
    pub(super) fn admit(&self, m: &Model, pose: &Pose, candidate: &mut Candidate) -> bool {
        let [g1, g2] = candidate.geoms.map(|g| g as usize);
        let explicit = usize::try_from(candidate.pair).ok();
        if explicit.is_none() {
            let [b1, b2] = [g1, g2].map(|g| self.body[m.geom.bodyid[g].index()]);
            if !(b1.everywhere || b2.everywhere || boxes_meet(&b1, &b2)) {
                return false;
            }
            let sweep = b1.sweep.max(b2.sweep);
            if sweep > 0.0 && sweep >= b1.thickness.min(b2.thickness) {
                let [a, b] = candidate.geoms;
                candidate.list_by_body(a.min(b), a.max(b));
            }
        }
        let (margin, gap) = margin_and_gap(m, g1, g2, explicit);
        self.spheres_meet(m, pose, [g1, g2], margin + gap)
    }

    /// Whether the spheres around two geoms come as near as `margin` during the step; for a plane, whether the
    /// other sphere comes as near to it.
    fn spheres_meet(&self, m: &Model, pose: &Pose, geoms: [usize; 2], margin: f64) -> bool {
        let threshold = threshold(m, geoms[0], geoms[1]);
        let [first, second] = geoms.map(|g| self.counted(m, g, threshold));
        let [r1, r2] = geoms.map(|g| m.geom.rbound[g]);
        let between = pose.geom_xpos[geoms[1]] - pose.geom_xpos[geoms[0]];
        if r1 > 0.0 && r2 > 0.0 {
            let bound = r1 + r2 + margin;
            let nearest = if first.sweep == 0.0 && second.sweep == 0.0 {
                between
            } else {
                nearest_on_way(between, second.shift - first.shift)
            };
            return nearest.norm_squared() <= bound * bound;
        }
        let plane = |g: usize| m.geom.kind[g].is(GeomType::Plane);
        let comes_near = |p: usize, from_plane: Vec3, other: &Travel, radius: f64| {
            let normal = pose.geom_xmat[p].col(2);
            let height = normal.dot(from_plane);
            height.min(height + normal.dot(other.shift)) <= margin + radius
        };
        let near1 = !plane(geoms[0]) || r2 <= 0.0 || comes_near(geoms[0], between, &second, r2);
        let near2 = !plane(geoms[1]) || r1 <= 0.0 || comes_near(geoms[1], -between, &first, r1);
        near1 && near2
    }
}

/// Velocity of a body, about the centre of mass of its tree.
fn velocity(m: &Model, state: &State, pose: &Pose, body: usize) -> Motion {
    let mut sum = Motion::ZERO;
    let mut at = body;
    while at > 0 {
        let first = usize::try_from(m.body.dofadr[at]).unwrap_or(0);
        let count = usize::try_from(m.body.dofnum[at]).unwrap_or(0);
        let dofs = first..first + count;
        for (cdof, &qvel) in pose.cdof[dofs.clone()].iter().zip(&state.qvel[dofs]) {
            if qvel != 0.0 {
                sum = sum.add_scaled(*cdof, qvel);
            }
        }
        at = m.body.parentid[at].index();
    }
    sum
}

/// The principal axes of the centres of all geoms that are not of the world, as rows.
fn axes_of_scene(m: &Model, pose: &Pose) -> Mat3 {
    let centers = || {
        let geoms = m.geom.bodyid.iter().zip(&pose.geom_xpos);
        geoms.filter(|(body, _)| body.0 != 0).map(|(_, x)| *x)
    };
    let (mut sum, mut count) = (Vec3::ZERO, 0.0);
    for x in centers() {
        sum += x;
        count += 1.0;
    }
    if count == 0.0 {
        return Mat3::IDENTITY;
    }
    let mean = sum * (1.0 / count);
    let (mut diag, mut off) = (Vec3::ZERO, Vec3::ZERO);
    for x in centers() {
        let [x, y, z] = (x - mean).0;
        diag += Vec3::new(x * x, y * y, z * z);
        off += Vec3::new(x * y, x * z, y * z);
    }
    let (diag, off) = (diag * (1.0 / count), off * (1.0 / count));
    eig3_roughly(&Mat3::from_symmetric(diag.0, off.0), AXES)
        .frame
        .to_mat3()
        .transpose()
}

/// Whether two boxes overlap; along the first axis they are sorted in single precision.
fn boxes_meet(a: &BodyTravel, b: &BodyTravel) -> bool {
    let apart = |i: usize| a.low[i] > b.high[i] || b.low[i] > a.high[i];
    let single = |x: f64| x as f32;
    let first = single(a.low[0]) <= single(b.high[0]) && single(b.low[0]) <= single(a.high[0]);
    first && !apart(1) && !apart(2)
}

/// The point nearest to the origin on the way from `start` by `shift`.
fn nearest_on_way(start: Vec3, shift: Vec3) -> Vec3 {
    let square = shift.norm_squared();
    if square <= NO_MOTION {
        return start;
    }
    start + shift * (-start.dot(shift) / square).clamp(0.0, 1.0)
}
