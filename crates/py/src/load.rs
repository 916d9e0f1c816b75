//! Loading models.

use std::collections::HashMap;
use std::path::PathBuf;

use ligament::model::Model;
use ligament::{Assets, Loaded, Problems};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::model::NativeModel;

/// A loaded model and its warnings.
type Outcome = (NativeModel, Vec<String>);

/// Hands a model to Python, or says why there is none.
fn outcome(result: Result<Loaded, Problems>) -> PyResult<Outcome> {
    let loaded = result.map_err(|problems| PyValueError::new_err(problems.to_string()))?;
    let warnings = loaded.warnings.iter().map(ToString::to_string).collect();
    Ok((NativeModel::of(loaded.model), warnings))
}

/// Reads and compiles a model file; `assets` are files in memory that come before those on disk.
#[pyfunction]
#[pyo3(signature = (path, assets = None))]
pub fn read_path(
    py: Python<'_>,
    path: PathBuf,
    assets: Option<HashMap<String, Vec<u8>>>,
) -> PyResult<Outcome> {
    let assets: Assets = assets.unwrap_or_default().into_iter().collect();
    let options = ligament::mjcf::ReadOptions {
        assets,
        ..Default::default()
    };
    outcome(py.detach(|| ligament::load_with(&path, &options)))
}

/// Reads and compiles a model from text.
#[pyfunction]
#[pyo3(signature = (xml, assets = None))]
pub fn read_string(
    py: Python<'_>,
    xml: String,
    assets: Option<HashMap<String, Vec<u8>>>,
) -> PyResult<Outcome> {
    let assets: Assets = assets.unwrap_or_default().into_iter().collect();
    outcome(py.detach(|| ligament::load_str(&xml, &assets)))
}

/// Reads a binary model file.
#[pyfunction]
pub fn read_binary(py: Python<'_>, path: PathBuf) -> PyResult<NativeModel> {
    let model: Result<Model, Problems> = py.detach(|| ligament::load_binary(&path));
    let model = model.map_err(|problems| PyValueError::new_err(problems.to_string()))?;
    Ok(NativeModel::of(model))
}
