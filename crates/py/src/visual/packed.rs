//! Records as bytes.

use ligament::scene::plain::PlainRecord;
use ligament::scene::{GlCamera, Light, Scene, SceneGeom, SceneHead, SceneSkins};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Records as Python has them.
pub type Bytes<'py> = Bound<'py, PyBytes>;

/// The bytes of a record.
pub fn bytes_of<'py, T: PlainRecord>(py: Python<'py>, record: &T) -> Bound<'py, PyBytes> {
    all_bytes(py, std::slice::from_ref(record))
}

/// The bytes of records, one after the other.
pub fn all_bytes<'py, T: PlainRecord>(py: Python<'py>, records: &[T]) -> Bound<'py, PyBytes> {
    let mut bytes = Vec::with_capacity(records.len() * T::SIZE);
    for record in records {
        record.put_record(&mut bytes);
    }
    PyBytes::new(py, &bytes)
}

/// The records in bytes.
pub fn records_in<T: PlainRecord>(bytes: &[u8]) -> Vec<T> {
    bytes.chunks_exact(T::SIZE).map(T::from_bytes).collect()
}

/// The bytes of vectors.
pub fn vector_bytes<'py>(py: Python<'py>, vectors: &[[f32; 3]]) -> Bound<'py, PyBytes> {
    let bytes: Vec<u8> = vectors
        .iter()
        .flatten()
        .flat_map(|x| x.to_ne_bytes())
        .collect();
    PyBytes::new(py, &bytes)
}

/// The vectors in bytes.
fn vectors_in(bytes: &[u8]) -> Vec<[f32; 3]> {
    let number = |four: &[u8]| four.try_into().map_or(0.0, f32::from_ne_bytes);
    bytes
        .chunks_exact(12)
        .map(|v| [number(&v[..4]), number(&v[4..8]), number(&v[8..])])
        .collect()
}

/// A scene of Python, as copies of its bytes; `MjvScene._packed` makes it. Renderers take it, too.
#[derive(FromPyObject)]
pub struct PackedScene {
    head: Vec<u8>,
    camera: Vec<u8>,
    lights: Vec<u8>,
    geoms: Vec<u8>,
    skinvert: Vec<u8>,
    skinnormal: Vec<u8>,
    skin: (Vec<i32>, Vec<i32>, Vec<i32>),
    maxgeom: usize,
    nflex: i32,
}

impl PackedScene {
    /// The scene.
    pub fn scene(&self) -> Scene {
        let (facenum, vertadr, vertnum) = self.skin.clone();
        let mut scene = Scene {
            maxgeom: self.maxgeom,
            geoms: records_in::<SceneGeom>(&self.geoms),
            lights: records_in::<Light>(&self.lights),
            skin: SceneSkins {
                facenum,
                vertadr,
                vertnum,
                vert: vectors_in(&self.skinvert),
                normal: vectors_in(&self.skinnormal),
            },
            ..Scene::default()
        };
        scene.flex.nflex = self.nflex;
        scene.set_head(&SceneHead::from_bytes(&self.head));
        for (eye, found) in scene
            .camera
            .iter_mut()
            .zip(records_in::<GlCamera>(&self.camera))
        {
            *eye = found;
        }
        scene
    }
}
