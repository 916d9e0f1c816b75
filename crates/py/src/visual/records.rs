//! What records look like, and single geoms.

use ligament::math::{Mat3, Vec3};
use ligament::scene::plain::{Kind, PlainRecord};
use ligament::scene::{Camera, Figure, GlCamera, Light, Perturb, SceneGeom, SceneHead, VisOption};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::fatal;
use super::packed::bytes_of;

/// Name, NumPy type, shape and documentation of a field.
type FieldRow = (&'static str, String, Vec<usize>, &'static str);

/// Name, fields and default of a kind of record.
type RecordRow<'py> = (&'static str, Vec<FieldRow>, Bound<'py, PyBytes>);

fn row<'py, T: PlainRecord>(py: Python<'py>, name: &'static str) -> RecordRow<'py> {
    let fields = T::fields().into_iter().map(|field| {
        let kind = match field.kind {
            Kind::Int => "i4".to_string(),
            Kind::Byte => "u1".to_string(),
            Kind::Float => "f4".to_string(),
            Kind::Double => "f8".to_string(),
            Kind::Text(bytes) => format!("S{bytes}"),
        };
        (field.name, kind, field.shape, field.doc)
    });
    (name, fields.collect(), bytes_of(py, &T::default()))
}

/// All kinds of records.
#[pyfunction]
pub fn visual_records(py: Python<'_>) -> Vec<RecordRow<'_>> {
    vec![
        row::<VisOption>(py, "MjvOption"),
        row::<Camera>(py, "MjvCamera"),
        row::<Perturb>(py, "MjvPerturb"),
        row::<Figure>(py, "MjvFigure"),
        row::<GlCamera>(py, "MjvGLCamera"),
        row::<Light>(py, "MjvLight"),
        row::<SceneGeom>(py, "MjvGeom"),
        row::<SceneHead>(py, "MjvScene"),
    ]
}

/// A geom with what is given, the rest at its defaults.
#[pyfunction]
pub fn visual_init_geom<'py>(
    py: Python<'py>,
    geom: Vec<u8>,
    kind: i32,
    size: Option<[f64; 3]>,
    pos: Option<[f64; 3]>,
    mat: Option<[f64; 9]>,
    rgba: Option<[f32; 4]>,
) -> Bound<'py, PyBytes> {
    let mut geom = SceneGeom::from_bytes(&geom);
    let mat = mat.map(Mat3);
    geom.init(kind, size.map(Vec3), pos.map(Vec3), mat.as_ref(), rgba);
    bytes_of(py, &geom)
}

/// A geom that reaches from one point to another.
#[pyfunction]
pub fn visual_connector<'py>(
    py: Python<'py>,
    geom: Vec<u8>,
    kind: i32,
    width: f64,
    from: [f64; 3],
    to: [f64; 3],
) -> PyResult<Bound<'py, PyBytes>> {
    let mut geom = SceneGeom::from_bytes(&geom);
    geom.connect(kind, width, Vec3(from), Vec3(to))
        .map_err(|error| fatal(py, "mjv_connector", &error))?;
    Ok(bytes_of(py, &geom))
}
