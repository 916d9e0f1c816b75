//! Functions beside the pipeline: the text of the last model read, the grammar, textures, length ranges.

use std::fmt::Write;
use std::sync::Mutex;

use ligament::Spec;
use ligament::engine::setconst::LengthRange;
use ligament::engine::{Data, SetConstOptions, setconst};
use ligament::mjcf::schema::document::MUJOCO;
use ligament::mjcf::schema::{Count, Node};
use ligament::mjcf::{WriteOptions, write_string};
use ligament::model::Model;
use ligament::model::enums::{ColorSpace, Keyword, LengthRangeMode};
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::model::NativeModel;
use crate::model_cell::lock;

/// The model that was read last.
static LAST: Mutex<Option<Spec>> = Mutex::new(None);

/// Keeps a model that was read.
pub fn remember(spec: Spec) {
    *lock(&LAST) = Some(spec);
}

/// The model that was read last, as MJCF.
#[pyfunction]
pub fn last_xml(py: Python<'_>) -> PyResult<String> {
    let spec = lock(&LAST).clone();
    let spec = spec.ok_or_else(|| PyRuntimeError::new_err("no model has been read yet"))?;
    let text = py.detach(|| write_string(&spec, &WriteOptions::default()));
    text.map_err(|problem| PyValueError::new_err(problem.to_string()))
}

/// The grammar: one line per element, indented, with how often it may appear and its attributes.
#[pyfunction]
pub fn schema_text(html: bool, pad: bool) -> String {
    let mut text = String::new();
    let mut path = Vec::new();
    element(&MUJOCO, '!', &mut path, &mut text);
    if !html {
        return text;
    }
    let space = if pad { "&nbsp;" } else { " " };
    let rows: String = text
        .lines()
        .map(|line| {
            let inner = line.trim_start();
            let indent = space.repeat(line.len() - inner.len());
            format!("<tr><td>{indent}{inner}</td></tr>\n")
        })
        .collect();
    format!("<table>\n{rows}</table>\n")
}

/// Writes an element and its children; those that contain themselves are written once.
fn element(node: &'static Node, often: char, path: &mut Vec<*const Node>, text: &mut String) {
    let depth = path.len();
    let attributes: Vec<_> = node.attributes().iter().map(|a| a.name).collect();
    let indent = "   ".repeat(depth);
    let _ = writeln!(
        text,
        "{indent}{} ({often})  {}",
        node.tag,
        attributes.join(" ")
    );
    path.push(std::ptr::from_ref(node));
    for child in node.children {
        if path.contains(&std::ptr::from_ref(child.node)) {
            let _ = writeln!(text, "{indent}   {} (R)", child.node.tag);
            continue;
        }
        let often = match child.count {
            Count::Once => '?',
            Count::Many => '*',
        };
        element(child.node, often, path, text);
    }
    path.pop();
}

/// Pixels for one texture: which, its size as height, width and bytes per pixel, its colour space, its pixels.
type TexturePixels = (usize, [usize; 3], i32, Vec<u8>);

/// A copy of a model with pixels for textures that it keeps by reference.
#[pyfunction]
pub fn embed_textures(
    py: Python<'_>,
    m: &Bound<'_, NativeModel>,
    given: Vec<TexturePixels>,
) -> PyResult<NativeModel> {
    let mut model = Model::clone(&*m.get().cell.sound(py)?);
    let trouble = || PyValueError::new_err("the pixels do not fit to the textures");
    let mut pool = Vec::new();
    for texture in 0..model.size.ntex {
        let start = i64::try_from(pool.len()).map_err(|_| trouble())?;
        if let Some((_, size, space, pixels)) = given.iter().find(|g| g.0 == texture) {
            if size.iter().product::<usize>() != pixels.len() {
                return Err(trouble());
            }
            let [height, width, channels] = size.map(|n| i32::try_from(n).unwrap_or(0));
            model.tex.height[texture] = height;
            model.tex.width[texture] = width;
            model.tex.nchannel[texture] = channels;
            if let Some(space) = ColorSpace::from_number(*space) {
                model.tex.colorspace[texture] = space.into();
            }
            pool.extend_from_slice(pixels);
        } else if let Ok(first) = usize::try_from(model.tex.adr[texture]) {
            let extent = [
                model.tex.height[texture],
                model.tex.width[texture],
                model.tex.nchannel[texture],
            ];
            let count: usize = extent
                .iter()
                .map(|n| usize::try_from(*n).unwrap_or(0))
                .product();
            let own = model.tex.data.get(first..first + count);
            pool.extend_from_slice(own.ok_or_else(trouble)?);
        } else {
            continue;
        }
        model.tex.adr[texture] = start;
    }
    model.size.ntexdata = pool.len();
    model.tex.data = pool;
    Ok(NativeModel::of(model))
}

/// Finds the length range of one actuator, by simulation or from limits, and sets it.
#[pyfunction]
pub fn set_length_range(
    py: Python<'_>,
    m: &Bound<'_, NativeModel>,
    index: usize,
    flags: (i32, bool, bool),
    numbers: [f64; 7],
) -> PyResult<()> {
    let (mode, use_existing, use_limit) = flags;
    let mode: LengthRangeMode =
        Keyword::from_number(mode).ok_or_else(|| PyValueError::new_err("there is no such mode"))?;
    let [
        accel,
        maxforce,
        timeconst,
        timestep,
        inttotal,
        interval,
        tolrange,
    ] = numbers;
    let mut model = Model::clone(&*m.get().cell.sound(py)?);
    if index >= model.size.nactuator {
        return Err(PyIndexError::new_err(format!(
            "there is no actuator {index}: there are {}",
            model.size.nactuator
        )));
    }
    let mut options = SetConstOptions::compiling();
    options.length_range = LengthRange {
        mode,
        use_existing,
        use_limit,
        accel,
        maxforce,
        timeconst,
        timestep,
        inttotal,
        interval,
        tolrange,
        threads: false,
    };
    let report = py.detach(|| {
        let mut data = Data::new(&model);
        setconst(&mut model, &mut data, &options)
    });
    let failed = report
        .length_range_errors
        .iter()
        .find(|e| e.actuator == index);
    if let Some(error) = failed {
        return Err(PyValueError::new_err(format!(
            "actuator {index}: {}",
            error.reason
        )));
    }
    if let Some(output) = model.actuator_outputs(index).next() {
        let range = model.actuator.lengthrange[output];
        m.get()
            .cell
            .change(py, |m| m.actuator.lengthrange[output] = range);
    }
    Ok(())
}
