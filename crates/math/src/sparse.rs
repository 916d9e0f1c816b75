//! Sparse symmetric matrices over a tree of degrees of freedom.
//!
//! A matrix is a [`Pattern`] (compressed rows) and a slice of values. The inertia matrix keeps only its lower
//! triangle: row i holds the ancestors of i in increasing order and then i itself, so the diagonal comes last
//! and the row of an ancestor is a prefix of the row of its descendant. Eliminating from the leaves,
//! M = Lᵀ D L has no fill-in: L has the same pattern as M, with D stored where M has its diagonal.
//!
//! All of it is generic over [`Real`](crate::Real) and branches on the pattern only: lanes give the bits of single numbers.

pub mod chains;
#[cfg(test)]
mod examples;
pub mod grouped;
mod ldl;
mod pattern;
mod product;

pub use ldl::{factor, factor_trees, solve, solve_lt, solve_trees};
pub use pattern::{OwnedPattern, Pattern};
pub use product::{mul_symmetric, mul_symmetric_trees, scale_by};
