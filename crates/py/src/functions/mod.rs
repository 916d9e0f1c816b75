//! Functions under MuJoCo's names.

mod band;
mod derivative;
mod dynamics;
mod history;
mod jacobian;
mod matrix;
mod motion;
mod ray;
mod rotation;
mod scalar;
mod vector;
mod whole;

use pyo3::prelude::*;

/// Adds all functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    band::register(module)?;
    derivative::register(module)?;
    dynamics::register(module)?;
    history::register(module)?;
    jacobian::register(module)?;
    matrix::register(module)?;
    motion::register(module)?;
    ray::register(module)?;
    rotation::register(module)?;
    scalar::register(module)?;
    vector::register(module)?;
    whole::register(module)
}
