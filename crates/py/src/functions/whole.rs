//! Functions that change a model as a whole, and copies.
#![allow(non_snake_case, reason = "functions carry MuJoCo's names")]

use ligament::engine::{Data, SetConstOptions, setconst, support};
use pyo3::prelude::*;

use crate::args::{Arg, In, Out, fixed, wrong};
use crate::data::NativeData;
use crate::model::NativeModel;
use ligament::math::{Quat, Vec3};

/// Computes everything in the model that follows from other fields of it.
#[pyfunction]
fn mj_setConst(m: &Bound<'_, NativeModel>, d: &Bound<'_, NativeData>) -> PyResult<()> {
    let (py, cell) = (m.py(), &d.get().cell);
    d.get().check_model(&m.get().cell)?;
    let mut data = cell.enter(py)?;
    cell.take_over(py, &mut data);
    m.get().cell.change(py, |m| {
        setconst(m, &mut data, &SetConstOptions::default());
    });
    cell.show_all(py, &data);
    Ok(())
}

/// Scales all masses and inertias to a total mass.
#[pyfunction]
fn mj_setTotalmass(m: &Bound<'_, NativeModel>, newmass: f64) {
    m.get().cell.change(m.py(), |m| {
        support::set_total_mass(m, newmass);
        let mut work = Data::new(m);
        setconst(m, &mut work, &SetConstOptions::default());
    });
}

/// Copies a simulation.
#[pyfunction]
fn mj_copyData(
    dest: &Bound<'_, NativeData>,
    m: &Bound<'_, NativeModel>,
    src: &Bound<'_, NativeData>,
) -> PyResult<()> {
    let model = &m.get().cell;
    dest.get().check_model(model)?;
    src.get().check_model(model)?;
    dest.get().copy_from(m.py(), src.get())
}

/// A position and an orientation in the frame of a body, in the world.
#[pyfunction]
fn mj_local2Global(
    d: &Bound<'_, NativeData>,
    xpos: Option<&Bound<'_, PyAny>>,
    xmat: Option<&Bound<'_, PyAny>>,
    pos: Option<&Bound<'_, PyAny>>,
    quat: Option<&Bound<'_, PyAny>>,
    body: i64,
    sameframe: u8,
) -> PyResult<()> {
    let py = d.py();
    let mut xpos = Out::<f64>::take(xpos, "xpos", Some(3))?;
    let mut xmat = Out::<f64>::take(xmat, "xmat", Some(9))?;
    let pos = In::<f64>::take(pos, "pos", Some(3))?;
    let quat = In::<f64>::take(quat, "quat", Some(4))?;
    let found = d.get().with(py, |_, d| {
        let body = usize::try_from(body)
            .ok()
            .filter(|b| *b < d.pose.xpos.len())?;
        let (pos, quat) = (Vec3(fixed(&pos)), Quat(fixed(&quat)));
        Some(support::local_to_global(
            &d.pose, pos, quat, body, sameframe,
        ))
    })?;
    let (at, axes) = found.ok_or_else(|| wrong(format!("there is no body {body}")))?;
    xpos.copy_from_slice(&at.0);
    xmat.copy_from_slice(&axes.0);
    xpos.put(py)?;
    xmat.put(py)
}

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(mj_setConst, module)?)?;
    module.add_function(wrap_pyfunction!(mj_setTotalmass, module)?)?;
    module.add_function(wrap_pyfunction!(mj_copyData, module)?)?;
    module.add_function(wrap_pyfunction!(mj_local2Global, module)?)
}
