//! The clock of the user (`set_mjcb_time`), in whose units timers then count.
//!
//! Stages are timed by the system's clock; when a call is done, what it took is scaled to what the clock of the user says
//! that it took.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use ligament::engine::data::TimerStat;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::data::NativeData;
use crate::model_cell::lock;

static FUNCTION: Mutex<Option<Py<PyAny>>> = Mutex::new(None);
static ANY: AtomicBool = AtomicBool::new(false);

/// Sets the clock, or takes it away.
#[pyfunction]
pub fn set_clock(function: Option<Bound<'_, PyAny>>) {
    ANY.store(function.is_some(), Ordering::Relaxed);
    let old = std::mem::replace(&mut *lock(&FUNCTION), function.map(Bound::unbind));
    drop(old);
}

/// What the clock says; none without one.
fn now(py: Python<'_>) -> PyResult<Option<f64>> {
    if !ANY.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let function = lock(&FUNCTION).as_ref().map(|f| f.clone_ref(py));
    let Some(function) = function else {
        return Ok(None);
    };
    let found = function.call0(py)?;
    let number = found.bind(py).extract();
    number
        .map(Some)
        .map_err(|_| PyTypeError::new_err("mjcb_time callback did not return a number"))
}

/// The time at which a call began; nothing without a clock.
pub struct Begun(Option<(f64, Instant, Vec<TimerStat>)>);

/// Looks at the clock before a call.
pub fn begin(py: Python<'_>, d: &NativeData) -> PyResult<Begun> {
    let Some(start) = now(py)? else {
        return Ok(Begun(None));
    };
    let timers = d.cell.look(py)?.stats.timer.to_vec();
    Ok(Begun(Some((start, Instant::now(), timers))))
}

impl Begun {
    /// Scales what the call took to what the clock says.
    pub fn end(self, py: Python<'_>, d: &NativeData) -> PyResult<()> {
        let Some((start, begun, before)) = self.0 else {
            return Ok(());
        };
        let elapsed = begun.elapsed().as_secs_f64();
        let Some(end) = now(py)? else {
            return Ok(());
        };
        let scale = (end - start) / elapsed.max(f64::MIN_POSITIVE);
        let mut data = d.cell.look(py)?;
        for (timer, before) in data.stats.timer.iter_mut().zip(before) {
            timer.duration = before.duration + (timer.duration - before.duration) * scale;
        }
        d.cell.show_all(py, &data);
        Ok(())
    }
}
