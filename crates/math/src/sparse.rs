//! Sparse symmetric matrices over a tree of degrees of freedom.
//!
//! A matrix is a [`Pattern`] (compressed rows) and a slice of values. The inertia matrix keeps only its lower
//! triangle: row i holds the ancestors of i in increasing order and then i itself, so the diagonal comes last
//! and the row of an ancestor is a prefix of the row of its descendant. Eliminating from the leaves,
//! M = Lᵀ D L has no fill-in: L has the same pattern as M, with D stored where M has its diagonal.
//!
//! The routines in [`lanes`] are generic over [`Real`](crate::Real) and branch on the pattern only; those at the top are
//! for double precision and faster.

pub mod chains;
pub mod grouped;
mod ldl;
mod pattern;
mod runs;

pub use ldl::{factor_rows, mul_symmetric, scale_by, solve_l, solve_rows};
pub use pattern::{OwnedPattern, Pattern};
pub use runs::{factor, solve, solve_lt};

/// Factorization and solves for any kind of number.
pub mod lanes {
    pub use super::ldl::{factor, solve, solve_lt};
}
