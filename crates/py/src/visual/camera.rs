//! Cameras, and the room.

use ligament::math::{Quat, Vec3};
use ligament::scene::plain::PlainRecord;
use ligament::scene::{Camera, GlCamera, Head};
use ligament::scene::{
    align_to_camera, average_camera, camera_frame, camera_frustum, camera_in_model, camera_in_room,
    default_free_camera, frustum_height, gl_camera, model_to_room, room_to_model, update_camera,
};
use pyo3::prelude::*;

use super::fatal;
use super::packed::{Bytes, PackedScene, all_bytes, bytes_of};
use crate::data::{NativeData, run_attached};
use crate::model::NativeModel;

type Triple = [f64; 3];

#[pyfunction]
fn visual_free_camera<'py>(m: &Bound<'py, NativeModel>) -> Bytes<'py> {
    let py = m.py();
    bytes_of(py, &default_free_camera(&m.get().cell.current(py)))
}

/// The abstract camera, both cameras of the scene, and whether the model is transformed.
#[pyfunction]
fn visual_update_camera<'py>(
    m: &Bound<'py, NativeModel>,
    d: &Bound<'py, NativeData>,
    cam: Vec<u8>,
    scn: PackedScene,
) -> PyResult<(Bytes<'py>, Bytes<'py>, u8)> {
    let py = m.py();
    let (mut cam, mut scene) = (Camera::from_bytes(&cam), scn.scene());
    run_attached(m, d, |m, d, _| update_camera(m, d, &mut cam, &mut scene))?
        .map_err(|error| fatal(py, "mjv_updateCamera", &error))?;
    let eyes = all_bytes::<GlCamera>(py, &scene.camera);
    Ok((bytes_of(py, &cam), eyes, scene.enabletransform))
}

#[pyfunction]
fn visual_gl_camera<'py>(
    m: &Bound<'py, NativeModel>,
    d: &Bound<'py, NativeData>,
    cam: Vec<u8>,
) -> PyResult<Bytes<'py>> {
    let py = m.py();
    let cam = Camera::from_bytes(&cam);
    let eye = run_attached(m, d, |m, d, _| gl_camera(m, d, &cam))?;
    let eye = eye.map_err(|error| fatal(py, "mjv_camera2GLCamera", &error))?;
    Ok(bytes_of(py, &eye))
}

#[pyfunction]
fn visual_average_camera<'py>(py: Python<'py>, cam1: Vec<u8>, cam2: Vec<u8>) -> Bytes<'py> {
    let [a, b] = [cam1, cam2].map(|bytes| GlCamera::from_bytes(&bytes));
    bytes_of(py, &average_camera(&a, &b))
}

/// Position, forward, up, right.
#[pyfunction]
fn visual_camera_frame(d: &Bound<'_, NativeData>, cam: Vec<u8>) -> PyResult<[Triple; 4]> {
    let py = d.py();
    let cam = Camera::from_bytes(&cam);
    let frame = d.get().with(py, |_, d| camera_frame(d, &cam))?;
    let frame = frame.map_err(|error| fatal(py, "mjv_cameraFrame", &error))?;
    Ok([frame.pos.0, frame.forward.0, frame.up.0, frame.right.0])
}

/// Vertical and horizontal edges, near and far.
#[pyfunction]
fn visual_camera_frustum(m: &Bound<'_, NativeModel>, cam: Vec<u8>) -> PyResult<[[f32; 2]; 3]> {
    let py = m.py();
    let frustum = camera_frustum(&m.get().cell.current(py), &Camera::from_bytes(&cam));
    let frustum = frustum.map_err(|error| fatal(py, "mjv_cameraFrustum", &error))?;
    Ok([frustum.vertical, frustum.horizontal, frustum.clip])
}

fn parts(head: Head) -> [Triple; 3] {
    [head.pos.0, head.forward.0, head.up.0]
}

#[pyfunction]
fn visual_camera_in_model(py: Python<'_>, scn: PackedScene) -> PyResult<[Triple; 3]> {
    let head =
        camera_in_model(&scn.scene()).map_err(|error| fatal(py, "mjv_cameraInModel", &error))?;
    Ok(parts(head))
}

#[pyfunction]
fn visual_camera_in_room(py: Python<'_>, scn: PackedScene) -> PyResult<[Triple; 3]> {
    let head =
        camera_in_room(&scn.scene()).map_err(|error| fatal(py, "mjv_cameraInRoom", &error))?;
    Ok(parts(head))
}

#[pyfunction]
fn visual_frustum_height(py: Python<'_>, scn: PackedScene) -> PyResult<f64> {
    frustum_height(&scn.scene()).map_err(|error| fatal(py, "mjv_frustumHeight", &error))
}

#[pyfunction]
fn visual_room_to_model(
    py: Python<'_>,
    pos: Triple,
    quat: [f64; 4],
    scn: PackedScene,
) -> PyResult<(Triple, [f64; 4])> {
    let pose = room_to_model(&scn.scene(), Vec3(pos), Quat(quat));
    let (pos, quat) = pose.map_err(|error| fatal(py, "mjv_room2model", &error))?;
    Ok((pos.0, quat.0))
}

#[pyfunction]
fn visual_model_to_room(
    py: Python<'_>,
    pos: Triple,
    quat: [f64; 4],
    scn: PackedScene,
) -> PyResult<(Triple, [f64; 4])> {
    let pose = model_to_room(&scn.scene(), Vec3(pos), Quat(quat));
    let (pos, quat) = pose.map_err(|error| fatal(py, "mjv_model2room", &error))?;
    Ok((pos.0, quat.0))
}

#[pyfunction]
fn visual_align_to_camera(vec: Triple, forward: Triple) -> Triple {
    align_to_camera(Vec3(vec), Vec3(forward)).0
}

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(visual_free_camera, module)?)?;
    module.add_function(wrap_pyfunction!(visual_update_camera, module)?)?;
    module.add_function(wrap_pyfunction!(visual_gl_camera, module)?)?;
    module.add_function(wrap_pyfunction!(visual_average_camera, module)?)?;
    module.add_function(wrap_pyfunction!(visual_camera_frame, module)?)?;
    module.add_function(wrap_pyfunction!(visual_camera_frustum, module)?)?;
    module.add_function(wrap_pyfunction!(visual_camera_in_model, module)?)?;
    module.add_function(wrap_pyfunction!(visual_camera_in_room, module)?)?;
    module.add_function(wrap_pyfunction!(visual_frustum_height, module)?)?;
    module.add_function(wrap_pyfunction!(visual_room_to_model, module)?)?;
    module.add_function(wrap_pyfunction!(visual_model_to_room, module)?)?;
    module.add_function(wrap_pyfunction!(visual_align_to_camera, module)?)
}
