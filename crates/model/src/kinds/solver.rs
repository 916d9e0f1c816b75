//! Constraint solvers.

use crate::enums::keywords;

keywords! {
    /// Constraint solvers.
    #[derive(Default)]
    Solver "mjtSolver" {
        Pgs = 0 "mjSOL_PGS" "PGS";
        Cg = 1 "mjSOL_CG" "CG";
        #[default]
        Newton = 2 "mjSOL_NEWTON" "Newton";
    }
}

/// What is known of a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolverFacts {
    /// Whether it searches for forces, from which accelerations follow, rather than for accelerations.
    pub is_dual: bool,
    /// Whether it factorizes the Hessian of the cost.
    pub has_hessian: bool,
}

const PRIMAL: SolverFacts = SolverFacts {
    is_dual: false,
    has_hessian: false,
};

impl Solver {
    /// What is known of the solver.
    #[inline]
    pub const fn facts(self) -> SolverFacts {
        match self {
            Self::Pgs => SolverFacts {
                is_dual: true,
                ..PRIMAL
            },
            Self::Cg => PRIMAL,
            Self::Newton => SolverFacts {
                has_hessian: true,
                ..PRIMAL
            },
        }
    }
}
