//! Procedural textures: gradient, checker or flat colour, with marks on top.
//!
//! A cube has its six faces (right, left, up, down, front, back) one below the other.

use ligament_model::enums::{TextureBuiltin, TextureMark, TextureType};

use super::gradient::{DOWN, Gradient, UP};
use super::image::Image;
use super::scatter::scatter;
use super::texture::color_bytes;
use super::{AssetError, Result};
use crate::memory::readable;

/// Most pixels a pattern may have: three gigabytes.
pub const MAX_PIXELS: u64 = 1 << 30;

/// What a procedural texture looks like.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// Flat, cube or skybox.
    pub kind: TextureType,
    /// The pattern.
    pub builtin: TextureBuiltin,
    /// The marks on it.
    pub mark: TextureMark,
    /// First colour.
    pub rgb1: [f64; 3],
    /// Second colour.
    pub rgb2: [f64; 3],
    /// Colour of the marks.
    pub markrgb: [f64; 3],
    /// Probability of a random mark at each pixel.
    pub random: f64,
    /// Columns.
    pub width: i32,
    /// Rows; not used for cubes.
    pub height: i32,
    /// Channels; only 3 are possible.
    pub nchannel: i32,
}

impl Pattern {
    /// Paints the texture.
    pub fn paint(&self) -> Result<Image> {
        if self.nchannel != 3 {
            return Err(AssetError::new(format!(
                "a procedural texture has 3 channels, not {}",
                self.nchannel
            )));
        }
        let flat = self.kind == TextureType::TwoD;
        let width = positive(self.width, "width")?;
        let height = if flat {
            positive(self.height, "height")?
        } else {
            width
        };
        let faces = if flat { 1 } else { 6 };
        let too_large = || {
            let pixels = (width as u64)
                .saturating_mul(height as u64)
                .saturating_mul(faces);
            let size = readable(pixels.saturating_mul(3));
            AssetError::new(format!(
                "a texture of {faces} by {width} by {height} pixels needs {size} of memory, which is too much"
            ))
            .help("make width and height smaller")
        };
        let total = [width as u64, height as u64, faces]
            .into_iter()
            .try_fold(1_u64, u64::checked_mul)
            .filter(|n| *n <= MAX_PIXELS)
            .and_then(|n| usize::try_from(3 * n).ok())
            .ok_or_else(too_large)?;
        let mut pixels = Vec::new();
        pixels.try_reserve_exact(total).map_err(|_| too_large())?;
        if flat {
            self.paint_face(&mut pixels, None, width, height);
        } else {
            self.paint_faces(&mut pixels, width);
        }
        if self.mark == TextureMark::Random && self.random > 0.0 {
            scatter(&mut pixels, color_bytes(self.markrgb), self.random);
        }
        Ok(Image {
            width,
            height: height * faces as usize,
            channels: 3,
            pixels,
            srgb: false,
        })
    }

    /// Appends the six faces of a cube. Right and left are alike, and so are front and back, and in all but the checker
    /// these four.
    fn paint_faces(&self, pixels: &mut Vec<u8>, width: usize) {
        let size = 3 * width * width;
        self.paint_face(pixels, Some(0), width, width);
        pixels.extend_from_within(..size);
        self.paint_face(pixels, Some(UP), width, width);
        self.paint_face(pixels, Some(DOWN), width, width);
        if self.builtin == TextureBuiltin::Checker {
            self.paint_face(pixels, Some(4), width, width);
        } else {
            pixels.extend_from_within(..size);
        }
        pixels.extend_from_within(4 * size..);
    }

    /// Appends one face of a cube, or a flat texture, row by row.
    fn paint_face(&self, pixels: &mut Vec<u8>, face: Option<usize>, width: usize, height: usize) {
        let (one, two) = (color_bytes(self.rgb1), color_bytes(self.rgb2));
        // front and back of a checker start with the other colour
        let (a, b) = if face.is_some_and(|f| f >= 4) {
            (two, one)
        } else {
            (one, two)
        };
        let gradient = Gradient {
            rgb1: self.rgb1,
            rgb2: self.rgb2,
        };
        for row in 0..height {
            let start = pixels.len();
            pixels.resize(start + 3 * width, 0);
            let colors = &mut pixels[start..];
            match self.builtin {
                TextureBuiltin::None => {}
                TextureBuiltin::Flat => fill(colors, if face == Some(DOWN) { two } else { one }),
                TextureBuiltin::Checker => {
                    let (left, right) = colors.split_at_mut(3 * (width / 2));
                    let upper = row < height / 2;
                    fill(left, if upper { a } else { b });
                    fill(right, if upper { b } else { a });
                }
                TextureBuiltin::Gradient => gradient.paint_row(colors, face, row, height),
            }
            self.mark_row(&mut pixels[start..], row, width, height);
        }
    }

