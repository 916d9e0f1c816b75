//! Loading models.

use std::collections::HashMap;
use std::path::PathBuf;

use ligament::Problems;
use ligament::mjcf::{self, Read, ReadOptions};
use ligament::model::Model;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::extras;
use crate::model::NativeModel;

/// A loaded model and its warnings.
type Outcome = (NativeModel, Vec<String>);

/// Hands a model to Python, or says why there is none. What was read is kept, to be written again.
fn outcome(
    py: Python<'_>,
    read: impl FnOnce() -> Result<Read, Problems> + Send,
) -> PyResult<Outcome> {
    let result = py.detach(|| {
        let read = read()?;
        let compiled = read.spec.compile()?;
        Ok((read, compiled))
    });
    let (read, compiled) =
        result.map_err(|problems: Problems| PyValueError::new_err(problems.to_string()))?;
    let warnings = read.warnings.iter().chain(&compiled.warnings);
    let warnings = warnings.map(ToString::to_string).collect();
    extras::remember(read.spec);
    Ok((NativeModel::of(compiled.model), warnings))
}

/// How to read: `assets` are files in memory that come before those on disk, or in place of them.
fn options(assets: Option<HashMap<String, Vec<u8>>>, memory_only: bool) -> ReadOptions {
    ReadOptions {
        assets: assets.unwrap_or_default().into_iter().collect(),
        memory_only,
        ..ReadOptions::default()
    }
}

/// Reads and compiles a model file or an archive.
#[pyfunction]
#[pyo3(signature = (path, assets = None, memory_only = false))]
pub fn read_path(
    py: Python<'_>,
    path: PathBuf,
    assets: Option<HashMap<String, Vec<u8>>>,
    memory_only: bool,
) -> PyResult<Outcome> {
    let options = options(assets, memory_only);
    if ligament::is_binary(&path) {
        return Ok((read_binary(py, path)?, Vec::new()));
    }
    outcome(py, || mjcf::read_path(&path, &options))
}

/// Reads and compiles a model from text.
#[pyfunction]
#[pyo3(signature = (xml, assets = None, memory_only = false))]
pub fn read_string(
    py: Python<'_>,
    xml: String,
    assets: Option<HashMap<String, Vec<u8>>>,
    memory_only: bool,
) -> PyResult<Outcome> {
    let options = options(assets, memory_only);
    outcome(py, || mjcf::read_str(&xml, &options))
}

/// Reads a binary model file.
#[pyfunction]
pub fn read_binary(py: Python<'_>, path: PathBuf) -> PyResult<NativeModel> {
    let model: Result<Model, Problems> = py.detach(|| ligament::load_binary(&path));
    let model = model.map_err(|problems| PyValueError::new_err(problems.to_string()))?;
    Ok(NativeModel::of(model))
}
