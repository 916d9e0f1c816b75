//! What a solver is given and what it fills.
//!
//! The problem is to minimize over accelerations a the cost ½ (a - a₀)ᵀ M (a - a₀) + Σ s(J a - aref), where a₀ is the
//! acceleration without constraints and s is the penalty of each row: quadratic for equalities, a Huber function for dry
//! friction, one-sided quadratic for limits and for the edges of pyramidal friction cones, squared distance to the
//! friction cone for elliptic ones.

use std::ops::Range;

use crate::data::RowKind;
use crate::data::{Block, Contact};
use ligament_math::sparse::Pattern;

/// State of a row that makes no force.
pub const SATISFIED: i32 = 0;
/// State of a row with quadratic cost.
pub const QUADRATIC: i32 = 1;
/// State of dry friction at its upper bound.
pub const LINEAR_NEG: i32 = 2;
/// State of dry friction at its lower bound.
pub const LINEAR_POS: i32 = 3;
/// State of the rows of an elliptic contact that slides.
pub const CONE: i32 = 4;

/// True for rows of contacts with elliptic cones.
#[inline(always)]
pub fn is_elliptic(kind: i32) -> bool {
    kind == RowKind::ContactElliptic as i32
}

/// True for rows of contacts with pyramidal cones.
#[inline(always)]
pub fn is_pyramidal(kind: i32) -> bool {
    kind == RowKind::ContactPyramidal as i32
}

/// The friction cone of an elliptic contact.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cone {
    /// First row: the normal.
    pub row: usize,
    /// Number of rows.
    pub dim: usize,
    /// Index of the contact.
    pub contact: usize,
    /// Index of the block of rows.
    pub block: usize,
    /// Friction of the regularized cone.
    pub mu: f64,
    /// Friction of each tangential row.
    pub friction: [f64; 5],
}

/// The rows that have a sign, sorted by how they are treated.
#[derive(Clone, Debug, Default)]
pub struct Classes {
    /// Runs of rows whose force is not negative: limits, contacts without friction, edges of pyramids.
    pub signed: Vec<Range<usize>>,
    /// Elliptic contacts.
    pub cones: Vec<Cone>,
}

impl Classes {
    /// Sorts the rows from `first` on.
    pub fn fill(
        &mut self,
        first: usize,
        blocks: &[Block],
        kind: &[i32],
        id: &[i32],
        contacts: &[Contact],
    ) {
        self.signed.clear();
        self.cones.clear();
        for (block, b) in blocks.iter().enumerate() {
            let end = b.row + b.rows;
            if b.row < first {
                continue;
            }
            let contact = contacts.get(id[b.row] as usize);
            let (true, Some(contact)) = (is_elliptic(kind[b.row]), contact) else {
                match self.signed.last_mut() {
                    Some(last) if last.end == b.row => last.end = end,
                    _ => self.signed.push(b.row..end),
                }
                continue;
            };
            self.cones.push(Cone {
                row: b.row,
                dim: b.rows.min(6),
                contact: id[b.row] as usize,
                block,
                mu: contact.mu,
                friction: contact.friction,
            });
        }
    }
}

/// A constrained system, or one island of it.
#[derive(Clone, Copy, Debug)]
#[allow(
    non_snake_case,
    reason = "matrices keep the letters they have in formulas and in MuJoCo"
)]
pub struct Problem<'a> {
    /// Where the entries of the inertia matrix are.
    pub pattern: Pattern<'a>,
    /// The inertia matrix, or what takes its place.
    pub M: &'a [f64],
    /// The inertia matrix itself, whose trace is the scale of costs.
    pub mass: &'a [f64],
    /// Its factor.
    pub qLD: &'a [f64],
    /// Inverse pivots of the factor.
    pub qLDiagInv: &'a [f64],
    /// Whether a degree of freedom continues the chain of the one before it.
    pub joined: &'a [bool],
    /// Forces without constraints.
    pub qfrc_smooth: &'a [f64],
    /// Accelerations without constraints.
    pub qacc_smooth: &'a [f64],
    /// Rows of equality constraints; they come first.
    pub ne: usize,
    /// Rows of dry friction; they come next.
    pub nf: usize,
    /// Blocks of rows.
    pub blocks: &'a [Block],
    /// Columns of the blocks.
    pub cols: &'a [i32],
    /// Values of the Jacobian.
    pub J: &'a [f64],
    /// Mass of each row.
    pub D: &'a [f64],
    /// Inverse mass of each row.
    pub R: &'a [f64],
    /// Reference acceleration of each row.
    pub aref: &'a [f64],
    /// Bound of dry friction of each row.
    pub frictionloss: &'a [f64],
    /// Type of each row.
    pub kind: &'a [i32],
    /// What each row belongs to.
    pub id: &'a [i32],
    /// The remaining rows, sorted.
    pub classes: &'a Classes,
}

impl Problem<'_> {
    /// Number of degrees of freedom.
    #[inline(always)]
    pub fn nv(&self) -> usize {
        self.pattern.rows()
    }

    /// Number of rows.
    #[inline(always)]
    pub fn nefc(&self) -> usize {
        self.D.len()
    }

    /// One over the trace of the inertia matrix: the scale of costs and gradients.
    pub fn scale(&self) -> f64 {
        let diagonal = |i| {
            self.pattern
                .row_range(i)
                .last()
                .map_or(0.0, |at| self.mass[at])
        };
        let trace: f64 = (0..self.nv()).map(diagonal).sum();
        1.0 / trace.max(ligament_math::MINVAL)
    }
}

/// What a solver fills.
#[derive(Debug)]
pub struct Solution<'a> {
    /// Accelerations; holds the starting point.
    pub qacc: &'a mut [f64],
    /// Constraint forces over degrees of freedom.
    pub qfrc_constraint: &'a mut [f64],
    /// Constraint forces over rows.
    pub force: &'a mut [f64],
    /// State of each row.
    pub state: &'a mut [i32],
    /// All contacts, for the Hessians of their cones.
    pub contacts: &'a mut [Contact],
}
