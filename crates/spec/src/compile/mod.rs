//! From the editable model to the compiled one.
//!
//! Each part of the model goes the same three ways: `prepare` resolves the elements of a [`Spec`] into values in final
//! order, `count` adds their sizes, `fill` writes them into the arrays of the [`Model`]. Derived constants come last,
//! from the engine.

pub mod assets;
mod lookup;
pub mod orientation;

pub use lookup::{Lookup, nearest};

use ligament_model::Model;

use crate::problem::{Problem, Problems};
use crate::tree::Spec;

/// A compiled model with the warnings that came up.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The model.
    pub model: Model,
    /// Warnings.
    pub warnings: Vec<Problem>,
}

impl Spec {
    /// Compiles the model.
    pub fn compile(&self) -> Result<Compiled, Problems> {
        Err(Problem::model("the compiler is being assembled").into())
    }
}
