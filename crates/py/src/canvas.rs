//! Flat drawing on the buffers of `MjrContext`: rectangles, texts, overlays, labels and figures.

use ligament::scene::Figure;
use ligament::scene::plain::PlainRecord;
use ligament_render::flat::{self, Canvas, Font, Fonts, Place, Rect, Style};
use numpy::{PyArray3, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Pixels of a buffer, rows from the bottom.
type Sheet<'py> = Bound<'py, PyArray3<u8>>;
/// Left, bottom, width, height.
type Box4 = [i32; 4];

/// Farther away no pixel is.
const FAR: i32 = 1 << 20;

fn rect(sides: Box4) -> Rect {
    let [left, bottom, width, height] = sides.map(|x| x.clamp(-FAR, FAR));
    Rect {
        left,
        bottom,
        width: width.max(0),
        height: height.max(0),
    }
}

fn font(number: i32) -> PyResult<Font> {
    Font::from_number(number)
        .ok_or_else(|| PyValueError::new_err(format!("there is no font {number}")))
}

/// Draws on a buffer.
fn on<T>(pixels: &Sheet<'_>, f: impl FnOnce(&mut Canvas<'_>) -> T) -> PyResult<T> {
    let mut array = pixels
        .try_readwrite()
        .map_err(|error| PyValueError::new_err(error.to_string()))?;
    let [height, width, _] = *array.as_array().shape() else {
        return Err(PyValueError::new_err("the buffer is no picture"));
    };
    let bytes = array.as_slice_mut()?;
    let mut canvas = Canvas::new(bytes, [width, height])
        .ok_or_else(|| PyValueError::new_err("the buffer is no picture"))?;
    Ok(f(&mut canvas))
}

/// Fills a rectangle.
#[pyfunction]
fn canvas_fill(pixels: &Sheet<'_>, sides: Box4, rgba: [f32; 4]) -> PyResult<()> {
    on(pixels, |canvas| canvas.fill(rect(sides), rgba))
}

/// Writes a line of text; `at` is its lower left corner.
#[pyfunction]
fn canvas_text(
    pixels: &Sheet<'_>,
    fonts: (i32, i32),
    text: &str,
    at: [i32; 2],
    rgb: [f32; 3],
) -> PyResult<()> {
    let style = Style {
        font: font(fonts.0)?,
        rgb,
    };
    let at = at.map(|x| x.clamp(-FAR, FAR));
    on(pixels, |canvas| {
        canvas.text(Fonts::new(fonts.1), style, text, at);
    })
}

/// Writes one or two columns into a rectangle.
#[pyfunction]
fn canvas_overlay(
    pixels: &Sheet<'_>,
    fonts: (i32, i32),
    place: i32,
    sides: Box4,
    texts: (String, String),
) -> PyResult<()> {
    let place = Place::from_number(place)
        .ok_or_else(|| PyValueError::new_err(format!("there is no place {place}")))?;
    let how = (font(fonts.0)?, place);
    on(pixels, |canvas| {
        let texts = [texts.0.as_str(), texts.1.as_str()];
        flat::draw_overlay(canvas, Fonts::new(fonts.1), how, rect(sides), texts);
    })
}

/// Fills a rectangle and writes into its middle.
#[pyfunction]
fn canvas_label(
    pixels: &Sheet<'_>,
    fonts: (i32, i32),
    sides: Box4,
    text: &str,
    rgba: [f32; 4],
    rgb: [f32; 3],
) -> PyResult<()> {
    let style = Style {
        font: font(fonts.0)?,
        rgb,
    };
    on(pixels, |canvas| {
        flat::draw_label(
            canvas,
            Fonts::new(fonts.1),
            style,
            (rect(sides), rgba),
            text,
        );
    })
}

/// Draws a figure; returns pixels and ranges of its axes.
#[pyfunction]
#[allow(clippy::type_complexity, reason = "two pairs per axis")]
fn canvas_figure(
    pixels: &Sheet<'_>,
    scale: i32,
    sides: Box4,
    figure: Vec<u8>,
) -> PyResult<([[i32; 2]; 2], [[f32; 2]; 2])> {
    let figure = Figure::from_bytes(&figure);
    let axes = on(pixels, |canvas| {
        flat::draw_figure(canvas, &figure, Fonts::new(scale), rect(sides))
    })?;
    Ok((axes.pixels, axes.data))
}

/// Widths of the characters 0 to 126 and the height of a line.
#[pyfunction]
fn canvas_font(number: i32, scale: i32) -> PyResult<(Vec<i32>, i32)> {
    let (font, fonts) = (font(number)?, Fonts::new(scale));
    let width = |code: u8| match code {
        0..32 => 0,
        _ => fonts.width(font, char::from(code).encode_utf8(&mut [0; 4])),
    };
    Ok(((0..127).map(width).collect(), fonts.height(font)))
}

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(canvas_fill, module)?)?;
    module.add_function(wrap_pyfunction!(canvas_text, module)?)?;
    module.add_function(wrap_pyfunction!(canvas_overlay, module)?)?;
    module.add_function(wrap_pyfunction!(canvas_label, module)?)?;
    module.add_function(wrap_pyfunction!(canvas_figure, module)?)?;
    module.add_function(wrap_pyfunction!(canvas_font, module)?)
}
