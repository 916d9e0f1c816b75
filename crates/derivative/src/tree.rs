//! The mechanism seen from one fixed point of the world, and the derivatives of inverse dynamics along it.
//!
//! All motions, forces and inertias are about one fixed point. A degree of freedom k with axis s_k carries the axes behind
//! it: δ_k s_j = s_k × s_j. The three rotations of a ball or free joint form a group, whose members carry one another.
//! With V and A the velocity and acceleration of a body, V₋ and A₋ those before the group of k, and ψ_k = V₋ × s_k:
//!
//! - δ_k V = s_k × V + ψ_k,   δ_k A = s_k × A + ψ_k × V − η_k,   η_k = ψ_k × V₋ + s_k × A₋
//! - by velocity: ∂V = s_k,   ∂A = s_k × V + χ_k,   χ_k = 2 ψ_k − s_k × (velocity of the own group)
//!
//! The force of a body F = I A + V ×* I V then has δ_k F = s_k ×* F + B ψ_k − I η_k and ∂F = B s_k + I χ_k, with
//! B x = I (x × V) + x ×* I V + V ×* I x. Sums over subtrees give all derivatives of s_j · F in one sweep.

use ligament_engine::data::Pose;
use ligament_engine::derivative::spatial::SpatialMatrix;
use ligament_engine::joint;
use ligament_math::{Force, Inertia10, Motion, Vec3};
use ligament_model::Model;

/// What has no degree of freedom before it.
const NONE: usize = usize::MAX;

/// The axes and inertias of a mechanism about one point.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    /// The point that everything is about.
    pub origin: Vec3,
    /// Motion axis of each degree of freedom.
    pub axis: Vec<Motion>,
    /// Degree of freedom before each one, or [`NONE`].
    pub parent: Vec<usize>,
    /// First degree of freedom of the group of each one.
    pub group: Vec<usize>,
    /// Body of each degree of freedom.
    pub body: Vec<usize>,
    /// Last degree of freedom that moves a body, or [`NONE`].
    pub last: Vec<usize>,
    /// Parent of each body.
    pub above: Vec<usize>,
    /// Inertia of each body.
    pub inertia: Vec<Inertia10>,
    /// Inertia of the subtree of each body.
    pub composite: Vec<Inertia10>,
}

impl Tree {
    /// The mechanism in its present pose.
    pub fn new(m: &Model, pose: &Pose) -> Self {
        let (nv, nbody) = (m.size.nv, m.size.nbody);
        let origin = pose.subtree_com.first().copied().unwrap_or(Vec3::ZERO);
        let mut group: Vec<usize> = (0..nv).collect();
        for j in 0..m.size.njnt {
            let kind = joint::kind(m, j);
            let dofs = joint::dofs(m, j);
            let start = dofs.start;
            for dof in dofs {
                if joint::turns_with_body(kind, dof - start) {
                    group[dof] = if joint::is_free(kind) {
                        start + 3
                    } else {
                        start
                    };
                }
            }
        }
        let body: Vec<usize> = (0..nv).map(|dof| m.dof.bodyid[dof].index()).collect();
        let axis = (0..nv)
            .map(|dof| {
                let root = m.body.rootid[body[dof]].index();
                pose.cdof[dof].about(origin - pose.subtree_com[root])
            })
            .collect();
        let inertia: Vec<Inertia10> = (0..nbody)
            .map(|b| {
                if b == 0 {
                    return Inertia10::ZERO;
                }
                let offset = pose.xipos[b] - origin;
                let (principal, mass) = (m.body.inertia[b], m.body.mass[b]);
                Inertia10::from_principal(principal, &pose.ximat[b], offset, mass)
            })
            .collect();
        let above: Vec<usize> = (0..nbody).map(|b| m.body.parentid[b].index()).collect();
        let mut composite = inertia.clone();
        for b in (1..nbody).rev() {
            let own = composite[b];
            composite[above[b]] += own;
        }
        let index = |dof: i32| usize::try_from(dof).unwrap_or(NONE);
        Self {
            origin,
            axis,
            parent: (0..nv).map(|dof| index(m.parent_dof(dof as i32))).collect(),
            group,
            body,
            last: (0..nbody).map(|b| index(m.last_dof(b))).collect(),
            above,
            inertia,
            composite,
        }
    }

    /// Number of degrees of freedom.
    pub fn nv(&self) -> usize {
        self.axis.len()
    }

    /// The degree of freedom before a given one.
    pub fn before(&self, dof: usize) -> Option<usize> {
        let parent = self.parent[dof];
        (parent != NONE).then_some(parent)
    }

