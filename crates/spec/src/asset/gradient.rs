//! Colour gradients of procedural textures.
//!
//! The colour of a pixel is a smooth, monotone function of its position between two colours, and along each half of a
//! row the position changes monotonically. If the ends of a span have the same colour, and neither is so near to the
//! next shade that rounding could matter, all pixels between have it too: the functions are evaluated only where the
//! colour changes, and the result is that of evaluating them everywhere.

use ligament_math::func;
use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_2};

/// The face of a cube that looks up.
pub(super) const UP: usize = 2;
/// The face of a cube that looks down.
pub(super) const DOWN: usize = 3;

/// Distance to the next shade, in shades, below which rounding may matter.
const DOUBT: f64 = 1e-4;

/// Red, green and blue from 0 to 256: their integer parts are the bytes of a pixel.
type Shade = [f64; 3];

/// A gradient between two colours.
pub(super) struct Gradient {
    /// Colour at position 1.
    pub rgb1: [f64; 3],
    /// Colour at position -1.
    pub rgb2: [f64; 3],
}

impl Gradient {
    /// Paints one row of a face of a cube, or of a flat texture.
    pub(super) fn paint_row(
        &self,
        pixels: &mut [u8],
        face: Option<usize>,
        row: usize,
        height: usize,
    ) {
        let width = pixels.len() / 3;
        // pixel coordinates from -1 to 1, upward and to the right
        let scale = |i: usize, n: usize| 2.0 * i as f64 / (n as f64 - 1.0);
        let y = 1.0 - scale(row, height);
        let shade = |column: usize| {
            let x = scale(column, width) - 1.0;
            self.shade(match face {
                None => 1.0 - 2.0 * (x * x + y * y).sqrt(),
                Some(face) => elevation(face, x, y),
            })
        };
        let (left, right) = pixels.split_at_mut(3 * (width / 2));
        paint_half(left, 0, &shade);
        paint_half(right, width / 2, &shade);
    }

    /// The colour at a position from -1 (second colour) to 1 (first colour), through a sigmoid.
    fn shade(&self, position: f64) -> Shade {
        let sigmoid = position / (1.0 + position * position).sqrt() / FRAC_1_SQRT_2;
        let share = (0.5 * (1.0 + sigmoid)).clamp(0.0, 1.0);
        std::array::from_fn(|k| 255.0 * (share * self.rgb1[k] + (1.0 - share) * self.rgb2[k]))
    }
}

/// Elevation over the horizon of a point on a face of a cube, from -1 to 1.
fn elevation(face: usize, x: f64, y: f64) -> f64 {
    let distance = (1.0 + x * x + y * y).sqrt();
    let over_top = || 1.0 - func::acos(1.0 / distance) / FRAC_PI_2;
    match face {
        UP => over_top(),
        DOWN => -over_top(),
        _ => func::asin(y / distance) / FRAC_PI_2,
    }
}

fn bytes(shade: Shade) -> [u8; 3] {
    shade.map(|x| x as i64 as u8)
}

/// Paints pixels along which the shade is monotone; the first is at column `at`.
fn paint_half(pixels: &mut [u8], at: usize, shade: &impl Fn(usize) -> Shade) {
    if let Some(last) = (pixels.len() / 3).checked_sub(1) {
        paint_span(pixels, at, [shade(at), shade(at + last)], shade);
    }
}

/// Paints pixels whose ends have the given shades, in halves until each is of one colour.
fn paint_span(
    pixels: &mut [u8],
    at: usize,
    [first, last]: [Shade; 2],
    shade: &impl Fn(usize) -> Shade,
) {
    let count = pixels.len() / 3;
    if count <= 2 {
        pixels[3 * (count - 1)..].copy_from_slice(&bytes(last));
        pixels[..3].copy_from_slice(&bytes(first));
    } else if (0..3).all(|k| is_steady(first[k], last[k])) {
        let color = bytes(first);
        for pixel in pixels.chunks_exact_mut(3) {
            pixel.copy_from_slice(&color);
        }
    } else {
        let half = count / 2;
        let middle = shade(at + half);
        paint_span(&mut pixels[..3 * half + 3], at, [first, middle], shade);
        paint_span(&mut pixels[3 * half..], at + half, [middle, last], shade);
    }
}

/// Whether everything between two values has the same integer part for certain.
fn is_steady(a: f64, b: f64) -> bool {
    // a shade that is negative, or not a number, is left to the single pixels; near zero there is no other shade
    let part = |x: f64| if x > -DOUBT { x as i32 } else { -1 };
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    let from = part(low - if low < 1.0 { 0.0 } else { DOUBT });
    (0..i32::MAX).contains(&from) && from == part(high + DOUBT)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every pixel on its own.
    fn plain(gradient: &Gradient, face: Option<usize>, width: usize, height: usize) -> Vec<u8> {
        let at = |i: usize, n: usize| 2.0 * i as f64 / (n as f64 - 1.0);
        let mut pixels = Vec::new();
        for row in 0..height {
            for column in 0..width {
                let (x, y) = (at(column, width) - 1.0, 1.0 - at(row, height));
                let position = face.map_or_else(
                    || 1.0 - 2.0 * (x * x + y * y).sqrt(),
                    |face| elevation(face, x, y),
                );
                pixels.extend(bytes(gradient.shade(position)));
            }
        }
        pixels
    }

    #[test]
    fn spans_have_the_colours_of_their_pixels() {
        let colors = [
            [0.8, 0.8, 0.8],
            [0.5, 0.5, 0.5],
            [0.4, 0.6, 0.8],
            [0.0, 0.0, 0.0],
            [1.0, 0.0, 0.2],
            [1.0, 1.0, 0.2],
        ];
        for (width, height) in [(1, 1), (2, 2), (7, 7), (64, 9), (301, 301)] {
            for face in [None, Some(0), Some(UP), Some(DOWN)] {
                for pair in colors.windows(2) {
                    let gradient = Gradient {
                        rgb1: pair[0],
                        rgb2: pair[1],
                    };
                    let mut pixels = vec![0; 3 * width * height];
                    for (row, pixels) in pixels.chunks_exact_mut(3 * width).enumerate() {
                        gradient.paint_row(pixels, face, row, height);
                    }
                    let expected = plain(&gradient, face, width, height);
                    assert!(pixels == expected, "{width} {height} {face:?} {pair:?}");
                }
            }
        }
    }
}
