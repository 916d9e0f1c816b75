//! Ranges of the elements that belong to one another, and walks along the tree of degrees of freedom.

use std::ops::Range;

use ligament_math::sparse::Pattern;

use crate::Model;
use crate::id::DofId;

/// The range of `count` elements from `start`; empty when there are none.
#[inline]
fn span(start: i32, count: i32) -> Range<usize> {
    match (usize::try_from(start), usize::try_from(count)) {
        (Ok(start), Ok(count)) => start..start + count,
        _ => 0..0,
    }
}

impl Model {
    /// The sparsity of the inertia matrix: of every degree of freedom, its ancestors and itself.
    #[inline]
    pub fn inertia_pattern(&self) -> Pattern<'_> {
        let table = &self.sparse;
        Pattern::new(&table.M_rownnz, &table.M_rowadr, &table.M_colind)
    }

    /// The joints of a body.
    #[inline]
    pub fn body_joints(&self, body: usize) -> Range<usize> {
        span(self.body.jntadr[body], self.body.jntnum[body])
    }

    /// The degrees of freedom of a body's own joints.
    #[inline]
    pub fn body_dofs(&self, body: usize) -> Range<usize> {
        span(self.body.dofadr[body], self.body.dofnum[body])
    }

    /// The geoms of a body.
    #[inline]
    pub fn body_geoms(&self, body: usize) -> Range<usize> {
        span(self.body.geomadr[body], self.body.geomnum[body])
    }

    /// The path elements of a tendon.
    #[inline]
    pub fn tendon_path(&self, tendon: usize) -> Range<usize> {
        span(self.tendon.adr[tendon], self.tendon.num[tendon])
    }

    /// The entries of a tendon's row in the sparse tendon Jacobian.
    #[inline]
    pub fn tendon_entries(&self, tendon: usize) -> Range<usize> {
        span(self.tendon.J_rowadr[tendon], self.tendon.J_rownnz[tendon])
    }

    /// The force outputs of an actuator.
    #[inline]
    pub fn actuator_outputs(&self, actuator: usize) -> Range<usize> {
        span(
            self.actuator.outadr[actuator],
            self.actuator.outnum[actuator],
        )
    }

    /// The controls of an actuator.
    #[inline]
    pub fn actuator_controls(&self, actuator: usize) -> Range<usize> {
        span(
            self.actuator.ctrladr[actuator],
            self.actuator.ctrlnum[actuator],
        )
    }

    /// The activations of an actuator.
    #[inline]
    pub fn actuator_activations(&self, actuator: usize) -> Range<usize> {
        span(
            self.actuator.actadr[actuator],
            self.actuator.actnum[actuator],
        )
    }

    /// The readings of a sensor.
    #[inline]
    pub fn sensor_readings(&self, sensor: usize) -> Range<usize> {
        span(self.sensor.adr[sensor], self.sensor.dim[sensor])
    }

    /// The degrees of freedom that move a body, from the nearest to the root of its tree.
    #[inline]
    pub fn dof_chain(&self, body: usize) -> DofChain<'_> {
        let carrier = self.body.weldid[body].index();
        let next = self.body_dofs(carrier).last();
        self.dof_ancestors(next)
    }

    /// The degree of freedom that is nearest to a body among those that move it, or -1.
    #[inline]
    pub fn last_dof(&self, body: usize) -> i32 {
        let carrier = self.body.weldid[body].index();
        match self.body.dofnum[carrier] {
            count if count > 0 => self.body.dofadr[carrier] + count - 1,
            _ => -1,
        }
    }

    /// The parent of a degree of freedom, or -1; always smaller.
    #[inline]
    pub fn parent_dof(&self, dof: i32) -> i32 {
        self.dof.parentid[dof as usize].0.min(dof - 1).max(-1)
    }

    /// A degree of freedom and its ancestors, from the nearest to the root of its tree.
    pub fn dof_ancestors(&self, dof: Option<usize>) -> DofChain<'_> {
        DofChain {
            parent: &self.dof.parentid,
            next: dof,
        }
    }

    /// The degree of freedom nearest to two bodies that moves both of them.
    pub fn common_dof(&self, body1: usize, body2: usize) -> Option<usize> {
        let (mut a, mut b) = (self.dof_chain(body1), self.dof_chain(body2));
        let (mut x, mut y) = (a.next()?, b.next()?);
        while x != y {
            if x < y {
                y = b.next()?;
            } else {
                x = a.next()?;
            }
        }
        Some(x)
    }
}

/// A walk from a degree of freedom to the root of its tree.
#[derive(Clone, Debug)]
pub struct DofChain<'a> {
    parent: &'a [DofId],
    next: Option<usize>,
}

impl Iterator for DofChain<'_> {
    type Item = usize;
    fn next(&mut self) -> Option<usize> {
        let dof = self.next?;
        let parent = self.parent.get(dof).map_or(-1, |p| p.0);
        // parents come before their children, so the walk always ends
        self.next = usize::try_from(parent).ok().filter(|&p| p < dof);
        Some(dof)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sizes;
    use crate::id::BodyId;

    /// World, a body with two joints, two children with one joint each, and a body welded to the first child.
    fn branched() -> Model {
        let mut m = Model::new(Sizes {
            nbody: 5,
            nv: 4,
            ..Sizes::default()
        });
        m.body.dofadr = vec![-1, 0, 2, 3, -1];
        m.body.dofnum = vec![0, 2, 1, 1, 0];
        m.body.weldid = [0, 1, 2, 3, 2].map(BodyId).to_vec();
        m.dof.parentid = [-1, 0, 1, 1].map(DofId).to_vec();
        m
    }

    #[test]
    fn chains_lead_to_the_root() {
        let m = branched();
        assert_eq!(m.dof_chain(4).collect::<Vec<_>>(), [2, 1, 0]);
        assert_eq!(m.dof_chain(3).collect::<Vec<_>>(), [3, 1, 0]);
        assert_eq!(m.dof_chain(0).count(), 0);
        assert_eq!(m.body_dofs(1), 0..2);
        assert!(m.body_dofs(4).is_empty());
    }

    #[test]
    fn branches_share_their_trunk() {
        let m = branched();
        assert_eq!(m.common_dof(4, 3), Some(1));
        assert_eq!(m.common_dof(4, 2), Some(2));
        assert_eq!(m.common_dof(0, 3), None);
    }
}
