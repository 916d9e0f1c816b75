//! The degrees of freedom that move bodies against one another, and the motion they cause.
//!
//! Degrees of freedom are numbered depth first. The chains of two bodies therefore begin with the same degrees of freedom
//! up to where the tree forks, and beyond the fork one chain lies entirely before the other. The chains of more bodies are
//! merged, and every degree of freedom has the sum of the weights of the bodies that it moves: for a point p that is
//! carried by bodies with weights wᵢ, the column of degree of freedom d is (Σ wᵢ over the bodies below d) · J_d(p).

use ligament_math::Vec3;
use ligament_model::Model;

use crate::carrier::{Carrier, Carriers};
use crate::data::Pose;
use crate::jacobian;

/// The degrees of freedom that move a body, in increasing order.
pub(super) fn ancestors(m: &Model, body: usize) -> &[i32] {
    let carrier = m.body.weldid[body].index();
    let count = m.body.dofnum[carrier];
    if count <= 0 {
        return &[];
    }
    let last = (m.body.dofadr[carrier] + count - 1) as usize;
    // the full pattern lists ancestors, the degree of freedom itself, then descendants
    let start = m.sparse.D_rowadr[last] as usize;
    &m.sparse.D_colind[start..=start + m.sparse.D_diag[last] as usize]
}

/// Two chains: what they share, and what each has for itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fork<'m> {
    /// Degrees of freedom that move both bodies.
    pub common: &'m [i32],
    /// Degrees of freedom that move only the first or only the second body.
    pub own: [&'m [i32]; 2],
    /// Which of the two own chains comes first.
    first: usize,
}

impl<'m> Fork<'m> {
    /// The chains of two bodies.
    pub fn new(m: &'m Model, bodies: [usize; 2]) -> Self {
        let (a, b) = (ancestors(m, bodies[0]), ancestors(m, bodies[1]));
        let mut shared = 0;
        while shared < a.len() && shared < b.len() && a[shared] == b[shared] {
            shared += 1;
        }
        let own = [&a[shared..], &b[shared..]];
        let first = match (own[0], own[1]) {
            ([x, ..], [y, ..]) => usize::from(y < x),
            ([], _) => 1,
            _ => 0,
        };
        Self {
            common: &a[..shared],
            own,
            first,
        }
    }

    /// Where the own chain of a side starts among the columns, if they begin with the common ones or without.
    pub fn start(&self, side: usize, with_common: bool) -> usize {
        let before = if with_common { self.common.len() } else { 0 };
        if self.first == side {
            before
        } else {
            before + self.own[1 - side].len()
        }
    }

    /// Appends all columns in increasing order.
    pub fn append(&self, with_common: bool, cols: &mut Vec<i32>) {
        if with_common {
            cols.extend_from_slice(self.common);
        }
        cols.extend_from_slice(self.own[self.first]);
        cols.extend_from_slice(self.own[1 - self.first]);
    }
}

/// The degrees of freedom that move a weighted sum of bodies, in increasing order, with their weights.
#[derive(Clone, Debug, Default)]
pub(super) struct MergedChains {
    dofs: Vec<i32>,
    weights: Vec<f64>,
}

impl MergedChains {
    /// Merges the chains of bodies. Degrees of freedom whose weights cancel move nothing against anything.
    fn merge(&mut self, m: &Model, carriers: &[Carrier]) {
        self.dofs.clear();
        self.weights.clear();
        for carrier in carriers {
            for dof in ancestors(m, carrier.body) {
                match self.dofs.binary_search(dof) {
                    Ok(place) => self.weights[place] += carrier.weight,
                    Err(place) => {
                        self.dofs.insert(place, *dof);
                        self.weights.insert(place, carrier.weight);
                    }
                }
            }
        }
        let mut kept = 0;
        for k in 0..self.dofs.len() {
            if self.weights[k] != 0.0 {
                (self.dofs[kept], self.weights[kept]) = (self.dofs[k], self.weights[k]);
                kept += 1;
            }
        }
        self.dofs.truncate(kept);
        self.weights.truncate(kept);
    }

