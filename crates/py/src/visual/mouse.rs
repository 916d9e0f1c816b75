//! The mouse.

use ligament::math::Vec3;
use ligament::scene::plain::PlainRecord;
use ligament::scene::{Camera, Drag, Perturb, SceneHead, VisOption};
use ligament::scene::{
    apply_perturb_force, apply_perturb_pose, init_perturb, move_camera, move_model, move_perturb,
    select,
};
use pyo3::prelude::*;

use super::fatal;
use super::packed::{Bytes, PackedScene, bytes_of};
use crate::data::{NativeData, run, run_attached};
use crate::model::NativeModel;

fn drag(action: i32, [dx, dy]: [f64; 2]) -> Drag {
    Drag { action, dx, dy }
}

#[pyfunction]
fn visual_move_camera<'py>(
    m: &Bound<'py, NativeModel>,
    action: i32,
    rel: [f64; 2],
    cam: Vec<u8>,
) -> PyResult<Bytes<'py>> {
    let py = m.py();
    let mut cam = Camera::from_bytes(&cam);
    move_camera(&m.get().cell.current(py), drag(action, rel), &mut cam)
        .map_err(|error| fatal(py, "mjv_moveCamera", &error))?;
    Ok(bytes_of(py, &cam))
}

#[pyfunction]
fn visual_move_model<'py>(
    m: &Bound<'py, NativeModel>,
    action: i32,
    rel: [f64; 2],
    up: [f64; 3],
    scn: PackedScene,
) -> PyResult<Bytes<'py>> {
    let py = m.py();
    let mut scene = scn.scene();
    move_model(
        &m.get().cell.current(py),
        drag(action, rel),
        Vec3(up),
        &mut scene,
    )
    .map_err(|error| fatal(py, "mjv_moveModel", &error))?;
    Ok(bytes_of::<SceneHead>(py, &scene.head()))
}

#[pyfunction]
fn visual_move_perturb<'py>(
    m: &Bound<'py, NativeModel>,
    d: &Bound<'py, NativeData>,
    action: i32,
    rel: [f64; 2],
    scn: PackedScene,
    pert: Vec<u8>,
) -> PyResult<Bytes<'py>> {
    let py = m.py();
    let (mut pert, scene) = (Perturb::from_bytes(&pert), scn.scene());
    let moved = run_attached(m, d, |m, d, _| {
        move_perturb(m, d, drag(action, rel), &scene, &mut pert)
    })?;
    moved.map_err(|error| fatal(py, "mjv_movePerturb", &error))?;
    Ok(bytes_of(py, &pert))
}

#[pyfunction]
fn visual_init_perturb<'py>(
    m: &Bound<'py, NativeModel>,
    d: &Bound<'py, NativeData>,
    scn: PackedScene,
    pert: Vec<u8>,
) -> PyResult<Bytes<'py>> {
    let py = m.py();
    let (mut pert, scene) = (Perturb::from_bytes(&pert), scn.scene());
    run_attached(m, d, |m, d, _| init_perturb(m, d, &scene, &mut pert))?
        .map_err(|error| fatal(py, "mjv_initPerturb", &error))?;
    Ok(bytes_of(py, &pert))
}

#[pyfunction]
fn visual_apply_pose(
    m: &Bound<'_, NativeModel>,
    d: &Bound<'_, NativeData>,
    pert: Vec<u8>,
    paused: bool,
) -> PyResult<()> {
    let pert = Perturb::from_bytes(&pert);
    run_attached(m, d, |m, d, _| apply_perturb_pose(m, d, &pert, paused))?
        .map_err(|error| fatal(m.py(), "mjv_applyPerturbPose", &error))
}

#[pyfunction]
fn visual_apply_force(
    m: &Bound<'_, NativeModel>,
    d: &Bound<'_, NativeData>,
    pert: Vec<u8>,
) -> PyResult<()> {
    let pert = Perturb::from_bytes(&pert);
    run_attached(m, d, |m, d, _| apply_perturb_force(m, d, &pert))?
        .map_err(|error| fatal(m.py(), "mjv_applyPerturbForce", &error))
}

/// Body, geom and skin, each -1 for none, and the point.
#[pyfunction]
fn visual_select(
    m: &Bound<'_, NativeModel>,
    d: &Bound<'_, NativeData>,
    opt: Vec<u8>,
    aspect: f64,
    rel: [f64; 2],
    scn: PackedScene,
) -> PyResult<(i32, i32, i32, Option<[f64; 3]>)> {
    let py = m.py();
    let (opt, scene) = (VisOption::from_bytes(&opt), scn.scene());
    let found = run(m, d, |m, d, _| select(m, d, &opt, aspect, rel, &scene))?;
    let found = found.map_err(|error| fatal(py, "mjv_select", &error))?;
    let id = |x: Option<usize>| x.map_or(-1, |x| x as i32);
    Ok(match found {
        Some(hit) => (
            hit.body as i32,
            id(hit.geom),
            id(hit.skin),
            Some(hit.point.0),
        ),
        None => (-1, -1, -1, None),
    })
}

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(visual_move_camera, module)?)?;
    module.add_function(wrap_pyfunction!(visual_move_model, module)?)?;
    module.add_function(wrap_pyfunction!(visual_move_perturb, module)?)?;
    module.add_function(wrap_pyfunction!(visual_init_perturb, module)?)?;
    module.add_function(wrap_pyfunction!(visual_apply_pose, module)?)?;
    module.add_function(wrap_pyfunction!(visual_apply_force, module)?)?;
    module.add_function(wrap_pyfunction!(visual_select, module)?)
}
