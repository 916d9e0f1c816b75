//! Pictures: what `MjrContext` and `Renderer` of Python draw with.

use std::sync::Mutex;

use ligament::model::enums::{Keyword, TextureType};
use ligament::scene::Scene;
use ligament_render::flat::Fonts;
use ligament_render::texture::Texture;
use ligament_render::{Assets, Exact, MAX_SIDE, Painter, Picture, Sights, Stage, film};
use ligament_render::{color_many, sights_many};
use numpy::{PyArray1, PyArray2, PyArray3, PyArray4, PyArrayMethods};
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

/// Most pixels of one call for many worlds.
const MAX_PIXELS: usize = 1 << 30;

/// How many pixels so many pictures have.
fn all_pixels(count: usize, (width, height): (usize, usize)) -> PyResult<usize> {
    checked(width, height)?;
    (width * height)
        .checked_mul(count)
        .filter(|n| *n <= MAX_PIXELS)
        .ok_or_else(|| PyValueError::new_err(format!("{count} pictures are too many for one call")))
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

    /// Red, green and blue of every pixel; rows from the top.
    fn color<'py>(
        &self,
        m: &Bound<'py, NativeModel>,
        scn: PackedScene,
        size: (usize, usize),
        samples: i32,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        checked(size.0, size.1)?;
        let rgb = self.draw(m, &scn, |desk, model, scene| {
            desk.assets.settings.samples = samples;
            let stage = Stage {
                model,
                assets: &desk.assets,
            };
            desk.painter
                .color(stage, scene, size.0, size.1, &mut desk.picture);
            let mut rgb = Vec::with_capacity(desk.picture.rgb.len());
            for row in desk.picture.rgb.rchunks((3 * size.0).max(1)) {
                rgb.extend_from_slice(row);
            }
            rgb
        });
        PyArray1::from_vec(m.py(), rgb).reshape([size.1, size.0, 3])
    }

    /// Index of the geom of the scene (-1 for none), and depth as OpenGL has it from 1 to 0, of every pixel.
    fn exact<'py>(
        &self,
        m: &Bound<'py, NativeModel>,
        scn: PackedScene,
        size: (usize, usize),
    ) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        checked(size.0, size.1)?;
        let py = m.py();
        let (geom, reversed) = self.draw(m, &scn, |desk, model, scene| {
            let stage = Stage {
                model,
                assets: &desk.assets,
            };
            let exact = &mut desk.exact;
            desk.painter.exact(stage, scene, size.0, size.1, exact);
            let geom: Vec<u8> = exact.geom.iter().flat_map(|g| g.to_ne_bytes()).collect();
            let reversed = exact.reversed();
            let reversed: Vec<u8> = reversed.iter().flat_map(|x| x.to_ne_bytes()).collect();
            (geom, reversed)
        });
        Ok((PyBytes::new(py, &geom), PyBytes::new(py, &reversed)))
    }

    /// Distance, and id and type of the object, of every pixel, as far as they are asked for; rows from the top.
    #[allow(clippy::type_complexity, reason = "two arrays")]
    fn sights<'py>(
        &self,
        m: &Bound<'py, NativeModel>,
        scn: PackedScene,
        size: (usize, usize),
        wanted: (bool, bool),
    ) -> PyResult<(
        Option<Bound<'py, PyArray2<f32>>>,
        Option<Bound<'py, PyArray3<i32>>>,
    )> {
        let ((width, height), (with_depth, with_objects)) = (size, wanted);
        checked(width, height)?;
        let py = m.py();
        let length = |wanted: bool| if wanted { width * height } else { 0 };
        let (depth, objects) = self.draw(m, &scn, |desk, model, scene| {
            let mut depth = vec![0.0; length(with_depth)];
            let mut objects = vec![[0; 2]; length(with_objects)];
            let stage = Stage {
                model,
                assets: &desk.assets,
            };
            let out = Sights {
                depth: &mut depth,
                objects: &mut objects,
            };
            desk.painter.sights(stage, scene, [width, height], out);
            (depth, objects.into_flattened())
        });
        let depth = PyArray1::from_vec(py, depth);
        let objects = PyArray1::from_vec(py, objects);
        Ok((
            with_depth
                .then(|| depth.reshape([height, width]))
                .transpose()?,
            with_objects
                .then(|| objects.reshape([height, width, 2]))
                .transpose()?,
        ))
    }

    /// Colour of many scenes: rows from the top.
    fn color_many<'py>(
        &self,
        m: &Bound<'py, NativeModel>,
        scenes: Vec<PackedScene>,
        size: (usize, usize),
        samples: i32,
    ) -> PyResult<Bound<'py, PyArray4<u8>>> {
        let pixels = all_pixels(scenes.len(), size)?;
        let (py, count) = (m.py(), scenes.len());
        let model = m.get().cell.current(py);
        let rgb = py.detach(|| {
            let desk = &mut *lock(&self.desk);
            desk.assets.settings.samples = samples;
            let scenes: Vec<Scene> = scenes.iter().map(PackedScene::scene).collect();
            let mut rgb = vec![0; 3 * pixels];
            let stage = Stage {
                model: &model,
                assets: &desk.assets,
            };
            color_many(stage, &scenes, [size.0, size.1], &mut rgb);
            rgb
        });
        PyArray1::from_vec(py, rgb).reshape([count, size.1, size.0, 3])
    }

    /// Distance, and id and type of objects, of many scenes, as far as they are asked for.
    #[allow(clippy::type_complexity, reason = "two arrays")]
    fn sights_many<'py>(
        &self,
        m: &Bound<'py, NativeModel>,
        scenes: Vec<PackedScene>,
        size: (usize, usize),
        wanted: (bool, bool),
    ) -> PyResult<(
        Option<Bound<'py, PyArray3<f32>>>,
        Option<Bound<'py, PyArray4<i32>>>,
    )> {
        let pixels = all_pixels(scenes.len(), size)?;
        let (count, (width, height)) = (scenes.len(), size);
        let py = m.py();
        let model = m.get().cell.current(py);
        let (depth, objects) = py.detach(|| {
            let desk = &*lock(&self.desk);
            let scenes: Vec<Scene> = scenes.iter().map(PackedScene::scene).collect();
            let mut depth = vec![0.0; if wanted.0 { pixels } else { 0 }];
            let mut objects = vec![[0; 2]; if wanted.1 { pixels } else { 0 }];
            let stage = Stage {
                model: &model,
                assets: &desk.assets,
            };
            let out = Sights {
                depth: &mut depth,
                objects: &mut objects,
            };
            sights_many(stage, &scenes, [width, height], out);
            (depth, objects.into_flattened())
        });
        let depth = PyArray1::from_vec(py, depth);
        let objects = PyArray1::from_vec(py, objects);
        let depth = wanted.0.then(|| depth.reshape([count, height, width]));
        let objects = wanted.1.then(|| objects.reshape([count, height, width, 2]));
        Ok((depth.transpose()?, objects.transpose()?))
    }

    /// Sets the size of labels, in percent.
    fn set_font_scale(&self, scale: i32) {
        lock(&self.desk).assets.settings.fonts = Fonts::new(scale);
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

    /// Puts in a texture whose pixels are not in the model: its type, width, height, bytes per pixel, and bytes.
    fn set_texture(
        &self,
        id: usize,
        kind: i32,
        shape: (usize, usize, usize),
        pixels: Vec<u8>,
    ) -> PyResult<()> {
        let (width, height, channels) = shape;
        let texture = TextureType::from_number(kind)
            .and_then(|kind| Texture::new(kind, [width, height], channels, &pixels))
            .ok_or_else(|| PyValueError::new_err("these pixels are no texture"))?;
        lock(&self.desk).assets.set_texture(id, texture);
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
