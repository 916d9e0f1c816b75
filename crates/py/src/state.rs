//! The state as one vector.
#![allow(non_snake_case, reason = "functions carry MuJoCo's names")]

use ligament::engine::data::{StateBits, StateError, extract_state, state_size};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::args::fatal;
use crate::data::{NativeData, run_attached};
use crate::model::NativeModel;
use crate::view::{Output, input};

fn error(why: StateError) -> PyErr {
    PyTypeError::new_err(why.to_string())
}

/// Components with this signature.
fn bits(sig: i64) -> PyResult<StateBits> {
    let bits = u32::try_from(sig);
    bits.map(StateBits)
        .map_err(|_| PyTypeError::new_err(format!("invalid state signature {sig}")))
}

fn size(m: &Bound<'_, NativeModel>, bits: StateBits) -> PyResult<usize> {
    let py = m.py();
    state_size(&*m.get().cell.sound(py)?, bits).map_err(|_| {
        let why = format!(
            "mj_stateSize: invalid state signature {} >= 2^mjNSTATE",
            bits.0
        );
        fatal(py, why)
    })
}

/// Complains unless a vector has as many numbers as a state.
fn check_length(state: &Bound<'_, PyAny>, expected: usize) -> PyResult<()> {
    let size = state.getattr("size").and_then(|n| n.extract::<usize>());
    if size.is_ok_and(|found| found != expected) {
        let why = "state size should equal mj_stateSize(m, sig)";
        return Err(PyTypeError::new_err(why));
    }
    Ok(())
}

/// How many numbers a state of some components has.
#[pyfunction]
pub fn mj_stateSize(m: &Bound<'_, NativeModel>, sig: i64) -> PyResult<usize> {
    size(m, bits(sig)?)
}

/// Copies components of the state into a vector.
#[pyfunction]
pub fn mj_getState(
    m: &Bound<'_, NativeModel>,
    d: &Bound<'_, NativeData>,
    state: &Bound<'_, PyAny>,
    sig: i64,
) -> PyResult<()> {
    let bits = bits(sig)?;
    let length = size(m, bits)?;
    check_length(state, length)?;
    let output = Output::<f64>::of(state, "state", length)?;
    let mut numbers = vec![0.0; output.len()];
    run_attached(m, d, |m, d, _| d.get_state(m, &mut numbers, bits))?.map_err(error)?;
    output.write(m.py(), &numbers)
}

/// Copies a vector into components of the state.
#[pyfunction]
pub fn mj_setState(
    m: &Bound<'_, NativeModel>,
    d: &Bound<'_, NativeData>,
    state: &Bound<'_, PyAny>,
    sig: i64,
) -> PyResult<()> {
    let (bits, numbers) = (bits(sig)?, input::<f64>(state, "state")?.0);
    run_attached(m, d, |m, d, _| d.set_state(m, &numbers, bits))?.map_err(error)
}

/// Copies components of the state from one simulation to another.
#[pyfunction]
pub fn mj_copyState(
    m: &Bound<'_, NativeModel>,
    src: &Bound<'_, NativeData>,
    dst: &Bound<'_, NativeData>,
    sig: i64,
) -> PyResult<()> {
    let bits = bits(sig)?;
    let mut numbers = vec![0.0; size(m, bits)?];
    run_attached(m, src, |m, d, _| d.get_state(m, &mut numbers, bits))?.map_err(error)?;
    run_attached(m, dst, |m, d, _| d.set_state(m, &numbers, bits))?.map_err(error)
}

/// Copies some components out of a state vector with more of them.
#[pyfunction]
pub fn mj_extractState(
    m: &Bound<'_, NativeModel>,
    src: &Bound<'_, PyAny>,
    srcsig: i64,
    dst: &Bound<'_, PyAny>,
    dstsig: i64,
) -> PyResult<()> {
    let (have, want) = (bits(srcsig)?, bits(dstsig)?);
    let source = input::<f64>(src, "src")?.0;
    let output = Output::<f64>::of(dst, "dst", size(m, want)?)?;
    let mut numbers = vec![0.0; output.len()];
    let model = m.get().cell.sound(m.py())?;
    extract_state(&model, &source, have, &mut numbers, want).map_err(error)?;
    output.write(m.py(), &numbers)
}

/// Stores the state in a keyframe of the model.
#[pyfunction]
pub fn mj_setKeyframe(
    m: &Bound<'_, NativeModel>,
    d: &Bound<'_, NativeData>,
    k: i64,
) -> PyResult<()> {
    let (py, data) = (m.py(), d.get());
    data.check_model(&m.get().cell)?;
    let count = m.get().cell.size().nkey;
    let key = usize::try_from(k).ok().filter(|key| *key < count);
    let key = key.ok_or_else(|| {
        let why = format!(
            "mj_setKeyframe: index must be smaller than {count} (keyframes allocated in model)"
        );
        fatal(py, why)
    })?;
    let mut d = data.cell.enter(py)?;
    data.cell.take_over(py, &mut d);
    m.get().cell.change(py, |m| {
        m.key.time[key] = d.time;
        store(&mut m.key.qpos, &d.state.qpos, key);
        store(&mut m.key.qvel, &d.state.qvel, key);
        store(&mut m.key.act, &d.state.act, key);
        store(&mut m.key.plastic, &d.state.plastic, key);
        store(&mut m.key.mpos, &d.input.mocap_pos, key);
        store(&mut m.key.mquat, &d.input.mocap_quat, key);
        store(&mut m.key.ctrl, &d.input.ctrl, key);
    });
    Ok(())
}

/// Writes a row of a table.
fn store<T: Copy>(table: &mut [T], row: &[T], index: usize) {
    let start = index * row.len();
    if let Some(to) = table.get_mut(start..start + row.len()) {
        to.copy_from_slice(row);
    }
}

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(mj_stateSize, module)?)?;
    module.add_function(wrap_pyfunction!(mj_getState, module)?)?;
    module.add_function(wrap_pyfunction!(mj_setState, module)?)?;
    module.add_function(wrap_pyfunction!(mj_copyState, module)?)?;
    module.add_function(wrap_pyfunction!(mj_extractState, module)?)?;
    module.add_function(wrap_pyfunction!(mj_setKeyframe, module)?)
}
