//! Scenes, cameras, perturbations and figures under MuJoCo's names.
//!
//! Python holds every record as packed bytes in a NumPy array of its own (`python/ligament/_visual.py`). A call gets copies of
//! these bytes and gives back those that it changes; nothing here refers to memory that Python sees.
#![allow(non_snake_case, reason = "functions carry MuJoCo's names")]

mod camera;
mod mouse;
pub mod packed;
mod records;
mod update;

use ligament::scene::SceneError;
use pyo3::prelude::*;

/// Adds all functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(records::visual_records, module)?)?;
    module.add_function(wrap_pyfunction!(records::visual_init_geom, module)?)?;
    module.add_function(wrap_pyfunction!(records::visual_connector, module)?)?;
    module.add_function(wrap_pyfunction!(update::visual_update_scene, module)?)?;
    module.add_function(wrap_pyfunction!(update::visual_add_geoms, module)?)?;
    module.add_function(wrap_pyfunction!(update::visual_make_lights, module)?)?;
    module.add_function(wrap_pyfunction!(update::visual_update_skin, module)?)?;
    camera::register(module)?;
    mouse::register(module)
}

/// An error of a function, as MuJoCo has them.
pub fn fatal(py: Python<'_>, function: &str, error: &SceneError) -> PyErr {
    let kind = py
        .import("ligament._functions")
        .and_then(|module| module.getattr("FatalError"));
    match kind.and_then(|kind| kind.call1((format!("{function}: {error}"),))) {
        Ok(error) => PyErr::from_value(error),
        Err(error) => error,
    }
}
