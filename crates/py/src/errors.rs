//! The exception for what ends a computation, and the net below all computations.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ligament::engine::Data;
use ligament::model::Model;
use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

create_exception!(
    ligament,
    FatalError,
    PyException,
    "An error that ends what was asked for."
);

/// What a panic said.
fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no message")
}

/// Runs a part of the pipeline. Should it panic, which is an error of ours, the data starts anew and the caller gets an exception.
pub fn caught<T>(m: &Model, d: &mut Data, f: impl FnOnce(&Model, &mut Data) -> T) -> PyResult<T> {
    let result = catch_unwind(AssertUnwindSafe(|| f(m, d)));
    result.map_err(|panic| {
        let timing = d.stats.timing;
        *d = Data::new(m);
        d.stats.timing = timing;
        FatalError::new_err(format!(
            "an error inside of Ligament, please report it; the data was reset: {}",
            message(&*panic)
        ))
    })
}