    /// The degrees of freedom that move a body, from the last to the first.
    pub fn chain(&self, body: usize) -> impl Iterator<Item = usize> + '_ {
        let last = self.last[body];
        let first = (last != NONE).then_some(last);
        std::iter::successors(first, |&dof| self.before(dof))
    }

    /// A wrench about the origin of a force and a torque that act at a point.
    pub fn wrench(&self, at: Vec3, force: Vec3, torque: Vec3) -> Force {
        Force::from_parts((at - self.origin).cross(force) + torque, force)
    }
}

/// Sums of s x along chains.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sums {
    /// Per body.
    pub body: Vec<Motion>,
    /// Before the group of each degree of freedom.
    pub before: Vec<Motion>,
    /// `before` × axis: how the axis is carried.
    pub carried: Vec<Motion>,
    /// Up to and with each degree of freedom.
    at: Vec<Motion>,
}

impl Sums {
    /// Sums of s x for coordinates x.
    pub fn new(tree: &Tree, x: &[f64]) -> Self {
        let nv = tree.nv();
        let mut sums = Self {
            body: vec![Motion::ZERO; tree.last.len()],
            before: vec![Motion::ZERO; nv],
            carried: vec![Motion::ZERO; nv],
            at: vec![Motion::ZERO; nv],
        };
        let start = Motion::ZERO;
        for k in 0..nv {
            let before = |k: usize, at: &[Motion]| tree.before(k).map_or(start, |p| at[p]);
            sums.before[k] = before(tree.group[k], &sums.at);
            sums.at[k] = before(k, &sums.at).add_scaled(tree.axis[k], x[k]);
            sums.carried[k] = sums.before[k].cross_motion(tree.axis[k]);
        }
        for (b, sum) in sums.body.iter_mut().enumerate() {
            let last = tree.last[b];
            *sum = if last == NONE { start } else { sums.at[last] };
        }
        sums
    }

    /// The sum over the group of a degree of freedom itself.
    fn own_group(&self, tree: &Tree, k: usize, x: &[f64]) -> Motion {
        let first = tree.group[k];
        let same = (first..tree.nv()).take_while(|&j| tree.group[j] == first);
        same.fold(Motion::ZERO, |sum, j| sum.add_scaled(tree.axis[j], x[j]))
    }
}

/// How a mechanism moves: velocities and accelerations.
#[derive(Clone, Debug)]
pub(crate) struct Flow {
    /// Velocities.
    pub vel: Sums,
    /// Accelerations of bodies, those of gravity and of velocities among them.
    pub acc: Vec<Motion>,
    /// η of each degree of freedom.
    pub eta: Vec<Motion>,
    /// χ of each degree of freedom.
    pub chi: Vec<Motion>,
}

impl Flow {
    /// Motion with velocities `v` and accelerations `a` under gravity.
    pub fn new(tree: &Tree, v: &[f64], a: &[f64], gravity: Vec3) -> Self {
        let nv = tree.nv();
        let vel = Sums::new(tree, v);
        let ground = Motion::from_parts(Vec3::ZERO, -gravity);
        let mut at = vec![Motion::ZERO; nv];
        let mut eta = vec![Motion::ZERO; nv];
        let mut chi = vec![Motion::ZERO; nv];
        for k in 0..nv {
            let before = |k: usize, at: &[Motion]| tree.before(k).map_or(ground, |p| at[p]);
            let (s, psi) = (tree.axis[k], vel.carried[k]);
            eta[k] = psi.cross_motion(vel.before[k]) + s.cross_motion(before(tree.group[k], &at));
            at[k] = before(k, &at).add_scaled(s, a[k]).add_scaled(psi, v[k]);
            chi[k] = psi * 2.0;
            if tree.group[k] != k || tree.group.get(k + 1) == Some(&k) {
                chi[k] -= s.cross_motion(vel.own_group(tree, k, v));
            }
        }
        let acc = tree
            .last
            .iter()
            .map(|&last| if last == NONE { ground } else { at[last] })
            .collect();
        Self { vel, acc, eta, chi }
    }
}

/// Wrenches on bodies that inverse dynamics does not know, with their derivatives.
#[derive(Clone, Debug)]
pub(crate) struct Applied {
    /// Wrenches that keep still in the world while bodies move; what moves them is in `by_pose`.
    pub fixed: Vec<Force>,
    /// Wrenches that are carried along with their bodies.
    pub carried: Vec<Force>,
    /// Derivatives by the displacement of the body.
    pub by_pose: Vec<SpatialMatrix>,
    /// Derivatives by the velocity of the body.
    pub by_velocity: Vec<SpatialMatrix>,
}