    /// Where the run ends that begins at `start`: degrees of freedom of one tree with one weight.
    fn end_of_run(&self, m: &Model, start: usize) -> usize {
        let tree = |k: usize| m.dof.treeid[self.dofs[k] as usize];
        let same = |&k: &usize| self.weights[k] == self.weights[start] && tree(k) == tree(start);
        let rest = start + 1..self.dofs.len();
        start + 1 + rest.take_while(same).count()
    }
}

/// Neighbouring columns that belong to one tree and have one weight.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChainRun<'a> {
    /// The degrees of freedom.
    pub dofs: &'a [i32],
    /// Place of the first among the columns.
    pub start: usize,
    /// A body of the tree.
    pub body: usize,
    pub weight: f64,
}

/// The columns of a weighted sum of bodies.
#[derive(Clone, Copy, Debug)]
pub(super) enum Chains<'a> {
    /// Of one body less another.
    Fork(Fork<'a>, [Carrier; 2]),
    /// Of any bodies.
    Merged(&'a MergedChains),
}

impl<'a> Chains<'a> {
    /// The columns of the bodies that carry a contact.
    #[inline]
    pub fn new(m: &'a Model, carriers: &Carriers, merged: &'a mut MergedChains) -> Self {
        match carriers {
            Carriers::Pair(pair) => Self::Fork(Fork::new(m, pair.map(|c| c.body)), *pair),
            Carriers::Several(..) => {
                merged.merge(m, carriers.list());
                Self::Merged(merged)
            }
        }
    }

    /// Appends the columns in increasing order.
    #[inline]
    pub fn append(&self, cols: &mut Vec<i32>) {
        match self {
            Self::Fork(fork, _) => fork.append(false, cols),
            Self::Merged(merged) => cols.extend_from_slice(&merged.dofs),
        }
    }

    /// Calls `f` with all columns, in runs.
    #[inline]
    pub fn each_run(&self, m: &Model, mut f: impl FnMut(ChainRun<'a>)) {
        match self {
            Self::Fork(fork, pair) => {
                for (side, carrier) in pair.iter().enumerate() {
                    if !fork.own[side].is_empty() {
                        f(ChainRun {
                            dofs: fork.own[side],
                            start: fork.start(side, false),
                            body: carrier.body,
                            weight: carrier.weight,
                        });
                    }
                }
            }
            Self::Merged(merged) => {
                let mut start = 0;
                while start < merged.dofs.len() {
                    let end = merged.end_of_run(m, start);
                    let dofs = &merged.dofs[start..end];
                    f(ChainRun {
                        dofs,
                        start,
                        body: m.dof.bodyid[dofs[0] as usize].index(),
                        weight: merged.weights[start],
                    });
                    start = end;
                }
            }
        }
    }
}

/// A point fixed to a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Anchor {
    pub body: usize,
    pub at: Vec3,
}

/// The difference of two points' motions per degree of freedom, first minus second: calls `f` with the place among the
/// columns, the translation and the rotation. Columns are those of [`Fork::append`] with the common ones.
pub(super) fn difference(
    m: &Model,
    pose: &Pose,
    fork: &Fork<'_>,
    anchors: [Anchor; 2],
    mut f: impl FnMut(usize, Vec3, Vec3),
) {
    // on common degrees of freedom the rotations cancel and the translations differ by the lever between the points
    let lever = anchors[0].at - anchors[1].at;
    for (j, &dof) in fork.common.iter().enumerate() {
        let w = pose.cdof[dof as usize].angular();
        f(j, w.cross(lever), Vec3::ZERO);
    }
    for (side, anchor) in anchors.into_iter().enumerate() {
        let sign = if side == 0 { 1.0 } else { -1.0 };
        let offset = jacobian::offset(m, pose, anchor.body, anchor.at);
        let start = fork.start(side, true);
        for (j, &dof) in fork.own[side].iter().enumerate() {
            let motion = pose.cdof[dof as usize];
            let w = motion.angular();
            let p = motion.linear() + w.cross(offset);
            f(start + j, p.scaled(sign), w.scaled(sign));
        }
    }
}
