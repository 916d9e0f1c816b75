//! What exact derivatives cannot do, by name.

use std::fmt;

/// Why there are no exact derivatives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The state has numbers that are not finite, or the step was reset.
    BadState,
    /// Bodies may sleep.
    Sleep,
    /// Forces are changed by the noslip solver.
    Noslip,
    /// The integrator has no exact derivatives yet.
    Integrator(&'static str),
    /// The model has delays.
    Delays,
    /// The model has plastic springs.
    Plastic,
    /// The diagonal of the constraints is exact, which makes it depend on positions.
    ExactDiagonal,
    /// A tendon wraps along the inside of an obstacle.
    InsideWrap,
    /// A spatial tendon has armature.
    TendonArmature,
    /// A contact has adhesion, or an actuator acts on the contacts of a body.
    Adhesion,
    /// A surface moves.
    SurfaceVelocity,
    /// An actuator of a kind that has no exact derivatives yet.
    Actuator {
        /// Its number.
        actuator: usize,
        /// What is missing.
        what: &'static str,
    },
    /// A medium and an integrator that needs second derivatives of its forces.
    ImplicitFluid,
    /// A contact of two geoms has no derivative of its geometry.
    Contact {
        /// The first geom.
        geom1: usize,
        /// The second geom.
        geom2: usize,
    },
    /// The matrix of the step is singular.
    Singular,
    /// The solver stopped before its solution: the largest entry of the gradient, relative to the forces.
    NotConverged,
    /// Contact forces start from those of the step before.
    ContactMemory,
    /// The model belongs to other data.
    WrongModel,
    /// A vector or matrix has the wrong number of elements.
    Size {
        /// How many numbers it should have.
        expected: usize,
        /// How many numbers it has.
        found: usize,
    },
    /// A parameter that steps cannot be differentiated by.
    Parameter(&'static str),
    /// Inverse dynamics of the discrete step.
    DiscreteInverse,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadState => f.write_str("the state is not finite"),
            Self::Sleep => f.write_str("exact derivatives do not support sleep"),
            Self::Noslip => f.write_str("exact derivatives do not support the noslip solver"),
            Self::Integrator(name) => {
                write!(
                    f,
                    "exact derivatives do not support the integrator {name} yet"
                )
            }
            Self::Delays => f.write_str("exact derivatives do not support delays"),
            Self::Plastic => f.write_str("exact derivatives do not support plastic springs"),
            Self::ExactDiagonal => {
                f.write_str("exact derivatives do not support the flag diagexact")
            }
            Self::InsideWrap => f.write_str(
                "exact derivatives do not support tendons along the inside of an obstacle",
            ),
            Self::TendonArmature => {
                f.write_str("exact derivatives do not support armature of spatial tendons")
            }
            Self::Adhesion => f.write_str("exact derivatives do not support adhesion"),
            Self::SurfaceVelocity => {
                f.write_str("exact derivatives do not support moving surfaces")
            }
            Self::Actuator { actuator, what } => {
                write!(
                    f,
                    "exact derivatives of actuator {actuator}: no support for {what}"
                )
            }
            Self::ImplicitFluid => f.write_str(
                "exact derivatives of implicit integrators do not support forces of a medium",
            ),
            Self::Contact { geom1, geom2 } => {
                write!(
                    f,
                    "the contact of geoms {geom1} and {geom2} has no derivative"
                )
            }
            Self::Singular => f.write_str("the matrix of the step is singular"),
            Self::NotConverged => f.write_str("the solver stopped before its solution"),
            Self::ContactMemory => {
                f.write_str("exact derivatives do not support the option contactmemory")
            }
            Self::WrongModel => f.write_str("the data was made for another model"),
            Self::Size { expected, found } => {
                write!(f, "expected {expected} numbers, found {found}")
            }
            Self::Parameter(what) => write!(f, "exact derivatives by parameters: {what}"),
            Self::DiscreteInverse => {
                f.write_str("exact derivatives do not support inverse dynamics of a discrete step")
            }
        }
    }
}

impl std::error::Error for Refusal {}