    /// Draws what lies on one row of the border or the cross of a face.
    fn mark_row(&self, colors: &mut [u8], row: usize, width: usize, height: usize) {
        let (rows, columns) = match self.mark {
            TextureMark::None | TextureMark::Random => return,
            TextureMark::Edge => ([0, height - 1], [0, width - 1]),
            TextureMark::Cross => ([height / 2; 2], [width / 2; 2]),
        };
        let color = color_bytes(self.markrgb);
        if rows.contains(&row) {
            fill(colors, color);
        }
        for column in columns {
            fill(&mut colors[3 * column..3 * column + 3], color);
        }
    }
}

fn fill(pixels: &mut [u8], color: [u8; 3]) {
    for pixel in pixels.chunks_exact_mut(3) {
        pixel.copy_from_slice(&color);
    }
}

fn positive(size: i32, what: &str) -> Result<usize> {
    usize::try_from(size)
        .ok()
        .filter(|n| *n > 0)
        .ok_or_else(|| {
            AssetError::new(format!(
                "the {what} of a procedural texture is {size}; it must be positive"
            ))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(kind: TextureType, builtin: TextureBuiltin, width: i32, height: i32) -> Pattern {
        Pattern {
            kind,
            builtin,
            mark: TextureMark::None,
            rgb1: [1.0, 0.0, 0.0],
            rgb2: [0.0, 0.0, 1.0],
            markrgb: [0.1, 0.2, 0.3],
            random: 0.3,
            width,
            height,
            nchannel: 3,
        }
    }

    #[test]
    fn checker_and_gradient_have_known_values() {
        let checker = pattern(TextureType::TwoD, TextureBuiltin::Checker, 3, 3)
            .paint()
            .unwrap();
        let red: Vec<bool> = checker.pixels.chunks(3).map(|p| p == [255, 0, 0]).collect();
        assert_eq!(
            red,
            [true, false, false, false, true, true, false, true, true]
        );
        let gradient = pattern(TextureType::TwoD, TextureBuiltin::Gradient, 4, 3)
            .paint()
            .unwrap();
        assert_eq!(
            gradient.pixels[12..24],
            [0, 0, 255, 184, 0, 70, 184, 0, 70, 0, 0, 255]
        );
    }

    #[test]
    fn cubes_have_six_faces() {
        let cube = pattern(TextureType::Cube, TextureBuiltin::Flat, 2, 0)
            .paint()
            .unwrap();
        assert_eq!((cube.width, cube.height, cube.pixels.len()), (2, 12, 72));
        assert_eq!(cube.pixels[36..48], [0, 0, 255].repeat(4));
        assert_eq!(cube.pixels[48..], [255, 0, 0].repeat(8));
        let sky = pattern(TextureType::Skybox, TextureBuiltin::Gradient, 2, 0)
            .paint()
            .unwrap();
        assert_eq!(
            sky.pixels[..12],
            [193, 0, 61, 193, 0, 61, 61, 0, 193, 61, 0, 193]
        );
        assert_eq!(sky.pixels[36..39], [61, 0, 193]);
    }

    #[test]
    fn marks_are_drawn() {
        let mut p = pattern(TextureType::TwoD, TextureBuiltin::Flat, 4, 3);
        let count = |p: &Pattern| {
            p.paint()
                .unwrap()
                .pixels
                .chunks(3)
                .filter(|c| *c == [25, 51, 76])
                .count()
        };
        p.mark = TextureMark::Edge;
        assert_eq!(count(&p), 10);
        p.mark = TextureMark::Cross;
        assert_eq!(count(&p), 6);
        (p.width, p.height, p.mark) = (100, 100, TextureMark::Random);
        assert!((2700..3300).contains(&count(&p)));
    }

    #[test]
    fn bad_sizes_are_refused() {
        for (width, height, nchannel) in [(0, 1, 3), (1, -1, 3), (i32::MAX, i32::MAX, 3), (1, 1, 4)]
        {
            let mut p = pattern(TextureType::TwoD, TextureBuiltin::Flat, width, height);
            p.nchannel = nchannel;
            assert!(p.paint().is_err());
        }
        assert!(
            pattern(TextureType::Cube, TextureBuiltin::Flat, 600_000_000, 0)
                .paint()
                .is_err()
        );
        assert!(
            pattern(TextureType::Cube, TextureBuiltin::Gradient, 1, 0)
                .paint()
                .is_ok()
        );
    }
}
