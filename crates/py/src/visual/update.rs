//! Making of scenes.

use ligament::scene::plain::PlainRecord;
use ligament::scene::{
    Camera, GlCamera, Light, Perturb, Scene, SceneGeom, SceneHead, View, VisOption,
};
use ligament::scene::{add_geoms, make_lights, update_scene, update_skin};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::fatal;
use super::packed::{Bytes, PackedScene, all_bytes, bytes_of, vector_bytes};
use crate::data::{NativeData, run};
use crate::model::NativeModel;

/// What Python takes over of a new scene.
#[pyclass(frozen, get_all)]
pub struct NewScene {
    head: Py<PyBytes>,
    camera: Py<PyBytes>,
    lights: Py<PyBytes>,
    geoms: Py<PyBytes>,
    skinvert: Py<PyBytes>,
    skinnormal: Py<PyBytes>,
    /// The abstract camera, which may follow a body.
    view: Option<Py<PyBytes>>,
}

impl NewScene {
    /// The scene without its first geoms.
    fn new(py: Python<'_>, scene: &Scene, skip: usize, view: Option<&Camera>) -> Self {
        Self {
            head: bytes_of::<SceneHead>(py, &scene.head()).unbind(),
            camera: all_bytes::<GlCamera>(py, &scene.camera).unbind(),
            lights: all_bytes::<Light>(py, &scene.lights).unbind(),
            geoms: all_bytes::<SceneGeom>(py, &scene.geoms[skip.min(scene.geoms.len())..]).unbind(),
            skinvert: vector_bytes(py, &scene.skin.vert).unbind(),
            skinnormal: vector_bytes(py, &scene.skin.normal).unbind(),
            view: view.map(|view| bytes_of(py, view).unbind()),
        }
    }
}

/// Makes a whole scene.
#[pyfunction]
pub fn visual_update_scene(
    m: &Bound<'_, NativeModel>,
    d: &Bound<'_, NativeData>,
    opt: Vec<u8>,
    pert: Option<Vec<u8>>,
    cam: Option<Vec<u8>>,
    catmask: i32,
    scn: PackedScene,
) -> PyResult<NewScene> {
    let py = m.py();
    let opt = VisOption::from_bytes(&opt);
    let pert = pert.map(|bytes| Perturb::from_bytes(&bytes));
    let mut cam = cam.map(|bytes| Camera::from_bytes(&bytes));
    let mut scene = scn.scene();
    let view = View {
        opt: &opt,
        pert: pert.as_ref(),
        catmask,
    };
    run(m, d, |m, d, _| {
        update_scene(m, d, &view, cam.as_mut(), &mut scene)
    })?
    .map_err(|error| fatal(py, "mjv_updateScene", &error))?;
    Ok(NewScene::new(py, &scene, 0, cam.as_ref()))
}

/// Geoms to be added to a scene that has some.
#[pyfunction]
pub fn visual_add_geoms(
    m: &Bound<'_, NativeModel>,
    d: &Bound<'_, NativeData>,
    opt: Vec<u8>,
    pert: Option<Vec<u8>>,
    catmask: i32,
    scn: PackedScene,
    ngeom: usize,
) -> PyResult<NewScene> {
    let py = m.py();
    let opt = VisOption::from_bytes(&opt);
    let pert = pert.map(|bytes| Perturb::from_bytes(&bytes));
    let mut scene = scn.scene();
    let present = ngeom.min(scene.maxgeom);
    scene.geoms = vec![SceneGeom::default(); present];
    let view = View {
        opt: &opt,
        pert: pert.as_ref(),
        catmask,
    };
    run(m, d, |m, d, _| add_geoms(m, d, &view, &mut scene))?
        .map_err(|error| fatal(py, "mjv_addGeoms", &error))?;
    Ok(NewScene::new(py, &scene, present, None))
}

/// The lights of a scene.
#[pyfunction]
pub fn visual_make_lights<'py>(
    m: &Bound<'py, NativeModel>,
    d: &Bound<'py, NativeData>,
    scn: PackedScene,
) -> PyResult<Bytes<'py>> {
    let mut scene = scn.scene();
    run(m, d, |m, d, _| make_lights(m, d, &mut scene))?;
    Ok(all_bytes::<Light>(m.py(), &scene.lights))
}

/// Vertices and normals of skins.
#[pyfunction]
pub fn visual_update_skin<'py>(
    m: &Bound<'py, NativeModel>,
    d: &Bound<'py, NativeData>,
    scn: PackedScene,
) -> PyResult<(Bytes<'py>, Bytes<'py>)> {
    let py = m.py();
    let mut scene = scn.scene();
    run(m, d, |m, d, _| update_skin(m, d, &mut scene))?
        .map_err(|error| fatal(py, "mjv_updateSkin", &error))?;
    let skin = &scene.skin;
    Ok((vector_bytes(py, &skin.vert), vector_bytes(py, &skin.normal)))
}
