//! Pictures: what `MjrContext` and `Renderer` of Python draw with.

use std::sync::Mutex;

use ligament::scene::Scene;
use ligament_render::{Assets, Exact, MAX_SIDE, Painter, Picture, Stage, film};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::model::NativeModel;
use crate::model_cell::lock;
use crate::visual::packed::PackedScene;

/// What is drawn with, and the last pictures.
struct Desk {
    assets: Assets,
    painter: Painter,
    exact: Exact,
    picture: Picture,
}

/// Shapes and textures of a model, and memory to draw in. Rows of pictures go from the bottom up.
#[pyclass(frozen)]
pub struct NativeRenderer {
    desk: Mutex<Desk>,
}

fn checked(width: usize, height: usize) -> PyResult<()> {
    if width > MAX_SIDE || height > MAX_SIDE {
        return Err(PyValueError::new_err(format!(
            "a picture can have at most {MAX_SIDE} pixels along each side, not {width} x {height}"
        )));
    }
    Ok(())
}

impl NativeRenderer {
    /// Draws without the interpreter.
    fn draw<T: Send>(
        &self,
        m: &Bound<'_, NativeModel>,
        scn: &PackedScene,
        f: impl FnOnce(&mut Desk, &ligament::Model, &Scene) -> T + Send,
    ) -> T {
        let py = m.py();
        let (model, scene) = (m.get().cell.current(py), scn.scene());
        py.detach(|| f(&mut lock(&self.desk), &model, &scene))
    }
}

#[pymethods]
impl NativeRenderer {
    #[new]
    fn new(m: &Bound<'_, NativeModel>) -> Self {
        let py = m.py();
        let model = m.get().cell.current(py);
        let assets = py.detach(|| Assets::new(&model));
        Self {
            desk: Mutex::new(Desk {
                assets,
                painter: Painter::default(),
                exact: Exact::default(),
                picture: Picture::default(),
            }),
        }
    }

    /// Red, green and blue of every pixel.
    fn color<'py>(
        &self,
        m: &Bound<'py, NativeModel>,
        scn: PackedScene,
        size: (usize, usize),
        samples: i32,
    ) -> PyResult<Bound<'py, PyBytes>> {
        checked(size.0, size.1)?;
        self.draw(m, &scn, |desk, model, scene| {
            desk.assets.settings.samples = samples;
            let stage = Stage {
                model,
                assets: &desk.assets,
            };
            desk.painter
                .color(stage, scene, size.0, size.1, &mut desk.picture);
        });
        Ok(PyBytes::new(m.py(), &lock(&self.desk).picture.rgb))
    }

    /// Index of the geom of the scene (-1 for none), distance, and depth as OpenGL has it from 1 to 0, of every pixel.
    #[allow(clippy::type_complexity, reason = "three arrays as bytes")]
    fn exact<'py>(
        &self,
        m: &Bound<'py, NativeModel>,
        scn: PackedScene,
        size: (usize, usize),
    ) -> PyResult<(
        Bound<'py, PyBytes>,
        Bound<'py, PyBytes>,
        Bound<'py, PyBytes>,
    )> {
        checked(size.0, size.1)?;
        let py = m.py();
        let (geom, depth, reversed) = self.draw(m, &scn, |desk, model, scene| {
            let stage = Stage {
                model,
                assets: &desk.assets,
            };
            let exact = &mut desk.exact;
            desk.painter.exact(stage, scene, size.0, size.1, exact);
            let count = exact.geom.len();
            let geom: Vec<u8> = exact.geom.iter().flat_map(|g| g.to_ne_bytes()).collect();
            let floats = |f: &dyn Fn(usize) -> f32| -> Vec<u8> {
                (0..count).flat_map(|p| f(p).to_ne_bytes()).collect()
            };
            let depth = floats(&|p| exact.depth(p));
            (geom, depth, floats(&|p| exact.reversed(p)))
        });
        Ok((
            PyBytes::new(py, &geom),
            PyBytes::new(py, &depth),
            PyBytes::new(py, &reversed),
        ))
    }

    /// Takes a texture (`"texture"`), mesh (`"mesh"`) or height field (`"hfield"`) from the model anew.
    fn upload(&self, m: &Bound<'_, NativeModel>, kind: &str, id: usize) -> PyResult<()> {
        let model = m.get().cell.current(m.py());
        let assets = &mut lock(&self.desk).assets;
        match kind {
            "texture" => assets.upload_texture(&model, id),
            "mesh" => assets.upload_mesh(&model, id),
            "hfield" => assets.upload_hfield(&model, id),
            _ => return Err(PyValueError::new_err(format!("there is no asset '{kind}'"))),
        }
        Ok(())
    }

    /// A picture as a PNG file; rows go from the bottom up.
    #[staticmethod]
    fn png<'py>(
        py: Python<'py>,
        rgb: Vec<u8>,
        size: (usize, usize),
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (width, height) = size;
        if width.checked_mul(height).and_then(|n| n.checked_mul(3)) != Some(rgb.len()) {
            return Err(PyValueError::new_err("the picture does not have this size"));
        }
        let mut bytes = Vec::new();
        let picture = Picture { width, height, rgb };
        film::write_png(&mut bytes, &picture)
            .map_err(|e| PyRuntimeError::new_err(e.to_string()))?;
        Ok(PyBytes::new(py, &bytes))
    }
}
