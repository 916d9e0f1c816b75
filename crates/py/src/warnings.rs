//! Warnings of the pipeline, handed to a function of the user.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use ligament::engine::Data;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::model_cell::lock;

/// The function that gets the text of a warning.
static HANDLER: Mutex<Option<Py<PyAny>>> = Mutex::new(None);
static ANY: AtomicBool = AtomicBool::new(false);

/// Sets the function that gets warnings, or takes it away.
#[pyfunction]
pub fn set_warning_handler(function: Option<Bound<'_, PyAny>>) -> PyResult<()> {
    if function.as_ref().is_some_and(|f| !f.is_callable()) {
        return Err(PyTypeError::new_err(
            "callback is not an Optional[Callable]",
        ));
    }
    ANY.store(function.is_some(), Ordering::Relaxed);
    let old = std::mem::replace(&mut *lock(&HANDLER), function.map(Bound::unbind));
    drop(old);
    Ok(())
}

/// The function that gets warnings, if any.
#[pyfunction]
pub fn get_warning_handler(py: Python<'_>) -> Option<Py<PyAny>> {
    lock(&HANDLER).as_ref().map(|f| f.clone_ref(py))
}

/// A warning in words.
#[pyfunction]
pub fn warning_text(warning: usize, info: i64) -> String {
    let bad = |what: &str, place: &str| {
        format!(
            "NaN, infinite or huge number in {what} at {place} {info}: the simulation is unstable"
        )
    };
    match warning {
        0 => format!(
            "the inertia matrix is close to singular, or the effective metric was not solved, at DOF {info}"
        ),
        1 => format!("too many contacts: {info}"),
        2 => format!("too many constraint rows: {info}"),
        3 => bad("QPOS", "DOF"),
        4 => bad("QVEL", "DOF"),
        5 => bad("QACC", "DOF"),
        6 => bad("CTRL", "ACTUATOR"),
        _ => format!("Unknown warning type {warning}"),
    }
}

/// How often each warning was raised; none if nobody wants to know.
pub fn counts(data: &Data) -> Option<Vec<i32>> {
    ANY.load(Ordering::Relaxed)
        .then(|| data.stats.warning.iter().map(|w| w.number).collect())
}

/// The texts of warnings that were raised for the first time since.
pub fn fresh(data: &Data, before: Option<Vec<i32>>) -> Vec<String> {
    let Some(before) = before else {
        return Vec::new();
    };
    let stats = data.stats.warning.iter().zip(before).enumerate();
    stats
        .filter(|(_, (now, before))| *before == 0 && now.number > 0)
        .map(|(i, (now, _))| warning_text(i, i64::from(now.lastinfo)))
        .collect()
}

/// Calls the function of the user.
pub fn tell(py: Python<'_>, texts: Vec<String>) -> PyResult<()> {
    for text in texts {
        if let Some(function) = get_warning_handler(py) {
            function.call1(py, (text,))?;
        }
    }
    Ok(())
}