impl Applied {
    /// No wrenches.
    pub fn new(nbody: usize) -> Self {
        Self {
            fixed: vec![Force::ZERO; nbody],
            carried: vec![Force::ZERO; nbody],
            by_pose: vec![SpatialMatrix::ZERO; nbody],
            by_velocity: vec![SpatialMatrix::ZERO; nbody],
        }
    }
}

/// Derivatives of generalized forces, row by row, with one column per degree of freedom.
#[derive(Clone, Debug)]
pub(crate) struct Rates {
    /// By positions.
    pub q: Vec<f64>,
    /// By velocities.
    pub v: Vec<f64>,
}

/// Sums of forces and of their derivatives over the subtrees of bodies.
struct Subtrees {
    carried: Vec<Force>,
    fixed: Vec<Force>,
    bias: Vec<SpatialMatrix>,
    pose: Vec<SpatialMatrix>,
}

impl Subtrees {
    fn new(tree: &Tree, flow: &Flow, applied: Option<&Applied>) -> Self {
        let nbody = tree.last.len();
        let mut sums = Self {
            carried: vec![Force::ZERO; nbody],
            fixed: vec![Force::ZERO; nbody],
            bias: vec![SpatialMatrix::ZERO; nbody],
            pose: vec![SpatialMatrix::ZERO; nbody],
        };
        for b in 1..nbody {
            let (inertia, v) = (&tree.inertia[b], flow.vel.body[b]);
            sums.carried[b] = inertia.mul(flow.acc[b]) + v.cross_force(inertia.mul(v));
            sums.bias[b] = SpatialMatrix::of_bias(inertia, v);
            if let Some(applied) = applied {
                sums.carried[b] -= applied.carried[b];
                sums.fixed[b] = applied.fixed[b];
                sums.bias[b].add_scaled(&applied.by_velocity[b], -1.0);
                sums.pose[b].add_scaled(&applied.by_pose[b], -1.0);
            }
        }
        for b in (1..nbody).rev() {
            let p = tree.above[b];
            if p == 0 {
                continue;
            }
            let (carried, fixed) = (sums.carried[b], sums.fixed[b]);
            sums.carried[p] += carried;
            sums.fixed[p] += fixed;
            let (up, down) = sums.bias.split_at_mut(b);
            up[p].add(&down[0]);
            if applied.is_some() {
                let (up, down) = sums.pose.split_at_mut(b);
                up[p].add(&down[0]);
            }
        }
        sums
    }
}

/// Derivatives of the generalized forces of inverse dynamics, less those of applied wrenches.
pub(crate) fn rates(tree: &Tree, flow: &Flow, applied: Option<&Applied>) -> Rates {
    let nv = tree.nv();
    let sums = Subtrees::new(tree, flow, applied);
    let mut out = Rates {
        q: vec![0.0; nv * nv],
        v: vec![0.0; nv * nv],
    };
    for k in 0..nv {
        let b = tree.body[k];
        let (s, psi) = (tree.axis[k], flow.vel.carried[k]);
        let (eta, chi) = (flow.eta[k], flow.chi[k]);
        let (inertia, bias) = (&tree.composite[b], &sums.bias[b]);
        // as a column: forces on what comes before; as a row: what comes before acts on it
        let shared = bias.mul(psi) - inertia.mul(eta) + sums.pose[b].mul(s);
        let by_q = shared + s.cross_force(sums.carried[b]);
        let by_v = bias.mul(s) + inertia.mul(chi);
        let (row_psi, row_eta) = (bias.tr_mul(s), inertia.mul(s));
        let row_s = sums.pose[b].tr_mul(s) - s.cross_force(sums.fixed[b]);
        out.q[k * nv + k] = s.dot(shared) - s.dot(s.cross_force(sums.fixed[b]));
        out.v[k * nv + k] = s.dot(by_v);
        let mut other = tree.before(k);
        while let Some(j) = other {
            let t = tree.axis[j];
            let together = tree.group[j] == tree.group[k];
            out.q[j * nv + k] = if together {
                t.dot(shared) - s.dot(t.cross_force(sums.fixed[b]))
            } else {
                t.dot(by_q)
            };
            out.v[j * nv + k] = t.dot(by_v);
            out.q[k * nv + j] =
                flow.vel.carried[j].dot(row_psi) - flow.eta[j].dot(row_eta) + t.dot(row_s);
            out.v[k * nv + j] = t.dot(row_psi) + flow.chi[j].dot(row_eta);
            other = tree.before(j);
        }
    }
    out
}
