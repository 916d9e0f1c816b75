//! The degrees of freedom that move two bodies against one another, and the motion they cause.
//!
//! Degrees of freedom are numbered depth first. The chains of two bodies therefore begin with the same degrees of freedom
//! up to where the tree forks, and beyond the fork one chain lies entirely before the other.

use ligament_math::Vec3;
use ligament_model::Model;

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

/// A point fixed to a body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Anchor {
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
